package ner

import (
	"github.com/cotejo/cotejo/core/entity"
)

// Parties returns the fields that core/dedup compares, with the values that a form shows and the doubts about them. A
// text therefore gets the same verdict as the document that is made from it, if that can be read at all.
func (r Result) Parties() entity.Parties {
	return entity.Parties{Plaintiff: r.Filled(Plaintiff), Defendant: r.Filled(Defendant), Cedula: r.Filled(Cedula),
		Email: r.Filled(Email), Radicado: r.Filled(Radicado), Address: r.Filled(PlaintiffAddress), Doubts: DoubtsOf(r.Assessments)}
}

// DoubtsOf returns the doubts about parties; a field that is not doubtful has none.
func DoubtsOf(assessments []Assessment) (doubts entity.Doubts) {
	for _, a := range assessments {
		if !a.IsDoubtful() {
			continue
		}
		switch percent := entity.DoubtOf(a.Chance); a.Field {
		case Plaintiff:
			doubts.Plaintiff = percent
		case Defendant:
			doubts.Defendant = percent
		case Cedula:
			doubts.Cedula = percent
		}
	}
	return doubts
}
