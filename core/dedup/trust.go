package dedup

import (
	"math"

	"github.com/cotejo/cotejo/core/entity"
)

// minTrust is how likely it must be that both papers' plaintiff, cédula or defendant was read right: below, the comparison
// of the two says little.
const minTrust = 0.5

// readRight returns the chance that a party of both papers was read right. The doubts are percentages.
func readRight(doubtA, doubtB uint8) float64 {
	return (1 - float64(doubtA)/100) * (1 - float64(doubtB)/100)
}

// discount takes the doubts about the parties of two papers into account, unless they are one letter: there the places
// that were filled in say who files it, however hard they were to read.
func (e *evidence) discount(a, b Parties) {
	e.nameChance = readRight(a.Doubts.Plaintiff, b.Doubts.Plaintiff)
	e.cedulaChance = readRight(a.Doubts.Cedula, b.Doubts.Cedula)
	e.defendantChance = readRight(a.Doubts.Defendant, b.Doubts.Defendant)
	if e.sameLetter() {
		return
	}
	v := &e.parties
	if a.Cedula != "" && b.Cedula != "" { // else the text was searched for the one that was read
		v.Cedula = discounted(v.Cedula, e.cedulaChance)
	}
	if a.Plaintiff != "" && b.Plaintiff != "" {
		v.Name = discounted(v.Name, e.nameChance)
	}
	if a.Defendant != "" && b.Defendant != "" {
		v.Defendant = discounted(v.Defendant, e.defendantChance)
	}
}

// discounted returns a comparison of two values; chance is how likely both were read right. Values that were read wrong
// say nothing: those of one person differ, and those of two are the same where both papers name a third.
func discounted(c entity.Comparison, chance float64) entity.Comparison {
	switch {
	case chance >= minTrust:
	case c.Evidence > 0:
		c.Evidence = 0
		if c.Agreement = entity.Doubtful; c.Reason != "" {
			c.Reason += ", pero puede ser de otra persona"
		}
	default:
		c.Evidence = math.Log(chance*math.Exp(c.Evidence) + 1 - chance)
		if c.Agreement == entity.Different {
			c.Agreement, c.Reason = entity.Doubtful, c.Reason+", pero quizá se leyó mal"
		}
	}
	return c
}
