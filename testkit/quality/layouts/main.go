// Command layouts measures how well core/ner and core/doctype read papers of the layouts that
// Colombian courts receive and issue:
//
//	go run ./testkit/quality/layouts [-v]
//
// For each layout it prints how many of the fields that the paper states are right, and how many
// fields got a value that the paper does not state: of a paper to tune on and of a held-out one. A
// second table has the same by field. -v lists the wrong fields of the papers to tune on; of the
// held-out ones it prints nothing but totals.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/cotejo/cotejo/core/ner"
)

// The parts of the corpus, each a folder.
const (
	tuning  = "tune"
	heldOut = "heldout"
)

func main() {
	verbose := flag.Bool("v", false, "list the wrong fields of the tuning part")
	flag.Parse()
	if err := run(*verbose); err != nil {
		fmt.Fprintln(os.Stderr, "layouts:", err)
		os.Exit(1)
	}
}

func run(verbose bool) error {
	e, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		return err
	}
	var layouts []string
	byLayout, byField := tallies{}, tallies{}
	for _, part := range []string{tuning, heldOut} {
		all, err := papers(part)
		if err != nil {
			return err
		}
		for _, p := range all {
			if !slices.Contains(layouts, p.Layout) {
				layouts = append(layouts, p.Layout)
			}
			for _, o := range read(e, p) {
				byLayout.add(part, p.Layout, o)
				byField.add(part, string(o.field), o)
				if verbose && part == tuning && !o.isRight() {
					fmt.Printf("%s: %s is %q, want %q\n", p.Layout, o.field, o.got, o.want)
				}
			}
		}
	}
	byLayout.print("layout", layouts)
	names := []string{string(docType)}
	for _, f := range fields {
		names = append(names, string(f))
	}
	byField.print("field", names)
	return nil
}

// tally counts the fields that a paper states, those of them that are right, and those with a value
// that the paper does not state.
type tally struct{ stated, right, invented int }

// tallies are the counts of each row in each part.
type tallies map[string]map[string]tally

func (t tallies) add(part, row string, o outcome) {
	if t[part] == nil {
		t[part] = map[string]tally{}
	}
	c := t[part][row]
	switch {
	case len(o.want) == 0 && len(o.got) > 0:
		c.invented++
	case len(o.want) > 0:
		c.stated++
		if o.isRight() {
			c.right++
		}
	}
	t[part][row] = c
}

// print prints a table with a last line of totals.
func (t tallies) print(name string, rows []string) {
	fmt.Printf("\n%-26s %16s %9s %16s %9s\n", name, "tune", "invented", "held-out", "invented")
	var total [2]tally
	for _, row := range rows {
		counts := [2]tally{t[tuning][row], t[heldOut][row]}
		for i, c := range counts {
			total[i].stated += c.stated
			total[i].right += c.right
			total[i].invented += c.invented
		}
		printRow(row, counts)
	}
	printRow("all", total)
}

func printRow(name string, counts [2]tally) {
	fmt.Printf("%-26s", name)
	for _, c := range counts {
		fmt.Printf(" %16s %9d", fmt.Sprintf("%d / %d", c.right, c.stated), c.invented)
	}
	fmt.Println()
}
