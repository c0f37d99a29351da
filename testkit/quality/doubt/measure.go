package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/errorrate"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

type options struct {
	part, program string
	perLevel      int
	printed       int
	rows          bool
}

// misreadAbove is the limit of wrong words that -part tuning chose. A wrong party or number that
// passes costs as much as looking at two pages for nothing.
const (
	misreadAbove = .07
	missCosts    = 2
)

// levels are scans from clean to unreadable.
var levels = []paper.Quality{
	paper.Clean, paper.Fair, paper.Poor, paper.Blurred, paper.Dim,
	{Name: "coarse", DPI: 110, Skew: 1, Sigma: 8, Ink: 40, Paper: 235, JPEG: 55},
	{Name: "soft", DPI: 150, Skew: 1, Sigma: 8, Blur: 3, Ink: 60, Paper: 230, JPEG: 50},
	{Name: "coarse and soft", DPI: 110, Skew: 1, Sigma: 8, Blur: 1, Ink: 60, Paper: 230, JPEG: 45},
	{Name: "noisy", DPI: 130, Skew: 2, Sigma: 45, Salt: .02, Ink: 60, Paper: 225, JPEG: 45},
	{Name: "very soft", DPI: 150, Skew: 1, Sigma: 8, Blur: 4, Ink: 70, Paper: 225, JPEG: 45},
	{Name: "unreadable", DPI: 100, Skew: 1, Sigma: 10, Blur: 3, Ink: 80, Paper: 220, JPEG: 40},
}

// sheet is a scanned filing of one page and how it was read.
type sheet struct {
	level   string
	filing  filings.Filing
	path    string
	printed string

	confidence float64
	wrongWords float64 // share
	wrongField bool    // a party or the number of the plaintiff is missing or wrong
}

func run(o options) error {
	folder, err := os.MkdirTemp("", "cotejo-doubt-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	sheets, err := scans(o, folder)
	if err != nil {
		return fmt.Errorf("making scans: %w", err)
	}
	if err := readAll(o, sheets); err != nil {
		return err
	}
	report(o, sheets)
	return reportPrinted(o)
}

// mostPages bounds a filing, of which only the first page is read.
const mostPages = 2

// scans makes perLevel filings of each level.
func scans(o options, folder string) (sheets []sheet, err error) {
	part, look, worn := filings.HeldOut(), paper.VariedUnseen, paper.Quality.Unseen
	if o.part == "tuning" {
		part, look, worn = filings.Tuning(), paper.Varied, paper.Quality.Varied
	}
	for number, level := range levels {
		made := filings.New(7000+uint64(number), part)
		for seed := uint64(number * 1000); len(sheets) < (number+1)*o.perLevel; seed++ {
			f := made.Of(document.Tutela)
			printed, err := paper.BornDigital(f, look(seed))
			if err != nil {
				return nil, err
			}
			if len(printed.Pages) > mostPages {
				continue
			}
			scanned, err := paper.Scan(f, look(seed), worn(level, seed), seed)
			if err != nil {
				return nil, err
			}
			s := sheet{level: level.Name, filing: f, printed: printed.Pages[0], path: filepath.Join(folder, fmt.Sprintf("%d.pdf", len(sheets)))}
			if err := os.WriteFile(s.path, scanned.PDF, 0o600); err != nil {
				return nil, err
			}
			sheets = append(sheets, s)
		}
	}
	return sheets, nil
}

// readAll reads the first page of each sheet, as many at once as there are processors.
func readAll(o options, sheets []sheet) error {
	extractor, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		return err
	}
	var wait sync.WaitGroup
	failures := make([]error, len(sheets))
	next := make(chan int)
	for range runtime.NumCPU() {
		wait.Go(func() {
			for i := range next {
				failures[i] = sheets[i].read(o.program, extractor)
			}
		})
	}
	for i := range sheets {
		next <- i
	}
	close(next)
	wait.Wait()
	return errors.Join(failures...)
}

func (s *sheet) read(program string, extractor *ner.Ensemble) error {
	c := exec.Command(program, "read", "--json", "--quiet", "--ocr-workers", "1", "--pages", "1", s.path)
	c.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	out, err := c.Output()
	if err != nil && c.ProcessState.ExitCode() != needsReview {
		return fmt.Errorf("%s: %w", program, err)
	}
	var answer struct {
		Text       string
		Confidence float64
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return fmt.Errorf("what %s printed: %w", program, err)
	}
	wrong, length := errorrate.CountWords(s.printed, answer.Text)
	s.confidence, s.wrongWords = answer.Confidence, float64(wrong)/float64(max(1, length))
	recognised, err := extractor.ExtractContext(context.Background(), answer.Text, ner.Recognised(answer.Text)...)
	if err != nil {
		return err
	}
	printed, read := extractor.Extract(s.printed).Parties(), recognised.Parties()
	for _, f := range []struct {
		field         ner.Field
		printed, read string
	}{{ner.Plaintiff, printed.Plaintiff, read.Plaintiff}, {ner.Defendant, printed.Defendant, read.Defendant}, {ner.Cedula, printed.Cedula, read.Cedula}} {
		s.wrongField = s.wrongField || !filings.Same(f.field, f.printed, f.read)
	}
	return nil
}

// needsReview is the status of the program if it read nothing sure.
const needsReview = 8

// threshold returns the value that separates the sheets at the least cost: those that are positive
// lie above it. A positive one below it costs miss, another one above it 1. It lies in the middle
// between two values, and of equals it is the highest.
func threshold(sheets []sheet, miss int, value func(sheet) float64, positive func(sheet) bool) float64 {
	values := []float64{0}
	for _, s := range sheets {
		values = append(values, value(s))
	}
	slices.Sort(values)
	best, least := 0.0, miss*len(sheets)+1
	for i := range values[:len(values)-1] {
		limit, cost := (values[i]+values[i+1])/2, 0
		for _, s := range sheets {
			switch above := value(s) > limit; {
			case positive(s) && !above:
				cost += miss
			case above && !positive(s):
				cost++
			}
		}
		if cost <= least {
			best, least = limit, cost
		}
	}
	return best
}

func report(o options, sheets []sheet) {
	if o.rows {
		for _, s := range sheets {
			fmt.Printf("%-16s confidence %.3f, wrong words %.3f, wrong field %v\n", s.level, s.confidence, s.wrongWords, s.wrongField)
		}
	}
	misread := func(s sheet) bool { return s.wrongWords > misreadAbove }
	if o.part == "tuning" {
		fmt.Printf("pages with a wrong party or number have more than %.3f wrong words\n",
			threshold(sheets, missCosts, func(s sheet) float64 { return s.wrongWords }, func(s sheet) bool { return s.wrongField }))
		fmt.Printf("pages with more than %.2f wrong words have a confidence under %.3f\n\n", misreadAbove,
			1-threshold(sheets, 1, func(s sheet) float64 { return 1 - s.confidence }, misread))
	}
	fmt.Println("| scans | pages | misread | for review | false alarms | misses | wrong party or number, not for review |\n|---|---|---|---|---|---|---|")
	for _, level := range append(levels, paper.Quality{Name: "all"}) {
		var n, wrong, due, alarms, misses, fields int
		for _, s := range sheets {
			if s.level != level.Name && level.Name != "all" {
				continue
			}
			unsure := document.PageInfo{Confidence: s.confidence}.IsUnsure()
			n++
			wrong += count(misread(s))
			due += count(unsure)
			alarms += count(unsure && !misread(s))
			misses += count(!unsure && misread(s))
			fields += count(!unsure && s.wrongField)
		}
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %d |\n", level.Name, n, wrong, due, alarms, misses, fields)
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
