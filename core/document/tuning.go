package document

import (
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/pagination"
)

// TuningOf is a version of a configuration, and its origin.
type TuningOf[C any] struct {
	Number int // from 1, without gaps; 0 is the built-in default
	At     time.Time
	By     string // username
	Origin TuningOrigin
	// Restored is the number of the tuning that an undo put back into use; otherwise 0.
	Restored int
	Config   C
}

// Tuning is a configuration of extraction.
type Tuning = TuningOf[ner.Config]

// DedupTuning is a configuration of comparison.
type DedupTuning = TuningOf[dedup.Config]

// Base returns the number of the tuning from which the configuration comes.
func (t *TuningOf[C]) Base() int {
	if t.Origin == TuningUndone {
		return t.Restored
	}
	return t.Number
}

// TuningOrigin is how a configuration came about.
type TuningOrigin string

const (
	TunedByHand     TuningOrigin = "manual"
	TunedByExamples TuningOrigin = "tune" // learned from what people corrected or decided
	TuningUndone    TuningOrigin = "undo"
)

// DefaultTuning returns the configuration before any is stored.
func DefaultTuning() Tuning { return Tuning{Config: ner.DefaultConfig()} }

// DefaultDedupTuning returns the configuration before any is stored.
func DefaultDedupTuning() DedupTuning { return DedupTuning{Config: dedup.DefaultConfig()} }

// TuningListing is one page of configurations of extraction, newest first.
type TuningListing = pagination.Of[Tuning]

// DedupTuningListing is one page of configurations of comparison, newest first.
type DedupTuningListing = pagination.Of[DedupTuning]
