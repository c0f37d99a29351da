package pdftext

import (
	"errors"
	"fmt"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// binder is a book whose pages can be taken out.
type binder struct {
	*book
	opens   error
	fails   error
	written string
}

func (b *binder) Open(string, string) (ports.PDFDocument, error) {
	if b.opens != nil {
		return nil, b.opens
	}
	return b, nil
}

func (b *binder) Excerpt(first, last int, path string) error {
	b.written = fmt.Sprintf("%d-%d to %s", first, last, path)
	return b.fails
}

func TestPagesBecomeAFileOfTheirOwn(t *testing.T) {
	locked := fault.New(fault.Unprocessable, "pdf_encrypted", "Quite la contraseña.")
	large := fault.New(fault.Unprocessable, "image_too_large", "Escanéela con menos resolución.")
	for _, c := range []struct {
		rule         string
		pages        document.PageRange
		opens, fails error
		kind         fault.Kind
		code         string
		message      string
		written      string
	}{
		{rule: "some pages", pages: document.PageRange{First: 2, Last: 3}, written: "2-3 to y.pdf"},
		{rule: "one page", pages: document.PageRange{First: 4, Last: 4}, written: "4-4 to y.pdf"},
		{rule: "pages to the end", pages: document.PageRange{First: 3}, written: "3-4 to y.pdf"},
		{rule: "page 0", pages: document.PageRange{Last: 2}, kind: fault.NotFound, code: "page_not_found", message: "El documento no tiene la página 0; tiene 4."},
		{rule: "a range behind the last page", pages: document.PageRange{First: 5}, kind: fault.NotFound, code: "page_not_found",
			message: "El documento no tiene la página 5; tiene 4."},
		{rule: "an end behind the last page", pages: document.PageRange{First: 3, Last: 6}, kind: fault.NotFound, code: "page_not_found",
			message: "El documento no tiene la página 6; tiene 4."},
		{rule: "a range backwards", pages: document.PageRange{First: 3, Last: 2}, kind: fault.NotFound, code: "page_not_found"},
		{rule: "an end before the first page", pages: document.PageRange{First: 1, Last: -1}, kind: fault.NotFound, code: "page_not_found"},
		{rule: "a file with a password", pages: document.PageRange{First: 1}, opens: locked, kind: fault.Unprocessable, code: "page_encrypted"},
		{rule: "a file that cannot be opened", pages: document.PageRange{First: 1}, opens: large, kind: fault.Unprocessable, code: "image_too_large"},
		{rule: "damaged pages", pages: document.PageRange{First: 2, Last: 3}, fails: errors.New("not a dict"), kind: fault.Unprocessable, code: "excerpt_damaged",
			message: "No se pudieron separar las páginas 2 a 3: el archivo está dañado, o la parte ocupa demasiado. " +
				"Descargue el original, divídalo en su equipo y envíe las partes por separado."},
		{rule: "a damaged page", pages: document.PageRange{First: 2, Last: 2}, fails: errors.New("not a dict"), kind: fault.Unprocessable, code: "excerpt_damaged",
			message: "No se pudo separar la página 2: el archivo está dañado, o la parte ocupa demasiado. " +
				"Descargue el original, divídalo en su equipo y envíe las partes por separado."},
		{rule: "a fault of the page", pages: document.PageRange{First: 1}, fails: large, kind: fault.Unprocessable, code: "image_too_large"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			b := &binder{book: &book{layers: make([]document.PageLayer, 4)}, opens: c.opens, fails: c.fails}
			err := New(Deps{PDF: b}, nil).Excerpt(t.Context(), "x.pdf", c.pages, "y.pdf")
			if c.opens == nil && b.closed != 1 {
				t.Errorf("the document was closed %d times", b.closed)
			}
			if c.kind == "" {
				if err != nil || b.written != c.written {
					t.Errorf("wrote %q, %v, want %q", b.written, err, c.written)
				}
				return
			}
			if f, ok := fault.As(err); !ok || f.Kind != c.kind || f.Code != c.code || c.message != "" && f.Message != c.message {
				t.Errorf("got %v, want %s %s %s", err, c.kind, c.code, c.message)
			}
			if c.fails == nil && b.written != "" {
				t.Errorf("wrote %q", b.written)
			}
		})
	}
}

func TestPagesStayInDocumentsThatCannotGiveThem(t *testing.T) {
	b := &book{layers: make([]document.PageLayer, 1)}
	err := New(Deps{PDF: b}, nil).Excerpt(t.Context(), "x.pdf", document.PageRange{First: 1}, "y.pdf")
	if f, ok := fault.As(err); !ok || f.Code != "excerpt_damaged" {
		t.Errorf("got %v", err)
	}
}
