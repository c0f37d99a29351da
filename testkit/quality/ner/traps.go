package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// reportTraps prints how often a radicado or a cédula is given for papers that
// have none but are full of numbers like them.
func reportTraps(s study) {
	for _, c := range []struct {
		reading reading
		most    float64
	}{{readings[0], .005}, {readings[poor], .01}} {
		g, noise := filings.New(s.seed, s.part), rand.New(rand.NewPCG(s.seed, 7))
		papers := make([]filings.Filing, s.n)
		for i := range papers {
			papers[i] = c.reading.change(g.Trap(), noise)
		}
		total := score(ensemble(nil), papers, func(p filings.Filing, r ner.Result) {
			if s.errors != "" && r.Value(s.errors) != "" && c.reading.name == s.in {
				s.showInvented(p, r)
			}
		})
		fmt.Printf("\nA number where there is none, %s, %d papers\n", c.reading.name, s.n)
		for _, f := range []ner.Field{ner.Radicado, ner.Cedula} {
			rate, met := share(total.best[f].invented, s.n), "yes"
			if rate > c.most {
				met = "no"
			}
			fmt.Printf("%-14s %6.2f %%   at most %.1f %%: %s\n", f, 100*rate, 100*c.most, met)
		}
	}
}

// showInvented prints a value that the paper does not have, and what stands
// around it.
func (s study) showInvented(p filings.Filing, r ner.Result) {
	for _, x := range r.Entities {
		if x.Field == s.errors {
			runes := []rune(p.Text)
			fmt.Printf("--- %s layout=%s wording=%s: %s, %.2f\n%s\n", p.ID, p.Layout, p.Wording, x.Value, x.Confidence, string(runes[max(0, x.Start-200):min(len(runes), x.End+40)]))
		}
	}
}
