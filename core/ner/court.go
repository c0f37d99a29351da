package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of courts' names, shared by the extractors.

// court is a court named in the text.
type court struct {
	start, end int
	value      string // Juzgado 5 Penal Municipal de Cali
	number     int    // 0 when it has none
	city       string
	specific   bool // it has a kind or a number, not merely "el juzgado"
}

// courtAt reads the court whose first word is word i.
func (t *Text) courtAt(i int) (court, bool) {
	if i >= len(t.Words) || !t.courtHeadAt(i) {
		return court{}, false
	}
	if c, ok := t.courtByLevel(i); ok {
		return c, true
	}
	c := court{start: int(t.Words[i].Start)}
	var kind []string
	last, cityWord := i, -1
	for k := i + 1; k < len(t.Words) && k-i < 30; k++ {
		if !t.joinsCourt(k-1, len(kind) == 0) {
			break
		}
		if n, used := t.numberWords(k); used > 0 && c.number == 0 && !hasKind(kind) {
			c.number = n
			last = k + used - 1
			k = last
			continue
		}
		w := t.Words[k]
		key := t.Key(k)
		if w.Class == 0 || w.Class&(lex.CourtWord|lex.CourtHead|lex.Function|lex.Particle|lex.Common|lex.PlaceStart|lex.Ordinal) == 0 {
			if near := courtWordNear(t.Folded(k)); near != "" {
				kind = append(kind, near)
				if !isConnector(near) {
					last = k
				}
				continue
			}
		}
		switch {
		case key == "reparto" || key == "turno":
			k = len(t.Words)
			continue
		}
		if _, n := t.placeAt(k); n > 0 && (t.Key(i) == "corte" || t.Is(i, "consejo")) {
			break // has no city in its name
		}
		if p, n := t.placeAt(k); n > 0 && (len(kind) > 0 || c.number > 0) {
			c.city = p.Name
			last = k + n - 1
			cityWord = k
			break
		}
		if name, n := t.unknownCity(k, kind); n > 0 {
			c.city = name
			last = k + n - 1
			cityWord = k
			break
		}
		if w.Class&lex.Ordinal != 0 && len(kind) > 0 && chambers[kind[len(kind)-1]] {
			kind = append(kind, key) // Sección Segunda
			last = k
			continue
		}
		if w.Class&lex.CourtWord != 0 || w.Class&lex.CourtHead != 0 && !strings.HasPrefix(key, "ju") {
			kind = append(kind, key)
			last = k
			continue
		}
		if isConnector(key) {
			kind = append(kind, key)
			continue
		}
		break
	}
	for len(kind) > 0 && isConnector(kind[len(kind)-1]) {
		kind = kind[:len(kind)-1]
	}
	c.end = int(t.Words[last].End)
	c.specific = hasKind(kind) && !generic(kind)
	if cityWord < 0 && c.specific && t.Key(i) != "corte" && !t.Is(i, "consejo") {
		c.city, c.end = t.cityBelow(last, c.end)
	}
	c.value = courtName(headWord(t.Key(i)), c.number, kind, c.city)
	return c, c.specific || c.number > 0 && c.city != ""
}

// chambers are parts of a court that are counted behind their name.
var chambers = map[string]bool{"seccion": true, "subseccion": true, "sala": true}

// courtHeadAt reports whether a court may begin with word i; in a salutation
// one letter of "juez" may be wrong.
func (t *Text) courtHeadAt(i int) bool {
	w := t.Words[i]
	if w.Class&lex.CourtHead != 0 {
		return true
	}
	return w.End-w.Start == 4 && w.Class == 0 && i > 0 && t.Words[i-1].Class&lex.Honorific != 0 && lex.CloseTo("juez", string(t.Folded(i)))
}

// unknownCity reads a city that the table lacks or a scanner damaged: capital
// words behind "de" that end the line or stand before a bracket or comma.
func (t *Text) unknownCity(k int, kind []string) (string, int) {
	if len(kind) == 0 || kind[len(kind)-1] != "de" || !hasKind(kind) {
		return "", 0
	}
	for n := 0; n < 3 && k+n < len(t.Words); n++ {
		w := t.Words[k+n]
		if w.Shape == doc.Lower || w.Shape == doc.Number || w.Class&(lex.CourtWord|lex.Common|lex.CourtHead) != 0 || w.End-w.Start < 3 {
			return "", 0
		}
		end := int(w.End)
		if end == len(t.Chars) || t.Chars[end] == '\n' || t.Chars[end] == ',' || end+1 < len(t.Chars) && t.Chars[end] == ' ' && (t.Chars[end+1] == '(' || t.Chars[end+1] == '-') {
			raw := t.Slice(int(t.Words[k].Start), end)
			if name := t.Lex.NearestPlace(raw); name != "" {
				return name, n + 1
			}
			return lex.PersonName(raw), n + 1
		}
	}
	return "", 0
}

// joinsCourt reports whether words k and k+1 may belong to one court. head is
// true before the first word of its kind.
func (t *Text) joinsCourt(k int, head bool) bool {
	gap := t.Between(k)
	if len(gap) > 8 || t.Flat && len(gap) > 1 && t.WideGap(k) && gap[0] == ' ' {
		return false
	}
	lines := 0
	for _, c := range gap {
		switch c {
		case '\n':
			lines++
		case ' ', '\t', lex.ByteOrdinal, lex.ByteSymbol, '-', ',', '(', ')', '.', '*', '\'', '"', '/', '?', '~', '%':
		default:
			return false
		}
	}
	return lines <= 1
}

// cityBelow finds the city that stands alone in the line below a court.
func (t *Text) cityBelow(last, end int) (string, int) {
	for k := last + 1; k < len(t.Words) && k <= last+4; k++ {
		gap := t.Between(k - 1)
		if p, n := t.placeAt(k); n > 0 {
			return p.Name, int(t.Words[k+n-1].End)
		}
		key := t.Key(k)
		if key != "reparto" && key != "turno" && key != "de" && key != "ciudad" && key != "la" || len(gap) > 12 {
			break
		}
	}
	return "", end
}
