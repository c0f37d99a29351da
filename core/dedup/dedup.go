// Package dedup tells whether two filings are the same: the same person
// telling the same facts against the same party, however re-worded or badly
// scanned; and not merely the same form letter.
package dedup

// Config is what an administrator may set.
type Config struct {
	Weights    Weights
	Thresholds Thresholds
}

// Weights of the three scores in the ensemble; they sum to 1.
type Weights struct {
	MinHash, TFIDF, Entity float64
}

// Thresholds above which an ensemble score means a duplicate, by the kind of
// paper.
type Thresholds struct {
	Tutela, Habeas, Default float64
}

// Parties are what is known of who files what against whom; any may be empty.
type Parties struct {
	Plaintiff, Defendant, Cedula, Email, Radicado, Address string
}

// Filing is a paper to compare.
type Filing struct {
	ID      string
	Type    string // "tutela", "habeas_corpus", …: selects the threshold
	Text    string
	Parties Parties
}

// Fingerprint is all of a filing that comparing needs.
type Fingerprint struct {
	ID string
}
