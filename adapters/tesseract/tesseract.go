// Package tesseract recognises the text of page images with Tesseract. By default it reads pages
// with the Spanish model alone, which keeps accents that several models together lose and is faster,
// and single lines with the English model, which knows signs that the Spanish model lacks: @ # °.
//
// Start the process with OMP_THREAD_LIMIT=1: the threads of Tesseract cost more than twice the
// CPU for a page, and two pages in parallel are faster. Tesseract may crash or leak on unusual
// pictures: use it in the reader process only.
package tesseract

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"os"
	"slices"
	"strconv"

	"github.com/otiai10/gosseract/v2"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Options tune the engine. The zero value works.
type Options struct {
	Languages    []string // trained data for pages, used together; default spa
	Second       []string // trained data for lines; default eng
	DataPath     string   // folder of the trained data; default: Tesseract's own
	RecycleAfter int      // pictures after which the engine is rebuilt, because it leaks a little; default 200
}

// The trained data of the zero Options.
const (
	pageLanguage = "spa"
	lineLanguage = "eng"
)

// Languages lists the trained data that New needs with pages as Options.Languages, each once.
func Languages(pages ...string) []string {
	if len(pages) == 0 {
		pages = []string{pageLanguage}
	}
	if slices.Contains(pages, lineLanguage) {
		return slices.Clone(pages)
	}
	return append(slices.Clone(pages), lineLanguage)
}

// Version is that of the library.
func Version() string { return gosseract.Version() }

const (
	defaultRecycle = 200
	// maxSide is what Tesseract's coordinates can count.
	maxSide = 32_767
	// Resolutions that Tesseract believes; others it would replace by a guess.
	minDPI, maxDPI = 70, 2400
)

// New returns an engine that loads its trained data when Start or the first picture asks for it:
// that takes longer than reading the text layer of a whole filing.
func New(o Options) ports.OCR {
	if len(o.Languages) == 0 {
		o.Languages = []string{pageLanguage}
	}
	if len(o.Second) == 0 {
		o.Second = []string{lineLanguage}
	}
	if o.RecycleAfter <= 0 {
		o.RecycleAfter = defaultRecycle
	}
	return &engine{
		pages: model{options: o, languages: o.Languages, mode: gosseract.PSM_AUTO},
		lines: model{options: o, languages: o.Second, mode: gosseract.PSM_SINGLE_LINE},
	}
}

// engine is a ports.OCR.
type engine struct {
	pages, lines model
	started      bool
}

// Start recognises a stroke as a page and as a line, so that missing trained data of either is
// an error before any page is read.
func (e *engine) Start() error {
	if e.started {
		return nil
	}
	stroke := image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range stroke.Pix {
		if x, y := i%64, i/64; x < 30 || x > 34 || y < 16 || y > 48 {
			stroke.Pix[i] = 255
		}
	}
	for _, m := range []*model{&e.pages, &e.lines} {
		if err := m.start(stroke); err != nil {
			e.Close()
			return err
		}
	}
	e.started = true
	return nil
}

// Recognize reads img as a page of one or more columns.
func (e *engine) Recognize(img *image.Gray, dpi int) (document.Recognized, error) {
	if err := e.Start(); err != nil {
		return document.Recognized{}, err
	}
	return e.pages.recognize(img, dpi)
}

// RecognizeLine reads img as one line, with the other model.
func (e *engine) RecognizeLine(img *image.Gray, dpi int) (document.Recognized, error) {
	if err := e.Start(); err != nil {
		return document.Recognized{}, err
	}
	return e.lines.recognize(img, dpi)
}

// Close frees the engine; it may be called twice.
func (e *engine) Close() error { return errors.Join(e.pages.close(), e.lines.close()) }

// model is trained data and the way in which pictures are read with it.
type model struct {
	options   Options
	languages []string
	mode      gosseract.PageSegMode
	client    *gosseract.Client // nil before the first picture and between two lives
	read      int               // pictures, by client
}

func (m *model) recognize(img *image.Gray, dpi int) (document.Recognized, error) {
	size := img.Rect.Size()
	if size.X < 1 || size.Y < 1 || size.X > maxSide || size.Y > maxSide {
		return document.Recognized{}, fmt.Errorf("tesseract: a picture of %d × %d pixels cannot be read", size.X, size.Y)
	}
	if err := m.prepare(dpi, dark(img)); err != nil {
		return document.Recognized{}, err
	}
	if err := m.client.SetImageFromBytes(spix(img)); err != nil {
		return document.Recognized{}, fmt.Errorf("tesseract: taking the picture: %w", err)
	}
	boxes, err := m.client.GetBoundingBoxesVerbose()
	if err != nil {
		return document.Recognized{}, fmt.Errorf("tesseract: %w", err)
	}
	m.read++
	return assemble(boxes), nil
}

// start recognises stroke in each language alone, then in all of them: Tesseract leaves out a language without trained data
// and reads in the others.
func (m *model) start(stroke *image.Gray) error {
	var (
		missing []string
		errs    []error
	)
	if len(m.languages) > 1 {
		for _, language := range m.languages {
			single := model{options: m.options, languages: []string{language}, mode: m.mode}
			_, err := single.recognize(stroke, 300)
			if err = errors.Join(err, single.close()); err != nil {
				missing, errs = append(missing, language), append(errs, err)
			}
		}
	}
	if len(errs) == 0 {
		_, err := m.recognize(stroke, 300)
		if err == nil {
			return nil
		}
		missing, errs = m.languages, append(errs, err)
	}
	return unavailable(errors.Join(errs...), cmp.Or(m.options.DataPath, os.Getenv("TESSDATA_PREFIX")), missing)
}

func (m *model) close() error {
	if m.client == nil {
		return nil
	}
	err := m.client.Close()
	m.client, m.read = nil, 0
	return err
}

// prepare makes a client if there is none or it is old, and sets the
// resolution and whether lettering may be light on dark: then Tesseract reads
// lines of which it is unsure a second time, inverted, which on other pages is an
// eighth of all time for nothing.
func (m *model) prepare(dpi int, inverted bool) error {
	if m.read >= m.options.RecycleAfter {
		if err := m.close(); err != nil {
			return fmt.Errorf("tesseract: ending the engine: %w", err)
		}
	}
	if m.client == nil {
		c := gosseract.NewClient()
		c.TessdataPrefix = m.options.DataPath
		c.Languages = m.languages
		c.Variables["tessedit_pageseg_mode"] = strconv.Itoa(int(m.mode))
		c.Variables["textord_all_prop"] = "1" // whether letters are of one width, the neural engine does not ask
		m.client, m.read = c, 0
	}
	dpi = min(max(dpi, minDPI), maxDPI)
	if err := m.client.SetVariable("user_defined_dpi", strconv.Itoa(dpi)); err != nil {
		return fmt.Errorf("tesseract: setting the resolution: %w", err)
	}
	invert := "0"
	if inverted {
		invert = "1"
	}
	if err := m.client.SetVariable("tessedit_do_invert", invert); err != nil {
		return fmt.Errorf("tesseract: allowing for light letters: %w", err)
	}
	return nil
}

// spix is img in Leptonica's own serialisation, which is taken over with one
// copy; PGM is read pixel by pixel. JPEG would read as an empty page: MuPDF's
// JPEG library, linked into the same program, hides the one that Leptonica was
// built for.
//
// Pixels are in 32-bit words, the first in the highest byte, words in the
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
