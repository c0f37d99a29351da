// Package mupdf reads PDF files and images with MuPDF: the text layer word by
// word, the images placed on a page, and pages drawn in gray or in colour.
//
// MuPDF is C and meets whatever a stranger puts into a file: use it in the
// reader process alone. go-fitz brings the library and its headers; bridge.c
// calls the library, because the Go functions of go-fitz give no boxes, take no
// passwords and end the process on an exception of MuPDF
// (docs/adr/0008-mupdf-bridge.md).
//
// cgo does not know the headers of another module. In a checkout, go generate
// links them to the folder include; in the module cache and in a vendor folder
// go-fitz is a neighbour of this module.
package mupdf

//go:generate sh -c "ln -sfn \"$(go list -f '{{.Dir}}' github.com/gen2brain/go-fitz)/include\" include && test -d include/mupdf"

/*
#cgo CFLAGS: -Iinclude
#cgo CFLAGS: -I../../../../gen2brain/go-fitz@v1.28.1/include
#cgo CFLAGS: -I../../../../gen2brain/go-fitz/include
#cgo LDFLAGS: -lm
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"unsafe"

	_ "github.com/gen2brain/go-fitz" // links MuPDF

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

const (
	// maxPixels bounds a drawn page: 40 megapixels are a legal page at 540 dpi.
	maxPixels = 40_000_000
	// maxClaimed bounds what a file says of its pages before the first is
	// loaded: MuPDF makes room for all of them.
	maxClaimed = 1_000_000
	// maxSide is the longest side that recognition engines accept.
	maxSide = 20_000
	// maxChars and maxImages bound what is kept of one page.
	maxChars  = 1 << 20
	maxImages = 1 << 14
)

// New returns a ports.PDF on MuPDF. Documents may be open at the same time,
// each in the hands of one goroutine.
func New() ports.PDF { return opener{} }

type opener struct{}

// Open opens the PDF, image, Word document or message at path, whatever its name ends in. Faults: all
// Unprocessable, with the codes pdf_damaged, pdf_encrypted, pdf_password_wrong
// and pdf_empty, image_damaged, and those of document.KindOf.
func (opener) Open(path, password string) (ports.PDFDocument, error) {
	head, err := headOf(path)
	if err != nil {
		return nil, fmt.Errorf("opening the file: %w", err)
	}
	c := C.bridge_new()
	if c == nil {
		return nil, errNoContext
	}
	kind, unknown := document.KindOf(head, path)
	if unknown == nil && makers[kind] != nil {
		d := &doc{c: c, path: path}
		if err := d.make(path, kind); err != nil {
			d.Close()
			return nil, err
		}
		return d, nil
	}
	if unknown == nil && kind != document.PDF {
		p, err := openPictures(c, path, kind)
		if err != nil {
			C.bridge_close(c)
			return nil, err
		}
		return p, nil
	}
	d := &doc{c: c, path: path}
	if err := d.open(path, password); err != nil {
		d.Close()
		if unknown != nil {
			return nil, unknown
		}
		return nil, err
	}
	return d, nil
}

// headOf returns the beginning of a file.
func headOf(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, document.HeadLength))
}

// doc is an open PDF.
type doc struct {
	c       *C.bridge_doc
	path    string
	pages   int
	isMade  bool     // of the file at path, which is another
	leftOut []string // of that file
}

func (d *doc) open(path, password string) error {
	name, secret := C.CString(path), C.CString(password)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(secret))
	var pages C.int
	switch C.bridge_open(d.c, name, secret, &pages) {
	case C.BRIDGE_OPEN:
	case C.BRIDGE_LOCKED:
		if password == "" {
			return encrypted()
		}
		return wrongPassword()
	default:
		return damaged(d.reason())
	}
	if pages <= 0 {
		return empty()
	}
	if pages > maxClaimed {
		return damaged(fmt.Errorf("mupdf: the file claims %d pages", int(pages)))
	}
	d.pages = int(pages)
	return nil
}

// Pages returns the number of pages that the PDF declares: if that is wrong, pages fail one by one.
func (d *doc) Pages() int { return d.pages }

// Layer returns the words in the order in which the PDF draws them. What is attached is also
// returned with an error.
func (d *doc) Layer(page int) (document.PageLayer, error) {
	if err := d.check(page); err != nil {
		return document.PageLayer{}, err
	}
	var layer document.PageLayer
	layer.Attachments, layer.AdobeForm = d.attached(page)
	if page == 1 {
		layer.Attachments = append(layer.Attachments, d.leftOut...)
	}
	var noted C.bridge_paints
	defer C.bridge_drop_paints(d.c, &noted)
	text := C.bridge_text(d.c, C.int(page-1), &noted)
	if text == nil {
		return layer, fmt.Errorf("reading the text of page %d: %w", page, d.reason())
	}
	defer C.fz_drop_stext_page(d.c.ctx, text)

	bounds := text.mediabox
	layer.Width, layer.Height = float64(bounds.x1-bounds.x0), float64(bounds.y1-bounds.y0)
	hidden, isHidden := unseen(text, &noted, func() (*image.RGBA, error) { return d.RenderColour(page, visibilityDPI) })
	layer.Hidden = isHidden
	var b layerBuilder
	chars := 0
	scattered := isScattered(text)
	var letters []letter // of the line, or of the page if they are scattered
	for block := text.first_block; block != nil; block = block.next {
		switch block._type {
		case C.FZ_STEXT_BLOCK_TEXT:
			for line := C.bridge_first_line(block); line != nil; line = line.next {
				for ch := line.first_char; ch != nil && chars < maxChars; ch = ch.next {
					if hidden == nil || !hidden[chars] {
						l := letterOf(ch, bounds)
						l.isCut = hidden != nil && chars > 0 && hidden[chars-1]
						letters = append(letters, l)
					}
					chars++
				}
				if !scattered {
					b.addLine(letters, line.wmode == 0 && line.dir.x > 0.99)
					letters = letters[:0]
				}
			}
			b.endBlock()
		case C.FZ_STEXT_BLOCK_IMAGE:
			if len(layer.Images) == maxImages {
				continue
			}
			placed := document.PlacedImage{Box: box(block.bbox, bounds)}
			if image := C.bridge_image(block); image != nil {
				placed.PixelsX, placed.PixelsY = int(image.w), int(image.h)
			}
			layer.Images = append(layer.Images, placed)
		case C.FZ_STEXT_BLOCK_VECTOR:
			if C.bridge_is_rectangle(block) == 0 {
				layer.Outlines++
			}
		}
	}
	if scattered {
		b.addLines(inPlace(letters))
	}
	layer.Text, layer.Words = b.finish()
	return layer, nil
}

func letterOf(ch *C.fz_stext_char, page C.fz_rect) letter {
	return letter{r: rune(ch.c), box: quadBox(ch.quad, page), baseline: float64(ch.origin.y - page.y0), size: float64(ch.size),
		isAdded: ch.flags&C.FZ_STEXT_SYNTHETIC != 0}
}

// Render draws the page, its annotations and form fields. A page too large for
// dpi is drawn at the resolution that it can have: the caller divides the
// picture's size by the page's to know it.
func (d *doc) Render(page int, dpi float64) (*image.Gray, error) {
	var img *image.Gray
	err := d.render(page, dpi, false, func(r image.Rectangle) []byte { img = image.NewGray(r); return img.Pix })
	if err != nil {
		return nil, err
	}
	return img, nil
}

// RenderColour is Render in colour.
func (d *doc) RenderColour(page int, dpi float64) (*image.RGBA, error) {
	var img *image.RGBA
	err := d.render(page, dpi, true, func(r image.Rectangle) []byte { img = image.NewRGBA(r); return img.Pix })
	if err != nil {
		return nil, err
	}
	return img, nil
}

// render draws a page onto what canvas returns for its size.
func (d *doc) render(page int, dpi float64, colour bool, canvas func(image.Rectangle) []byte) error {
	if err := d.check(page); err != nil {
		return err
	}
	var bounds C.fz_rect
	if C.bridge_bounds(d.c, C.int(page-1), &bounds) == 0 {
		return fmt.Errorf("measuring page %d: %w", page, d.reason())
	}
	w, h := float64(bounds.x1-bounds.x0), float64(bounds.y1-bounds.y0)
	width, height, err := pixelSize(w, h, dpi)
	if err != nil {
		return fmt.Errorf("drawing page %d: %w", page, err)
	}
	samples := canvas(image.Rect(0, 0, width, height))
	if C.bridge_draw(d.c, C.int(page-1), C.float(float64(width)/w), C.float(float64(height)/h),
		C.int(width), C.int(height), flag(colour), (*C.uchar)(&samples[0])) == 0 {
		return fmt.Errorf("drawing page %d: %w", page, d.reason())
	}
	return nil
}

func flag(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

// Sound reports whether MuPDF has logged no warning or error about the file.
func (d *doc) Sound() bool { return d.c.complaints == 0 }

func (d *doc) Close() error {
	C.bridge_close(d.c)
	d.c = nil
	return nil
}

func (d *doc) check(page int) error {
	if page < 1 || page > d.pages {
		return fmt.Errorf("page %d of %d does not exist", page, d.pages)
	}
	return nil
}

func (d *doc) reason() error { return fmt.Errorf("mupdf: %s", C.GoString(&d.c.message[0])) }

// pixelSize is the size in pixels of a page of w × h points at dpi, lowered to
// what maxPixels and maxSide allow.
func pixelSize(w, h, dpi float64) (width, height int, err error) {
	if !(w > 0 && h > 0 && dpi > 0) || math.IsInf(w*h*dpi, 0) {
		return 0, 0, fmt.Errorf("a page of %g × %g points at %g dpi has no size", w, h, dpi)
	}
	scale := dpi / 72
	scale = min(scale, math.Sqrt(maxPixels/(w*h)), maxSide/max(w, h))
	return max(1, int(math.Round(w*scale))), max(1, int(math.Round(h*scale))), nil
}

// quadBox is the box around q in points from the upper left corner of the page.
func quadBox(q C.fz_quad, page C.fz_rect) document.Box {
	return box(C.fz_rect{x0: min(q.ul.x, q.ur.x, q.ll.x, q.lr.x), y0: min(q.ul.y, q.ur.y, q.ll.y, q.lr.y),
		x1: max(q.ul.x, q.ur.x, q.ll.x, q.lr.x), y1: max(q.ul.y, q.ur.y, q.ll.y, q.lr.y)}, page)
}

// box is r in points from the upper left corner of the page.
func box(r, page C.fz_rect) document.Box {
	return document.Box{X0: float64(r.x0 - page.x0), Y0: float64(r.y0 - page.y0), X1: float64(r.x1 - page.x0), Y1: float64(r.y1 - page.y0)}
}
