package paper

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Through whom somebody files: representada por X, por conducto de X.

// Representing returns how many words before word k "representada (legalmente) por"
// stands, 0 when it does not.
func Representing(t *doc.Text, k int) int {
	for n := 1; n <= 8; n++ {
		switch t.Key(k - n) {
		case "representada", "representado", "representadas", "representados":
			if t.Is(k-n+1, "por") || t.Is(k-n+2, "por") {
				return n
			}
			return 0
		case "apoderado", "apoderada":
			return 0
		}
	}
	return 0
}

// holders act for others by law: the representative of a company, the guardian of a person.
var holders = lex.Set("paper.holders")

// ConductedBy reports whether "por conducto de", "a través de" or the like stands before
// word k, with nothing but what the person is to the other: a través de su progenitora.
func ConductedBy(t *doc.Text, k int) bool {
	holder := false
	for n := 1; n <= party.MaxWard && k-n >= 0; n++ {
		switch key := t.Key(k - n); key {
		case "conducto", "intermedio", "traves", "mediante":
			return true
		case "medio":
			return t.Is(k-n-1, "por")
		case "por":
			return holder && t.Is(k-n+1, "su") // por su representante legal
		case "de", "del", "la", "el", "su":
		default:
			holder = holder || holders[key]
			if !holders[key] && !party.Kin[key] && !party.Adjectives[key] && t.Words[k-n].Class&lex.Honorific == 0 {
				return false
			}
		}
	}
	return false
}
