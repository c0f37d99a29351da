package dedup

import (
	"math"
	"strconv"

	"github.com/cotejo/cotejo/core/entity"
)

// The calibrations below were read off the distributions of each measure over
// pairs of testkit/filings (Tuning): re-scanned at 1 and 5 % misread
// characters, told anew, edited and cut in half against other matters of the
// same person, namesakes and matters of the same kind. testkit/quality/dedup
// reports what they are worth on HeldOut.

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

// textScore says how alike the wordings are: 1 for the same text.
func (e *evidence) textScore() float64 {
	if e.commonText() {
		return wordsCurve.at(e.telling)
	}
	return max(wordsCurve.at(e.words), gramsCurve.at(e.grams), containedCurve.at(e.gramsContained))
}

// commonText reports whether what the texts share stands in very many filings,
// and hardly anything else of them is alike. Of two copies of one paper, of a
// form letter too, what is left without the letter is about as alike as the
// whole: on tuning filings with 3 % misread characters at least a quarter as
// alike in 99 of 100.
func (e *evidence) commonText() bool { return e.words >= 0.10 && e.telling < e.words/4 }

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

// factScore says how likely the two tell the same facts, in whatever words.
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

// sameParticulars reports whether the names, or where there are none the days
// and numbers, are those of one paper.
func (e *evidence) sameParticulars() bool {
	if e.fewestNames >= 3 {
		return e.names >= 0.9
	}
	return e.fewestAnchors >= 2 && e.anchorShare() >= 0.8
}

// otherFacts reports whether neither the text nor its words and numbers are
// those of the same matter.
func (e *evidence) otherFacts() bool { return e.textScore() < 0.5 && e.factScore() < 0.5 }

const otherFactsCap = 0.55

// nearlyIdentical reports whether the texts differ by no more than a scanner's
// errors and a small edit.
func (e *evidence) nearlyIdentical() bool {
	return !e.commonText() && (e.grams >= 0.80 || e.words >= 0.70)
}

// scores are the three scores on their way to a verdict.
type scores struct {
	text, facts, parties float64
	ensemble             float64
	barred               bool // whatever the thresholds, no duplicate
	reasons              []string
}

// qualifier is a named rule that bounds the weighted sum, since a sum lets one
// score make up for another where a duplicate needs both: the same person and
// the same matter.
type qualifier struct {
	name    string
	applies func(e *evidence, s *scores) bool
	cap     float64 // the ensemble is at most this
	bars    bool    // and the pair is no duplicate, whatever the thresholds
	reason  string  // empty where the comparisons have said it
}

var qualifiers = []qualifier{
	{"another person",
		func(e *evidence, _ *scores) bool { return e.parties.Veto }, 0.30, true, "lo presenta otra persona"},
	{"probably another person",
		func(e *evidence, _ *scores) bool { return !e.parties.Veto && e.parties.Person < 0.3 }, 0.45, false, "probablemente lo presenta otra persona"},
	{"another defendant",
		func(e *evidence, _ *scores) bool {
			return e.parties.Defendant.Agreement == entity.Different && !e.nearlyIdentical()
		}, 0.55, false, ""},
	{"another institution",
		func(e *evidence, _ *scores) bool {
			return e.parties.Defendant.Agreement == entity.Different && e.parties.KnownDefendants
		}, 0.55, false, ""},
	{"other facts",
		func(e *evidence, _ *scores) bool { return e.otherFacts() }, otherFactsCap, false, "los hechos son otros"},
	{"the same letter about something else",
		func(e *evidence, _ *scores) bool {
			return e.fewestAnchors >= 3 && !e.nearlyIdentical() && (e.anchors == 0 || 3*e.anchors <= e.fewestAnchors && e.cosine >= 0.6)
		}, 0.60, false, "otras fechas y cifras"},
	{"unknown people",
		func(e *evidence, s *scores) bool {
			return !e.parties.Known() && e.parties.Person < 0.7 && !(s.text >= 0.9 && e.sameParticulars())
		}, 0.60, false, "no se pudo establecer quién lo presenta"},
}

// judge weighs the evidence.
func (d *Detector) judge(e *evidence) scores {
	s := scores{text: e.textScore(), facts: e.factScore(), parties: e.parties.Score}
	s.reasons = append(e.parties.Reasons(), e.matterReasons()...)
	text := s.text
	if e.parties.Score >= 0.7 && s.facts > text {
		// Who tells his case anew uses other words: that they differ says
		// nothing against it.
		text = s.facts
		s.reasons = append(s.reasons, "mismos hechos con otra redacción")
	}
	w := d.config.Weights
	s.ensemble = w.MinHash*text + w.TFIDF*s.facts + w.Entity*s.parties
	for _, q := range qualifiers {
		if !q.applies(e, &s) {
			continue
		}
		s.ensemble = min(s.ensemble, q.cap)
		s.barred = s.barred || q.bars
		if q.reason != "" {
			s.reasons = append(s.reasons, q.reason)
		}
	}
	return s
}

// matterReasons says how alike text and facts are.
func (e *evidence) matterReasons() []string {
	var reasons []string
	if closest := max(e.words, e.grams); closest > 0 {
		reasons = append(reasons, "hechos "+percent(closest)+" iguales")
	}
	if e.commonText() {
		reasons = append(reasons, "lo que coincide es texto de muchos escritos")
	}
	if e.gramsContained >= 0.9 && e.grams < 0.8 {
		reasons = append(reasons, "un escrito contiene casi todo el otro")
	}
	if e.fewestAnchors > 0 {
		reasons = append(reasons, "coinciden "+strconv.Itoa(e.anchors)+" de "+strconv.Itoa(e.fewestAnchors)+" fechas y cifras")
	}
	return reasons
}

// percent writes a share as a clerk reads it.
func percent(share float64) string { return strconv.Itoa(int(math.Round(100*share))) + " %" }
