package ner

import (
	"github.com/cotejo/cotejo/core/entity"
)

// Parties returns the fields that core/dedup compares, with the values that a form shows and the doubts that it
// tells. A text therefore gets the same verdict as the document that is made from it.
func (r Result) Parties() entity.Parties {
	p := entity.Parties{Plaintiff: r.Filled(Plaintiff), Defendant: r.Filled(Defendant), Cedula: r.Filled(Cedula),
		Email: r.Filled(Email), Radicado: r.Filled(Radicado), Address: r.Filled(PlaintiffAddress)}
	for _, a := range r.Assessments {
		if !a.IsDoubtful() {
			continue
		}
		switch doubt := entity.DoubtOf(a.Chance); a.Field {
		case Plaintiff:
			p.Doubts.Plaintiff = doubt
		case Defendant:
			p.Doubts.Defendant = doubt
		case Cedula:
			p.Doubts.Cedula = doubt
		}
	}
	return p
}
