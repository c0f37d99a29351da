package main

import (
	"fmt"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// reportFields prints precision and recall of every field in every reading,
// beside the figures to reach.
func reportFields(s study) {
	e := ensemble(nil)
	for _, r := range readings {
		var see func(filings.Filing, ner.Result)
		if s.errors != "" {
			if r.name != s.in {
				continue
			}
			see = s.showErrors
		}
		total := score(e, s.papers(r), see)
		printFields(r.name, s.n, total, r.goals)
	}
}

// printFields prints a table of all fields; its last rows count a filing when
// all plaintiffs, or all defendants, are named and nobody else.
func printFields(name string, n int, total scores, goals map[ner.Field]float64) {
	fmt.Printf("\n%s, %d filings\n%-14s %9s %7s %6s %5s %6s %8s %8s %10s\n", name, n, "field", "precision", "recall", "goal", "met", "right", "wrong", "missed", "invented")
	for _, f := range measured {
		printRow(string(f), total.best[f], goals[f])
	}
	printRow("demandantes", total.sets[ner.Plaintiff], 0)
	printRow("demandados", total.sets[ner.Defendant], 0)
}

func printRow(name string, c tally, goal float64) {
	want, met := "", ""
	if goal > 0 {
		want, met = fmt.Sprintf("%.3f", goal), "yes"
		if c.precision() < goal || c.recall() < goal {
			met = "no"
		}
	}
	fmt.Printf("%-14s %9.3f %7.3f %6s %5s %6d %8d %8d %10d\n", name, c.precision(), c.recall(), want, met, c.right, c.wrong, c.missed, c.invented)
}

func (s study) showErrors(p filings.Filing, r ner.Result) {
	best, set := outcome(p, r, s.errors)
	if best.right == 1 && set.right == 1 || best == (tally{}) {
		return
	}
	kind := "WRONG"
	if best.right == 1 {
		kind = "other values"
	}
	fmt.Printf("--- %s layout=%s wording=%s: %s\n    got  %s\n    gold %s\n", p.ID, p.Layout, p.Wording, kind, joined(r.Values(s.errors)), joined(p.Gold.Values[s.errors]))
	for _, x := range r.Entities {
		if x.Field == s.errors {
			fmt.Printf("    %s at %d, %.2f: %v\n", x.Value, x.Start, x.Confidence, x.Sources)
		}
	}
	if runes := []rune(p.Text); s.show > 0 {
		fmt.Println(string(runes[:min(s.show, len(runes))]))
	}
}

// reportExtractors prints what each extractor finds alone.
func reportExtractors(s study) {
	for _, i := range []int{0, poor} {
		papers := s.papers(readings[i])
		fmt.Printf("\nEach extractor alone, %s: precision / recall\n%-12s", readings[i].name, "")
		for _, f := range measured {
			fmt.Printf(" %13s", f)
		}
		fmt.Println()
		for _, x := range ner.Extractors() {
			total := score(alone(x.Name()), papers, nil)
			fmt.Printf("%-12s", x.Name())
			for _, f := range measured {
				c := total.best[f]
				if c.right == 0 {
					fmt.Printf(" %13s", "-")
					continue
				}
				fmt.Printf("   %.3f/%.3f", c.precision(), c.recall())
			}
			fmt.Println()
		}
	}
}

// reportAblation prints what the ensemble loses without each extractor, in
// hundredths of F1.
func reportAblation(s study) {
	for _, i := range []int{0, 1, poor} {
		papers := s.papers(readings[i])
		all := score(ensemble(nil), papers, nil)
		fmt.Printf("\nLost without one extractor, %s: F1 in points\n%-12s %6s", readings[i].name, "", "mean")
		for _, f := range measured {
			fmt.Printf(" %10s", f)
		}
		fmt.Println()
		for _, x := range ner.Extractors() {
			less := score(ensemble(func(c *ner.ExtractorConfig) { c.Enabled = c.Name != x.Name() }), papers, nil)
			fmt.Printf("%-12s %6.2f", x.Name(), 100*(all.mean()-less.mean()))
			for _, f := range measured {
				fmt.Printf(" %10.2f", 100*(all.best[f].f1()-less.best[f].f1()))
			}
			fmt.Println()
		}
	}
}
