// Package mupdf reads PDF files with MuPDF: the text layer word by word, the
// images placed on a page, and pages drawn in gray.
//
// MuPDF is C and meets whatever a stranger puts into a PDF: use it in the
// reader process alone. It is linked statically by go-fitz, whose Go functions
// give neither words with their boxes nor errors for every exception; bridge.c
// calls the library itself.
package mupdf

/*
#cgo LDFLAGS: -lm
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"image"
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
)

// New returns a ports.PDF on MuPDF. Documents may be open at the same time,
// each in the hands of one goroutine.
func New() ports.PDF { return opener{} }

type opener struct{}

// Open opens the PDF at path, whatever its name ends in. Faults: all
// Unprocessable, with the codes pdf_damaged, pdf_encrypted, pdf_password_wrong
// and pdf_empty.
func (opener) Open(path, password string) (ports.PDFDocument, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("opening the PDF: %w", err)
	}
	c := C.bridge_new()
	if c == nil {
		return nil, errNoContext
	}
	d := &doc{c: c, path: path}
	if err := d.open(path, password); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// doc is an open PDF.
type doc struct {
	c     *C.bridge_doc
	path  string
	pages int
}

func (d *doc) open(path, password string) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	if C.bridge_open(d.c, name) == 0 {
		return damaged(d.reason())
	}
	if C.bridge_needs_password(d.c) != 0 {
		if err := d.unlock(password); err != nil {
			return err
		}
	}
	var pages C.int
	if C.bridge_pages(d.c, &pages) == 0 {
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

// unlock opens an encrypted file, as its reader or as its owner.
func (d *doc) unlock(password string) error {
	if password == "" {
		return encrypted()
	}
	secret := C.CString(password)
	defer C.free(unsafe.Pointer(secret))
	if C.bridge_authenticate(d.c, secret) == 0 {
		return wrongPassword()
	}
	return nil
}

// Pages is what the PDF says of itself: one that lies fails page by page.
func (d *doc) Pages() int { return d.pages }

// Layer returns the words in the order in which the PDF draws them.
func (d *doc) Layer(page int) (document.PageLayer, error) {
	if err := d.check(page); err != nil {
		return document.PageLayer{}, err
	}
	var raw C.bridge_layer
	if C.bridge_read_layer(d.c, C.int(page-1), &raw) == 0 {
		return document.PageLayer{}, fmt.Errorf("reading the text of page %d: %w", page, d.reason())
	}
	defer C.bridge_free(unsafe.Pointer(raw.at_chars))
	defer C.bridge_free(unsafe.Pointer(raw.at_images))

	layer := document.PageLayer{Width: float64(raw.width), Height: float64(raw.height)}
	var b layerBuilder
	for _, ch := range unsafe.Slice(raw.at_chars, int(raw.chars)) {
		switch ch.starts {
		case C.BRIDGE_BLOCK:
			b.endBlock()
		case C.BRIDGE_LINE:
			b.endLine()
		}
		b.add(rune(ch.rune), box(ch.x0, ch.y0, ch.x1, ch.y1))
	}
	layer.Text, layer.Words = b.finish()
	for _, im := range unsafe.Slice(raw.at_images, int(raw.images)) {
		layer.Images = append(layer.Images, document.PlacedImage{
			Box:     box(im.x0, im.y0, im.x1, im.y1),
			PixelsX: int(im.pixels_x),
			PixelsY: int(im.pixels_y),
		})
	}
	return layer, nil
}

// Render draws the page, its annotations and form fields. A page too large for
// dpi is drawn at the resolution that it can have: the caller divides the
// picture's size by the page's to know it.
func (d *doc) Render(page int, dpi float64) (*image.Gray, error) {
	if err := d.check(page); err != nil {
		return nil, err
	}
	var w, h C.float
	if C.bridge_size(d.c, C.int(page-1), &w, &h) == 0 {
		return nil, fmt.Errorf("measuring page %d: %w", page, d.reason())
	}
	width, height, err := pixelSize(float64(w), float64(h), dpi)
	if err != nil {
		return nil, fmt.Errorf("drawing page %d: %w", page, err)
	}
	var pic C.bridge_picture
	scaleX, scaleY := float64(width)/float64(w), float64(height)/float64(h)
	if C.bridge_render(d.c, C.int(page-1), C.float(scaleX), C.float(scaleY), C.int(width), C.int(height), &pic) == 0 {
		return nil, fmt.Errorf("drawing page %d: %w", page, d.reason())
	}
	defer C.bridge_free(unsafe.Pointer(pic.samples))
	img := image.NewGray(image.Rect(0, 0, width, height))
	copy(img.Pix, unsafe.Slice((*byte)(unsafe.Pointer(pic.samples)), width*height))
	return img, nil
}

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

func (d *doc) reason() error { return fmt.Errorf("mupdf: %s", C.GoString(C.bridge_message(d.c))) }

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

func box(x0, y0, x1, y1 C.float) document.Box {
	return document.Box{X0: float64(x0), Y0: float64(y0), X1: float64(x1), Y1: float64(y1)}
}
