package ner

import "github.com/cotejo/cotejo/core/entity"

// Parties returns what core/dedup compares of who files against whom: of each field the
// best value.
func (r Result) Parties() entity.Parties {
	return entity.Parties{Plaintiff: r.Value(Plaintiff), Defendant: r.Value(Defendant), Cedula: r.Value(Cedula),
		Email: r.Value(Email), Radicado: r.Value(Radicado), Address: r.Value(PlaintiffAddress)}
}
