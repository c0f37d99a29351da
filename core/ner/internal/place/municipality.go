package place

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Municipalities named in a text.

// At returns the municipality that begins with word k and how many words
// it has.
func At(t *doc.Text, k int) (lex.Place, int) {
	if k >= len(t.Words) || t.Words[k].Class&lex.PlaceStart == 0 {
		return lex.Place{}, 0
	}
	of := t.Lex.Places[string(t.Folded(k))]
	if of == nil {
		return lex.Place{}, 0 // a damaged keyword
	}
	list := of.List
	if k+1 == len(t.Words) || !of.Second.MayHave(t.Folded(k+1)) {
		list = list[of.Long:]
	}
	for _, p := range list {
		if t.Spells(k, p.Words) {
			return p, len(p.Words)
		}
	}
	return lex.Place{}, 0
}

// EndsLine returns how many words the name of a place has that begins with
// word k, behind what is there, "de", and ends its line; 0 when none does.
func EndsLine(t *doc.Text, k int) int {
	if !t.Is(k-1, "de") && !t.Is(k-1, "del") {
		return 0
	}
	_, n := At(t, k)
	n = max(n, departmentAt(t, k))
	for _, c := range t.Between(k + n - 1) {
		if n > 0 && c == '\n' {
			return n
		}
	}
	return 0
}

// DepartmentAt reports whether words first to last are the name of a department and no
// more, as behind that of a municipality: Comisaría de Familia de Jardín, Antioquia.
func DepartmentAt(t *doc.Text, first, last int) bool { return departmentAt(t, first) == last-first+1 }

// departmentAt returns how many words the name of the department has that begins with word k, 0 when none does.
func departmentAt(t *doc.Text, k int) int {
	if k >= len(t.Words) || !t.Lex.Departing.MayHave(t.Folded(k)) {
		return 0
	}
	for _, d := range t.Lex.Departments {
		if t.Spells(k, d) {
			return len(d)
		}
	}
	return 0
}

// TownOfNumber returns how many words a town and its department take that begin with
// word k, behind the number of a cédula that was made out there; 0 when none do.
func TownOfNumber(t *doc.Text, k int) int {
	if k < 2 || !t.Is(k-1, "de") && !t.Is(k-1, "en") || t.Words[k-2].Shape != doc.Number && !strings.HasPrefix(t.Key(k-2), "expedid") {
		return 0
	}
	_, n := At(t, k)
	if d := departmentAt(t, k+n); n > 0 && d > 0 {
		return n + d
	}
	return 0
}

// Above reports whether the name of a place, behind "de", ends the line
// above word k, and no more than the words from i on.
func Above(t *doc.Text, i, k int) bool {
	for n := 1; n <= 4 && k-n > i; n++ {
		if EndsLine(t, k-n) == n {
			return true
		}
	}
	return false
}
