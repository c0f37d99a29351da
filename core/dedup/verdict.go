package dedup

import (
	"math"

	"github.com/cotejo/cotejo/core/entity"
)

// The calibrations below were read off the distributions of each measure over
// pairs of testkit/filings (Tuning): scanned again at 1 and 5 % misread
// characters, reworded, edited and cut in half, against other matters of the same
// person, namesakes and matters of the same kind. testkit/quality/dedup measures
// them on HeldOut.

// curve is a piecewise linear calibration: points of measure and score, both
// rising.
type curve [][2]float64

func (c curve) at(x float64) float64 {
	if x <= c[0][0] {
		return c[0][1]
	}
	for i, p := range c[1:] {
		if x <= p[0] {
			q := c[i]
			return q[1] + (p[1]-q[1])*(x-q[0])/(p[0]-q[0])
		}
	}
	return c[len(c)-1][1]
}

var (
	wordsCurve     = curve{{0.02, 0}, {0.10, 0.25}, {0.25, 0.5}, {0.60, 0.9}, {1, 1}}
	gramsCurve     = curve{{0.15, 0}, {0.35, 0.25}, {0.50, 0.5}, {0.80, 0.9}, {1, 1}}
	containedCurve = curve{{0.50, 0}, {0.75, 0.25}, {0.85, 0.5}, {0.95, 0.9}, {1, 1}}
)

// textScore is how similar the wordings are: 1 for the same text.
func (e *evidence) textScore() float64 {
	if e.commonText() {
		return wordsCurve.at(e.distinctive)
	}
	return max(wordsCurve.at(e.words), gramsCurve.at(e.grams), containedCurve.at(e.gramsContained))
}

// commonText reports whether what the texts share stands in very many filings,
// and hardly anything else of them is alike. Of two copies of one paper, of a
// form letter too, what is left without the letter is about as alike as the
// whole: on tuning filings with 3 % misread characters at least a quarter as
// alike in 99 of 100.
func (e *evidence) commonText() bool { return e.words >= 0.10 && e.distinctive < e.words/4 }

// Log odds of the same facts from the words in common, and from the days, sums
// and numbers in common.
const (
	lexicalPrior = -2.4
	lexicalSlope = 6.0
	anchorPrior  = -2.0
	anchorSlope  = 6.5
	// How much an Overlap exceeds the Cosine of equally related texts.
	overlapExcess = 0.25
)

// noAnchor is the log odds of the same facts when none of the anchors is
// shared, by how many there are to share.
var noAnchor = [...]float64{0, -1.2, -2.2, -3, -3.5}

// factScore is how likely the two describe the same facts, in any words.
func (e *evidence) factScore() float64 {
	odds := lexicalPrior + lexicalSlope*max(e.cosine, e.overlap-overlapExcess)
	if e.anchors > 0 {
		odds += anchorPrior + anchorSlope*e.anchorShare()
	} else {
		odds += noAnchor[min(e.fewestAnchors, len(noAnchor)-1)]
	}
	return 1 / (1 + math.Exp(-odds))
}

// sameLetter reports whether one text was made from the other or both from
// one template.
func (e *evidence) sameLetter() bool {
	return e.words >= 0.30 || e.grams >= 0.55 || e.gramsContained >= 0.88
}

// sameNames reports whether one paper names the same people as the other: the one who files it is among them.
func (e *evidence) sameNames() bool {
	return e.fewestNames >= 3 && e.names >= 0.9 && e.textScore() >= alikeText
}

// otherFacts reports whether text, words and numbers are those of another matter.
func (e *evidence) otherFacts() bool { return e.textScore() < 0.5 && e.factScore() < 0.5 }

const otherFactsCap = 0.55

// nearlyIdentical reports whether the texts differ by no more than a scanner's
// errors and a small edit.
func (e *evidence) nearlyIdentical() bool {
	return !e.commonText() && (e.grams >= 0.80 || e.words >= 0.70)
}

// agreeing is the score of particulars from which on they are the same.
const agreeing = 0.70

// partiesVerdict says whether the parties are the same.
func (e *evidence) partiesVerdict() Verdict {
	p := &e.parties
	switch {
	case p.Veto || p.Person < 0.3 || e.representOthers():
		return Different
	case e.otherDefendant():
		return Different
	case !p.IsKnown() && p.Person < 0.7 && e.sameNames():
		return Same
	case !p.IsKnown() && p.Person < 0.7:
		return Unknown
	case p.Score >= 0.7:
		return Same
	}
	return Partly
}

// otherDefendant reports whether the defendants are two, and not one misread.
func (e *evidence) otherDefendant() bool {
	if e.nearlyIdentical() && e.ownDefendants && (e.cosine >= cleanCosine || e.parties.Defendant.Agreement == entity.Different && e.noise < misreadWords) {
		return true
	}
	return e.parties.Defendant.Agreement == entity.Different && (e.parties.KnownDefendants || !e.nearlyIdentical())
}

// sameNumber reports whether the plaintiffs have one cédula, and nothing says that they are two people.
func (e *evidence) sameNumber() bool {
	return e.parties.Cedula.Agreement == entity.Same && !e.parties.Veto && e.withoutText == 0 && !e.representOthers()
}

// representOthers reports whether one letter was filed for two people, such as two
// children. In other words the names of relatives come and go.
func (e *evidence) representOthers() bool { return e.otherRepresented && e.sameLetter() }

// factsVerdict says whether what happened is the same.
func (e *evidence) factsVerdict() Verdict {
	share := e.anchorShare()
	switch {
	case e.withoutText > 0:
		return Unknown
	case e.otherFacts(), e.moved != (moved{}):
		return Different
	case e.anchors == 0 && (e.fewestAnchors >= 3 || e.fewestAnchors == 2 && e.claimsVerdict() != Same):
		return Different
	case e.otherCaseAnchors():
		return Different
	case e.otherAnchors() && (e.sameLetter() || e.cosine >= 0.6):
		return Different
	case e.grounds.contradicts() && share < 0.5, e.otherThroughout():
		return Different
	case e.fewestAnchors == 0 && e.grounds.fewest == 0 && !e.nearlyIdentical() && e.gramsContained < 0.88 && e.factScore() < 0.6:
		return Unknown
	case e.grounds.contradicts(), e.fewestAnchors > 0 && share < 0.5 && !e.edited():
		return Partly
	}
	return Same
}

// leastPaper is how many different shingles a text has that is more than a few words.
const leastPaper = 20

// sameRecord reports whether two filings without any text, typed in by hand, are of one
// person in one proceeding.
func (e *evidence) sameRecord() bool {
	p := &e.parties
	return e.withoutText == 2 && p.Cedula.Agreement == entity.Same && p.Radicado.Agreement == entity.Same && p.Name.Agrees() && p.Defendant.Agrees()
}

// edited reports whether the texts differ in hardly a word.
func (e *evidence) edited() bool { return e.grams >= 0.95 }

// otherAnchors reports whether so few of the days and numbers are the same that the
// others are not misread. Of tuning filings with 3 % misread characters 99 of 100 share
// half of them.
func (e *evidence) otherAnchors() bool {
	share, others := e.anchorShare(), e.fewestAnchors-e.anchors
	return e.fewestAnchors >= 3 && share <= 0.34 || others >= 3 && share <= 0.5 || others >= 4 && share <= 0.6
}

// otherCaseAnchors reports whether one letter was filled in with other days throughout, or
// with other days and long numbers. Of two, in a bad copy, both may be misread.
func (e *evidence) otherCaseAnchors() bool {
	least := 2
	if e.noise >= misreadWords {
		least = 3
	}
	return e.sameLetter() && (e.sharedCaseAnchors == 0 && e.fewestCaseAnchors >= least || e.sharedDays == 0 && e.fewestDays >= least)
}

// factsAgree reports whether the days, numbers and grounds that both have are the same.
// Then words that differ in a request are misread or another phrase, unless the letter
// is otherwise the same.
func (e *evidence) factsAgree() bool {
	if e.fewestAnchors > 0 {
		return e.anchorShare() >= 0.5
	}
	return !e.grounds.contradicts()
}

// groundsVerdict says whether the illness or other ground is the same.
func (e *evidence) groundsVerdict() Verdict {
	switch {
	case e.grounds.contradicts() || e.grounds.shared == 0:
		return Different
	case e.grounds.score() < agreeing:
		return Partly
	}
	return Same
}

// otherThroughout reports whether one letter was filled in with other days, and with
// other words in places of which each by itself is in doubt.
func (e *evidence) otherThroughout() bool {
	otherDays := e.sharedCaseAnchors == 0 || e.fewestDays > 0 && e.sharedDays == 0
	return e.sameLetter() && e.fewestCaseAnchors > 0 && otherDays && max(e.grounds.apart, e.claims.apart, float64(e.replaced)) >= hinting
}

// otherReference reports whether the requests name other petitions, resolutions or debts,
// and most other days and long numbers differ, too.
func (e *evidence) otherReference() bool {
	return e.claims.otherNumbers && e.fewestAnchors-e.anchors >= 2 && 2*e.sharedCaseAnchors < e.fewestCaseAnchors
}

// otherPeriods reports whether the requests are for other months. Where a request names none, one
// letter names them among its facts.
func (e *evidence) otherPeriods() bool {
	if e.claims.periods != Unknown {
		return e.claims.periods == Different
	}
	return e.grounds.periods == Different && e.sameLetter()
}

// Of tuning filings without misread characters 95 of 100 retold requests share
// alikeRequest of their words where the letter is the same; requests in other matters share
// otherRequest in fewer than 10 of 100.
const alikeRequest, otherRequest = 0.50, 0.25

// claimsVerdict says whether what is asked for is the same.
func (e *evidence) claimsVerdict() Verdict {
	switch {
	case e.replacesRequest(), e.substitution != (substitution{}), (e.otherReference() || e.otherPeriods()) && !e.otherPeople:
		return Different
	case e.hasVagueClaims():
		return e.requestVerdict()
	case e.otherPeople && e.claims.contradicts() && e.claims.shared > e.claims.apart:
		return Partly
	case e.claims.contradicts() && (!e.factsAgree() || e.sameLetter() && e.claims.apart >= 2*contradictory):
		return Different
	case e.claims.score() < agreeing, e.sameLetter() && e.askedKnown && e.gramsContained < 0.88 && e.claims.greaterApart > max(contradictory, e.claims.shared):
		return Partly
	}
	return Same
}

// isFirstPages reports whether one of the two is a copy of the first pages of the other.
func (e *evidence) isFirstPages() bool { return e.missesPages && e.gramsContained >= 0.88 }

// replacesRequest reports whether one letter was filled in for something else. Where days
// and numbers are the same, the request may only be reworded.
func (e *evidence) replacesRequest() bool {
	least := contradictory
	if e.anchors > 0 && e.factsAgree() {
		least *= 2
	}
	return float64(e.replaced) >= least
}

// hasVagueClaims reports whether the particulars say too little of the requests.
func (e *evidence) hasVagueClaims() bool {
	return max(e.claims.shared, e.claims.apart) < contradictory
}

// requestVerdict compares the words of the requests, where no particulars are known.
func (e *evidence) requestVerdict() Verdict {
	switch {
	case e.otherRequest, e.keepsAllButRequest():
		return Different
	case e.equalText, e.askedKnown && e.askedShare >= alikeRequest && !e.claims.otherNumbers:
		return Same
	case e.askedKnown && (e.askedShare >= otherRequest || e.sameOrders || e.sureFacts()):
		return Partly // who tells the same facts in other words asks in other words
	case e.nearlyIdentical() && e.neitherAsks:
		return Same // wherever the text asks for it
	case !e.askedKnown && e.isFirstPages():
		return Same
	}
	return Unknown
}

// Papers that repeat another in other words keep less of its text than keptText; those that repeat a letter in its words keep
// more of the request than replacedRequest.
const keptText, replacedRequest = 0.40, 0.10

// keepsAllButRequest reports whether a letter was filed again with another request: the words of the rest were kept, and those
// of the request were not. Where days and numbers stayed, the request was only reworded.
func (e *evidence) keepsAllButRequest() bool {
	return e.askedKnown && !e.sameOrders && e.anchors < 2 && e.askedShare < replacedRequest && e.textScore() >= keptText
}

// claimScore says how far the requests agree.
func (e *evidence) claimScore() float64 {
	switch {
	case !e.hasVagueClaims():
		return e.claims.score()
	case e.equalText:
		return 1
	}
	return e.askedShare
}

// sureFacts reports whether the facts alone show that the matter is the same.
func (e *evidence) sureFacts() bool {
	return e.gramsContained >= 0.88 || e.anchors >= 2 && e.anchorShare() >= 0.5 || e.factScore() >= 0.8
}

// identities are the three verdicts.
type identities struct{ parties, facts, claims Verdict }

func (i identities) ofParties() Verdict { return i.parties }
func (i identities) ofFacts() Verdict   { return i.facts }
func (i identities) ofClaims() Verdict  { return i.claims }

// misreadWords is the share of words that look misread from which on a filing is a bad
// copy: 1 of 100 clean tuning filings has as many, 19 of 20 with 3 % misread characters.
const misreadWords = 0.13

// inDoubt returns the verdicts as a bad copy allows them: what looks different may be
// misread, unless more than misread words tells so. It bars a duplicate all the same.
func (e *evidence) inDoubt(found identities) identities {
	if e.noise < misreadWords {
		return found
	}
	p := &e.parties
	if found.parties == Different && p.Cedula.Agreement != entity.Different &&
		(p.Cedula.Agrees() || p.Email.Agrees() || p.Address.Agrees() || p.Numbers.Agrees()) {
		found.parties = Partly
	}
	if found.facts == Different && (e.factScore() >= 0.1 || e.textScore() >= 0.1) {
		found.facts = Partly
	}
	if found.claims == Different && float64(e.replaced) < 2*contradictory {
		found.claims = Partly
	}
	return found
}

// anyDifferent reports whether the pair is no duplicate, whatever the thresholds.
func (i identities) anyDifferent() bool {
	return i.parties == Different || i.facts == Different || i.claims == Different
}

// scores are the three scores on their way to a verdict.
type scores struct {
	text, facts, parties float64
	ensemble, similarity float64
	adjustments          []Adjustment
	// found are the verdicts that the rules use, verdicts those that the answer shows.
	found, verdicts identities
}

// adjust notes what a rule makes of the similarity.
func (s *scores) adjust(rule string, after float64, reason string) {
	s.adjustments = append(s.adjustments, Adjustment{Rule: rule, Before: s.similarity, After: after, Reason: reason})
	s.similarity = after
}

// limit is a rule that bounds the similarity, since a weighted sum lets one score
// make up for another where a duplicate needs all three identities.
type limit struct {
	rule    string
	verdict func(identities) Verdict // of the identity that the rule is about
	applies func(e *evidence, s *scores) bool
	most    float64
	reason  string
	// misread replaces rule and reason where a bad copy leaves the verdict in doubt.
	misread [2]string
}

var (
	misreadParties = [2]string{"misread_parties", "las partes parecen otras, pero puede haber palabras mal leídas"}
	misreadFacts   = [2]string{"misread_facts", "los hechos parecen otros, pero puede haber palabras mal leídas"}
	misreadClaims  = [2]string{"misread_claims", "la solicitud parece otra, pero puede haber palabras mal leídas"}
)

var limits = []limit{
	{"other_person", identities.ofParties, func(e *evidence, _ *scores) bool { return e.parties.Veto }, 0.30, "lo presenta otra persona", misreadParties},
	{"probably_other_person", identities.ofParties, func(e *evidence, _ *scores) bool { return !e.parties.Veto && e.parties.Person < 0.3 },
		0.45, "probablemente lo presenta otra persona", misreadParties},
	{"other_represented", identities.ofParties, func(e *evidence, _ *scores) bool { return e.representOthers() },
		0.45, "se presenta a favor de otra persona", misreadParties},
	{"other_defendant", identities.ofParties, func(e *evidence, _ *scores) bool { return e.otherDefendant() }, 0.55, "contra otro accionado", misreadParties},
	{"other_facts", identities.ofFacts, func(_ *evidence, s *scores) bool { return s.found.facts == Different },
		otherFactsCap, "los hechos son otros", misreadFacts},
	{"other_claim", identities.ofClaims, func(_ *evidence, s *scores) bool { return s.found.claims == Different }, 0.60, "pide otra cosa", misreadClaims},
	{rule: "unknown_parties", applies: func(e *evidence, s *scores) bool {
		return s.verdicts.parties == Unknown
	}, most: 0.60, reason: "no se pudo establecer quién lo presenta"},
	{rule: "doubtful_facts", applies: func(e *evidence, s *scores) bool {
		return s.verdicts.facts == Partly && (s.verdicts.claims != Same || e.hasVagueClaims() && e.anchors == 0)
	}, most: 0.65, reason: "los hechos y la solicitud solo coinciden en parte"},
	{rule: "unknown_claims", applies: func(e *evidence, s *scores) bool {
		return s.verdicts.claims == Unknown && e.withoutText == 0
	}, most: 0.60, reason: "no se pudo establecer qué pide"},
	{rule: "unknown_facts", applies: func(_ *evidence, s *scores) bool { return s.verdicts.facts == Unknown },
		most: 0.60, reason: "no se pudo establecer qué hechos cuenta"},
}

// A text score of at least alikeText means the same wording, not a retelling.
const alikeText = 0.9

// retelling is the share of the gap between text and fact scores that a retelling by
// the same person closes.
const retelling = 2.0 / 3

// judge weighs the evidence. a's type selects the threshold.
func (c Config) judge(e *evidence, a *Fingerprint) (Relation, scores) {
	s := c.weigh(e)
	switch {
	case e.sameRecord() && !e.isWithinCase():
		s.adjust("same_record", max(s.similarity, s.parties), "el mismo radicado, la misma cédula y las mismas partes")
		return Duplicate, s
	case e.equalText && !e.parties.Veto:
		s.found = identities{Same, Same, Same}
		s.verdicts = s.found
		s.adjust("same_text", 1, "el mismo texto, salvo espacios y puntuación")
		return Duplicate, s
	case e.isWithinCase():
		return e.relateWithinCase(&s), s
	}
	e.limit(&s)
	if e.isRetold(&s) {
		e.weighMatter(&s)
	}
	return c.relate(e, &s, a), s
}

// weigh returns the scores and the verdicts before any limit.
func (c Config) weigh(e *evidence) scores {
	w := c.Weights
	s := scores{text: e.textScore(), facts: e.factScore(), parties: e.parties.Score,
		found: identities{parties: e.partiesVerdict(), facts: e.factsVerdict(), claims: e.claimsVerdict()}}
	s.verdicts = e.inDoubt(s.found)
	s.ensemble = w.MinHash*s.text + w.TFIDF*s.facts + w.Entity*s.parties
	s.similarity = s.ensemble
	if s.verdicts.parties == Same && s.verdicts.facts == Same && s.facts > s.text && s.text < alikeText {
		// Other words for the same facts say nothing against it.
		s.adjust("retold", s.similarity+retelling*w.MinHash*(s.facts-s.text), "mismos hechos con otras palabras o mal leídos")
	}
	return s
}

// limit applies the limits.
func (e *evidence) limit(s *scores) {
	for _, l := range limits {
		if !l.applies(e, s) || l.most >= s.similarity {
			continue
		}
		rule, reason := l.rule, l.reason
		if l.verdict != nil && l.verdict(s.verdicts) != l.verdict(s.found) {
			rule, reason = l.misread[0], l.misread[1]
		}
		s.adjust(rule, l.most, reason)
	}
}

// relate returns the relation of two papers of which each may open a case.
func (c Config) relate(e *evidence, s *scores, a *Fingerprint) Relation {
	switch {
	case !s.found.anyDifferent() && s.similarity >= c.Thresholds.For(a.Type) && e.grams > 0:
		return Duplicate
	case s.verdicts.parties == Same && e.withoutText == 0 && (s.verdicts.facts != Same || s.verdicts.claims != Same):
		return NewClaim // or in doubt whether it repeats the other
	case (e.parties.Person < 0.3 || e.representOthers()) && e.sameLetter() && (e.parties.Defendant.Agrees() || e.parties.Defendant.Agreement == entity.Unknown):
		return Mass
	case e.sameNumber() && s.verdicts.parties != Same && s.verdicts.facts != Different:
		return NewClaim // the name or the defendant is in doubt
	}
	return Unrelated
}
