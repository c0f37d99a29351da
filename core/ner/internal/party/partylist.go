package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Where one party of a list ends and the next begins: commas and "y" part
// parties and stand inside their names.

// Last returns the last word of the party that begins with word k.
func Last(t *doc.Text, k, to int) int {
	first := k
	if _, n := EntityAt(t, k); n > 0 {
		k += n - 1
	}
	for k+1 < len(t.Words) && int(t.Words[k+1].End) <= to {
		if partsParties(t, first, k) {
			return k
		}
		k++
		if _, n := EntityAt(t, k); n > 1 && int(t.Words[k+n-1].End) <= to {
			k += n - 1
		}
	}
	return k
}

// partsParties reports whether one party ends with word k and another begins with what follows: the next of a list, or behind a
// line end, a comma or "y" a party that begins by itself, or whatever is written large behind a name that is whole.
func partsParties(t *doc.Text, first, k int) bool {
	if nextItem(t, first, k+1) {
		return true
	}
	comma := false
	for i, c := range t.Between(k) {
		switch c {
		case ';', '|', lex.ByteSymbol:
			return true
		case '\n':
			comma = comma || !t.Wrapped(int(t.Words[k].End)) && !t.DashBefore(k+1)
		case '/', ',':
			comma = comma || !(i == 0 && len(t.Between(k)) == 1 && t.Lone(k) && t.Lone(k+1)) // S,A, read for S.A.
		}
	}
	next := k + 1
	if isAnd(t, next) {
		next, comma = next+1, true
	}
	if !comma || next >= len(t.Words) || sameInstitution(t, first, next) {
		return false
	}
	w := t.Words[next]
	return Begins(t, next) || w.Shape != doc.Lower && w.Shape != doc.Number && w.Class&lex.LegalForm == 0 && isWhole(t, first, k)
}

// isWhole reports whether words first to k are a whole name.
func isWhole(t *doc.Text, first, k int) bool {
	return EndsForm(t, first, k) || completeEntity(t, first, k) || completePerson(t, first, k)
}

// isAnd reports whether word k is "y" or "e", and no letter of E.S.P.
func isAnd(t *doc.Text, k int) bool {
	return (t.Is(k, "y") || t.Is(k, "e")) && !(int(t.Words[k].End) < len(t.Chars) && t.Chars[t.Words[k].End] == '.')
}

// andParty reports whether word k is "y" or "e" and another party follows it.
func andParty(t *doc.Text, k int) bool { return isAnd(t, k) && Begins(t, k+1) }

// sameInstitution reports whether words first and next begin two names of one
// known institution.
func sameInstitution(t *doc.Text, first, next int) bool {
	a, n := EntityAt(t, next)
	b, m := EntityAt(t, first)
	return n > 0 && m > 0 && a.Name == b.Name
}

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

// EndsForm reports whether word k, of a name that begins with word first, is
// the last of a legal form: EPS, S.A.
func EndsForm(t *doc.Text, first, k int) bool {
	return t.Words[k].Class&lex.LegalForm != 0 || t.Words[k].End-t.Words[k].Start == 1 && hasForm(t, max(first, k-3), k) ||
		t.Is(k, "c") && t.Is(k-1, "en") && t.Is(k-2, "s") || t.Is(k, "enc") && t.Is(k-1, "s") ||
		t.Is(k, "as") && t.Is(k-1, "s") && t.Dotted(k)
}

// Reaches say right behind an institution's name how far its competence reaches.
var Reaches = lex.Set("party.reaches")

// Begins reports whether a party of its own begins with word k, after an
// article or a title if need be.
func Begins(t *doc.Text, k int) bool {
	for n := 0; n < 3 && k < len(t.Words); n++ {
		if _, used := EntityAt(t, k); used > 0 {
			return true
		}
		w := t.Words[k]
		if w.Class&lex.Honorific != 0 {
			return true
		}
		if w.Class&(lex.EntityHead|lex.CourtHead) != 0 && w.Shape != doc.Lower {
			return true
		}
		if genericAt(t, k) {
			return true
		}
		if p, ok := PersonAt(t, k, NameReading{Limit: t.Len(), Breaks: true}); ok && p.Words >= 2 && p.Score >= 0.6 && t.Words[k].Class&lex.Given != 0 {
			return true
		}
		if w.Class&lex.Function == 0 {
			return false
		}
		k++
	}
	return false
}

// genericAt reports whether word k says in small letters what kind of thing the
// name behind it names: la empresa Ciudad Limpia.
func genericAt(t *doc.Text, k int) bool {
	if k+1 >= len(t.Words) || t.Words[k].Shape != doc.Lower || t.Words[k+1].Shape == doc.Lower || t.Words[k+1].Shape == doc.Number || string(t.Between(k)) != " " {
		return false
	}
	switch t.Key(k) {
	case "ciudadano", "ciudadana", "ciudadanos", "ciudadanas":
		return true // y los ciudadanos X y Y
	case "empresa", "sociedad", "entidad", "compania", "firma", "ips", "eps", "corporacion", "institucion":
		return true
	}
	return false
}

// completeEntity reports whether words first to k are a known entity, with an
// acronym behind it or not.
func completeEntity(t *doc.Text, first, k int) bool {
	_, n := EntityAt(t, first)
	if n == 0 {
		return false
	}
	return first+n-1 >= k-1
}

// completePerson reports whether words first to k are a person's name.
func completePerson(t *doc.Text, first, k int) bool {
	p, ok := PersonAt(t, first, NameReading{Limit: t.Len(), Breaks: true})
	return ok && p.Last == k && p.Words >= 2 && p.Score >= MinName
}

// ArticleAt reports whether word k is an article before a name.
func ArticleAt(t *doc.Text, k int) bool {
	switch t.Key(k) {
	case "la", "el", "las", "los":
		return k+1 < len(t.Words) && t.Words[k+1].Shape != doc.Lower
	}
	return false
}
