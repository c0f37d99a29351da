// Package read has the commands that read PDFs and images: one after the other, or a
// whole folder into the service.
package read

import (
	"context"
	"io"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/batch"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
)

const readHelp = `Lee archivos PDF, documentos de Word (.docx) e imágenes JPG, PNG y TIFF: toma el texto del propio archivo
donde sirve y reconoce la imagen donde no, página por página. En una terminal
imprime el texto para leerlo; en un archivo o una tubería, y siempre con --json,
una línea JSON por documento:

  {"file", "text", "confidence", "pages": [{"number", "source", "dpi", "text", "confidence",
   "corrections": [{"start", "end", "from", "to", "rule"}], "steps"}], "ms"}

"source" es "text" (texto del archivo) u "ocr" (reconocido, a "dpi" puntos por
pulgada); la confianza va de 0 a 1 y es null donde no hay texto legible; "ms" son los milisegundos que tardó.
"corrections" dice qué palabras reconocidas se corrigieron y dónde están; "steps",
qué se hizo con la imagen antes de reconocerla: trimmed (sin borde negro),
unmarked (sin el color de un marcador), levelled, patched (sin agujeros de
perforadora), smoothed, whitened, turned, straightened, y second_pass si se leyó
mal y una segunda lectura de toda la página, preparada de otro modo, resultó
mejor.

De las páginas sin texto legible o leídas con poca seguridad avisa por la salida
de errores, y el estado al terminar es 8, salvo por páginas en blanco del propio
archivo: puede estar cortado o mal escaneado.

Con --out escribe además el PDF con el texto reconocido, invisible, detrás de las
imágenes: se puede buscar y copiar, y se ve igual.

De una carpeta se leen los PDF y las imágenes que contiene, también en sus
carpetas. La contraseña de un PDF protegido no se da en la línea de órdenes, donde otros la
verían, sino con --password-file o --ask-password.`

// Commands returns «cotejo read», «process» and «task».
func Commands() []*cobra.Command {
	return []*cobra.Command{readCommand(), processCommand(), taskCommand()}
}

func readCommand() *cobra.Command {
	var (
		quiet, lines, plain bool
		out                 string
		without             []string
		input               readInput
	)
	c := &cobra.Command{
		Use:   "read [opciones] ARCHIVO…",
		Short: "Lee el texto de archivos PDF e imágenes, digitales o escaneados",
		Long:  readHelp,
		Example: `  cotejo read tutela.pdf
  cotejo read *.pdf > leidos.jsonl
  cotejo read --json --pages 1-3,7 expediente.pdf
  cotejo read --text escritos/ | less
  cotejo read --password-file clave.txt protegido.pdf
  cotejo read --ocr-workers 4 -- -nombre-raro.pdf
  cotejo read --out buscable.pdf escaneado.pdf
  cotejo read tutela.pdf | jq -r .text`,
		Args:              spanish.AtLeastOne("al menos un archivo PDF, una imagen o una carpeta"),
		ValidArgsFunction: cli.CompleteFiles("pdf", "jpg", "jpeg", "png", "tif", "tiff"),
		RunE: func(c *cobra.Command, paths []string) error {
			loaded, err := cli.Load(c, config.Sources{NoServer: true})
			if err != nil {
				return err
			}
			if lines && plain {
				return spanish.Usagef("--json y --text no van juntas; elija una")
			}
			request, err := input.request(c)
			if err != nil {
				return err
			}
			paths = filesOf(paths)
			reader, err := batch.Open(loaded, without...)
			if err != nil {
				return err
			}
			defer reader.Close()
			if err := app.CheckOCR(c.Context(), loaded, reader); err != nil {
				return err
			}
			target, err := newSearchable(out, paths)
			if err != nil {
				return err
			}
			defer target.discard()
			request.Searchable = target.unfinished
			b := batch.Batch{AtOnce: loaded.OCRWorkers, Out: c.OutOrStdout(), Display: cli.NewDisplay(c.ErrOrStderr(), len(paths), "", quiet)}
			return b.Run(c.Context(), readJobs(reader, request, target, printer(c.OutOrStdout(), lines, plain), paths))
		},
	}
	config.AddFlags(c.Flags(), batch.Settings...)
	input.addFlags(c)
	c.Flags().BoolVar(&lines, "json", false, "imprime una línea JSON por documento también en una terminal")
	c.Flags().BoolVar(&plain, "text", false, "imprime solo el texto, con un salto de página entre páginas y documentos")
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "no muestra el avance")
	c.Flags().StringVarP(&out, "out", "o", "", "`ARCHIVO` PDF para el documento con su texto; de un solo documento")
	c.Flags().StringSliceVar(&without, "without", nil, "pasos de la preparación que no se hacen, para medir lo que valen")
	_ = c.Flags().MarkHidden("without")
	return c
}

// readDocument is the line of one document.
type readDocument struct {
	File       string     `json:"file"`
	Text       string     `json:"text"`
	Confidence *float64   `json:"confidence"` // nil where nothing was read
	Pages      []readPage `json:"pages"`
	Millis     int64      `json:"ms"`
}

type readPage struct {
	Number     int             `json:"number"`
	Source     document.Source `json:"source"`
	DPI        int             `json:"dpi"`
	Text       string          `json:"text"`
	Confidence *float64        `json:"confidence"` // as above

	Corrections []readCorrection `json:"corrections"`
	Steps       []string         `json:"steps"`
}

// readCorrection is a word that recognition got wrong; start and end count code
// points of the page's text.
type readCorrection struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	From  string `json:"from"`
	To    string `json:"to"`
	Rule  string `json:"rule"`
}

func readJobs(
	reader batch.Reader,
	request document.ReadRequest,
	target searchable,
	print func(string, document.Reading, time.Duration) any,
	paths []string,
) iter.Seq[batch.Job] {
	return func(yield func(batch.Job) bool) {
		for i, path := range paths {
			j := batch.Job{Number: i, Name: path, Do: func(ctx context.Context, progress func(done, total int)) (any, error) {
				start := time.Now()
				if err := checkInput(path); err != nil {
					return nil, err
				}
				request := request
				request.Path = path
				reading, err := reader.ReadAll(ctx, request, progress)
				if err != nil {
					return nil, namingOption(err)
				}
				if err := target.finish(); err != nil {
					return nil, err
				}
				return batch.OfReading(reading, print(path, reading, time.Since(start))), nil
			}}
			if !yield(j) {
				return
			}
		}
	}
}

// printer returns what makes the result of a reading: a line of JSON, the bare
// text, or what a person reads on a terminal.
func printer(out io.Writer, asJSON, plain bool) func(string, document.Reading, time.Duration) any {
	switch {
	case plain:
		return func(_ string, r document.Reading, _ time.Duration) any {
			return batch.PlainText(r.Text() + document.PageBreak)
		}
	case cli.ForPeople(out, asJSON):
		return func(path string, r document.Reading, _ time.Duration) any { return readable(path, r) }
	}
	return func(path string, r document.Reading, took time.Duration) any { return asRead(path, r, took) }
}

func asRead(path string, r document.Reading, took time.Duration) readDocument {
	d := readDocument{File: path, Text: r.Text(), Pages: make([]readPage, len(r.Pages)), Millis: took.Milliseconds()}
	for i, p := range r.Pages {
		var confidence *float64
		if !p.IsEmpty() {
			confidence, d.Confidence = new(cli.Rounded(p.Confidence)), new(cli.Rounded(r.Confidence()))
		}
		d.Pages[i] = readPage{p.Number, p.Source, p.DPI, p.Text, confidence, make([]readCorrection, len(p.Emended)), append([]string{}, p.Steps...)}
		for j, e := range p.Emended {
			d.Pages[i].Corrections[j] = readCorrection(e)
		}
	}
	return d
}
