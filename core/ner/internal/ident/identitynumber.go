package ident

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of the numbers of identity documents, shared by the extractors.

// Cedula is the number of an identity document.
type Cedula struct {
	Start, End int
	Digits     string
	Kind       string // "cc", "ti", "ce"…; "nit"
	Score      float64
}

// cedulaSeps are the separators inside the number of a cédula.
var cedulaSeps = AnyOf(". ,'\"\n")

// Cedulas calls visit for every number between two code points that words
// before it call the number of an identity document.
func Cedulas(t *doc.Text, from, to int, visit func(Cedula)) {
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		if w := t.Words[k]; w.Class&lex.Identity == 0 && w.End-w.Start > 2 && w.Shape != doc.Alnum && !shortDocument.MayHave(t.Folded(k)) {
			continue
		}
		if c, ok := gluedNumber(t, k); ok {
			visit(c)
			continue
		}
		kind, next := DocumentWords(t, k)
		if kind == "" {
			continue
		}
		if c, ok := NumberAfter(t, kind, next, to); ok {
			visit(c)
			k = max(k, t.WordAt(c.End-1))
		}
	}
}

// NumberAfter reads the number of a cédula that is word k or follows shortly.
func NumberAfter(t *doc.Text, kind string, k, to int) (Cedula, bool) {
	if k >= len(t.Words) || k == 0 {
		return Cedula{}, false
	}
	if t.Words[k].Shape != doc.Number && t.Words[k].Shape != doc.Alnum {
		return Cedula{}, false
	}
	if !t.CloseGap(k - 1) {
		return Cedula{}, false
	}
	r := DigitRunAt(t, int(t.Words[k].Start), to, 1, cedulaSeps)
	if len(r.groups) == 0 {
		return Cedula{}, false
	}
	if h := DigitRunAt(t, r.Start, to, 1, AnyOf("-")); len(h.groups) > 1 && h.grouped() && plausibleID(kind, h.Digits) {
		r = h // 52-000-111
	}
	r = r.whole().withoutSign(kind, r.Start > 1 && t.Chars[r.Start-1] == '.' && t.Chars[r.Start-2] == 'n')
	r = r.trimGroups(func(r DigitRun) bool { return r.grouped() && plausibleID(kind, r.Digits) })
	c := Cedula{Start: r.Start, End: r.End, Digits: r.Digits, Kind: kind, Score: 0.95}
	switch {
	case len(r.Digits) == 9 && !looksNIT(r.Digits):
		c.Score = 0.6 // very rare
	case !plausibleID(kind, r.Digits), r.torn(), c.End+1 < len(t.Chars) && !lex.IsSpace(t.Chars[c.End]) && !lex.IsWord(t.Chars[c.End]) && t.Chars[c.End] != '-' && lex.IsDigit(t.Chars[c.End+1]):
		return c, false
	}
	if r.repaired > 0 {
		c.Score *= 0.9
	}
	if c.End < len(t.Chars) && (t.Chars[c.End] == '-' && c.End+1 < len(t.Chars) && lex.IsDigit(t.Chars[c.End+1])) {
		return c, false // a NIT or something longer
	}
	return c, true
}

// gluedNumber reads a number right behind what it is: CC52000111.
func gluedNumber(t *doc.Text, k int) (Cedula, bool) {
	f := t.Folded(k)
	if t.Words[k].Shape != doc.Alnum || len(f) < 8 || !lex.IsDigit(f[2]) {
		return Cedula{}, false
	}
	kind := string(f[:2])
	switch kind {
	case "cc", "ce", "ti", "rc":
	default:
		return Cedula{}, false
	}
	start := int(t.Words[k].Start) + 2
	for _, c := range f[2:] {
		if !lex.IsDigit(c) {
			return Cedula{}, false
		}
	}
	c := Cedula{Start: start, End: int(t.Words[k].End), Digits: string(f[2:]), Kind: kind, Score: 0.9}
	return c, plausibleID(kind, c.Digits) && len(c.Digits) >= minGlued
}

// minGlued is how many digits a number has that is taken for that of a person by
// nothing but its form or two letters.
const minGlued = 7

// looksNIT reports whether digits begin like the NIT of a company.
func looksNIT(d string) bool { return d[0] == '8' || d[0] == '9' }

// BareNumber reads a number that nothing calls that of a document, where one is
// expected: word k in thousands, or in one piece of eight digits or ten. Telephones
// have ten, and others begin with another digit than 1.
func BareNumber(t *doc.Text, k, to int) (Cedula, bool) {
	if k >= len(t.Words) || t.Words[k].Shape != doc.Number {
		return Cedula{}, false
	}
	r := DigitRunAt(t, int(t.Words[k].Start), to, 1, AnyOf(".'\""))
	c := Cedula{Start: r.Start, End: r.End, Digits: r.Digits, Kind: "cc", Score: 0.8}
	if len(r.groups) == 1 {
		c.Score = 0.7
	}
	if !plausibleID("cc", r.Digits) || !r.grouped() || r.repaired > 0 || len(r.groups) < 3 && (len(r.groups) != 1 || len(r.Digits) < 8) {
		return Cedula{}, false
	}
	if e := c.End; e < len(t.Chars) && !lex.IsSpace(t.Chars[e]) && (!endsNumber.Has(t.Chars[e]) || e+1 < len(t.Chars) && lex.IsWord(t.Chars[e+1])) {
		return Cedula{}, false
	}
	return c, true
}

// BareNumbers calls visit for the numbers that nothing calls those of a document, right behind a word that
// may end a name: De: Ana Ruiz, 52.000.111.
func BareNumbers(t *doc.Text, visit func(Cedula)) {
	for k := 1; k < len(t.Words); k++ {
		if t.Words[k].Shape != doc.Number || t.Words[k-1].Shape != doc.Title && t.Words[k-1].Shape != doc.Upper || !slices.Contains(behindName, string(t.Between(k-1))) {
			continue
		}
		if c, ok := BareNumber(t, k, t.Len()); ok {
			visit(c)
		}
	}
}

// behindName are what stands between a name and the number of its bearer.
var behindName = []string{", ", " ", " - ", " ("}

// endsNumber are the signs that may stand behind a number.
var endsNumber = lex.BytesOf(".,;)|")
