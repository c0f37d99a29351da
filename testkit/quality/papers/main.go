// Command papers measures extraction and duplicates on papers that people wrote, see testkit/papers.
//
//	go run ./testkit/quality/papers [-rows] [-part learn]
//	go run ./testkit/quality/papers -papers FILE.jsonl -pairs FILE.jsonl
//
// A name counts as right if it has the words of one of the spellings of the gold, a number or an
// address if it has its letters and digits. A paper counts as silently wrong if its plaintiff,
// defendant, cédula or e-mail is wrong and no review is asked.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/cotejo/cotejo/testkit/papers"
)

func main() {
	rows := flag.Bool("rows", false, "print each wrong value and each wrong relation")
	part := flag.String("part", "report", "papers and pairs to measure: report, or learn, from which the program was made")
	paperFile := flag.String("papers", "", "measure the papers of this file")
	pairFile := flag.String("pairs", "", "measure the pairs of this file")
	misread := flag.Float64("misread", 0, "share of the characters of pairs that are misread")
	flag.Parse()
	if err := run(*part, *paperFile, *pairFile, *rows, *misread); err != nil {
		fmt.Fprintln(os.Stderr, "papers:", err)
		os.Exit(1)
	}
}

func run(part, paperFile, pairFile string, rows bool, misread float64) (err error) {
	var all []papers.Paper
	var pairs []papers.Pair
	switch {
	case paperFile == "" && pairFile == "":
		papersOf, pairsOf := papers.ToReport, papers.PairsToReport
		if part == "learn" {
			papersOf, pairsOf = papers.ToLearn, papers.PairsToLearn
		}
		if all, err = papersOf(); err == nil {
			pairs, err = pairsOf()
		}
	default:
		if paperFile != "" {
			all, err = papers.ReadPapers(paperFile)
		}
		if err == nil && pairFile != "" {
			pairs, err = papers.ReadPairs(pairFile)
		}
	}
	if err != nil {
		return err
	}
	m, err := newMeasurement(rows, misread)
	if err != nil {
		return err
	}
	if len(all) > 0 {
		m.reportFields(all)
	}
	if len(pairs) > 0 {
		m.reportPairs(pairs)
	}
	return nil
}
