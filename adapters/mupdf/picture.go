package mupdf

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"archive/zip"
	"fmt"
	"image"
	"io"
	"os"
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

// pictures is an image file or an album of them. An image is a page; a TIFF may have several.
type pictures struct {
	c      *C.bridge_doc
	path   string
	files  []imageFile
	loaded int // index of the file that c holds; -1 for none
	pages  int
	bound  bool // into a PDF, by bind
}

// imageFile is an image file within the file at the path of its pictures.
type imageFile struct {
	offset, length int64
	tiff           bool
	before, pages  int // pages of the files before it, and its own
}

var _ ports.TextWriter = (*pictures)(nil)

// openPictures opens an image file or an album. Faults: Unprocessable, with the codes
// image_damaged, image_too_large and, from the same Reader, too_many_pages.
func openPictures(c *C.bridge_doc, path string, kind document.FileKind) (*pictures, error) {
	p := &pictures{c: c, path: path, loaded: -1}
	var err error
	if kind == document.Album {
		p.files, err = albumFiles(path)
	} else {
		var info os.FileInfo
		if info, err = os.Stat(path); err == nil {
			p.files = []imageFile{{length: info.Size(), tiff: kind == document.TIFF}}
		}
	}
	if err != nil {
		return nil, imageDamaged(err)
	}
	for i := range p.files {
		f := &p.files[i]
		f.before, f.pages = p.pages, 1
		if f.tiff || len(p.files) == 1 {
			// A damaged file of an album is a damaged page.
			if err := p.load(i); err != nil && len(p.files) == 1 {
				return nil, imageDamaged(err)
			}
		}
		if p.pages += f.pages; p.pages > maxClaimed {
			return nil, imageDamaged(fmt.Errorf("the file claims %d pages", p.pages))
		}
	}
	return p, nil
}

// albumFiles returns the images of an album. It bounds what the archive claims.
func albumFiles(path string) ([]imageFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(file, info.Size())
	if err != nil {
		return nil, err
	}
	if n := len(archive.File); n == 0 || n > document.MaxImages {
		return nil, fmt.Errorf("an album with %d images", n)
	}
	var files []imageFile
	for _, entry := range archive.File {
		offset, err := entry.DataOffset()
		if err != nil {
			return nil, err
		}
		length := int64(entry.CompressedSize64)
		if entry.Method != zip.Store || length < 0 || offset > info.Size() || length > info.Size()-offset {
			return nil, fmt.Errorf("%q is not an image of an album", entry.Name)
		}
		head, err := io.ReadAll(io.NewSectionReader(file, offset, min(length, document.HeadLength)))
		if err != nil {
			return nil, err
		}
		kind, _ := document.KindOf(head, entry.Name) // another kind is a page that cannot be read
		files = append(files, imageFile{offset: offset, length: length, tiff: kind == document.TIFF})
	}
	return files, nil
}

// load brings a file into p.c and counts its pages.
func (p *pictures) load(i int) error {
	if p.loaded == i {
		return nil
	}
	p.loaded = -1
	f := &p.files[i]
	name := C.CString(p.path)
	defer C.free(unsafe.Pointer(name))
	var pages C.int
	if C.bridge_open_pictures(p.c, name, C.int64_t(f.offset), C.size_t(f.length), flag(f.tiff), &pages) == 0 {
		return p.reason()
	}
	if pages <= 0 || pages > maxClaimed {
		return fmt.Errorf("mupdf: the file claims %d images", int(pages))
	}
	f.pages, p.loaded = int(pages), i
	return nil
}

// find loads the file of a page and returns the number of the page in it, from 0.
func (p *pictures) find(page int) (C.int, error) {
	for i := range p.files {
		if f := &p.files[i]; page > f.before && page <= f.before+f.pages {
			return C.int(page - 1 - f.before), p.load(i)
		}
	}
	return 0, fmt.Errorf("page %d of %d does not exist", page, p.pages)
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
	number, err := p.find(page)
	if err != nil {
		return err
	}
	samples := canvas(image.Rect(0, 0, width, height))
	if C.bridge_draw_picture(p.c, number, C.int(width), C.int(height), flag(colour), (*C.uchar)(&samples[0])) == 0 {
		if outOfMemory(p.reason()) {
			return imageTooLarge(m.pixelsX, m.pixelsY)
		}
		return p.damaged()
	}
	return nil
}

// bind makes a PDF of all images, a page each, unless it is made.
func (p *pictures) bind() error {
	if p.bound {
		return nil
	}
	return p.bindRange(1, p.pages)
}

// bindRange makes a PDF of some images.
func (p *pictures) bindRange(first, last int) error {
	if C.bridge_make_pdf(p.c) == 0 {
		return fmt.Errorf("making a PDF of images: %w", p.reason())
	}
	p.bound = true
	for page := first; page <= last; page++ {
		m, err := p.measure(page)
		if err != nil {
			return err
		}
		number, err := p.find(page)
		if err != nil {
			return err
		}
		if C.bridge_add_picture(p.c, number, C.float(m.width), C.float(m.height)) == 0 {
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
	return (&doc{c: p.c}).save(path, C.BRIDGE_WHOLE)
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
	number, err := p.find(page)
	if err != nil {
		return m, err
	}
	var found C.bridge_picture
	if C.bridge_measure_picture(p.c, number, &found) == 0 || found.width <= 0 || found.height <= 0 {
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
