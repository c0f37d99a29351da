package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// maxCard bounds the words between a name and the lawyer's card or "apoderado" behind it, maxTitle those before it.
const maxCard, maxTitle = 24, 4

// lawyers are the words for who acts with a power of attorney.
var lawyers = map[string]bool{"apoderado": true, "apoderada": true, "abogado": true, "abogada": true}

// LawyerAt reports whether the words around a name, from the first to the last, say that it is a lawyer's: apoderada
// NATALIA GÓMEZ; PEDRO CANO, con T.P. 12.345; PEDRO CANO, como apoderado de. Of who acts through one they say it of another.
func (t *Text) LawyerAt(first, last int) bool {
	for n := 1; n <= maxTitle && first-n >= 0; n++ {
		if w := t.Words[first-n]; lawyers[t.Key(first-n)] {
			return true
		} else if w.Class&(lex.Honorific|lex.Particle|lex.Function) == 0 && w.Shape != doc.Lower {
			break
		}
	}
	for k := last + 1; k < len(t.Words) && k <= last+maxCard; k++ {
		w := t.Words[k]
		if ident.CardAt(t.Text, k) || lawyers[t.Key(k)] && !t.possessed(k) {
			return true
		}
		if w.Class&(lex.Given|lex.Surname) != 0 && w.Shape != doc.Lower || t.Is(k, "contra") {
			return false // another person's
		}
	}
	return false
}

// possessed reports whether word k is somebody's: por medio de su apoderado, mediante abogada.
func (t *Text) possessed(k int) bool {
	for n := 1; n <= 2; n++ {
		switch t.Key(k - n) {
		case "su", "mi", "mediante", "conducto", "intermedio", "medio", "traves":
			return true
		}
	}
	return false
}
