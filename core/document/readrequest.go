package document

import (
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/fault"
)

// ReadRequest selects what to read of a PDF.
type ReadRequest struct {
	Path     string
	Password string      // of an encrypted file
	Pages    []PageRange // those to read, in the order of the document; none: all

	// Searchable is the path of a PDF to write: the document with the recognised text behind the
	// page images. Empty means none. Such a reading starts from the beginning after an
	// interruption.
	Searchable string

	// An interrupted reading continues after page Done. Readable reports that an earlier page
	// could be read: a file without a readable page is damaged. Before is the memory of the
	// earlier pages, which may explain later ones.
	Done     int
	Readable bool
	Before   Memory
}

// PageRange is a range of pages, both ends included.
type PageRange struct {
	First int
	Last  int // 0: to the end of the document
}

// Wants reports whether the page is requested.
func (r ReadRequest) Wants(page int) bool {
	return page > r.Done && (len(r.Pages) == 0 || slices.ContainsFunc(r.Pages, func(p PageRange) bool {
		return page >= p.First && (page <= p.Last || p.Last == 0)
	}))
}

// Missing returns a requested page beyond the last page of the document, or 0.
func (r ReadRequest) Missing(total int) int {
	for _, p := range r.Pages {
		if end := max(p.First, p.Last); end > total {
			return end
		}
	}
	return 0
}

// PageCount returns the number of requested pages of a document with total pages.
func (r ReadRequest) PageCount(total int) int {
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

// Resume returns a request for the pages after those in read.
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

// UploadTooLarge returns the fault of a file of more than limit bytes.
func UploadTooLarge(limit int64) error {
	return fault.New(fault.TooLarge, "upload_too_large",
		fmt.Sprintf("El archivo supera el máximo de %d MB; divídalo o reduzca su resolución.", limit>>20))
}

// TooManyPages is the fault of a document of more pages than are read.
func TooManyPages(pages, limit int) error {
	return fault.New(fault.Unprocessable, "too_many_pages",
		fmt.Sprintf("El documento tiene %d páginas y el máximo es %d. Divídalo en partes y envíelas por separado.", pages, limit))
}

// MaxPageWords is how many words a page may have. No page of a filing comes near it. It bounds
// what a page takes while it is handed on: its words take many times the memory of its text.
const MaxPageWords = 30_000

const maxPageText = 512 << 10 // bytes

// CheckSize returns a fault when there is more on a page than is handed on.
func (p *Page) CheckSize() error {
	names := 0
	for _, name := range p.Attachments {
		names += len(name)
	}
	if len(p.Words) <= MaxPageWords && len(p.Text) <= maxPageText && names <= maxPageText {
		return nil
	}
	return PageTooLarge(p.Number)
}

// PageTooLarge is the fault of a page that has more text than is handed on.
func PageTooLarge(number int) error {
	return fault.New(fault.Unprocessable, "page_too_large",
		fmt.Sprintf("La página %d tiene más texto del que cabe en una página (%d palabras como máximo). Imprima el documento, escanéelo y envíe el escaneado.", number, MaxPageWords))
}

// TooMuchText is the fault of a document of more text than limit, in bytes.
func TooMuchText(limit int64) error {
	return fault.New(fault.Unprocessable, "too_much_text",
		fmt.Sprintf("El documento tiene más texto del que se puede procesar (%d MB). Divídalo en partes y envíelas por separado.", limit>>20))
}
