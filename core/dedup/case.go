package dedup

import (
	"cmp"
	"slices"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/tfidf"
)

// stepOf returns what a filing is in a proceeding: as its text says, else by the type that it was sent as.
func (f *Fingerprint) stepOf() doctype.Step {
	return cmp.Or(doctype.Step(f.step), doctype.StepOfKind(f.Type))
}

// isWithinCase reports whether one of the two asks for nothing for the first time. Such a pair is no repetition:
// the answer and the ruling tell the facts of the tutela in its own words. The same appeal that is filed twice is one,
// and so is a copy of any paper.
func (e *evidence) isWithinCase() bool {
	a, b := e.steps[0], e.steps[1]
	if a == b {
		return !a.Opens() && !a.Asks() && !e.nearlyIdentical()
	}
	return !a.Opens() || !b.Opens()
}

// concernPlaintiff reports whether two filings are about one plaintiff. A paper that opens no case may be by another
// party or the court: then it names the plaintiff of the other, a child perhaps by initials.
func (e *evidence) concernPlaintiff(a, b *Fingerprint, table *tfidf.Table) bool {
	if a.hasPlaintiffNumber(b) || b.hasPlaintiffNumber(a) || entity.AreInitials(a.parties.Plaintiff, b.parties.Plaintiff) {
		return true
	}
	return e.parties.Cedula.Agreement != entity.Different && (a.namesPlaintiff(b, table) || b.namesPlaintiff(a, table))
}

// hasPlaintiffNumber reports whether a filing has the cédula of the plaintiff of another one.
func (f *Fingerprint) hasPlaintiffNumber(o *Fingerprint) bool {
	cedula := entity.CedulaDigits(o.parties.Cedula)
	return cedula != "" && sharedNumbers([]uint64{parse(cedula)}, f.identifiers) > 0
}

// namesPlaintiff reports whether a filing has the name of the plaintiff of another one.
func (f *Fingerprint) namesPlaintiff(o *Fingerprint, table *tfidf.Table) bool {
	return o.parties.Plaintiff != "" && wordsIn(o.parties.Plaintiff, f.names, table)
}

// relatedCosine and relatedOverlap are the Cosine and the Overlap from which on two papers about one person are about
// one matter: a ruling tells the facts in other words and adds its own.
const relatedCosine, relatedOverlap = 0.20, 0.30

// isSameCase reports whether two papers, of which one at least opens no case, belong to one proceeding.
func (e *evidence) isSameCase() bool {
	shared, apart := e.claims.shared+e.grounds.shared, e.claims.apart+e.grounds.apart
	switch p := &e.parties; {
	case p.Radicado.Agreement == entity.Same:
		return true
	case p.Radicado.Agreement == entity.Different, !e.concernsSame, p.Defendant.Agreement == entity.Different:
		return false
	case p.Radicado.Agrees(), e.sharedCaseAnchors > 0, shared >= contradictory && shared > apart:
		return true
	}
	return !e.tellOtherFacts() && (e.parties.Defendant.Agrees() || e.cosine >= relatedCosine || e.overlap >= relatedOverlap)
}

// ofProceeding is how many days and long numbers a paper within a case has that are no facts: its radicado and the day of
// the ruling or order.
const ofProceeding = 2

// tellOtherFacts reports whether the papers are about two matters: each names days or long numbers of its own, or their
// requests contradict each other. A withdrawal and a memorial bring no facts.
func (e *evidence) tellOtherFacts() bool {
	if slices.Contains(e.steps[:], doctype.Withdrawal) || slices.Contains(e.steps[:], doctype.Memorial) {
		return false
	}
	return e.fewestCaseAnchors > ofProceeding && e.sharedCaseAnchors == 0 || e.claims.contradicts()
}

// withinCaseMost is the most that papers are alike of which one opens no case.
const withinCaseMost = 0.60

// relateWithinCase gives the verdict about two papers of which one at least opens no case.
func (e *evidence) relateWithinCase(s *scores) Relation {
	if s.similarity > withinCaseMost {
		s.adjust("no_first_request", withinCaseMost, "no piden lo mismo por primera vez")
	}
	switch {
	case e.isSameCase():
		return SameCase
	case s.verdicts.parties == Same:
		return NewClaim
	}
	return Unrelated
}

// caseReason says what two papers of one case are.
func (e *evidence) caseReason() Reason {
	left, right := describe(e.steps[0]), describe(e.steps[1])
	return Reason{Code: "same_case", Text: "del mismo caso: " + left + " y " + right, Left: left, Right: right}
}

// describe returns the word of the courts for a step.
func describe(s doctype.Step) string { return cmp.Or(s.Spanish(), "otro escrito") }
