package dedup

import (
	"fmt"
	"math"
	"strings"
)

// Config has the settings of an administrator.
type Config struct {
	Weights    Weights
	Thresholds Thresholds
}

// Weights of the three scores in the ensemble; they sum to 1.
type Weights struct {
	MinHash, TFIDF, Entity float64
}

// Thresholds from which on an ensemble score means a duplicate, by the kind of
// paper.
type Thresholds struct {
	Tutela, Habeas, Default float64
}

// DefaultConfig is the configuration that the quality figures are measured with.
func DefaultConfig() Config {
	return Config{
		Weights:    Weights{MinHash: 0.30, TFIDF: 0.30, Entity: 0.40},
		Thresholds: Thresholds{Tutela: 0.70, Habeas: 0.70, Default: 0.70},
	}
}

// weightTolerance is how far from 1 the weights may sum.
const weightTolerance = 1e-6

// Validate reports what is wrong with c, naming the setting: weights and
// thresholds must be numbers from 0 to 1, and the weights sum to 1.
func (c Config) Validate() error {
	settings := []struct {
		name  string
		value float64
	}{
		{"weights.minhash", c.Weights.MinHash}, {"weights.tfidf", c.Weights.TFIDF}, {"weights.entity", c.Weights.Entity},
		{"thresholds.tutela", c.Thresholds.Tutela}, {"thresholds.habeas", c.Thresholds.Habeas}, {"thresholds.default", c.Thresholds.Default},
	}
	for _, s := range settings {
		if !(s.value >= 0 && s.value <= 1) { // so that NaN is refused
			return fmt.Errorf("dedup: %s is %v, must be from 0 to 1", s.name, s.value)
		}
	}
	if sum := c.Weights.MinHash + c.Weights.TFIDF + c.Weights.Entity; math.Abs(sum-1) > weightTolerance {
		return fmt.Errorf("dedup: the weights sum to %v, must sum to 1", sum)
	}
	return nil
}

// For returns the threshold of a type of paper.
func (t Thresholds) For(docType string) float64 {
	switch {
	case docType == "tutela":
		return t.Tutela
	case strings.HasPrefix(docType, "habeas"):
		return t.Habeas
	}
	return t.Default
}
