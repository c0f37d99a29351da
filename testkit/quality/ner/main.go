// Command ner measures how well core/ner extracts the parties and identifiers
// of generated filings, of layouts, wordings and matters on which nothing was
// tuned or trained:
//
//	go run ./testkit/quality/ner [-part heldout|tuning] [-n 1000] [-only fields,extractors,ablation,traps,calibration,rulings,scans,speed] [-errors demandado]
//	    [-corpora ../shared/data] [-gold gold.jsonl -read read.jsonl]
//
// It prints precision and recall of every field for each way in which a text
// may have come to the product, the same of each extractor alone, what the
// ensemble loses without each of them, how often it gives a number where the
// paper has none, how often the parties of real rulings are right, and how much text a core reads a second. Of the tuning part,
// -errors prints where the ensemble errs; of the held-out part it prints
// nothing but totals.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// study is what a run measures on.
type study struct {
	part   filings.Options
	n      int
	seed   uint64
	errors ner.Field // of which errors are printed; none when ""
	in     string    // the reading whose errors are printed
	show   int       // code points of each paper with an error that are printed

	tuning     bool   // part is the tuning part
	corpora    string // folder of published texts, see testkit/corpora
	gold, read string // files about scans, see reportScans
}

var sections = []struct {
	name string
	run  func(study)
}{
	{"fields", reportFields}, {"extractors", reportExtractors}, {"ablation", reportAblation}, {"traps", reportTraps}, {"calibration", reportCalibration},
	{"rulings", reportRulings}, {"scans", reportScans}, {"speed", reportSpeed},
}

func main() {
	part := flag.String("part", "heldout", "layouts, wordings and matters: heldout or tuning")
	n := flag.Int("n", 1000, "number of filings")
	seed := flag.Uint64("seed", 2024, "of the filings")
	only := flag.String("only", "", "sections, comma between them; all by default")
	errors := flag.String("errors", "", "of the tuning part, print where this field is wrong")
	in := flag.String("reading", "as printed", "whose errors are printed")
	show := flag.Int("show", 0, "code points of each paper with an error that are printed")
	texts := flag.String("corpora", "", "folder of published rulings, see testkit/corpora/SOURCES.md")
	gold := flag.String("gold", "", "gold.jsonl of scans that testkit/genfilings made")
	read := flag.String("read", "", "what \"cotejo read\" printed of those scans")
	flag.Parse()
	options, ok := map[string]filings.Options{"tuning": filings.Tuning(), "heldout": filings.HeldOut()}[*part]
	if !ok {
		fail("-part %s: want heldout or tuning", *part)
	}
	if *errors != "" && *part != "tuning" {
		fail("-errors shows single filings, which must not be seen of the held-out part")
	}
	s := study{options, *n, *seed, ner.Field(*errors), *in, *show, *part == "tuning", *texts, *gold, *read}
	for _, section := range sections {
		if *only == "" || slices.Contains(strings.Split(*only, ","), section.name) {
			section.run(s)
		}
	}
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "ner: "+format+"\n", args...)
	os.Exit(1)
}
