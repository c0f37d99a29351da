package ports

import (
	"context"
	"image"

	"github.com/cotejo/cotejo/core/document"
)

// Reader reads PDFs and images. It survives hostile files: the caller gets a reading, or a
// fault whose Spanish message explains the file.
type Reader interface {
	// Read reads the file that r names and hands each page to visit as soon as it
	// is read, with the number of pages of the document: a long one needs no more
	// memory than a short one. What visit has been given is sound even when a
	// later page fails. An error of visit ends the reading and is returned.
	//
	// Faults: Unprocessable for a file that cannot be read (damaged, encrypted,
	// without pages, with too many), NotFound for a page that it does not have,
	// Timeout when a page took too long, Unavailable when the reader crashed or
	// could not start: trying again, behind the pages read, may help.
	Read(ctx context.Context, r document.ReadRequest, visit func(p document.Page, total int) error) error

	// Check reports whether the reader works, and which sandbox restrictions are missing.
	Check(ctx context.Context) (document.Sandbox, error)
}

// Drawer draws pages of PDFs for people to look at, and writes them as PDFs of their own.
type Drawer interface {
	// Draw returns a page of the file at path: a PNG in gray, or a JPEG in colour.
	//
	// Faults: NotFound when there is no such page, Unprocessable when the file
	// or the page cannot be drawn, Timeout when it took too long, Unavailable
	// when too many are waiting already or the drawer crashed or could not start.
	Draw(ctx context.Context, path string, d document.Drawing) ([]byte, error)

	// Count returns the number of pages that the file says it has. password may
	// be empty. Faults: as for Draw, except NotFound.
	Count(ctx context.Context, path, password string) (int, error)

	// Excerpt writes the pages of the file at path as a PDF to a new file at to.
	// Faults: as for Draw; NotFound when there is no such page.
	Excerpt(ctx context.Context, path string, pages document.PageRange, to string) error
}

// PDF opens PDF files, and images as documents without text. Implementations may crash the
// process on hostile files: use them in the reader process only.
type PDF interface {
	// Open opens a file; password is for encrypted ones. Faults: Unprocessable for another kind of
	// file, for damage beyond repair, and for a missing or wrong password.
	Open(path, password string) (PDFDocument, error)
}

// PDFDocument is an open PDF or image file; pages count from 1. It is not safe for
// concurrent use.
type PDFDocument interface {
	Pages() int
	// Layer returns the text layer and images of the page, and what is attached to it, which is
	// also returned with an error.
	Layer(page int) (document.PageLayer, error)
	// Render draws the page in gray at the given resolution.
	Render(page int, dpi float64) (*image.Gray, error)
	// RenderColour is Render in colour.
	RenderColour(page int, dpi float64) (*image.RGBA, error)
	// Sound reports whether the parts of the file that were read so far needed no repair.
	Sound() bool
	Close() error
}

// TextWriter is an optional interface of a PDFDocument to which text can be added.
type TextWriter interface {
	// AddText writes invisible words on a page, so that they can be searched and copied; turn is
	// that of document.Page.
	AddText(page, turn int, words []document.Word) error
	// Save writes the document with the text that was added to a new file.
	Save(path string) error
}

// PageExtractor is an optional interface of a PDFDocument whose pages can be written as a PDF.
type PageExtractor interface {
	// Excerpt writes pages first to last to a new PDF at path, without anything that belongs to
	// other pages or to the file as a whole. Afterwards the document can only be closed.
	Excerpt(first, last int, path string) error
}

// OCR recognises the text of a page image. It is not safe for concurrent use.
type OCR interface {
	// Start loads what recognition needs, as the first picture does otherwise. Fault: Unavailable
	// where it is missing; Recognize and RecognizeLine then fail with the same fault.
	Start() error
	// Recognize reads a gray image of the given resolution. Boxes of the
	// words are in pixels of the image.
	Recognize(img *image.Gray, dpi int) (document.Recognized, error)
	// RecognizeLine reads a gray image of a line, or a part of one, with the other model. Text on
	// which both models agree is certain; each model knows signs that the other lacks.
	RecognizeLine(img *image.Gray, dpi int) (document.Recognized, error)
	Close() error
}
