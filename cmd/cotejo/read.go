package main

import (
	"context"
	"iter"
	"log/slog"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/cmd/internal/wire"
	"github.com/cotejo/cotejo/core/document"
)

// readingSettings are the settings that reading PDFs depends on.
var readingSettings = []string{
	"SVC_OCR_WORKERS", "SVC_MAX_PAGES", "SVC_PAGE_TIMEOUT_SECONDS", "SVC_READER_MEMORY_MB", "SVC_READ_ATTEMPTS", "SVC_TMP_DIR",
}

func readCommand() *cobra.Command {
	var quiet bool
	c := &cobra.Command{
		Use:   "read [opciones] ARCHIVO…",
		Short: "Lee el texto de archivos PDF, digitales o escaneados",
		Long: `Lee archivos PDF: toma el texto del propio archivo donde sirve y reconoce la
imagen donde no, página por página. Por cada documento imprime una línea JSON:

  {"file", "text", "confidence", "pages": [{"number", "source", "dpi", "text", "confidence"}], "ms"}

"source" es "text" (texto del archivo) u "ocr" (reconocido, a "dpi" puntos por
pulgada); la confianza va de 0 a 1; "ms" son los milisegundos que tardó.`,
		Example: `  cotejo read tutela.pdf
  cotejo read *.pdf > leidos.jsonl
  cotejo read --ocr-workers 4 -- -nombre-raro.pdf
  cotejo read tutela.pdf | jq -r .text`,
		Args:              spanish.AtLeastOne("al menos un archivo PDF"),
		ValidArgsFunction: completeFiles("pdf"),
		RunE: func(c *cobra.Command, paths []string) error {
			loaded, err := load(c, config.Sources{NoServer: true})
			if err != nil {
				return err
			}
			pool, err := wire.Readers(loaded.Intake, slog.New(slog.DiscardHandler))
			if err != nil {
				return err
			}
			defer pool.Close()
			reader := patient{pool, loaded.ReadAttempts}
			b := batch{atOnce: loaded.OCRWorkers, out: c.OutOrStdout(), display: newDisplay(c.ErrOrStderr(), len(paths), quiet)}
			return b.run(c.Context(), readJobs(reader, paths))
		},
	}
	config.AddFlags(c.Flags(), readingSettings...)
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "no muestra el avance")
	return c
}

// readDocument is the line of one document.
type readDocument struct {
	File       string     `json:"file"`
	Text       string     `json:"text"`
	Confidence float64    `json:"confidence"`
	Pages      []readPage `json:"pages"`
	Millis     int64      `json:"ms"`
}

type readPage struct {
	Number     int             `json:"number"`
	Source     document.Source `json:"source"`
	DPI        int             `json:"dpi"`
	Text       string          `json:"text"`
	Confidence float64         `json:"confidence"`
}

func readJobs(reader patient, paths []string) iter.Seq[job] {
	return func(yield func(job) bool) {
		for i, path := range paths {
			j := job{number: i, name: path, do: func(ctx context.Context, progress func(done, total int)) (any, error) {
				start := time.Now()
				if err := checkFile(path); err != nil {
					return nil, err
				}
				reading, err := reader.read(ctx, document.ReadRequest{Path: path}, progress)
				if err != nil {
					return nil, err
				}
				return asRead(path, reading, time.Since(start)), nil
			}}
			if !yield(j) {
				return
			}
		}
	}
}

func asRead(path string, r document.Reading, took time.Duration) readDocument {
	d := readDocument{File: path, Text: r.Text(), Confidence: rounded(r.Confidence()), Pages: make([]readPage, len(r.Pages)), Millis: took.Milliseconds()}
	for i, p := range r.Pages {
		d.Pages[i] = readPage{p.Number, p.Source, p.DPI, p.Text, rounded(p.Confidence)}
	}
	return d
}

// rounded is a confidence with the four decimals that mean something.
func rounded(confidence float64) float64 { return math.Round(confidence*1e4) / 1e4 }
