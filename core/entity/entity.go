// Package entity compares the people of two filings: the plaintiff by cédula, name, e-mail and
// address, the defendant by alias and words, the proceeding by radicado.
//
// Its input comes from bad scans, so every comparison tolerates the errors of scanners and
// keyboards, and explains its result in Spanish. Comparisons are symmetric and stateless.
//
// Evidence adds up as in record linkage (Fellegi and Sunter, 1969): each comparison yields the
// log-likelihood ratio of its outcome between filings of one person and filings of two.
package entity

import "math"

// Parties are what is known of anyone who files what against whom; any may be empty,
// partial or misread.
type Parties struct {
	Plaintiff, Defendant, Cedula, Email, Radicado, Address string

	// Doubts say how far the program doubts what it read; they are 0 of what somebody typed in or checked.
	Doubts Doubts
}

// Doubts are the chances that parties were read wrong or not whole, in percent from 0 to 100.
type Doubts struct {
	Plaintiff uint8 `json:"plaintiff,omitempty"`
	Defendant uint8 `json:"defendant,omitempty"`
	Cedula    uint8 `json:"cedula,omitempty"`
}

// DoubtOf returns the doubt about a value that is right with a chance from 0 to 1.
func DoubtOf(chance float64) uint8 { return uint8(math.Round(100 * (1 - min(max(chance, 0), 1)))) }

// Agreement is the outcome of a comparison.
type Agreement int

const (
	Unknown   Agreement = iota // one side is missing or unusable
	Same                       // equal, as far as writing habits allow
	Near                       // equal except what a scanner would misread
	Partial                    // one says less than the other, without contradiction
	Doubtful                   // neither equal nor clearly different
	Different                  // clearly different
)

// String returns the name of an agreement: "same", "near" and so on.
func (a Agreement) String() string {
	return [...]string{"unknown", "same", "near", "partial", "doubtful", "different"}[a]
}

// Comparison is the outcome of comparing one particular.
type Comparison struct {
	Agreement Agreement
	// Evidence is the natural logarithm of the likelihood ratio that both are
	// of the same person; 0 when nothing can be said.
	Evidence float64
	// Reason says in Spanish, to a clerk, what was seen; empty when Unknown.
	Reason string
}

// Agrees reports whether the two are held to be the same.
func (c Comparison) Agrees() bool {
	return c.Agreement == Same || c.Agreement == Near || c.Agreement == Partial
}

// Verdict sums up the comparison of all particulars.
type Verdict struct {
	Cedula, Name, Email, Address, Defendant, Radicado Comparison
	// Numbers is set by callers that also compared the other numbers of the
	// two texts which may be a person's; Compare leaves it Unknown.
	Numbers Comparison

	// KnownDefendants reports that both filings name known institutions, so that
	// Different defendants are no misreading.
	KnownDefendants bool

	// Person is the probability from 0 to 1 that the plaintiffs are one
	// person; .5 when nothing is known of either.
	Person float64
	// Score is Person, reduced by a defendant or radicado that differs: the
	// probability that the parties are those of one case.
	Score float64
	// Veto: both cédulas are reliable and clearly different, or there are none
	// to compare and the names are clearly different. Such filings are of two
	// people, whatever their texts say.
	Veto bool
}

// IsKnown reports whether the plaintiffs could be compared at all.
func (v Verdict) IsKnown() bool {
	return v.Cedula.Agreement != Unknown || v.Name.Agreement != Unknown
}

// Reasons lists what the comparisons saw, the weightiest kind first.
func (v Verdict) Reasons() []string {
	var reasons []string
	for _, p := range v.Particulars() {
		if p.Reason != "" {
			reasons = append(reasons, p.Reason)
		}
	}
	return reasons
}

// Particular is a comparison and what was compared: "cedula", "name", "numbers",
// "email", "address", "defendant" or "radicado".
type Particular struct {
	Name string
	Comparison
}

// Particulars lists the comparisons, the weightiest kind first.
func (v Verdict) Particulars() []Particular {
	return []Particular{{"cedula", v.Cedula}, {"name", v.Name}, {"numbers", v.Numbers}, {"email", v.Email}, {"address", v.Address},
		{"defendant", v.Defendant}, {"radicado", v.Radicado}}
}

// How much of the score a contradiction about the other side leaves. Identity
// of the parties is what art. 38 of Decreto 2591 of 1991 asks for, so another
// defendant leaves little; but a radicado that is printed in a filing is often
// that of the proceeding under attack.
const (
	otherDefendant    = 0.35
	doubtfulDefendant = 0.85
	otherRadicado     = 0.50
)

// priorEvidence is the log odds that two filings which share a key are of one
// person before their particulars are compared.
const priorEvidence = -2.0

// vetoed is the most that Person can be after a veto.
const vetoed = 0.02

// Compare weighs all particulars of two filings.
func Compare(a, b Parties) Verdict {
	v := Verdict{
		Cedula:    Cedulas(a.Cedula, b.Cedula),
		Name:      Names(a.Plaintiff, b.Plaintiff),
		Email:     Emails(a.Email, b.Email),
		Address:   Addresses(a.Address, b.Address),
		Defendant: Defendants(a.Defendant, b.Defendant),
		Radicado:  Radicados(a.Radicado, b.Radicado),
	}
	if v.Cedula.Agreement == Near && (v.Name.Agreement == Different || v.Name.Agreement == Doubtful) && areKin(a.Plaintiff, b.Plaintiff) {
		v.Cedula = Comparison{Different, otherCedula, "cédulas parecidas, pero nombres distintos, como de hermanos"}
	}
	v.KnownDefendants = DefendantName(a.Defendant) != "" && DefendantName(b.Defendant) != ""
	v.Conclude()
	return v
}

// Conclude sets Person, Score and Veto from the comparisons. A caller that
// knows more than the parties may change a comparison and conclude again.
func (v *Verdict) Conclude() {
	v.Veto = v.Cedula.Agreement == Different ||
		v.Name.Agreement == Different && !v.Cedula.Agrees()
	v.Person = 0.5
	if v.IsKnown() {
		v.Person = probability(priorEvidence + v.Cedula.Evidence + v.Name.Evidence + v.support())
	} else {
		v.Person = probability(v.support())
	}
	if v.Veto {
		v.Person = min(v.Person, vetoed)
	}
	v.Score = v.Person
	switch v.Defendant.Agreement {
	case Different:
		v.Score *= otherDefendant
	case Doubtful:
		v.Score *= doubtfulDefendant
	}
	if v.Radicado.Agreement == Different {
		v.Score *= otherRadicado
	}
}

// support is the evidence of what alone does not name a person.
func (v *Verdict) support() float64 {
	return v.Email.Evidence + v.Address.Evidence + v.Numbers.Evidence
}

func probability(evidence float64) float64 { return 1 / (1 + math.Exp(-evidence)) }
