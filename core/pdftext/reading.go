// Package pdftext reads a PDF or image page by page. For each page it decides whether to trust
// the text inside the PDF or to recognise the picture.
//
// Reader runs in the reader process, since the libraries behind ports.PDF and ports.OCR may
// crash on hostile files.
package pdftext

import (
	"context"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/scanprep"
	"github.com/cotejo/cotejo/ports"
)

// Mode says when pages are recognised.
type Mode string

const (
	Auto  Mode = "auto"  // where the text layer is missing or bad
	Force Mode = "force" // always
	Never Mode = "never" // never: pages without a text layer stay empty
)

// Deps are the parts that a Reader needs.
type Deps struct {
	PDF ports.PDF
	OCR ports.OCR
	Now func() time.Time // for the time that pages take; nil: it is not measured
}

// Options tune a Reader. The zero value works.
type Options struct {
	Mode     Mode // default Auto
	MaxPages int  // more are refused before any work; default 2000

	// Without names steps of preparation that are not taken, to measure what
	// they are worth.
	Without []scanprep.Step
}

// DefaultMaxPages is the longest document that is read unless Options say otherwise.
const DefaultMaxPages = 2000

// Reader reads one document at a time. It is a ports.Reader.
type Reader struct {
	deps    Deps
	options Options
}

var _ ports.Reader = (*Reader)(nil)

// New returns a Reader. o may be nil.
func New(d Deps, o *Options) *Reader {
	r := &Reader{deps: d}
	if o != nil {
		r.options = *o
	}
	if r.options.Mode == "" {
		r.options.Mode = Auto
	}
	if r.options.MaxPages <= 0 {
		r.options.MaxPages = DefaultMaxPages
	}
	if r.deps.Now == nil {
		r.deps.Now = func() time.Time { return time.Time{} }
	}
	return r
}

// Read implements ports.Reader. A page that cannot be read is empty and marked
// so; if none can, the document is damaged.
func (r *Reader) Read(ctx context.Context, request document.ReadRequest, visit func(p document.Page, total int) error) error {
	doc, err := r.deps.PDF.Open(request.Path, request.Password)
	if err != nil {
		return err
	}
	defer doc.Close()
	total := doc.Pages()
	if total > r.options.MaxPages && len(request.Pages) == 0 {
		return document.TooManyPages(total, r.options.MaxPages)
	}
	if missing := request.Missing(total); missing > 0 {
		return document.NoPage(missing, total)
	}
	readable, before := request.Readable, request.Before
	var lastFailure error
	for n := request.Done + 1; n <= total; n++ {
		if !request.Wants(n) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		started := r.deps.Now()
		p, hidden, err := r.page(doc, n, before)
		if _, isFault := fault.As(err); isFault {
			return err
		}
		if err != nil {
			p.Unreadable, lastFailure = true, err
		} else {
			readable = true
		}
		p.Number = n
		if err := p.CheckSize(); err != nil {
			return err
		}
		p.Millis = r.deps.Now().Sub(started).Milliseconds()
		before = before.With(p)
		if request.Searchable != "" {
			if err := addText(doc, p, hidden); err != nil {
				return err
			}
		}
		if err := visit(p, total); err != nil {
			return err
		}
	}
	if !readable {
		return damaged(lastFailure)
	}
	if request.Searchable != "" {
		return save(doc, request.Searchable)
	}
	return nil
}

// Count returns the number of pages; see ports.Drawer.
func (r *Reader) Count(_ context.Context, path, password string) (int, error) {
	doc, err := r.deps.PDF.Open(path, password)
	if err != nil {
		return 0, err
	}
	defer doc.Close()
	return doc.Pages(), nil
}

// Check starts the OCR engine, if pages may be recognised. It does not know the sandbox of its process.
func (r *Reader) Check(context.Context) (document.Sandbox, error) {
	if r.options.Mode == Never {
		return document.Sandbox{}, nil
	}
	return document.Sandbox{}, r.deps.OCR.Start()
}

// page reads one page, of which before tells the names; hidden are the words that stand in
// no text layer. With an error the page is empty.
func (r *Reader) page(doc ports.PDFDocument, n int, before document.Memory) (p document.Page, hidden []document.Word, err error) {
	layer, err := doc.Layer(n)
	attachments, form, hasHidden := layer.Attachments, layer.AdobeForm, layer.Hidden
	if err != nil {
		layer = document.PageLayer{} // its picture may still be readable
	}
	p, hidden, err = r.content(doc, n, layer, err, before)
	p = dehyphenated(p, before)
	p.Attachments, p.AdobeForm, p.Hidden = attachments, form, hasHidden
	return p, hidden, err
}

// content returns a page, given its text layer, and the words that its PDF does not have as text. err is
// the error of reading the layer, if there was one.
func (r *Reader) content(doc ports.PDFDocument, n int, layer document.PageLayer, err error, before document.Memory,
) (p document.Page, hidden []document.Word, _ error) {
	verdict := r.judge(layer)
	if verdict.Trust == TrustLayer && (r.options.Mode == Never || !leavesOut(doc, n, layer)) {
		return layerPage(layer, verdict), nil, err
	}
	recognized, recErr := r.recognize(doc, n, layer, before)
	if recErr != nil {
		if len(layer.Words) > 0 {
			return layerPage(layer, verdict), nil, nil
		}
		return recognized, nil, fmt.Errorf("page %d: %w", n, recErr)
	}
	if verdict.Trust == TrustLayer {
		if whole, added, ok := joined(layer, verdict, recognized); ok {
			return whole, added, nil
		}
		return layerPage(layer, verdict), nil, nil
	}
	if isBetter(layer, verdict, recognized) {
		return layerPage(layer, verdict), nil, nil
	}
	return recognized, recognized.Words, nil
}

// judge is Judge within the mode.
func (r *Reader) judge(layer document.PageLayer) Verdict {
	v := Judge(layer)
	switch r.options.Mode {
	case Force:
		return Verdict{Trust: TrustPicture, Reason: ReasonForced}
	case Never:
		v.Trust = TrustLayer
	}
	return v
}

func layerPage(layer document.PageLayer, v Verdict) document.Page {
	return document.Page{Source: document.TextLayer, Width: layer.Width, Height: layer.Height,
		Text: layer.Text, Words: layer.Words, Confidence: v.Confidence}
}

func damaged(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "pdf_damaged",
		"No se pudo leer ninguna página del archivo: está dañado o incompleto. Ábralo en su equipo, guárdelo de nuevo y vuelva a enviarlo.")
}
