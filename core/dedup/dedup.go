// Package dedup decides whether a filing repeats another: whether parties, facts
// and request are the same (Decreto 2591 of 1991, arts. 37 and 38; ruling
// T-069 of 2015 of the Corte Constitucional), however re-worded or badly scanned.
// The same person may file another request, and another person the same form letter.
//
// A Detector reduces a Filing to a Fingerprint of a few kilobytes. An Index
// keeps fingerprints and finds those that share a Key; Find verifies each of
// them exactly and explains its verdict.
package dedup

import (
	"cmp"
	"math"
	"slices"

	"github.com/cotejo/cotejo/core/entity"
)

// Filing is a paper to compare.
type Filing struct {
	ID      string
	Type    string // "tutela", "habeas_corpus", …: selects the threshold
	Text    string
	Parties Parties
}

// Parties are the people of a filing; any field may be empty, partial or misread.
type Parties = entity.Parties

// Relation is the relation between two filings.
type Relation string

const (
	// Duplicate: the same parties, the same facts and the same request.
	Duplicate Relation = "duplicate"
	// NewClaim: the same parties, but another request or other facts, or in doubt whether they are the same. It may
	// be filed.
	NewClaim Relation = "new_claim"
	// Mass: other parties use the same letter. It may be filed.
	Mass Relation = "mass"
	// SameCase: papers of one case, of which at least one asks for nothing for the first time: an
	// answer, an order, a ruling, an appeal, a memorial.
	SameCase Relation = "same_case"
	// Unrelated filings are never found, only explained.
	Unrelated Relation = ""
)

// Match is a filing that is related to the one searched for.
type Match struct {
	ID       string
	Relation Relation
	Assessment
}

// Assessment is how far two filings agree, and why.
type Assessment struct {
	// MinHash, TFIDF and Entity are calibrated scores from 0 to 1; 0.5 is neutral. Ensemble is their sum by the weights of the Config.
	MinHash  float64 `json:"minhash_score"`
	TFIDF    float64 `json:"tfidf_score"`
	Entity   float64 `json:"entity_score"`
	Ensemble float64 `json:"ensemble_score"`
	// Adjustments are the changes that rules made to the sum, in order.
	Adjustments []Adjustment `json:"adjustments,omitempty"`
	// Similarity is Ensemble after the adjustments, from 0 to 1; a duplicate's is at
	// least the threshold of its type.
	Similarity float64 `json:"similarity"`

	// The three identities that a repetition takes.
	Parties Identity `json:"parties"`
	Facts   Identity `json:"facts"`
	Claims  Identity `json:"claims"`

	// Reasons are what speaks for and against, the left value is of the filing searched
	// for. Unrelated filings have none, unless they are explained.
	Reasons []Reason `json:"reasons,omitempty"`
}

// IsCopy reports whether the two have the same wording, apart from how they were read.
func (a Assessment) IsCopy() bool { return a.MinHash >= alikeText }

// Ranked returns the reasons, each text once, those that weigh most, for or against, first.
func (a Assessment) Ranked() []Reason {
	ranked := slices.Clone(a.Reasons)
	slices.SortStableFunc(ranked, func(x, y Reason) int { return cmp.Compare(math.Abs(y.Weight), math.Abs(x.Weight)) })
	seen := map[string]bool{}
	return slices.DeleteFunc(ranked, func(r Reason) bool {
		again := seen[r.Text]
		seen[r.Text] = true
		return again
	})
}

// Identical is the assessment of a filing and itself, for that reason.
func Identical(reason Reason) Assessment {
	same := Identity{Score: 1, Verdict: Same, Evidence: []Reason{reason}}
	return Assessment{MinHash: 1, TFIDF: 1, Entity: 1, Ensemble: 1, Similarity: 1, Parties: same, Facts: same, Claims: same, Reasons: []Reason{reason}}
}

// Mirrored returns the assessment with the values of its reasons on the other side, as
// the other filing sees it.
func (a Assessment) Mirrored() Assessment {
	mirrored := func(reasons []Reason) (all []Reason) {
		for _, r := range reasons {
			r.Left, r.Right = r.Right, r.Left
			all = append(all, r)
		}
		return all
	}
	a.Reasons = mirrored(a.Reasons)
	for _, i := range []*Identity{&a.Parties, &a.Facts, &a.Claims} {
		i.Evidence = mirrored(i.Evidence)
	}
	return a
}

// Identity says how far two filings agree in one respect.
type Identity struct {
	Score    float64  `json:"score"` // from 0 to 1
	Verdict  Verdict  `json:"verdict"`
	Evidence []Reason `json:"evidence,omitempty"`
}

// Verdict is the outcome for one identity.
type Verdict string

const (
	Same      Verdict = "same"
	Partly    Verdict = "partly"
	Different Verdict = "different"
	Unknown   Verdict = "unknown" // one filing lacks it; it never counts as Same
)

// Adjustment is the change that one rule made to the weighted sum.
type Adjustment struct {
	Rule   string  `json:"rule"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Reason string  `json:"reason"` // Spanish, for a clerk
}

// Reason is one thing that speaks for or against. Text is Code as a Spanish sentence.
type Reason struct {
	Code string `json:"code"`
	Text string `json:"text"`
	// Left and Right are the values compared, empty where there are none.
	Left  string `json:"left,omitempty"`
	Right string `json:"right,omitempty"`
	// Weight is above 0 where it speaks for one case, and below 0 against it.
	Weight float64 `json:"weight"`
}

// Texts returns the sentences of reasons.
func Texts(reasons []Reason) []string {
	texts := make([]string, len(reasons))
	for i, r := range reasons {
		texts[i] = r.Text
	}
	return texts
}
