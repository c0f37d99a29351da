package document

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Division is a file that was divided: its filings are documents of their own. The divided document is in the bin until
// somebody undoes the division or erases it.
type Division struct {
	DocumentID string // of the divided document
	FileName   string
	Parts      []DividedPart // in the order of their pages
}

// DividedPart is a part of a divided file.
type DividedPart struct {
	DocumentID string
	TaskID     string    // that makes the document
	Pages      PageRange // of the divided file
}

// Split asks for the division of a document.
type Split struct {
	DocumentID string
	Begins     []int    // pages on which the parts after the first begin, from 2; none: those of its filings
	Revisions  []string // one of which the document must have; nil: any
}

// Divided is a status that only the history of a document shows.
const Divided Status = "divided"

// KeptForever is until when the bin keeps a divided document.
var KeptForever = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// MaxParts bounds the parts of a division.
const MaxParts = 200

// PartPages returns the pages of the parts that begin on those pages; see Split. Faults: Unprocessable.
func (d *Document) PartPages(begins []int) ([]PageRange, error) {
	if len(begins) == 0 {
		for _, start := range d.starts()[1:] {
			begins = append(begins, start+1)
		}
	}
	begins = slices.Compact(slices.Sorted(slices.Values(begins)))
	n := len(begins)
	switch {
	case n == 0:
		return nil, fault.New(fault.Unprocessable, "one_filing", "El archivo parece tener un solo escrito. Si tiene varios, diga en qué página comienza cada uno.")
	case begins[0] < 2 || begins[n-1] > len(d.Pages):
		return nil, fault.New(fault.Unprocessable, "bad_pages", fmt.Sprintf("El segundo escrito comienza en la página 2 o después, y ninguno después de la %d, que es la última.", len(d.Pages)))
	case n >= MaxParts:
		return nil, fault.New(fault.Unprocessable, "too_many_parts", fmt.Sprintf("Un archivo se divide en %d escritos como máximo.", MaxParts))
	}
	parts, first := make([]PageRange, 0, n+1), 1
	for _, begin := range append(begins, len(d.Pages)+1) {
		parts = append(parts, PageRange{First: first, Last: begin - 1})
		first = begin
	}
	return parts, nil
}

// PartName returns the name of a part of a divided file, from 1 to of.
func PartName(fileName string, part, of int) string {
	base := cmp.Or(strings.TrimSuffix(fileName, path.Ext(fileName)), fileName)
	return CleanFileName(fmt.Sprintf("%s (%d de %d)%s", base, part, of, PDF.Extension()))
}

// ReadPages returns pages of the document as they were read, with numbers from 1; words are those of all its pages, encoded by
// WordMap. It reports false if a page was left out or its words are not stored.
func (d *Document) ReadPages(pages PageRange, words [][]byte) ([]Page, bool) {
	texts := strings.Split(d.Text, PageBreak)
	if len(texts) != len(d.Pages) || len(words) != len(d.Pages) {
		return nil, false
	}
	var read []Page
	for i := pages.First - 1; i < pages.Last; i++ {
		info := d.Pages[i]
		m, err := DecodeWords(words[i], texts[i])
		if err != nil || info.Unread {
			return nil, false
		}
		read = append(read, Page{Number: len(read) + 1, Source: info.Source, DPI: info.DPI, Width: m.Width, Height: m.Height, Turn: m.Turn,
			Text: texts[i], Words: m.Words, Confidence: info.Confidence, Blank: info.Blank,
			Attachments: info.Attachments, AdobeForm: info.AdobeForm, Hidden: info.Hidden})
	}
	return read, true
}
