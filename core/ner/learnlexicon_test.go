package ner

import (
	"math"
	"math/rand/v2"

	"github.com/cotejo/cotejo/core/ner/parties"
)

// How the lexicon is learned. What stands in fewer examples than fewestOf tells nothing.
const (
	lexiconRounds = 12
	lexiconRate   = 0.05
	lexiconDecay  = 2e-5
	fewestOf      = 16
)

// learnLexicon learns who takes which part by the words around, by AdaGrad. The same papers give the same lexicon.
func learnLexicon(all []*examined) *parties.Lexicon {
	row := map[uint32]int{} // of each hash that counts
	var hashes []uint32
	counts := map[uint32]int{}
	for _, x := range all {
		for _, around := range x.around {
			for _, h := range around {
				if counts[h]++; counts[h] == fewestOf {
					row[h] = len(hashes)
					hashes = append(hashes, h)
				}
			}
		}
	}
	type example struct {
		rows   []int
		class  int
		weight float64
	}
	var examples []example
	for _, x := range all {
		for i, around := range x.around {
			e := example{class: x.roles[i], weight: x.weight, rows: []int{len(hashes)}} // the last row is the bias
			for _, h := range around {
				if r, ok := row[h]; ok {
					e.rows = append(e.rows, r)
				}
			}
			examples = append(examples, e)
		}
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
