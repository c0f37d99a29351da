package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What stands behind a party's name in a list and still belongs to it.

// sameInstitution reports whether words first and next begin two names of one
// known institution.
func sameInstitution(t *doc.Text, first, next int) bool {
	a, n := EntityAt(t, next)
	b, m := EntityAt(t, first)
	return n > 0 && m > 0 && a.Name == b.Name
}

// mattersOf reports whether word next, after a comma, continues the list of matters
// in the name of an authority that begins with word first: Secretaría de Cultura,
// Recreación y Deporte. The last of its matters is behind "y".
func mattersOf(t *doc.Text, first, next int) bool {
	if !authorities[t.Key(first)] || t.Words[first+1].Class&lex.Particle == 0 {
		return false
	}
	shape := t.Words[next].Shape
	for n := next; n+1 < len(t.Words) && n < next+mostMatters; n++ {
		if w := t.Words[n]; w.Shape != shape || w.Class&(lex.EntityHead|lex.LegalForm) != 0 || t.Lex.Institutional[string(t.Folded(n))] == "" || Begins(t, n) {
			return false
		}
		if gap := string(t.Between(n)); gap != " " && gap != "\n" && gap != ", " {
			return false
		}
		if t.Is(n+1, "y") || t.Is(n+1, "e") {
			last := n + 2
			return last < len(t.Words) && t.Words[last].Shape == shape && t.Words[last].Class&(lex.EntityHead|lex.LegalForm|lex.Given|lex.Surname) == 0 && !Begins(t, last)
		}
	}
	return false
}

// authorities are called after what they are for, which may be several matters.
var authorities = lex.Set("party.authorities")

const mostMatters = 4

// tails stand behind a comma and belong to the name before it.
var tails = []string{"propiedad horizontal", "p h", "ph", "en liquidacion", "en reorganizacion", "en intervencion", "empresa industrial", "sucursal", "seccional", "regional"}

// hasForm reports whether a legal form stands among words first to k.
func hasForm(t *doc.Text, first, k int) bool {
	for ; first <= k; first++ {
		if form, _ := LooseForm(t, first); form {
			return true
		}
	}
	return false
}

// formFollows reports whether what follows up to the next comma or semicolon
// ends with a legal form and holds the beginning of no other party.
func formFollows(t *doc.Text, k int) bool {
	for n := 0; n < 12 && k < len(t.Words); n, k = n+1, k+1 {
		form, used := LooseForm(t, k)
		if form && t.Words[k].Shape != doc.Lower {
			return true
		}
		if n > 0 && t.Words[k].Class&(lex.EntityHead|lex.Honorific) != 0 && t.Words[k].Shape != doc.Lower {
			return false
		}
		k += used - 1
		for _, c := range t.Between(k) {
			if c == ',' || c == ';' || c == ':' {
				return false
			}
		}
	}
	return false
}

// acronymOf reports whether word next is a short name of what the words from
// first to k name in full, as DADIS or Cooporvenir: it begins alike and its
// letters stand there in the same order.
func acronymOf(t *doc.Text, first, k, next int) bool {
	w := t.Words[next]
	if w.Shape == doc.Lower || w.Shape == doc.Number || w.End-w.Start < 2 || w.End-w.Start > 16 || k == first || t.Key(next) == t.Key(first) {
		return false
	}
	const others = lex.Function | lex.Common | lex.LabelWord | lex.HeadingWord | lex.Given
	if next+1 < len(t.Words) && t.Words[next+1].Shape != doc.Lower && t.Words[next+1].Class&others == 0 && string(t.Between(next)) == " " && !Begins(t, next+1) {
		return false // the first of several words
	}
	short := t.Folded(next)
	if short[0] != t.Chars[t.Words[first].Start] {
		return false
	}
	n := 0
	for i := first; i <= k; i++ {
		for _, c := range t.Folded(i) {
			if n < len(short) && c == short[n] {
				n++
			}
		}
	}
	return n == len(short)
}
