package mupdf

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"image"
	"strings"
	"unsafe"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

const (
	// maxDecoded bounds an image before it is decoded, in pixels: A3 at 600 dpi
	// are 70 million, and MuPDF takes up to twelve bytes for one.
	maxDecoded = 100_000_000

	// Fewer or more dots per inch are no scanner's: cameras and programs write 72
	// and 96. No sheet is longer than longestSheet, in inches. Such an image is
	// taken for one of a sheet of usualSheet. A fax has half the lines of its dots.
	fewestDPI    = 100
	fewestLines  = 50
	mostDPI      = 2400
	longestSheet = 24
	usualSheet   = 11
)

// pictures is an image file: a page of its own, or several in a TIFF.
type pictures struct {
	c     *C.bridge_doc
	pages int
	bound bool // into a PDF, by bind
}

var _ ports.TextWriter = (*pictures)(nil)

// openPictures opens an image file. Faults: Unprocessable, with the codes
// image_damaged, image_too_large and, from the same Reader, too_many_pages.
func openPictures(c *C.bridge_doc, path string, kind document.FileKind) (*pictures, error) {
	p := &pictures{c: c}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var tiff, pages C.int
	if kind == document.TIFF {
		tiff = 1
	}
	if C.bridge_open_pictures(c, name, tiff, &pages) == 0 || pages <= 0 || pages > maxClaimed {
		return nil, imageDamaged(p.reason())
	}
	p.pages = int(pages)
	return p, nil
}

// Pages implements ports.PDFDocument.
func (p *pictures) Pages() int { return p.pages }

// Layer returns a page that is one image and has no text.
func (p *pictures) Layer(page int) (document.PageLayer, error) {
	m, err := p.measure(page)
	if err != nil {
		return document.PageLayer{}, err
	}
	return document.PageLayer{Width: m.width, Height: m.height, Images: []document.PlacedImage{
		{Box: document.Box{X1: m.width, Y1: m.height}, PixelsX: m.pixelsX, PixelsY: m.pixelsY}}}, nil
}

// Render draws the image upright, as its camera says.
func (p *pictures) Render(page int, dpi float64) (*image.Gray, error) {
	var img *image.Gray
	err := p.render(page, dpi, false, func(r image.Rectangle) []byte { img = image.NewGray(r); return img.Pix })
	if err != nil {
		return nil, err
	}
	return img, nil
}

// RenderColour is Render in colour.
func (p *pictures) RenderColour(page int, dpi float64) (*image.RGBA, error) {
	var img *image.RGBA
	err := p.render(page, dpi, true, func(r image.Rectangle) []byte { img = image.NewRGBA(r); return img.Pix })
	if err != nil {
		return nil, err
	}
	return img, nil
}

// render draws an image onto what canvas returns for its size.
func (p *pictures) render(page int, dpi float64, colour bool, canvas func(image.Rectangle) []byte) error {
	m, err := p.measure(page)
	if err != nil {
		return err
	}
	width, height, err := pixelSize(m.width, m.height, dpi)
	if err != nil {
		return fmt.Errorf("drawing page %d: %w", page, err)
	}
	samples := canvas(image.Rect(0, 0, width, height))
	if C.bridge_draw_picture(p.c, C.int(page-1), C.int(width), C.int(height), flag(colour), (*C.uchar)(&samples[0])) == 0 {
		if outOfMemory(p.reason()) {
			return imageTooLarge(m.pixelsX, m.pixelsY)
		}
		return p.damaged()
	}
	return nil
}

// bind makes a PDF of the images, a page each, unless it is made.
func (p *pictures) bind() error {
	if p.bound {
		return nil
	}
	if C.bridge_make_pdf(p.c) == 0 {
		return fmt.Errorf("making a PDF of images: %w", p.reason())
	}
	p.bound = true
	for page := 1; page <= p.pages; page++ {
		m, err := p.measure(page)
		if err != nil {
			return err
		}
		if C.bridge_add_picture(p.c, C.int(page-1), C.float(m.width), C.float(m.height)) == 0 {
			return fmt.Errorf("adding page %d to a PDF: %w", page, p.reason())
		}
	}
	return nil
}

// AddText implements ports.TextWriter.
func (p *pictures) AddText(page, turn int, words []document.Word) error {
	if err := p.bind(); err != nil {
		return err
	}
	return (&doc{c: p.c, pages: p.pages}).AddText(page, turn, words)
}

// Save writes a PDF of the images with the text that was added.
func (p *pictures) Save(path string) error {
	if err := p.bind(); err != nil {
		return err
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	if C.bridge_save(p.c, name, 0) == 0 {
		return fmt.Errorf("saving the document: %w", p.reason())
	}
	return nil
}

// Sound implements ports.PDFDocument.
func (p *pictures) Sound() bool { return p.c.complaints == 0 }

// Close implements ports.PDFDocument.
func (p *pictures) Close() error {
	C.bridge_close(p.c)
	p.c = nil
	return nil
}

// pictureSize is the size of an image as displayed: in points, and in pixels.
type pictureSize struct {
	width, height    float64
	pixelsX, pixelsY int
}

func (p *pictures) measure(page int) (m pictureSize, err error) {
	if page < 1 || page > p.pages {
		return m, fmt.Errorf("page %d of %d does not exist", page, p.pages)
	}
	var found C.bridge_picture
	if C.bridge_measure_picture(p.c, C.int(page-1), &found) == 0 || found.width <= 0 || found.height <= 0 {
		return m, p.damaged()
	}
	m.pixelsX, m.pixelsY = int(found.width), int(found.height)
	if m.pixelsX > maxDecoded/m.pixelsY {
		return m, imageTooLarge(m.pixelsX, m.pixelsY)
	}
	m.width, m.height = sheetSize(m.pixelsX, m.pixelsY, int(found.xres), int(found.yres))
	if found.on_side != 0 {
		m.width, m.height, m.pixelsX, m.pixelsY = m.height, m.width, m.pixelsY, m.pixelsX
	}
	return m, nil
}

// sheetSize is the size of what an image shows, in points.
func sheetSize(pixelsX, pixelsY, dpiX, dpiY int) (width, height float64) {
	x, y := float64(pixelsX), float64(pixelsY)
	told := min(dpiX, dpiY) >= fewestLines && max(dpiX, dpiY) >= fewestDPI && max(dpiX, dpiY) <= mostDPI
	if told && max(x/float64(dpiX), y/float64(dpiY)) <= longestSheet {
		return 72 * x / float64(dpiX), 72 * y / float64(dpiY)
	}
	scale := 72 * usualSheet / max(x, y)
	return x * scale, y * scale
}

// damaged is about a page; of a file that has no other it is a fault.
func (p *pictures) damaged() error {
	if p.pages == 1 {
		return imageDamaged(p.reason())
	}
	return p.reason()
}

// outOfMemory reports whether MuPDF says so: "malloc (1 bytes) failed".
func outOfMemory(reason error) bool { return strings.Contains(reason.Error(), "alloc (") }

func (p *pictures) reason() error { return fmt.Errorf("mupdf: %s", C.GoString(&p.c.message[0])) }
