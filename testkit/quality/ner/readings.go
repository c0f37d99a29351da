package main

import (
	"math/rand/v2"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// reading is a way in which a paper's text comes to the product.
type reading struct {
	name   string
	change func(filings.Filing, *rand.Rand) filings.Filing
	goals  map[ner.Field]float64 // precision and recall to reach
}

func misread(rate float64) func(filings.Filing, *rand.Rand) filings.Filing {
	return func(f filings.Filing, rng *rand.Rand) filings.Filing { return f.WithNoise(rate, rng) }
}

func same(change func(filings.Filing) filings.Filing) func(filings.Filing, *rand.Rand) filings.Filing {
	return func(f filings.Filing, _ *rand.Rand) filings.Filing { return change(f) }
}

var cleanGoals = map[ner.Field]float64{ner.Plaintiff: .98, ner.Defendant: .97, ner.Cedula: .995, ner.Email: .995, ner.Radicado: .995, ner.Court: .96}

// scanGoals hold for the reading of poor scans: a good reader leaves 1.6
// characters in a hundred wrong on a page of 150 dots an inch, askew and noisy.
var scanGoals = map[ner.Field]float64{ner.Plaintiff: .93, ner.Defendant: .93, ner.Cedula: .95, ner.Email: .93, ner.Radicado: .95, ner.Court: .90}

var readings = []reading{
	{"as printed", same(func(f filings.Filing) filings.Filing { return f }), cleanGoals},
	{"no line ends", same(filings.Filing.Flattened), nil},
	{"no accents", same(filings.Filing.WithoutAccents), nil},
	{"0.5 % misread", misread(.005), nil},
	{"1 % misread", misread(.01), nil},
	{"1.6 % misread", misread(.016), scanGoals},
	{"2.5 % misread", misread(.025), nil},
}

// poor is the index of the reading that stands for poor scans.
const poor = 5

// papers makes the filings of a study in a reading; every reading is of the
// same ones.
func (s study) papers(r reading) []filings.Filing {
	g, noise := filings.New(s.seed, s.part), rand.New(rand.NewPCG(s.seed, 7))
	out := make([]filings.Filing, s.n)
	for i := range out {
		out[i] = r.change(g.Filing(), noise)
	}
	return out
}
