package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/cotejo/cotejo/testkit/errorrate"
)

type options struct {
	documents, errors            int
	seed                         uint64
	part, program, keep, without string
	kinds, only                  []string
	eachStep                     bool
}

// result is what a contender made of a document.
type result struct {
	kind, contender      string
	wrong, length, pages int
	spent                time.Duration
	confusions           []errorrate.Confusion
}

func run(o options) error {
	folder, err := os.MkdirTemp("", "cotejo-ocr-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if o.keep != "" {
		folder = o.keep
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	var all []scan
	for _, k := range kinds {
		if len(o.kinds) > 0 && !slices.Contains(o.kinds, k.name) {
			continue
		}
		made, err := scans(o, k, folder)
		if err != nil {
			return fmt.Errorf("making scans: %w", err)
		}
		all = append(all, made...)
	}
	results, err := readAll(o, all)
	if err != nil {
		return err
	}
	printTable(o, results)
	printConfusions(o, results)
	return nil
}

// readAll has every contender read every scan, as many at once as there are
// processors.
func readAll(o options, all []scan) ([]result, error) {
	type task struct {
		s scan
		c contender
	}
	tasks := make(chan task)
	var (
		mu      sync.Mutex
		results []result
		failure error
		wg      sync.WaitGroup
	)
	for range runtime.NumCPU() {
		wg.Go(func() {
			for t := range tasks {
				r, err := judge(o, t.s, t.c)
				mu.Lock()
				if err != nil {
					failure = err
				} else {
					results = append(results, r)
				}
				mu.Unlock()
			}
		})
	}
	for _, s := range all {
		for _, c := range contenders(o) {
			tasks <- task{s, c}
		}
	}
	close(tasks)
	wg.Wait()
	return results, failure
}

func judge(o options, s scan, c contender) (result, error) {
	folder, err := os.MkdirTemp("", "cotejo-ocr-*")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(folder)
	pages, spent, err := c.read(s, folder)
	if err != nil { // then all of it is wrong
		fmt.Fprintf(os.Stderr, "ocr: %s, %s: %v\n", c.name, s.kind, err)
	}
	if o.keep != "" {
		name := strings.TrimSuffix(s.path, ".pdf") + "." + strings.ReplaceAll(c.name, " ", "-") + ".txt"
		if err := os.WriteFile(filepath.Clean(name), []byte(strings.Join(pages, "\f")), 0o600); err != nil {
			return result{}, err
		}
	}
	r := result{kind: s.kind, contender: c.name, pages: len(s.pages), spent: spent}
	for i, printed := range s.pages {
		read := ""
		if i < len(pages) {
			read = pages[i]
		}
		wrong, length := errorrate.Count(printed, read)
		r.wrong, r.length = r.wrong+wrong, r.length+length
		if o.errors > 0 {
			r.confusions = append(r.confusions, errorrate.Confusions(printed, read)...)
		}
	}
	return r, nil
}

// sum is what a contender made of all documents of a kind.
type sum struct {
	wrong, length, pages int
	spent                time.Duration
}

func (s sum) rate() float64 { return float64(s.wrong) / float64(s.length) }
func (s sum) each() float64 { return s.spent.Seconds() / float64(s.pages) }

func printTable(o options, results []result) {
	sums := map[[2]string]sum{}
	for _, r := range results {
		key := [2]string{r.kind, r.contender}
		s := sums[key]
		sums[key] = sum{s.wrong + r.wrong, s.length + r.length, s.pages + r.pages, s.spent + r.spent}
	}
	defer printGoals(sums)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
	fmt.Fprint(w, "| scans\t| pages\t")
	for _, c := range contenders(o) {
		fmt.Fprintf(w, "| %s\t", c.name)
	}
	fmt.Fprintln(w, "|")
	fmt.Fprintln(w, strings.Repeat("|---\t", 2+len(contenders(o)))+"|")
	for _, k := range kinds {
		if _, measured := sums[[2]string{k.name, contenders(o)[0].name}]; !measured {
			continue
		}
		fmt.Fprintf(w, "| %s\t| %d\t", k.name, sums[[2]string{k.name, contenders(o)[0].name}].pages)
		for _, c := range contenders(o) {
			s := sums[[2]string{k.name, c.name}]
			fmt.Fprintf(w, "| %.2f %% · %.2f s\t", 100*s.rate(), s.each())
		}
		fmt.Fprintln(w, "|")
	}
	w.Flush()
}

// printGoals says, where all contenders took part, how the first compares with
// the others: with tesseract at the resolution at which it makes the fewest
// errors and at the one at which it is quickest, and with ocrmypdf.
func printGoals(sums map[[2]string]sum) {
	for _, k := range kinds {
		of := func(contender string) sum { return sums[[2]string{k.name, contender}] }
		ours, low, high, peer := of("cotejo"), of("tesseract 200"), of("tesseract 300"), of("ocrmypdf")
		if ours.pages == 0 || low.pages == 0 || high.pages == 0 || peer.pages == 0 {
			continue
		}
		best, dpi := low, 200
		if high.rate() < low.rate() {
			best, dpi = high, 300
		}
		fmt.Printf("%s: %.2f of tesseract's time at its best resolution (%d dpi), %.2f of its least; of ocrmypdf %.2f of the time, %.2f of the errors\n",
			k.name, ours.each()/best.each(), dpi, ours.each()/min(low.each(), high.each()), ours.each()/peer.each(), ours.rate()/peer.rate())
	}
}

// printConfusions lists the most frequent confusions of the first contender,
// each with one place where it happened.
func printConfusions(o options, results []result) {
	type entry struct {
		c errorrate.Confusion
		n int
	}
	found := map[[2]string]*entry{}
	for _, r := range results {
		if r.contender != contenders(o)[0].name {
			continue
		}
		for _, c := range r.confusions {
			key := [2]string{c.Printed, c.Read}
			if found[key] == nil {
				found[key] = &entry{c: c}
			}
			found[key].n++
		}
	}
	var entries []*entry
	for _, e := range found {
		entries = append(entries, e)
	}
	cost := func(e *entry) int { return e.n * max(len([]rune(e.c.Printed)), len([]rune(e.c.Read))) }
	slices.SortFunc(entries, func(a, b *entry) int { return cost(b) - cost(a) })
	for _, e := range entries[:min(o.errors, len(entries))] {
		fmt.Printf("%4d × %q → %q  in «%s[%s]%s»\n", e.n, e.c.Printed, e.c.Read, e.c.Before, e.c.Printed, e.c.After)
	}
}
