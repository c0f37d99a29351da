// Command doubt measures below which confidence a read page should be reviewed.
//
//	go run ./testkit/quality/doubt -part tuning [-n 6] [-cotejo bin/cotejo]
//	go run ./testkit/quality/doubt -part heldout
//
// It prints filings of one page, scans them at levels from clean to unreadable, reads them and
// extracts their parties. A page is misread if more of its words are wrong than the limit, which
// -part tuning chooses as the one that best separates pages with a wrong party or number from
// the others. It chooses the threshold of the confidence in the same way, to find the misread
// pages. Both parts print how often the threshold of the product is wrong, and how many filings
// need a review though each word is right; -part heldout has filings, typefaces and faults of the
// scanner that nothing was tuned on.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	o := options{}
	flag.StringVar(&o.part, "part", "heldout", "heldout or tuning")
	flag.IntVar(&o.perLevel, "n", 6, "pages of each level")
	flag.IntVar(&o.printed, "printed", 200, "filings of each type, as printed")
	flag.StringVar(&o.program, "cotejo", "bin/cotejo", "the program to measure")
	flag.BoolVar(&o.rows, "rows", false, "print each page")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "doubt:", err)
		os.Exit(1)
	}
}
