package ner

import "github.com/cotejo/cotejo/core/entity"

// Parties returns what core/dedup compares of who files against whom: what a form shows of
// each field, so that a text is compared as the document made of it.
func (r Result) Parties() entity.Parties {
	return entity.Parties{Plaintiff: r.Filled(Plaintiff), Defendant: r.Filled(Defendant), Cedula: r.Filled(Cedula),
		Email: r.Filled(Email), Radicado: r.Filled(Radicado), Address: r.Filled(PlaintiffAddress)}
}
