package dedup

import (
	"math"

	"github.com/cotejo/cotejo/core/entity"
)

// trusted is the chance, that a party of both papers was read right, from which on its comparison counts as it is.
const trusted = 0.5

// readRight returns the chance that a party of both papers was read right, from the doubts in percent.
func readRight(doubtA, doubtB uint8) float64 {
	return (1 - float64(doubtA)/100) * (1 - float64(doubtB)/100)
}

// temper takes the doubts about the parties of two papers into account, unless they are one letter: there the places
// that were filled in say who files it, however hard they were to read.
func (e *evidence) temper(a, b Parties) {
	e.nameRight = readRight(a.Doubts.Plaintiff, b.Doubts.Plaintiff)
	e.cedulaRight = readRight(a.Doubts.Cedula, b.Doubts.Cedula)
	e.defendantRight = readRight(a.Doubts.Defendant, b.Doubts.Defendant)
	if e.sameLetter() {
		return
	}
	v := &e.parties
	v.Cedula = tempered(v.Cedula, e.cedulaRight)
	v.Name = tempered(v.Name, e.nameRight)
	v.Defendant = tempered(v.Defendant, e.defendantRight)
}

// tempered returns a comparison of values of which both were read right with a chance only. Values that were read wrong
// say nothing: those of one person differ, and those of two are the same where both papers name a third.
func tempered(c entity.Comparison, right float64) entity.Comparison {
	switch {
	case right >= trusted:
	case c.Evidence > 0:
		c.Evidence, c.Reason = evenOdds, butWhose(c.Reason)
	default:
		c.Evidence = math.Log(right*math.Exp(c.Evidence) + 1 - right)
		if c.Agreement == entity.Different {
			c.Agreement, c.Reason = entity.Doubtful, c.Reason+", pero quizá se leyó mal"
		}
	}
	return c
}

// butWhose adds to the reason of equal values that they may be those of somebody else.
func butWhose(reason string) string {
	if reason == "" {
		return ""
	}
	return reason + ", pero puede ser de otra persona"
}

// evenOdds is the evidence of equal values that are more likely wrong than right.
const evenOdds = 0
