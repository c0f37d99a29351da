package main

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// measured are the fields whose figures are reported.
var measured = []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email, ner.Radicado, ner.Court, ner.Agent, ner.Attorney, ner.LinkedParty}

// tally counts the outcomes of one field: right, another value than the
// paper's, none where the paper has one, one where the paper has none.
type tally struct{ right, wrong, missed, invented int }

func (c tally) precision() float64 { return share(c.right, c.right+c.wrong+c.invented) }
func (c tally) recall() float64    { return share(c.right, c.right+c.wrong+c.missed) }

func (c tally) f1() float64 { return share(2*c.right, 2*c.right+2*c.wrong+c.missed+c.invented) }

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// scores are the outcomes of many papers.
type scores struct {
	best map[ner.Field]tally // of the best value of each field
	sets map[ner.Field]tally // of all values of a field: right when they are the paper's, no more and no fewer
}

// outcome compares one paper's field. A party is right when the paper names it
// in that part; the plaintiff, and the plaintiff's identifiers, when it is the
// first. Values are compared whole and normalised.
func outcome(p filings.Filing, r ner.Result, f ner.Field) (best, set tally) {
	gold, got := p.Gold.Values[f], r.Value(f)
	names := gold
	if len(gold) > 1 && (f == ner.Plaintiff || f == ner.Cedula || f == ner.Email) {
		names = gold[:1]
	}
	switch {
	case got == "" && len(gold) == 0:
		return tally{}, tally{}
	case got == "":
		return tally{missed: 1}, tally{missed: 1}
	case len(gold) == 0:
		return tally{invented: 1}, tally{invented: 1}
	}
	best, set = tally{wrong: 1}, tally{wrong: 1}
	if slices.Contains(keys(f, names), ner.Key(f, got)) {
		best = tally{right: 1}
	}
	if slices.Equal(keys(f, gold), keys(f, r.Values(f))) {
		set = tally{right: 1}
	}
	return best, set
}

func keys(f ner.Field, values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = ner.Key(f, v)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (c *tally) add(o tally) {
	c.right += o.right
	c.wrong += o.wrong
	c.missed += o.missed
	c.invented += o.invented
}

// score extracts all papers, as many at once as there are cores. see, when
// given, is called for every paper, one at a time.
func score(e *ner.Ensemble, papers []filings.Filing, see func(filings.Filing, ner.Result)) scores {
	total := scores{map[ner.Field]tally{}, map[ner.Field]tally{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan filings.Filing)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for p := range next {
				r, _ := e.ExtractContext(context.Background(), p.Text, ner.RecognisedIf(p.Recognised, p.Text)...)
				mu.Lock()
				for _, f := range measured {
					best, set := outcome(p, r, f)
					b, s := total.best[f], total.sets[f]
					b.add(best)
					s.add(set)
					total.best[f], total.sets[f] = b, s
				}
				if see != nil {
					see(p, r)
				}
				mu.Unlock()
			}
		})
	}
	for _, p := range papers {
		next <- p
	}
	close(next)
	wg.Wait()
	return total
}

// mean is the mean F1 over the fields that every filing is about.
func (s scores) mean() float64 {
	sum := 0.0
	for _, f := range measured[:6] {
		sum += s.best[f].f1()
	}
	return sum / 6
}

// ensemble returns the default ensemble, changed.
func ensemble(change func(*ner.ExtractorConfig)) *ner.Ensemble {
	c := ner.DefaultConfig()
	for i := range c.Extractors {
		if change != nil {
			change(&c.Extractors[i])
		}
	}
	e, err := ner.NewEnsemble(c)
	if err != nil {
		fail("%v", err)
	}
	return e
}

// alone returns an ensemble of one extractor that believes all it says.
func alone(name string) *ner.Ensemble {
	c := ner.DefaultConfig()
	c.MinConfidence = 0.2
	for i := range c.Extractors {
		c.Extractors[i].Enabled = c.Extractors[i].Name == name
	}
	e, err := ner.NewEnsemble(c)
	if err != nil {
		fail("%v", err)
	}
	return e
}

func joined(values []string) string { return strings.Join(values, "; ") }
