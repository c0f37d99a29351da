package intake

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/cotejo/cotejo/core/bundle"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// analysis is what is stored of a document that was read.
type analysis struct {
	doc      document.Document
	words    [][]byte            // offsets of the words of each page
	prints   []dedup.Fingerprint // of its filings
	warnings []string

	poorlyRead bool // see document.Document.IsPoorlyRead
}

// analyse extracts the fields of a document and makes the fingerprints of its filings. A panic of
// an engine is a fault of this file: trying again would end the same way.
func (w *Worker) analyse(ctx context.Context, task document.Task, read transcript, extractor ports.Extractor, detector *dedup.Detector,
) (a analysis, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			w.Logger.Error("analysis panicked", "task", task.ID, "panic", cause, "stack", string(debug.Stack()))
			err = fault.New(fault.Unprocessable, "analysis_failed",
				"El documento se leyó, pero su texto no se pudo analizar; avise al administrador e ingréselo a mano.")
		}
	}()
	reading := Clean(read.Reading)
	a.doc = document.Document{
		ID: task.DocumentID, FileName: task.FileName, Type: task.Type, Tags: task.Tags, Status: document.Processed,
		Text: reading.Text(), Pages: reading.PageInfos(), OCRConfidence: reading.Confidence(),
		OriginalKey: task.OriginalKey, SHA256: task.SHA256,
	}
	limited, cancel := context.WithTimeout(ctx, w.opts.Analysis)
	defer cancel()
	pages := make([]bundle.Page, len(reading.Pages))
	for i, p := range reading.Pages {
		pages[i] = bundle.Page{Text: p.Text, Recognised: p.Source == document.OCR}
	}
	filings, err := bundle.Split(limited, pages, extractor.ExtractContext)
	late := pastItsTime(ctx, err)
	if late {
		w.Logger.WarnContext(ctx, "extraction took too long; storing the document without fields",
			"task", task.ID, "bytes", len(a.doc.Text), "limit", w.opts.Analysis)
		filings = []bundle.Filing{{Text: a.doc.Text}}
	} else if err != nil {
		return a, err
	}
	first := filings[0]
	fill(&a.doc, first.Found)
	for _, f := range filings[1:] {
		a.doc.Pages[f.Page].Begins = cleanParties(f.Found)
	}
	words := read.words(reading)
	if a.doc.Entities, err = locate(first.Found.Entities, a.doc.Pages, words); err != nil {
		return a, err
	}
	if a.doc.Alternatives, err = locate(first.Found.Alternatives, a.doc.Pages, words); err != nil {
		return a, err
	}
	if a.words, err = encodeWords(reading, words); err != nil {
		return a, err
	}
	a.doc.Suggested = suggest(first.Text)
	var isSure bool
	a.doc.Type, isSure = task.Type.Resolve(a.doc.Suggested)
	a.poorlyRead, a.warnings = a.doc.IsPoorlyRead() || late, a.doc.Warnings()
	a.doc.NeedsReview = a.poorlyRead || a.doc.IsDoubtful() || !isSure
	if !isSure {
		a.warnings = append(a.warnings, fmt.Sprintf("Se envió sin decir de qué tipo es, y el texto no lo deja claro: quedó como «%s»; compruébelo.", a.doc.Type))
	}
	if late {
		a.warnings = append(a.warnings, noFields)
	}
	limited, cancel = context.WithTimeout(ctx, w.opts.Analysis)
	defer cancel()
	if a.prints, err = fingerprints(limited, detector, &a.doc); pastItsTime(ctx, err) {
		err = errAnalysis
	}
	return a, err
}

// pastItsTime reports whether err is that of a time limit that is shorter than ctx.
func pastItsTime(ctx context.Context, err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
}

// errAnalysis is the fault of a document whose text takes too long to compare.
var errAnalysis = fault.New(fault.Timeout, "analysis_timeout",
	"El documento se leyó, pero compararlo con los demás tardó demasiado y se detuvo. Vuelva a intentarlo; si se repite, divídalo en partes o ingréselo a mano.")

// noFields is the warning about a document whose extraction took too long.
const noFields = "Buscar las partes y los datos en el texto tardó demasiado y se detuvo: el documento quedó sin ellos. Complételos a mano."
