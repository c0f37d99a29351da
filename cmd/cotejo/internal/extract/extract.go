// Package extract has the commands that find the parties and other data of documents,
// and that measure and tune how they are found.
package extract

import (
	"context"
	"encoding/json"
	"io"
	"runtime"
	"slices"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/batch"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
)

// Commands returns «cotejo extract» and «ner».
func Commands() []*cobra.Command {
	return []*cobra.Command{extractCommand(), nerCommand()}
}

func extractCommand() *cobra.Command {
	var quiet, explain, lines bool
	c := &cobra.Command{
		Use:   "extract [opciones] ARCHIVO…",
		Short: "Encuentra las partes y los datos que nombra cada documento",
		Long: `Encuentra quién demanda a quién y los datos de cada documento: cédula, correo,
radicado, juzgado y otros. Acepta .pdf, .jpg, .png, .tif, .txt, .jsonl (una línea {"id", "text"}
por documento) y carpetas con ellos; «-» lee .jsonl de la entrada estándar. Trabaja con todos
los procesadores, y los resultados salen en el orden de los documentos. En una terminal
salen para leerlos; en un archivo o una tubería, y siempre con --json, son una línea JSON
por documento:

  {"id", "fields": {"demandante", "demandado", "cedula", "correo", "radicado", "juzgado", …},
   "entities": [{"field", "value", "raw", "start", "end", "page", "confidence", "sources"}],
   "alternatives": [lo mismo, de lo que es demasiado inseguro para llenar el dato],
   "suggested_type": {"value", "confidence", "reasons"}}

"id" es el de la línea, o el nombre del archivo. "fields" trae el mejor valor de
cada dato; los seis primeros están siempre, vacíos si no se encuentran.
"start" y "end" cuentan caracteres (puntos de código Unicode) del texto en forma
NFC y sin los caracteres que no se ven, con las palabras que dividen guiones
opcionales unidas; "page" solo aparece en los PDF. "suggested_type" es la clase de escrito que
parece ser; falta en un texto sin palabras.`,
		Example: `  cotejo extract tutela.pdf nota.txt
  cotejo extract corpus.jsonl > datos.jsonl
  cotejo extract --explain escritos/
  jq -c '{id: .file, text}' leidos.jsonl | cotejo extract -`,
		Args:              spanish.AtLeastOne("al menos un archivo .pdf, .txt o .jsonl, o «-» para la entrada estándar"),
		ValidArgsFunction: cli.CompleteFiles("pdf", "jpg", "jpeg", "png", "tif", "tiff", "txt", "jsonl"),
		RunE: func(c *cobra.Command, paths []string) error {
			if lines && explain {
				return spanish.Usagef("--json y --explain no van juntas; elija una")
			}
			loaded, err := cli.Load(c, config.Sources{NoServer: true})
			if err != nil {
				return err
			}
			reader, err := batch.Open(loaded)
			if err != nil {
				return err
			}
			defer reader.Close()
			ensemble, err := ner.NewEnsemble(ner.DefaultConfig())
			if err != nil {
				return err
			}
			e := extraction{
				reader:    reader,
				ensemble:  ensemble,
				stdin:     c.InOrStdin(),
				explains:  explain,
				forPeople: cli.ForPeople(c.OutOrStdout(), lines),
			}
			files := within(paths)
			if slices.ContainsFunc(files, func(path string) bool { return document.KindByName(path) != "" }) {
				if err := app.CheckOCR(c.Context(), loaded, reader); err != nil {
					return err
				}
			}
			atOnce := max(loaded.OCRWorkers, runtime.GOMAXPROCS(0))
			b := batch.Batch{AtOnce: atOnce, Out: c.OutOrStdout(), Display: cli.NewDisplay(c.ErrOrStderr(), countable(files), "", quiet)}
			e.note = b.Display.Attention
			return b.Run(c.Context(), e.jobs(files))
		},
	}
	config.AddFlags(c.Flags(), batch.Settings...)
	c.Flags().BoolVar(&lines, "json", false, "imprime una línea JSON por documento también en una terminal")
	c.Flags().BoolVar(&explain, "explain", false, "cuenta para personas de dónde sale cada valor, en vez de JSON")
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "no muestra el avance")
	return c
}

// extraction finds entities in documents of all the accepted kinds.
type extraction struct {
	reader   batch.Reader
	ensemble *ner.Ensemble
	stdin    io.Reader
	explains bool

	forPeople bool

	note func(message string) // safe for concurrent use
}

// alwaysShown are the fields that every line has.
var alwaysShown = []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email, ner.Radicado, ner.Court}

// extractedDocument is the line of one document.
type extractedDocument struct {
	ID           json.RawMessage      `json:"id"`
	Fields       map[ner.Field]string `json:"fields"`
	Entities     []extractedEntity    `json:"entities"`
	Alternatives []extractedEntity    `json:"alternatives"`
	Type         *suggestedType       `json:"suggested_type,omitempty"`
}

type suggestedType struct {
	Value      string   `json:"value"`
	Confidence float64  `json:"confidence"`
	Reasons    []string `json:"reasons"`
}

type extractedEntity struct {
	Field      ner.Field         `json:"field"`
	Value      string            `json:"value"`
	Raw        string            `json:"raw"`
	Start      int               `json:"start"`
	End        int               `json:"end"`
	Page       int               `json:"page,omitempty"`
	Confidence float64           `json:"confidence"`
	Sources    []extractedSource `json:"sources"`
}

type extractedSource struct {
	Extractor  string  `json:"extractor"`
	Confidence float64 `json:"confidence"`
}

// fromText extracts from a text that core/sanitize cleaned, of which the spans were recognised.
func (e extraction) fromText(ctx context.Context, id json.RawMessage, text string, recognised ...ner.Span) (extractedDocument, error) {
	result, err := e.ensemble.ExtractContext(ctx, text, recognised...)
	if err != nil {
		return extractedDocument{}, err
	}
	d := extractedDocument{ID: id, Fields: map[ner.Field]string{}, Entities: entitiesOf(result.Entities), Alternatives: entitiesOf(result.Alternatives)}
	if s := doctype.Suggest(text); s.Value != "" {
		d.Type = &suggestedType{s.Value, cli.Rounded(s.Confidence), append([]string{}, s.Reasons...)}
	}
	for _, f := range alwaysShown {
		d.Fields[f] = ""
	}
	for _, found := range result.Entities {
		if d.Fields[found.Field] == "" {
			d.Fields[found.Field] = found.Value // each field's best comes first
		}
	}
	return d, nil
}

func entitiesOf(found []ner.Entity) []extractedEntity {
	out := make([]extractedEntity, len(found))
	for i, found := range found {
		sources := make([]extractedSource, len(found.Sources))
		for k, s := range found.Sources {
			sources[k] = extractedSource{s.Extractor, cli.Rounded(s.Confidence)}
		}
		out[i] = extractedEntity{Field: found.Field, Value: found.Value, Raw: found.Raw, Start: found.Start, End: found.End,
			Confidence: cli.Rounded(found.Confidence), Sources: sources}
	}
	return out
}

// output returns a document in the form in which it is printed.
func (e extraction) output(d extractedDocument, text string) any {
	if e.explains {
		return batch.PlainText(explained{d, []rune(text)}.String() + "\n")
	}
	if e.forPeople {
		return d.readable()
	}
	return d
}

// extractedLine extracts from a text and returns what is printed.
func (e extraction) extractedLine(ctx context.Context, id json.RawMessage, text string) (any, error) {
	d, err := e.fromText(ctx, id, text)
	if err != nil {
		return nil, err
	}
	return e.output(d, text), nil
}

// fromPDF reads a PDF and extracts from its text.
func (e extraction) fromPDF(ctx context.Context, path string, progress func(done, total int)) (any, error) {
	reading, err := e.reader.ReadAll(ctx, document.ReadRequest{Path: path}, progress)
	if err != nil {
		return nil, err
	}
	reading = intake.Clean(reading)
	d, err := e.fromText(ctx, quoted(path), reading.Text(), reading.Recognised()...)
	if err != nil {
		return nil, err
	}
	ends := pageEnds(reading)
	for _, entities := range [][]extractedEntity{d.Entities, d.Alternatives} {
		for i := range entities {
			at, _ := slices.BinarySearch(ends, entities[i].Start+1)
			entities[i].Page = min(at, len(ends)-1) + 1
		}
	}
	return batch.OfReading(reading, e.output(d, reading.Text())), nil
}

// pageEnds are the positions behind each page and its page break, in code
// points of the whole text.
func pageEnds(r document.Reading) []int {
	ends := make([]int, len(r.Pages))
	at := 0
	for i, p := range r.Pages {
		at += utf8.RuneCountInString(p.Text) + utf8.RuneCountInString(document.PageBreak)
		ends[i] = at
	}
	return ends
}
