package pdftext

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"image/png"
	"math"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

var _ ports.Drawer = (*Reader)(nil)

// shownPixels bounds a page that people look at: 200 dpi of a legal page are
// less than 5 million.
const shownPixels = 8_000_000

// Draw draws one page; see ports.Drawer. It needs no OCR.
func (r *Reader) Draw(_ context.Context, path string, d document.Drawing) ([]byte, error) {
	doc, err := r.open(path)
	if err != nil {
		return nil, err
	}
	defer doc.Close()
	if d.Page < 1 || d.Page > doc.Pages() {
		return nil, document.NoPage(d.Page, doc.Pages())
	}
	if layer, err := doc.Layer(d.Page); err == nil { // a page whose text is unreadable may be drawn all the same
		d.DPI = min(d.DPI, shownDPI(layer.Width, layer.Height))
	}
	encoded, err := encode(doc, d)
	if _, isFault := fault.As(err); isFault {
		return nil, err
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Unprocessable, "page_damaged",
			fmt.Sprintf("La página %d está dañada y no se puede mostrar; descargue el original y ábralo en su equipo.", d.Page))
	}
	return encoded, nil
}

// open opens a file that needs no password.
func (r *Reader) open(path string) (ports.PDFDocument, error) {
	doc, err := r.deps.PDF.Open(path, "")
	if f, ok := fault.As(err); ok && f.Code == "pdf_encrypted" {
		return nil, fault.Wrap(err, fault.Unprocessable, "page_encrypted",
			"El archivo PDF está protegido con contraseña, que no se guarda; descargue el original y ábralo con ella.")
	}
	return doc, err
}

// shownQuality is that of pages in colour: what JPEG loses at it nobody sees on paper.
const shownQuality = 85

func encode(doc ports.PDFDocument, d document.Drawing) ([]byte, error) {
	var b bytes.Buffer
	if d.Colour {
		img, err := doc.RenderColour(d.Page, d.DPI)
		if err == nil {
			err = jpeg.Encode(&b, img, &jpeg.Options{Quality: shownQuality})
		}
		return b.Bytes(), err
	}
	img, err := doc.Render(d.Page, d.DPI)
	if err == nil {
		encoder := png.Encoder{CompressionLevel: png.BestSpeed}
		err = encoder.Encode(&b, img)
	}
	return b.Bytes(), err
}

// shownDPI is the resolution at which a page of that size, in points, takes
// shownPixels.
func shownDPI(width, height float64) float64 {
	if !(width > 0 && height > 0) {
		return math.Inf(1)
	}
	return 72 * math.Sqrt(shownPixels/(width*height))
}
