package ner

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/cotejo/cotejo/core/ner/parties"
)

// How the lexicon is learned. What stands in fewer examples than fewestOf tells nothing.
const (
	lexiconRounds = 12
	lexiconRate   = 0.05
	lexiconDecay  = 2e-5
	fewestOf      = 16
	fewestBounds  = 64 // of the many options of each name
)

// worded is an example to learn a lexicon from: the words that tell of it, and its class.
type worded struct {
	hashes []uint32
	class  int
	weight float64
}

// learnLexicon learns who takes which part by the words around.
func learnLexicon(all []*examined) *parties.Lexicon {
	var list []worded
	for _, x := range all {
		for i, around := range x.around {
			list = append(list, worded{around, x.roles[i], x.weight})
		}
	}
	return learnWords(list, fewestOf)
}

// learnBounds learns where names begin and end by the words there, of parties of which an option is right, in papers that people
// wrote.
func learnBounds(all []*examined) *parties.Lexicon {
	var list []worded
	for _, x := range all {
		if x.writer == inventedWriter {
			continue
		}
		for _, n := range x.namings {
			if slices.ContainsFunc(n.all, func(o worded) bool { return o.class == rightOption }) {
				list = append(list, n.all...)
			}
		}
	}
	return learnWords(list, fewestBounds)
}

// learnWords learns the classes of examples by their words, by AdaGrad; what stands in fewer than the given number tells nothing.
// The same examples give the same lexicon.
func learnWords(list []worded, fewest int) *parties.Lexicon {
	row := map[uint32]int{} // of each hash that counts
	var hashes []uint32
	counts := map[uint32]int{}
	for _, e := range list {
		for _, h := range e.hashes {
			if counts[h]++; counts[h] == fewest {
				row[h] = len(hashes)
				hashes = append(hashes, h)
			}
		}
	}
	type example struct {
		rows   []int
		class  int
		weight float64
	}
	examples := make([]example, len(list))
	for i, w := range list {
		e := example{class: w.class, weight: w.weight, rows: []int{len(hashes)}} // the last row is the bias
		for _, h := range w.hashes {
			if r, ok := row[h]; ok {
				e.rows = append(e.rows, r)
			}
		}
		examples[i] = e
	}
	weights := make([][parties.Parts]float64, len(hashes)+1)
	squares := make([][parties.Parts]float64, len(hashes)+1)
	rng := rand.New(rand.NewPCG(1, 7))
	for range lexiconRounds {
		rng.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for _, e := range examples {
			var sums [parties.Parts]float64
			for _, r := range e.rows {
				for p, w := range weights[r] {
					sums[p] += w
				}
			}
			all := 0.0
			for p, s := range sums {
				sums[p] = math.Exp(min(s, 50))
				all += sums[p]
			}
			for p := range sums {
				slope := e.weight * (sums[p]/all - asOne(p == e.class))
				if math.Abs(slope) < 1e-4 {
					continue
				}
				for _, r := range e.rows {
					g := slope + lexiconDecay*weights[r][p]
					squares[r][p] += g * g
					weights[r][p] -= lexiconRate * g / (1 + math.Sqrt(squares[r][p]))
				}
			}
		}
	}
	byHash := make(map[uint32][parties.Parts]float64, len(hashes))
	for i, h := range hashes {
		byHash[h] = weights[i]
	}
	return parties.NewLexicon(byHash, weights[len(hashes)])
}
