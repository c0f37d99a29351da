package document

import (
	"time"

	"github.com/cotejo/cotejo/core/listing"
	"github.com/cotejo/cotejo/core/ner"
)

// Tuning is a configuration of extraction and how it came to be in force.
type Tuning struct {
	Number int // from 1, without gaps; 0 is the default, which nobody stored
	At     time.Time
	By     string // username
	Origin TuningOrigin
	// Restored is, of an undoing, the tuning whose configuration is in force again.
	Restored int
	Config   ner.Config
}

// Base returns the number of the tuning from which the configuration comes.
func (t *Tuning) Base() int {
	if t.Origin == TuningUndone {
		return t.Restored
	}
	return t.Number
}

// TuningOrigin is what a configuration comes from.
type TuningOrigin string

const (
	TunedByHand     TuningOrigin = "manual"
	TunedByExamples TuningOrigin = "tune"
	TuningUndone    TuningOrigin = "undo"
)

// DefaultTuning is in force until another one is stored.
func DefaultTuning() Tuning { return Tuning{Config: ner.DefaultConfig()} }

// TuningListing is one page of tunings, newest first.
type TuningListing = listing.Of[Tuning]
