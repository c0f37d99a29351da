package main

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/corpora"
)

// rulingViews are the parts of a ruling that are read.
var rulingViews = []struct {
	name string
	text func(corpora.Ruling) string
}{
	{"from \"Referencia\" on", corpora.Ruling.FromReference},
	{"with headnotes", corpora.Ruling.WithHeadnotes},
	{"prose alone", corpora.Ruling.Prose},
}

// reportRulings prints how often the parties of real rulings are named as their headings
// name them: of the development part with -part tuning, else of the unseen part.
func reportRulings(s study) {
	if s.corpora == "" {
		fmt.Println("\nReal rulings: not measured without -corpora")
		return
	}
	parts, err := corpora.ReadRulings(s.corpora)
	if err != nil {
		fail("%v", err)
	}
	rulings, name := parts.Unseen, "unseen"
	if s.tuning {
		rulings, name = parts.Development, "development"
	}
	e := ensemble(nil)
	fmt.Printf("\nReal rulings, %d of the %s part\n%-22s %8s %10s %10s %10s %10s %10s %7s\n", len(rulings), name, "", "rulings", "plaintiff", "all", "defendant", "all", "both", "error")
	for _, v := range rulingViews {
		c := countRulings(e, rulings, v.text, s.showRuling)
		n := float64(max(1, c.n))
		fmt.Printf("%-22s %8d %10.3f %10.3f %10.3f %10.3f %10.3f %7.3f\n", v.name, c.n, float64(c.best[0])/n, float64(c.all[0])/n, float64(c.best[1])/n, float64(c.all[1])/n, float64(c.both)/n, c.sure.Error())
	}
	fmt.Println("plaintiff, defendant: the best value is one that the heading names; all: all are, and none is missing; error: expected calibration error of both")
}

// rulingCount is what was right of n rulings; plaintiffs are 0, defendants 1.
type rulingCount struct {
	n, both   int
	best, all [2]int
	sure      ner.Reliability
}

func countRulings(e *ner.Ensemble, rulings []corpora.Ruling, view func(corpora.Ruling) string, see func(corpora.Ruling, ner.Result)) rulingCount {
	results := make([]*ner.Result, len(rulings))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				if text := view(rulings[i]); text != "" {
					r := e.Extract(text)
					results[i] = &r
				}
			}
		})
	}
	for i := range rulings {
		next <- i
	}
	close(next)
	wg.Wait()
	var c rulingCount
	for i, r := range results {
		if r == nil {
			continue
		}
		c.n++
		see(rulings[i], *r)
		right := 0
		for k, label := range [2]string{rulings[i].Plaintiff, rulings[i].Defendant} {
			f := [2]ner.Field{ner.Plaintiff, ner.Defendant}[k]
			if corpora.Agrees(label, r.Value(f)) {
				c.best[k]++
			}
			if corpora.AgreesAll(label, r.Values(f)) {
				c.all[k]++
				right++
			}
			for _, x := range r.Entities {
				if x.Field == f {
					c.sure.Add(x.Confidence, corpora.Agrees(label, x.Value))
				}
			}
		}
		if right == 2 {
			c.both++
		}
	}
	return c
}

// showRuling prints, of the development part, where a value of the field of -errors is wrong or
// one is missing.
func (s study) showRuling(r corpora.Ruling, got ner.Result) {
	label := map[ner.Field]string{ner.Plaintiff: r.Plaintiff, ner.Defendant: r.Defendant}[s.errors]
	if label == "" || corpora.AgreesAll(label, got.Values(s.errors)) {
		return
	}
	fmt.Printf("--- %s\n    got   %s\n    label %s\n", r.ID, joined(got.Values(s.errors)), label)
}
