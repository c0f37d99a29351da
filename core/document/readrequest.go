package document

import (
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/fault"
)

// ReadRequest says what of a PDF is to be read.
type ReadRequest struct {
	Path     string
	Password string      // for a file that does not open without one
	Pages    []PageRange // those to read, in the order of the document; none: all

	// Searchable is a file to write: the document with the text of recognised
	// pages behind their pictures. Empty: none. Such a reading does not go on
	// where another was cut off.
	Searchable string

	// A reading that was cut off goes on behind page Done. Readable tells that
	// one of the pages before could be read: a file of which none can is damaged.
	// Before is what is remembered of those pages, for what one says of another.
	Done     int
	Readable bool
	Before   Memory
}

// PageRange is a stretch of pages, both ends included.
type PageRange struct {
	First int
	Last  int // 0: to the end of the document
}

// Wants reports whether that page is to be read.
func (r ReadRequest) Wants(page int) bool {
	return page > r.Done && (len(r.Pages) == 0 || slices.ContainsFunc(r.Pages, func(p PageRange) bool {
		return page >= p.First && (page <= p.Last || p.Last == 0)
	}))
}

// Missing returns a page that is asked for and that a document of so many pages
// does not have; 0 when there is none.
func (r ReadRequest) Missing(total int) int {
	for _, p := range r.Pages {
		if end := max(p.First, p.Last); end > total {
			return end
		}
	}
	return 0
}

// Of is how many pages are asked for of a document of so many.
func (r ReadRequest) Of(total int) int {
	if len(r.Pages) == 0 {
		return total
	}
	r.Done = 0
	n := 0
	for page := 1; page <= total; page++ {
		if r.Wants(page) {
			n++
		}
	}
	return n
}

// Resume asks for what is left behind pages that were read.
func (r ReadRequest) Resume(read []Page) ReadRequest {
	if n := len(read); n > 0 {
		r.Done = read[n-1].Number
		r.Readable = slices.ContainsFunc(read, func(p Page) bool { return !p.Unreadable })
		r.Before = nil
		for _, p := range read {
			r.Before = r.Before.With(p)
		}
	}
	return r
}

// TooManyPages is the fault of a document of more pages than are read.
func TooManyPages(pages, limit int) error {
	return fault.New(fault.Unprocessable, "too_many_pages",
		fmt.Sprintf("El documento tiene %d páginas y el máximo es %d. Divídalo en partes y envíelas por separado.", pages, limit))
}

// No page of a filing comes near these. They bound what a page takes while it is
// handed on: its words take many times the memory of its text.
const (
	maxPageWords = 30_000
	maxPageText  = 512 << 10 // bytes
)

// CheckSize returns a fault when there is more on a page than is handed on.
func (p *Page) CheckSize() error {
	if len(p.Words) <= maxPageWords && len(p.Text) <= maxPageText {
		return nil
	}
	return PageTooLarge(p.Number)
}

// PageTooLarge is the fault of a page that has more text than is handed on.
func PageTooLarge(number int) error {
	return fault.New(fault.Unprocessable, "page_too_large",
		fmt.Sprintf("La página %d tiene más texto del que cabe en una página (%d palabras como máximo). Imprima el documento, escanéelo y envíe el escaneado.", number, maxPageWords))
}

// TooMuchText is the fault of a document of more text than limit, in bytes.
func TooMuchText(limit int64) error {
	return fault.New(fault.Unprocessable, "too_much_text",
		fmt.Sprintf("El documento tiene más texto del que se puede procesar (%d MB). Divídalo en partes y envíelas por separado.", limit>>20))
}
