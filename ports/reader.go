package ports

import (
	"context"
	"image"

	"github.com/cotejo/cotejo/core/document"
)

// Reader reads PDFs and images. Whatever a file does to it, the caller gets an answer: a
// reading, or a fault whose Spanish message says what is wrong with the file.
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

	// Check reports whether the reader can work at all, and what the processes
	// that read cannot reach.
	Check(ctx context.Context) (document.Sandbox, error)
}

// Drawer draws pages of PDFs for people to look at.
type Drawer interface {
	// Draw returns a page of the file at path, counted from 1, as a PNG in gray:
	// at dpi or, where that would take too many pixels, at what it can have.
	//
	// Faults: NotFound when there is no such page, Unprocessable when the file
	// or the page cannot be drawn, Timeout when it took too long, Unavailable
	// when too many are waiting already or the drawer crashed or could not start.
	Draw(ctx context.Context, path string, page int, dpi float64) ([]byte, error)

	// Count returns the number of pages that the file says it has. password may
	// be empty. Faults: as for Draw, but for NotFound.
	Count(ctx context.Context, path, password string) (int, error)
}

// PDF opens PDF files, and images as documents without text. Implementations may crash the process on hostile files:
// they live in the reader process alone.
type PDF interface {
	// Open opens the file; password is for one that does not open without.
	// Faults: Unprocessable when it is of another kind, is damaged beyond repair, or
	// needs a password that is missing or another one.
	Open(path, password string) (PDFDocument, error)
}

// PDFDocument is an open PDF or image file; pages count from 1. It is not safe for
// concurrent use.
type PDFDocument interface {
	Pages() int
	// Layer returns what the page holds before any recognition.
	Layer(page int) (document.PageLayer, error)
	// Render draws the page in gray at the given resolution.
	Render(page int, dpi float64) (*image.Gray, error)
	// Sound reports whether nothing of what was read of the file so far had to
	// be repaired or skipped.
	Sound() bool
	Close() error
}

// TextWriter is what a PDFDocument may be beside: one that text can be added to.
type TextWriter interface {
	// AddText writes words on a page so that they can be searched and copied but
	// not seen; turn is the document.Page's.
	AddText(page, turn int, words []document.Word) error
	// Save writes the document with the text that was added to a new file.
	Save(path string) error
}

// OCR recognises the text of a page image. It is not safe for concurrent use.
type OCR interface {
	// Recognize reads a gray image of the given resolution. Boxes of the
	// words are in pixels of the image.
	Recognize(img *image.Gray, dpi int) (document.Recognized, error)
	// RecognizeLine reads a gray image of a single line, or a part of one, by
	// another model: what both read alike is sure, and each knows signs that
	// the other does not.
	RecognizeLine(img *image.Gray, dpi int) (document.Recognized, error)
	Close() error
}
