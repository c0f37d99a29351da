package ner

import (
	"github.com/cotejo/cotejo/core/ner/internal/lex"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// Reading of the numbers of identity documents, shared by the extractors.

// cedula is the number of an identity document.
type cedula struct {
	start, end int
	digits     string
	kind       string // "cc", "ti", "ce"…; "nit"
	score      float64
}

// cedulaSeps are the separators inside the number of a cédula.
var cedulaSeps = anyOf(". ,'\"\n")

// cedulas calls visit for every number between two code points that words
// before it call the number of an identity document.
func (t *Text) cedulas(from, to int, visit func(cedula)) {
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		if w := t.Words[k]; w.Class&lex.Identity == 0 && w.End-w.Start > 2 && w.Shape != doc.Alnum && !shortDocument.MayHave(t.Folded(k)) {
			continue
		}
		if c, ok := t.gluedNumber(k); ok {
			visit(c)
			continue
		}
		kind, next := t.documentWords(k)
		if kind == "" {
			continue
		}
		if c, ok := t.numberAfter(kind, next, to); ok {
			visit(c)
			k = max(k, t.WordAt(c.end-1))
		}
	}
}

// numberAfter reads the number of a cédula that is word k or follows shortly.
func (t *Text) numberAfter(kind string, k, to int) (cedula, bool) {
	if k >= len(t.Words) || k == 0 {
		return cedula{}, false
	}
	if t.Words[k].Shape != doc.Number && t.Words[k].Shape != doc.Alnum {
		return cedula{}, false
	}
	if !t.CloseGap(k - 1) {
		return cedula{}, false
	}
	r := t.digitRunAt(int(t.Words[k].Start), to, 1, cedulaSeps)
	if len(r.groups) == 0 {
		return cedula{}, false
	}
	if h := t.digitRunAt(r.start, to, 1, anyOf("-")); len(h.groups) > 1 && h.grouped() && plausibleID(kind, h.digits) {
		r = h // 52-000-111
	}
	r = r.whole().withoutSign(kind, r.start > 1 && t.Chars[r.start-1] == '.' && t.Chars[r.start-2] == 'n')
	r = r.trimGroups(func(r digitRun) bool { return r.grouped() && plausibleID(kind, r.digits) })
	c := cedula{start: r.start, end: r.end, digits: r.digits, kind: kind, score: 0.95}
	switch {
	case len(r.digits) == 9 && !looksNIT(r.digits):
		c.score = 0.6 // very rare
	case !plausibleID(kind, r.digits), r.torn(), c.end+1 < len(t.Chars) && !lex.IsSpace(t.Chars[c.end]) && !lex.IsWord(t.Chars[c.end]) && t.Chars[c.end] != '-' && lex.IsDigit(t.Chars[c.end+1]):
		return c, false
	}
	if r.repaired > 0 {
		c.score *= 0.9
	}
	if c.end < len(t.Chars) && (t.Chars[c.end] == '-' && c.end+1 < len(t.Chars) && lex.IsDigit(t.Chars[c.end+1])) {
		return c, false // a NIT or something longer
	}
	return c, true
}

// gluedNumber reads a number right behind what it is: CC52000111.
func (t *Text) gluedNumber(k int) (cedula, bool) {
	f := t.Folded(k)
	if t.Words[k].Shape != doc.Alnum || len(f) < 8 || !lex.IsDigit(f[2]) {
		return cedula{}, false
	}
	kind := string(f[:2])
	switch kind {
	case "cc", "ce", "ti", "rc":
	default:
		return cedula{}, false
	}
	start := int(t.Words[k].Start) + 2
	for _, c := range f[2:] {
		if !lex.IsDigit(c) {
			return cedula{}, false
		}
	}
	c := cedula{start: start, end: int(t.Words[k].End), digits: string(f[2:]), kind: kind, score: 0.9}
	return c, plausibleID(kind, c.digits) && len(c.digits) >= minGlued
}

// minGlued is how many digits a number has that is taken for that of a person by
// nothing but its form or two letters.
const minGlued = 7

func looksNIT(d string) bool { return d[0] == '8' || d[0] == '9' }

// bareNumber reads a number that nothing calls that of a document, where one is
// expected: word k in thousands, or in one piece of eight digits or ten. Telephones
// have ten, and others begin with another digit than 1.
func (t *Text) bareNumber(k, to int) (cedula, bool) {
	if k >= len(t.Words) || t.Words[k].Shape != doc.Number {
		return cedula{}, false
	}
	r := t.digitRunAt(int(t.Words[k].Start), to, 1, anyOf(".'\""))
	c := cedula{start: r.start, end: r.end, digits: r.digits, kind: "cc", score: 0.8}
	if len(r.groups) == 1 {
		c.score = 0.7
	}
	if !plausibleID("cc", r.digits) || !r.grouped() || r.repaired > 0 || len(r.groups) < 3 && (len(r.groups) != 1 || len(r.digits) < 8) {
		return cedula{}, false
	}
	if e := c.end; e < len(t.Chars) && !lex.IsSpace(t.Chars[e]) && (!endsNumber.Has(t.Chars[e]) || e+1 < len(t.Chars) && lex.IsWord(t.Chars[e+1])) {
		return cedula{}, false
	}
	return c, true
}

// endsNumber are the signs that may stand behind a number.
var endsNumber = lex.BytesOf(".,;)|")
