package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Names that a ruling keeps to itself: F.A.S.A., the minor L.M.P.

// minInitials is the least number of letters that are taken for a name, and
// ofMinor that behind words that say of whom: el menor J.P.
const minInitials, ofMinor = 3, 2

// InitialsAt reads the name of letters that begins with word k, where the words
// before it say that a person is meant.
func InitialsAt(t *doc.Text, k int) (Person, bool) {
	if k >= len(t.Words) {
		return Person{}, false
	}
	if w := t.Words[k]; w.End-w.Start != 1 || w.Shape != doc.Upper && w.Shape != doc.Title || !personCue(t, k) {
		return Person{}, false
	}
	letters, n := t.Abbreviation(k)
	last := k + n - 1
	end := int(t.Words[last].End)
	least := minInitials
	if t.Words[k-min(k, 1)].Class&lex.Honorific != 0 || minorCue(t, t.Key(k-1)) {
		least = ofMinor
	}
	if n < least || end >= len(t.Chars) || t.Chars[end] != '.' || t.Chars[t.Words[k].End] != '.' || noInitials[letters] || t.Lex.Words[letters]&(lex.LegalForm|lex.EntityStart|lex.Identity) != 0 {
		return Person{}, false
	}
	return Person{First: k, Last: last, Start: int(t.Words[k].Start), End: end + 1, Words: n, Score: 0.7}, true
}

// noInitials are abbreviations that stand where a name might.
var noInitials = lex.Set("party.noInitials")

// personCue reports whether what stands before word k announces a person: a
// label, "el menor", "su hija", "instaurada por".
func personCue(t *doc.Text, k int) bool {
	if k == 0 || t.Labelled(k) || t.Words[k-1].Class&lex.Honorific != 0 {
		return true
	}
	if gap := t.Between(k - 1); t.Words[k-1].End-t.Words[k-1].Start == 1 && string(gap) == "., " {
		return true // C.L.C.C., Y.V.C. y M.M.B.
	}
	switch key := t.Key(k - 1); key {
	case "por", "de", "y", "e", "edad", "senoras", "senores":
		return true
	default:
		return minorCue(t, key)
	}
}

// minorCue reports whether a word says of what follows that it is a person whom
// a ruling may not name.
func minorCue(t *doc.Text, key string) bool {
	switch key {
	case "menor", "menores", "nino", "nina", "adolescente", "joven", "hijo", "hija", "hijos", "hijas", "madre", "padre", "nieto", "nieta",
		"hermano", "hermana", "accionante", "accionantes", "agenciado", "agenciada", "demandante", "actor", "actora", "afectado", "afectada":
		return true
	}
	return false
}
