package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Where the naming of the other side begins.

// against returns where the naming of the other side begins, -1 when it is
// not named: behind "contra", the first that a party follows.
func (t *Text) against(from, to int) int {
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		switch t.Key(k) {
		case "contra", "vs", "versus":
		case "ys", "us", "v5":
			if k == 0 || t.Words[k-1].Shape == doc.Lower || int(t.Words[k].End) == len(t.Chars) || t.Chars[t.Words[k].End] != '.' {
				continue // what a scanner made of vs.
			}
		case "frente", "tutela":
			if !t.Is(k+1, "a") && !t.Is(k+1, "al") || !party.Begins(t.Text, k+2) {
				continue
			}
			k++
		default:
			continue
		}
		next := k + 1
		for next < len(t.Words) && (t.Words[next].Class&lex.Function != 0 || t.Words[next].Class&lex.Honorific != 0) && next < k+5 {
			if party.StartsKnown(t.Text, next) {
				break
			}
			next++
		}
		if next >= len(t.Words) || int(t.Words[next].Start) >= to {
			return -1
		}
		if t.Words[next].Shape == doc.Lower && t.Words[next].Class&(lex.EntityHead|lex.CourtHead|lex.EntityStart) == 0 && t.PhraseAny(next, party.Leads) == 0 {
			continue // contra la sentencia, contra mis derechos
		}
		if attacked[t.Key(next)] {
			continue // IMPUGNACIÓN CONTRA LA SENTENCIA
		}
		if t.Is(k+1, "de") && next > k+1 && t.Labelled(k+2) {
			return int(t.Words[k+1].End) + 1 // en contra de: X
		}
		return int(t.Words[k].End)
	}
	return -1
}

// attacked are the decisions against which a paper may be directed; they are no
// party.
var attacked = lex.Set("role.attacked")
