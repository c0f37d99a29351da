package document

import "github.com/cotejo/cotejo/core/dedup"

// DedupPreview reports how a configuration would change the stored, undecided pairs.
type DedupPreview struct {
	Pairs int // that were compared, the newest
	// Stop are pairs that would no longer be duplicates, Start those that would become duplicates.
	// Both are sorted by similarity under the current configuration.
	Stop, Start []PairChange
}

// PairChange is a pair under the current configuration and another one.
type PairChange struct {
	PairRow
	Before, After Judged
}

// Judged is the result of a configuration for a pair.
type Judged struct {
	Relation   Relation
	Similarity float64
}

// DedupTuned is the result of learning from decisions. Before and After are measured on held-out
// decisions.
type DedupTuned struct {
	LearnedFrom   int // decisions
	From, To      dedup.Config
	Before, After dedup.Agreement
	Preview       DedupPreview // of To
	Tuning        DedupTuning
	Stored        bool // the new configuration is better and in use
}

// Better reports whether the new configuration causes fewer weighted errors on held-out decisions.
func (t *DedupTuned) Better() bool { return t.From != t.To && t.After.Harm() < t.Before.Harm() }
