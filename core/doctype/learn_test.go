package doctype

import (
	"github.com/cotejo/cotejo/core/boost"
)

// Sample is a paper whose kind is known.
type Sample struct {
	Text   string
	Kind   string
	Weight float64
}

var learnSettings = boost.Settings{Rounds: 80, Depth: 4, Rate: .1, Shrinkage: 1, MinWeight: .3, Columns: .3, Seed: 1}

// Learned is a forest that tells kinds.
type Learned struct{ forest *boost.Forest }

// Learn trains a forest.
func Learn(samples []Sample) Learned {
	examples := make([]boost.Example, 0, len(samples))
	for _, s := range samples {
		for class, kind := range kinds {
			if kind == s.Kind {
				examples = append(examples, boost.Example{X: factsOf(s.Text), Class: class, Weight: s.Weight})
			}
		}
	}
	return Learned{boost.Fit(factNames(), kinds, examples, learnSettings)}
}

// Kind returns the likeliest kind of a text and its probability.
func (l Learned) Kind(text string) (string, float64) {
	kind, chance := likeliest(l.forest.Probabilities(factsOf(text)))
	return kinds[kind], chance
}

// Write returns the table of a forest.
func (l Learned) Write() []byte { return l.forest.Write() }

func factsOf(s string) []float32 {
	r := scanner{table: table(), best: map[int]zone{}}
	r.read(s)
	scores, _ := r.scores()
	return r.facts(scores, countCases(s[:min(len(s), headBytes)]))
}
