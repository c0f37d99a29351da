// Package dedup tells whether two filings are the same: the same person
// telling the same facts against the same party, however re-worded or badly
// scanned; and not merely the same form letter.
//
// A Detector reduces a Filing to a Fingerprint of a few kilobytes. An Index
// keeps fingerprints and finds those that share a Key; Find verifies each of
// them exactly and explains its verdict.
package dedup

import "github.com/cotejo/cotejo/core/entity"

// Filing is a paper to compare.
type Filing struct {
	ID      string
	Type    string // "tutela", "habeas_corpus", …: selects the threshold
	Text    string
	Parties Parties
}

// Parties are what is known of who files what against whom; any may be empty,
// partial or misread.
type Parties = entity.Parties

// Relation is what two filings are to each other.
type Relation string

const (
	// Duplicate: the same person tells the same facts against the same party.
	Duplicate Relation = "duplicate"
	// Mass: another person uses the same letter. No candidate, but worth knowing.
	Mass Relation = "mass"
	// Unrelated filings are never found, only explained.
	Unrelated Relation = ""
)

// Match is a filing that is related to the one asked about.
type Match struct {
	ID       string
	Relation Relation

	// Scores from 0 to 1, calibrated: .5 says nothing either way.
	MinHash, TFIDF, Entity float64
	// Ensemble is the weighted sum of the three after the qualifiers that
	// Reasons names; a duplicate's is at least the threshold of its type.
	Ensemble float64

	// Reasons say in Spanish, to a clerk, what speaks for and against.
	Reasons []string
}
