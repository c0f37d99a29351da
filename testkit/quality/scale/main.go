// Command scale measures the service on very many documents: it takes a
// collection in with cotejo import, starts the server on it, asks what clerks
// ask, one request after another, uploads printed filings, and exports the
// register. It prints the figures beside what they should be.
//
//	go run ./testkit/quality/scale -bin bin -folder /tmp/scale -collection filings.jsonl
//
// The folder keeps the database for the next run, unless -database names one of
// PostgreSQL; what is there already is not imported again.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	var m measurement
	flag.StringVar(&m.bin, "bin", "bin", "folder of cotejo and cotejod")
	flag.StringVar(&m.folder, "folder", "", "working folder of the service")
	flag.StringVar(&m.database, "database", "", "postgres://… in place of a file in the folder")
	flag.StringVar(&m.collection, "collection", "", "the documents, as genfilings -stream -entities writes them")
	flag.IntVar(&m.samples, "samples", 400, "requests of a kind")
	flag.Parse()
	if m.folder == "" || m.collection == "" {
		fmt.Fprintln(os.Stderr, "scale: -folder and -collection are needed")
		os.Exit(2)
	}
	if err := m.run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

// target is what a figure should be at most, at a million documents.
type target struct{ sqlite, postgres float64 }

func (m *measurement) report(what string, got float64, unit string, t target, atLeast bool) {
	want := t.sqlite
	if m.database != "" {
		want = t.postgres
	}
	sign, met := "≤", got <= want
	if atLeast {
		sign, met = "≥", got >= want
	}
	verdict := "missed"
	if met {
		verdict = "met"
	}
	fmt.Printf("| %s | %.1f %s | %s %g | %s |\n", what, got, unit, sign, want, verdict)
}

// printFigure prints a figure without a target.
func printFigure(what string, got float64, unit string) {
	fmt.Printf("| %s | %.1f %s | | |\n", what, got, unit)
}

// run does one thing after the other: each is measured by itself.
func (m *measurement) run(ctx context.Context) error {
	if err := os.MkdirAll(m.folder, 0o755); err != nil {
		return err
	}
	fmt.Println("| | measured | target at 1,000,000 | |\n|---|---|---|---|")
	for _, step := range []func(context.Context) error{m.fill, m.askServer, m.export} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}
