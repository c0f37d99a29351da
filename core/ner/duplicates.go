package ner

import (
	"github.com/cotejo/cotejo/core/entity"
)

// Parties returns the fields that core/dedup compares, with the values that a form shows. A text
// therefore gets the same verdict as the document that is made from it.
func (r Result) Parties() entity.Parties {
	return entity.Parties{Plaintiff: r.Filled(Plaintiff), Defendant: r.Filled(Defendant), Cedula: r.Filled(Cedula),
		Email: r.Filled(Email), Radicado: r.Filled(Radicado), Address: r.Filled(PlaintiffAddress)}
}
