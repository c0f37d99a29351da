package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// kind is a way in which a page may reach the court.
type kind struct {
	name    string
	quality paper.Quality
	columns int
}

var kinds = []kind{
	{"clean", paper.Clean, 1},
	{"fair", paper.Fair, 1},
	{"poor", paper.Poor, 1},
	{"turned 90°", paper.Turned, 1},
	{"turned 180°", paper.UpsideDown, 1},
	{"turned 270°", paper.TurnedBack, 1},
	{"faint", paper.Faint, 1},
	{"black borders", paper.Bordered, 1},
	{"punched and shaded", paper.Punched, 1},
	{"two columns", paper.Fair, 2},
	{"blurred", paper.Blurred, 1},
	{"dim", paper.Dim, 1},
	{"stamped and signed", paper.Marked, 1},
	{"dark glass beside it", paper.Copied, 1},
	{"thick black frame", paper.Framed, 1},
	{"punched through text", paper.Filed, 1},
	{"bound", paper.Bound, 1},
	{"gray holes at the head", paper.Headed, 1},
}

// scan is a scanned filing.
type scan struct {
	kind  string
	path  string
	pages []string // as printed
}

// maxPages bounds a document, so that each kind has more than one hand's.
const maxPages = 3

// scans makes the documents of a kind. Kinds differ in their documents, too.
func scans(o options, k kind, folder string) ([]scan, error) {
	part, varied := filings.HeldOut(), paper.VariedUnseen
	if o.part == "tuning" {
		part, varied = filings.Tuning(), paper.Varied
	}
	number := uint64(slices.IndexFunc(kinds, func(other kind) bool { return other.name == k.name }))
	made := filings.New(o.seed*100+number, part)
	var out []scan
	for seed := o.seed; len(out) < o.documents; seed++ {
		look := varied(seed*100 + number)
		look.Columns = k.columns
		if k.columns > 1 {
			look.Points = min(look.Points, 10.5)
		}
		f := made.Filing()
		printed, err := paper.BornDigital(f, look)
		if err != nil {
			return nil, err
		}
		if len(printed.Pages) > maxPages {
			continue
		}
		quality := k.quality.Unseen(seed*100 + number)
		if o.part == "tuning" {
			quality = k.quality.Varied(seed*100 + number)
		}
		pdf, err := paper.ScanPDF(printed.PDF, quality, seed)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(folder, fmt.Sprintf("%s-%d.pdf", k.quality.Name, len(out)+1))
		if k.columns > 1 {
			path = filepath.Join(folder, fmt.Sprintf("columns-%d.pdf", len(out)+1))
		}
		if err := os.WriteFile(path, pdf, 0o600); err != nil {
			return nil, err
		}
		out = append(out, scan{k.name, path, printed.Pages})
	}
	return out, nil
}
