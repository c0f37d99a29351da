package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What "y" joins: two parties, or words of one party's name.

// andParty reports whether word k is "y" or "e" and another party follows it.
func andParty(t *doc.Text, k int) bool {
	return (t.Is(k, "y") || t.Is(k, "e")) && (repeatedPrefix(t, k+1) > 0 || Begins(t, k+1))
}

// namesAnother reports whether words behind "y", from next on, say once more what
// was said before the party of words first to k, so that they name another.
func namesAnother(t *doc.Text, first, k, next int, comma bool) bool {
	n := repeatedPrefix(t, next)
	if n == 0 || next+n >= len(t.Words) || t.Words[next+n].Shape == doc.Lower {
		return false
	}
	switch name := t.Words[next+n]; {
	case comma && name.Shape == doc.Title:
		return true // , y de Catastro Departamental
	case t.Is(next, "de"):
		return false
	case name.Class&lex.EntityHead != 0:
		return true // y al Batallón de Infantería
	default: // vincúlese al Hospital Simón Bolívar y a la Subred Norte
		return name.Shape == doc.Title && (t.Is(next, "a") || t.Is(next, "al")) && to(t, first-1) && !toAmong(t, first, k)
	}
}

// repeatedPrefix returns how many words from k on repeat the preposition and article of the first
// party before another one: y contra la, y de, y al.
func repeatedPrefix(t *doc.Text, k int) int {
	n := 0
	switch t.Key(k) {
	case "al", "del":
		return 1
	case "a", "de", "contra":
		n = 1
	default:
		return 0
	}
	switch t.Key(k + n) {
	case "la", "el", "los", "las":
		n++
	}
	return n
}

// to reports whether word k is "a" or "al", before an article or not.
func to(t *doc.Text, k int) bool {
	if t.Is(k, "la") || t.Is(k, "los") || t.Is(k, "las") {
		k--
	}
	return t.Is(k, "a") || t.Is(k, "al")
}

// toAmong reports whether "a" or "al" stands among words first to last: Centro de
// Atención a la Mujer y a la Familia is one.
func toAmong(t *doc.Text, first, last int) bool {
	for k := first; k <= last; k++ {
		if to(t, k) {
			return true
		}
	}
	return false
}

// lastOfName reports whether nothing of a name comes behind word k, which is no
// institution that is known.
func lastOfName(t *doc.Text, k int) bool {
	if _, n := EntityAt(t, k); n > 0 || k >= len(t.Words) || t.Words[k].Shape == doc.Lower {
		return false
	}
	return k+1 >= len(t.Words) || string(t.Between(k)) != " " || t.Words[k+1].Shape == doc.Lower && t.Words[k+1].Class&lex.Particle == 0
}
