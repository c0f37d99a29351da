package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Municipalities named in a text.

// placeAt returns the municipality that begins with word k and how many words
// it has.
func (t *Text) placeAt(k int) (lex.Place, int) {
	if k >= len(t.words) || t.words[k].class&lex.PlaceStart == 0 {
		return lex.Place{}, 0
	}
	of := t.lex.Places[string(t.folded(k))]
	if of == nil {
		return lex.Place{}, 0 // a damaged keyword
	}
	list := of.List
	if k+1 == len(t.words) || !of.Second.MayHave(t.folded(k+1)) {
		list = list[of.Long:]
	}
	for _, p := range list {
		if t.spells(k, p.Words) {
			return p, len(p.Words)
		}
	}
	return lex.Place{}, 0
}

// placeEndsLine returns how many words the name of a place has that begins with
// word k, behind what is there, "de", and ends its line; 0 when none does.
func (t *Text) placeEndsLine(k int) int {
	if !t.is(k-1, "de") && !t.is(k-1, "del") {
		return 0
	}
	_, n := t.placeAt(k)
	if k < len(t.words) && t.lex.Departing.MayHave(t.folded(k)) {
		for _, d := range t.lex.Departments {
			if len(d) > n && t.spells(k, d) {
				n = len(d)
			}
		}
	}
	for _, c := range t.between(k + n - 1) {
		if n > 0 && c == '\n' {
			return n
		}
	}
	return 0
}

// departmentAt reports whether words first to last are the name of a department and no
// more, as behind that of a municipality: Comisaría de Familia de Jardín, Antioquia.
func (t *Text) departmentAt(first, last int) bool {
	for _, d := range t.lex.Departments {
		if len(d) == last-first+1 && t.spells(first, d) {
			return true
		}
	}
	return false
}

// townOfNumber returns how many words a town and its department take that begin with
// word k, behind the number of a cédula that was made out there; 0 when none do.
func (t *Text) townOfNumber(k int) int {
	if k < 2 || !t.is(k-1, "de") && !t.is(k-1, "en") || t.words[k-2].shape != number && !strings.HasPrefix(t.key(k-2), "expedid") {
		return 0
	}
	_, n := t.placeAt(k)
	for _, d := range t.lex.Departments {
		if n > 0 && t.spells(k+n, d) {
			return n + len(d)
		}
	}
	return 0
}

// placeAbove reports whether the name of a place, behind "de", ends the line
// above word k, and no more than the words from i on.
func (t *Text) placeAbove(i, k int) bool {
	for n := 1; n <= 4 && k-n > i; n++ {
		if t.placeEndsLine(k-n) == n {
			return true
		}
	}
	return false
}

// spells reports whether the words from k on are those, parted by little.
func (t *Text) spells(k int, words []string) bool {
	if k+len(words) > len(t.words) {
		return false
	}
	for n, w := range words {
		if string(t.folded(k+n)) != w || n > 0 && len(t.between(k+n-1)) > 3 {
			return false
		}
	}
	return true
}
