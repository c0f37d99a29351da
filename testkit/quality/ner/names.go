package main

import (
	"fmt"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/corpora"
)

// reportNames prints how well the sequence model finds names in published texts
// that are no filings, of the parts that it did not learn from: a name counts
// when kind, beginning and end are right.
func reportNames(s study) {
	if s.corpora == "" {
		fmt.Println("\nNames in published texts: not measured without -corpora")
		return
	}
	all, err := corpora.Read(s.corpora)
	if err != nil {
		fail("%v", err)
	}
	for _, c := range all {
		fmt.Printf("\nNames in %s, %d unseen texts\n%-14s %9s %7s %6s %6s\n", c.Name, len(c.Unseen), "kind", "precision", "recall", "F1", "names")
		counts := map[ner.Field]tally{}
		for _, d := range c.Unseen {
			countNames(counts, d)
		}
		var sum tally
		for _, k := range c.Kinds {
			sum.add(counts[k])
			printNames(string(k), counts[k])
		}
		printNames("all", sum)
	}
}

// countNames adds up one text: right, wrong for a name that is none or other
// than marked, missed.
func countNames(counts map[ner.Field]tally, d corpora.Document) {
	type place struct {
		kind       ner.Field
		start, end int
	}
	open := map[place]bool{}
	for _, n := range d.Names {
		open[place{n.Field, n.Start, n.End}] = true
	}
	for _, n := range (ner.Sequence{}).Names(ner.NewText(d.Text)) {
		p, c := place{generic(n.Field), n.Start, n.End}, counts[generic(n.Field)]
		if open[p] {
			c.right++
			delete(open, p)
		} else {
			c.invented++
		}
		counts[p.kind] = c
	}
	for p := range open {
		c := counts[p.kind]
		c.missed++
		counts[p.kind] = c
	}
}

// generic is what a party of a filing is in any other text.
func generic(f ner.Field) ner.Field {
	switch f {
	case ner.Plaintiff, ner.Agent, ner.Attorney:
		return ner.PersonName
	case ner.Defendant, ner.LinkedParty, ner.Court:
		return ner.Organisation
	}
	return f
}

func printNames(kind string, c tally) {
	fmt.Printf("%-14s %9.3f %7.3f %6.3f %6d\n", kind, c.precision(), c.recall(), c.f1(), c.right+c.missed)
}
