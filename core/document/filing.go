package document

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
)

// Filing returns the parts of a document that are compared. A document that was typed in has only
// its remarks as text. Of a file with several filings it is the first.
func (d *Document) Filing() dedup.Filing { return d.Filings()[0] }

// Filings returns all filings of the file, at least one. The first has the document's ID and
// fields, each other one the ID of FilingID and the parties that were read.
func (d *Document) Filings() []dedup.Filing {
	filings := []dedup.Filing{{ID: d.ID, Type: string(d.Type), Text: cmp.Or(d.Text, d.Remarks), Parties: dedup.Parties{
		Plaintiff: d.Plaintiff, Defendant: d.Defendant, Cedula: d.Cedula, Email: d.Email,
		Radicado: d.Radicado, Address: d.PlaintiffAddress, Doubts: d.partyDoubts(),
	}}}
	starts := d.starts()
	if len(starts) == 1 {
		return filings
	}
	texts := strings.Split(d.Text, PageBreak)
	text := func(from, to int) string {
		return strings.Join(texts[min(from, len(texts)):min(to, len(texts))], PageBreak)
	}
	filings[0].Text = text(0, starts[1])
	for i, start := range starts[1:] {
		end := len(d.Pages)
		if i+2 < len(starts) {
			end = starts[i+2]
		}
		page := d.Pages[start]
		filings = append(filings, dedup.Filing{ID: FilingID(d.ID, page.Number), Type: string(d.Type), Text: text(start, end), Parties: *page.Begins})
	}
	return filings
}

// FilingStart returns where the text of the filing at a place in Filings starts in the text of the
// document, in code points.
func (d *Document) FilingStart(i int) int {
	if i == 0 {
		return 0
	}
	before, texts := 0, strings.Split(d.Text, PageBreak)
	for _, page := range texts[:min(d.starts()[i], len(texts))] {
		before += utf8.RuneCountInString(page) + utf8.RuneCountInString(PageBreak)
	}
	return before
}

// Recognised returns the spans of the text that come from pages which were recognised.
func (d *Document) Recognised() []ner.Span {
	texts := strings.Split(d.Text, PageBreak)
	return ner.RecognisedPages(min(len(texts), len(d.Pages)), func(i int) (string, bool) { return texts[i], d.Pages[i].Source == OCR })
}

// starts returns the pages on which the filings begin, from 0.
func (d *Document) starts() []int {
	starts := []int{0}
	for i, p := range d.Pages {
		if p.Begins != nil && i > 0 {
			starts = append(starts, i)
		}
	}
	return starts
}

// filingMark stands between the ID of a document and the page on which one of its filings begins.
const filingMark = "#"

// FilingID returns the ID of the filing that begins on a page, from 1, of a document: that of the document for the
// first filing.
func FilingID(documentID string, page int) string {
	if page <= 1 {
		return documentID
	}
	return documentID + filingMark + strconv.Itoa(page)
}

// ParseFilingID returns the document and the page of the ID of a filing; the page is 1 for the first filing.
func ParseFilingID(id string) (documentID string, page int) {
	documentID, number, ok := strings.Cut(id, filingMark)
	if page, err := strconv.Atoi(number); ok && err == nil {
		return documentID, page
	}
	return documentID, 1
}

// bundleWarning returns the warning about a file with several filings.
func bundleWarning(pages []PageInfo, starts []int) string {
	ranges := make([]string, len(starts))
	for i, start := range starts {
		end := len(pages)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if ranges[i] = strconv.Itoa(pages[start].Number); end > start+1 {
			ranges[i] += fmt.Sprintf("–%d", pages[end-1].Number)
		}
	}
	last := len(ranges) - 1
	return fmt.Sprintf("El archivo parece contener %d escritos: páginas %s y %s. Los datos son los del primero; divídalo para que cada escrito sea un documento.",
		len(starts), strings.Join(ranges[:last], ", "), ranges[last])
}

// Represented returns the extracted names of the people on whose behalf another files: "A; B".
func (d *Document) Represented() string {
	var r ner.Result
	for _, e := range d.Entities {
		r.Entities = append(r.Entities, e.Entity)
	}
	return r.Joined(ner.Represented)
}
