package reading

import (
	"bytes"
	"context"
	"fmt"
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
func (r *Reader) Draw(_ context.Context, path string, page int, dpi float64) ([]byte, error) {
	doc, err := r.deps.PDF.Open(path, "")
	if f, ok := fault.As(err); ok && f.Code == "pdf_encrypted" {
		return nil, fault.Wrap(err, fault.Unprocessable, "page_encrypted",
			"El archivo PDF está protegido con contraseña, que no se guarda; descargue el original y ábralo con ella.")
	}
	if err != nil {
		return nil, err
	}
	defer doc.Close()
	if page < 1 || page > doc.Pages() {
		return nil, document.NoPage(page, doc.Pages())
	}
	if layer, err := doc.Layer(page); err == nil { // a page whose text is unreadable may be drawn all the same
		dpi = min(dpi, shownDPI(layer.Width, layer.Height))
	}
	img, err := doc.Render(page, dpi)
	if _, isFault := fault.As(err); isFault {
		return nil, err
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Unprocessable, "page_damaged",
			fmt.Sprintf("La página %d está dañada y no se puede mostrar; descargue el original y ábralo en su equipo.", page))
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("encoding page %d: %w", page, err)
	}
	return b.Bytes(), nil
}

// shownDPI is the resolution at which a page of that size, in points, takes
// shownPixels.
func shownDPI(width, height float64) float64 {
	if !(width > 0 && height > 0) {
		return math.Inf(1)
	}
	return 72 * math.Sqrt(shownPixels/(width*height))
}
