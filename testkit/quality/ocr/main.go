// Command ocr measures how well and at what cost scans are read, beside the
// programs that people use otherwise: tesseract, at the better of two
// resolutions, and ocrmypdf. Each document goes to a new process of each.
//
//	go run ./testkit/quality/ocr [-n 2] [-kinds clean,fair,poor] [-part heldout] [-only cotejo] [-errors 40]
//
// The filings, their layout, typefaces and the faults of the scanner are those
// that nothing was tuned on, unless -part tuning is given. What a step is worth
// shows when it is left out: -each-step leaves out one after the other, -without
// straightened,smoothed -only cotejo several together.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	o := options{}
	flag.IntVar(&o.documents, "n", 2, "documents of each kind")
	flag.Uint64Var(&o.seed, "seed", 7, "of filings and scans")
	flag.StringVar(&o.part, "part", "heldout", "heldout or tuning")
	kinds := flag.String("kinds", "", "which kinds of scan, separated by commas; all of them unless given")
	only := flag.String("only", "", "which of the contenders; all of them unless given")
	flag.StringVar(&o.program, "cotejo", "bin/cotejo", "the program to measure")
	flag.StringVar(&o.without, "without", "", "steps that Cotejo does not take: "+strings.Join(steps, ", "))
	flag.BoolVar(&o.eachStep, "each-step", false, "measure Cotejo with nothing left out and without each of its steps, instead of its peers")
	flag.IntVar(&o.errors, "errors", 0, "print this many of the most frequent confusions")
	flag.StringVar(&o.keep, "keep", "", "folder to keep scans and readings in")
	flag.Parse()
	o.kinds, o.only = list(*kinds), list(*only)
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "ocr:", err)
		os.Exit(1)
	}
}

func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' })
}
