// Package tesseract recognises the text of page images with Tesseract, in
// Spanish and English together: Spanish alone reads "@" as O and "#" as 4.
//
// Start the process with OMP_THREAD_LIMIT=1 in its environment: Tesseract's own
// threads cost more than twice the CPU for the same page, and two pages at once
// are faster. Recognition is C++ that may crash or leak on strange pictures:
// use it in the reader process alone.
package tesseract

import (
	"encoding/binary"
	"fmt"
	"image"
	"strconv"

	"github.com/otiai10/gosseract/v2"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Options tune the engine. The zero value works.
type Options struct {
	Languages    []string // trained data to use together; default spa, eng
	DataPath     string   // folder of the trained data; default: Tesseract's own
	RecycleAfter int      // pages after which the engine is made anew, because it leaks a little; default 200
}

const (
	defaultRecycle = 200
	// maxSide is what Tesseract's coordinates can count.
	maxSide = 32_767
	// Resolutions that Tesseract believes; others it would replace by a guess.
	minDPI, maxDPI = 70, 2400
)

// New starts the engine and has it read an empty picture, so that missing
// trained data shows here. Fault: Unavailable.
func New(o Options) (ports.OCR, error) {
	if len(o.Languages) == 0 {
		o.Languages = []string{"spa", "eng"}
	}
	if o.RecycleAfter <= 0 {
		o.RecycleAfter = defaultRecycle
	}
	e := &engine{options: o}
	blank := image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range blank.Pix {
		blank.Pix[i] = 255
	}
	if _, err := e.Recognize(blank, 300); err != nil {
		e.Close()
		return nil, unavailable(err)
	}
	return e, nil
}

// engine is a ports.OCR.
type engine struct {
	options Options
	client  *gosseract.Client // nil before the first page and between two lives
	pages   int               // read by client
}

// Recognize reads img as a page of one or more columns.
func (e *engine) Recognize(img *image.Gray, dpi int) (document.Recognized, error) {
	size := img.Rect.Size()
	if size.X < 1 || size.Y < 1 || size.X > maxSide || size.Y > maxSide {
		return document.Recognized{}, fmt.Errorf("tesseract: a picture of %d × %d pixels cannot be read", size.X, size.Y)
	}
	if err := e.prepare(dpi); err != nil {
		return document.Recognized{}, err
	}
	if err := e.client.SetImageFromBytes(spix(img)); err != nil {
		return document.Recognized{}, fmt.Errorf("tesseract: taking the picture: %w", err)
	}
	boxes, err := e.client.GetBoundingBoxesVerbose()
	if err != nil {
		return document.Recognized{}, fmt.Errorf("tesseract: %w", err)
	}
	e.pages++
	return assemble(boxes), nil
}

// Close frees the engine; it may be called twice.
func (e *engine) Close() error {
	if e.client == nil {
		return nil
	}
	err := e.client.Close()
	e.client, e.pages = nil, 0
	return err
}

// prepare makes a client if there is none or it is old, and tells it the
// resolution.
func (e *engine) prepare(dpi int) error {
	if e.pages >= e.options.RecycleAfter {
		if err := e.Close(); err != nil {
			return fmt.Errorf("tesseract: ending the engine: %w", err)
		}
	}
	if e.client == nil {
		c := gosseract.NewClient()
		c.TessdataPrefix = e.options.DataPath
		c.Languages = e.options.Languages
		c.Variables["tessedit_pageseg_mode"] = strconv.Itoa(int(gosseract.PSM_AUTO))
		e.client, e.pages = c, 0
	}
	dpi = min(max(dpi, minDPI), maxDPI)
	if err := e.client.SetVariable("user_defined_dpi", strconv.Itoa(dpi)); err != nil {
		return fmt.Errorf("tesseract: setting the resolution: %w", err)
	}
	return nil
}

// spix is img in Leptonica's own serialisation, which is taken over with one
// copy; PGM is read pixel by pixel. JPEG would read as an empty page: MuPDF's
// JPEG library, linked into the same program, hides the one that Leptonica was
// built for.
//
// Pixels stand in 32-bit words, the first in the highest byte, words in the
// byte order of the machine, rows padded to whole words.
func spix(img *image.Gray) []byte {
	const header = 28
	size := img.Rect.Size()
	words := (size.X + 3) / 4
	out := make([]byte, header, header+4*words*size.Y)
	copy(out, "spix")
	for i, v := range []int{size.X, size.Y, 8, words, 0, 4 * words * size.Y} {
		binary.NativeEndian.PutUint32(out[4+4*i:], uint32(v))
	}
	row := make([]byte, 4*words)
	for y := range size.Y {
		copy(row, img.Pix[y*img.Stride:][:size.X])
		for i := 0; i < len(row); i += 4 {
			out = binary.NativeEndian.AppendUint32(out, binary.BigEndian.Uint32(row[i:]))
		}
	}
	return out
}
