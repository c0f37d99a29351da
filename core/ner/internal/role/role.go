package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Who acts for whom, as far as numbers and labels ask.

// firstCedula returns the first number of an identity document between two code points, the
// zero value when there is none.
func firstCedula(t *Text, from, to int) (first ident.Cedula) {
	ident.Cedulas(t.Text, from, to, func(c ident.Cedula) {
		if first.Digits == "" && c.Kind != "nit" {
			first = c
		}
	})
	return first
}

// beforeOpponent returns where "contra" or a verb of filing with what follows
// it turns to the other side.
func (t *Text) beforeOpponent(from, to int) int {
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		switch t.Key(k) {
		case "contra", "accionado", "accionada", "accionados", "accionadas", "demandado", "demandada", "vs":
			return int(t.Words[k].Start)
		case "frente", "tutela", "entutelo", "demando", "entutelar":
			if next := k + 1; (t.Is(next, "a") || t.Is(next, "al")) && party.Begins(t.Text, next+1) {
				return int(t.Words[k].Start)
			}
		}
	}
	return to
}
