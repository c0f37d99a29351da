package doc

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// SectionKind is a part of a filing.
type SectionKind string

const (
	Heading       SectionKind = "encabezado" // court, label block, presentation
	Facts         SectionKind = "hechos"
	Rights        SectionKind = "derechos"
	Grounds       SectionKind = "fundamentos"
	Claims        SectionKind = "pretensiones"
	Interim       SectionKind = "medida_provisional"
	Evidence      SectionKind = "pruebas"
	Oath          SectionKind = "juramento"
	Annexes       SectionKind = "anexos"
	Notifications SectionKind = "notificaciones"
	Signature     SectionKind = "firma"
)

// Section is a part of a filing from its heading to the next. The text before
// the first heading is of kind Heading. Start and End count code points.
type Section struct {
	Kind       SectionKind
	Start, End int
}

// SectionAt returns the kind of section that position p stands in.
func (t *Text) SectionAt(p int) SectionKind {
	if i := t.sectionOf(p); i >= 0 {
		return t.sections[i].Kind
	}
	return Heading
}

// sectionOf returns the index of the section that position p stands in, -1
// when there is none.
func (t *Text) sectionOf(p int) int {
	return sort.Search(len(t.sections), func(i int) bool { return t.sections[i].Start > p }) - 1
}

// SectionStart returns where the section begins that position p stands in.
func (t *Text) SectionStart(p int) int {
	if i := t.sectionOf(p); i >= 0 {
		return t.sections[i].Start
	}
	return 0
}

// heading is the first words of the heading of a section, folded.
type heading struct {
	words string
	kind  SectionKind
}

// headings are the headings of sections; the longer of two that match comes first.
var headings = func() (out []heading) {
	for words, kind := range lex.Table[SectionKind]("doc.headings") {
		out = append(out, heading{words, kind})
	}
	slices.SortFunc(out, func(a, b heading) int { return cmp.Or(len(b.words)-len(a.words), strings.Compare(a.words, b.words)) })
	return out
}()

// maxHeading bounds the words of a heading line.
const maxHeading = 8

// maxSections bounds what a text of headings alone can cost.
const maxSections = 4096

// findSections divides the text at its headings; it begins in a section of kind opening.
func (t *Text) findSections(opening SectionKind) []Section {
	var out []Section
	open := func(kind SectionKind, at int) {
		if n := len(out); n > 0 {
			if out[n-1].Kind == kind {
				return
			}
			out[n-1].End = at
		}
		out = append(out, Section{Kind: kind, Start: at, End: t.Len()})
	}
	open(opening, 0)
	w := 0
	for li := 0; li < len(t.Lines) && len(out) < maxSections; li++ {
		l := t.Lines[li]
		for w < len(t.Words) && t.Words[w].Start < l.Start {
			w++
		}
		first := w
		for first < len(t.Words) && t.Words[first].End <= l.End && t.numbersHeading(first) {
			first++
		}
		last := first
		for last < len(t.Words) && t.Words[last].End <= l.End {
			last++
		}
		if last-first > maxHeading {
			for k := first; k < last; k++ { // run-on text
				if kind := t.inlineHeading(k); kind != "" {
					open(kind, int(t.Words[k].Start))
				}
			}
			w = last
			continue
		}
		if kind := t.headingAt(first, last, l.Gap && (li+1 == len(t.Lines) || t.Lines[li+1].Gap)); kind != "" && !(last-first > 1 && t.restOfSentence(li)) {
			open(kind, int(l.Start))
		}
		w = last
	}
	return out
}

// restOfSentence reports whether a line is what had no room in the one above it, as
// in a paper of capitals: … POR LA PRESUNTA VIOLACIÓN DE LOS, and below it DERECHOS A
// LA SALUD Y A LA VIDA.
func (t *Text) restOfSentence(l int) bool {
	if l == 0 || t.Lines[l].Gap {
		return false
	}
	above := t.Lines[l-1]
	c := t.Chars[above.End-1]
	return (lex.IsWord(c) || c == ',') && t.Chars[t.Lines[l].End-1] != ':' && t.Wrapped(int(above.End))
}

// numbersHeading reports whether word k is a numeral before a heading: II, 3.
func (t *Text) numbersHeading(k int) bool {
	w := t.Words[k]
	if w.Shape == Number && w.End-w.Start <= 2 {
		return true
	}
	if e := int(w.End); w.End-w.Start == 1 && e < len(t.Chars) && (t.Chars[e] == ')' || t.Chars[e] == '.') {
		return true // G) NOTIFICACIONES
	}
	for _, c := range t.Folded(k) {
		if c != 'i' && c != 'v' && c != 'x' {
			return false
		}
	}
	return w.Shape == Upper
}

// headingAt returns the kind of heading that the words of a line make; alone
// is true when the line is a paragraph of its own.
func (t *Text) headingAt(first, last int, alone bool) SectionKind {
	if first >= last {
		return ""
	}
	for first < last && (t.Is(first, "los") || t.Is(first, "de") || t.Is(first, "las") || t.Is(first, "relacion") || t.Is(first, "acapite") || t.Is(first, "lugar")) {
		first++
	}
	capitals := true
	for k := first; k < last; k++ {
		if s := t.Words[k].Shape; s == Lower && t.Words[k].Class&lex.Function == 0 || s == Number {
			capitals = false
		}
	}
	for _, h := range headings {
		n := t.Phrase(first, h.words)
		if n == 0 || first+n > last {
			continue
		}
		rest := last - first - n
		switch {
		case rest == 0, capitals, alone && t.Words[first].Shape != Lower && !t.EndsLabel(int(t.Words[last-1].End)):
			return h.kind
		case t.Words[first].Shape == Upper && t.EndsLabel(int(t.Words[last-1].End)):
			return h.kind
		}
	}
	if alone && (capitals || !t.EndsSentence(last-1)) || capitals && t.allUpper(first, last) {
		return t.tellingHeading(first, last)
	}
	return ""
}

// EndsSentence reports whether a point or comma follows word k.
func (t *Text) EndsSentence(k int) bool {
	p := int(t.Words[k].End)
	return p < len(t.Chars) && (t.Chars[p] == '.' || t.Chars[p] == ',' || t.Chars[p] == ';')
}

func (t *Text) allUpper(first, last int) bool {
	for k := first; k < last; k++ {
		if s := t.Words[k].Shape; s != Upper {
			return false
		}
	}
	return true
}

// tellingHeading returns the kind of heading that a word anywhere in a line
// makes it, in whatever way it is phrased: NARRACIÓN DE LO OCURRIDO, Lo que pido.
func (t *Text) tellingHeading(first, last int) SectionKind {
	for k := first; k < last; k++ {
		if kind, ok := tellingWords[t.Key(k)]; ok && t.labelsEndHeading(last) {
			return kind
		}
	}
	return ""
}

// labelsEndHeading reports whether the heading line that ends before word last
// is no label with its value: nothing but a colon may follow.
func (t *Text) labelsEndHeading(last int) bool {
	for k := last - 1; k > 0 && k > last-maxHeading; k-- {
		for _, c := range t.Between(k - 1) {
			switch c {
			case ':':
				return false
			case '\n':
				return true
			}
		}
	}
	return true
}

// tellingWords make a line that is no sentence the heading of a section.
var tellingWords = lex.Table[SectionKind]("doc.tellingWords")

// inlineHeading returns the kind of heading at word k of a text whose line
// ends were lost: a word of capitals among words that are not, at the end of
// a sentence.
func (t *Text) inlineHeading(k int) SectionKind {
	w := t.Words[k]
	if w.Class&lex.HeadingWord == 0 || w.Shape != Upper || w.End-w.Start < 5 {
		return ""
	}
	if k > 0 {
		ended := t.Flat && t.WideGap(k-1)
		for _, c := range t.Between(k - 1) {
			ended = ended || c == '.' || c == ':' || c == '\n' && !t.restOfSentence(t.LineAt(int(w.Start))) || c == ';'
		}
		if !ended && !t.numbersHeading(k-1) {
			return ""
		}
	}
	for _, h := range headings {
		if n := t.Phrase(k, h.words); n > 0 {
			return h.kind
		}
	}
	return ""
}

// EndsLabel reports whether a colon or point follows position p.
func (t *Text) EndsLabel(p int) bool {
	for ; p < len(t.Chars) && lex.IsBlank(t.Chars[p]); p++ {
	}
	return p < len(t.Chars) && (t.Chars[p] == ':' || t.Chars[p] == '.')
}
