package word

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/adapters/ooxml"
)

// lists are the numbered lists of a document.
type lists struct {
	kinds  map[string]*listKind // by number of the abstract list
	byID   map[string]*list
	styled map[string]string // abstract list by the style that it defines
}

// listKind is an abstract list, whose lists count on from each other.
type listKind struct {
	levels [levels]level
	style  string // the style that has its levels instead
	counts [levels]int
}

// levels is how many a list has.
const levels = 9

type level struct {
	format, text string
	start        int
}

type list struct {
	kind    string
	restart map[int]int // first numbers of levels, until the list begins
}

const maxLists = 20_000

func readLists(p *ooxml.Package, part string) (lists, error) {
	l := lists{map[string]*listKind{}, map[string]*list{}, map[string]string{}}
	err := p.Each(part, func(d *xml.Decoder, t xml.StartElement) error {
		if len(l.kinds)+len(l.byID) > maxLists {
			return ErrTooBig
		}
		switch t.Name.Local {
		case "abstractNum":
			k := &listKind{}
			id := ooxml.Attribute(t, "abstractNumId")
			l.kinds[id] = k
			return children(d, func(t xml.StartElement) error {
				switch t.Name.Local {
				case "lvl":
					return readLevel(d, t, k)
				case "numStyleLink":
					k.style = ooxml.Attribute(t, "val")
				case "styleLink":
					l.styled[ooxml.Attribute(t, "val")] = id
				}
				return skip(d)
			})
		case "num":
			n := &list{restart: map[int]int{}}
			l.byID[ooxml.Attribute(t, "numId")] = n
			return children(d, func(t xml.StartElement) error {
				switch t.Name.Local {
				case "abstractNumId":
					n.kind = ooxml.Attribute(t, "val")
				case "lvlOverride":
					return readOverride(d, t, n)
				}
				return skip(d)
			})
		}
		return nil
	})
	return l, err
}

// levelOf reads the number of a level; false if there is no such level.
func levelOf(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n < levels
}

func readLevel(d *xml.Decoder, t xml.StartElement, k *listKind) error {
	n, ok := levelOf(ooxml.Attribute(t, "ilvl"))
	if !ok {
		return skip(d)
	}
	l := &k.levels[n]
	l.start = 1
	return children(d, func(t xml.StartElement) error {
		value := ooxml.Attribute(t, "val")
		switch t.Name.Local {
		case "start":
			l.start, _ = strconv.Atoi(value)
		case "numFmt":
			l.format = value
		case "lvlText":
			l.text = value
		}
		return skip(d)
	})
}

func readOverride(d *xml.Decoder, t xml.StartElement, n *list) error {
	at, ok := levelOf(ooxml.Attribute(t, "ilvl"))
	return children(d, func(t xml.StartElement) error {
		if start, err := strconv.Atoi(ooxml.Attribute(t, "val")); t.Name.Local == "startOverride" && ok && err == nil {
			n.restart[at] = start
		}
		return skip(d)
	})
}

// next returns the label of the next paragraph of a list at a level, or "".
func (l *lists) next(id, at string) string {
	n := l.byID[id]
	if n == nil {
		return ""
	}
	k := l.kinds[n.kind]
	if k != nil && k.style != "" {
		k = l.kinds[l.styled[k.style]]
	}
	depth, ok := levelOf(at)
	if at == "" {
		depth, ok = 0, true
	}
	if k == nil || !ok {
		return ""
	}
	for i := range k.levels {
		switch start, restarts := n.restart[i]; {
		case i > depth:
			k.counts[i] = 0
		case restarts && i == depth:
			k.counts[i] = start
			delete(n.restart, i)
		case i == depth && k.counts[i] == 0:
			k.counts[i] = max(1, k.levels[i].start)
		case i == depth:
			k.counts[i]++
		case k.counts[i] == 0:
			k.counts[i] = max(1, k.levels[i].start)
		}
	}
	if k.levels[depth].format == "none" {
		return ""
	}
	if k.levels[depth].format == "bullet" {
		return "•" // the sign is often one of a font of signs
	}
	label := k.levels[depth].text
	for i := range depth + 1 {
		label = strings.ReplaceAll(label, "%"+strconv.Itoa(i+1), numeral(k.counts[i], k.levels[i].format))
	}
	return label
}

// numeral writes a number in a format of ST_NumberFormat, as Word does in Spanish.
func numeral(n int, format string) string {
	switch format {
	case "upperRoman":
		return roman(n)
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperLetter":
		return letters(n)
	case "lowerLetter":
		return strings.ToLower(letters(n))
	case "ordinal":
		return strconv.Itoa(n) + "º"
	case "ordinalText":
		if n > 0 && n < len(ordinals) {
			return ordinals[n]
		}
	case "cardinalText":
		if n > 0 && n < len(cardinals) {
			return cardinals[n]
		}
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	}
	return strconv.Itoa(n)
}

var ordinals = [...]string{"", "Primero", "Segundo", "Tercero", "Cuarto", "Quinto", "Sexto", "Séptimo", "Octavo", "Noveno", "Décimo",
	"Undécimo", "Duodécimo", "Decimotercero", "Decimocuarto", "Decimoquinto", "Decimosexto", "Decimoséptimo", "Decimoctavo", "Decimonoveno", "Vigésimo"}

var cardinals = [...]string{"", "Uno", "Dos", "Tres", "Cuatro", "Cinco", "Seis", "Siete", "Ocho", "Nueve", "Diez",
	"Once", "Doce", "Trece", "Catorce", "Quince", "Dieciséis", "Diecisiete", "Dieciocho", "Diecinueve", "Veinte"}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var s strings.Builder
	for _, d := range []struct {
		value int
		sign  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.value; n -= d.value {
			s.WriteString(d.sign)
		}
	}
	return s.String()
}

// letters counts A to Z, AA to ZZ, AAA.
func letters(n int) string {
	if n < 1 || n > 26*10 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%26)), (n-1)/26+1)
}
