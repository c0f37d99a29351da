package register

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/cotejo/cotejo/adapters/rest/intakeapi"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// importLine is what «cotejo import --json» says.
type importLine struct {
	File      string               `json:"file"`
	DryRun    bool                 `json:"dry_run"`
	TotalRows int                  `json:"total_rows"`
	Imported  int                  `json:"imported"`
	Updated   int                  `json:"updated"`
	Skipped   int                  `json:"skipped"`
	Failed    int                  `json:"failed"`
	Errors    []intakeapi.RowError `json:"errors"`
	Notes     []intakeapi.RowError `json:"notes"`

	IgnoredColumns []string               `json:"ignored_columns"`
	IgnoredSheets  []string               `json:"ignored_sheets"`
	Sheets         []intakeapi.TakenSheet `json:"sheets"`
	Warnings       []string               `json:"warnings"` // on how files were decoded
}

const importHelp = `Registra los documentos de un libro de Excel (.xlsx o .xls), uno por fila, con el
servidor en marcha o detenido. Se leen todas las hojas a la vista que tengan los
encabezados Demandante, Demandado y Número de acta (o Radicado, o ID), en cualquier
orden y en una fila o dos; una hoja que se llame DESACATOS es de desacatos. Una hoja
con filas que no se lee se nombra, y el estado al terminar es 9. Los demás
encabezados son los de «cotejo export» y los que usan los juzgados: Accionante, Accionado, C.C.,
Fecha de reparto, Derecho (queda como etiqueta) y parecidos. Las columnas que no se
entienden se informan; con --strict no se importa nada si hay alguna. Un radicado
corto (2026-00012) se toma como está y se avisa.

De un .jsonl (o .jsonl.gz, .jsonl.zst), un .csv o .tsv con la columna «texto» o una
carpeta con archivos .txt registra los textos mismos: se pueden buscar y se comparan con
los escritos que lleguen después. Cada línea es {"id", "text", "doc_type", "entities"},
como en «cotejo dedup»; sin "entities" las partes se buscan en el texto. Un texto que
ya está (por su id, o por lo que dice si no lo tiene) se deja como está. «-» lee
líneas de la entrada estándar. Se leen en UTF-8, UTF-16 y windows-1252 (del que se
avisa), y las tablas, separadas por coma, punto y coma o tabulador.

Una fila que ya está registrada (por su ID, su acta o su radicado de 23 cifras) se
deja como está o, con --update, se actualiza con lo que dice la fila. Las filas
con errores se informan y no impiden las demás: el estado al terminar es 1. Si la
orden se corta, repítala: sigue donde iba. Sin base de datos pregunta en un terminal si
la comienza; con --create la comienza sin preguntar, y con --dry-run prueba con una
vacía, de la que nada queda.

Con --json: {"file", "dry_run", "total_rows", "imported", "updated", "skipped", "failed",
   "errors": [{"sheet", "row", "column", "header", "message", "value"}], "notes": [igual, de filas que sí se
   tomaron], "ignored_columns": [encabezados], "ignored_sheets": [nombres],
   "sheets": [{"name", "rows", "document_type"}], "warnings": [textos]}`

func importCommand() *cobra.Command {
	var update, strict bool
	c := &cobra.Command{
		Use:   "import [opciones] ARCHIVO",
		Short: "Registra los documentos de un libro de Excel, o los textos de una colección",
		Long:  importHelp,
		Example: `  cotejo import --dry-run registro.xlsx
  cotejo import registro.xlsx
  cotejo import --update registro.xls --json
  cotejo import tutelas-2020.jsonl.zst`,
		Args:              spanish.ExactlyOne("el libro de Excel o la colección"),
		ValidArgsFunction: cli.CompleteFiles("xlsx", "xls", "jsonl", "gz", "zst", "csv", "tsv", "txt"),
	}
	out := cli.NewOutput(c, "una línea JSON", true)
	create := cli.AddCreateFlag(c)
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.Flags().BoolVar(&strict, "strict", false, "no importa nada si hay columnas que no se entienden")
	c.Flags().BoolVar(&update, "update", false, "actualiza los documentos que ya están registrados")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		missing := out.IfMissing(*create)
		if out.DryRun {
			missing = cli.Try
		}
		if isCollection(args[0]) {
			switch {
			case strict:
				return spanish.Usagef("--strict es para libros de Excel")
			case update:
				return spanish.Usagef("--update es para libros de Excel: un texto que ya está no se cambia")
			}
			return importTexts(c, out, args[0], missing)
		}
		if err := cli.CheckFile(args[0]); err != nil {
			return spanish.Usagef("%s: %s", args[0], err)
		}
		file, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		services, _, err := cli.OpenServices(c, missing)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, services.Close()) }()

		d := out.Progress(0, "filas")
		defer d.Close()
		report, err := services.Spreadsheets.Import(c.Context(), cli.Operator(), spreadsheet.Import{
			FileName: filepath.Base(args[0]), Content: file,
			Options: func() (spreadsheet.ImportOptions, error) {
				return spreadsheet.ImportOptions{Update: update, Strict: strict, DryRun: out.DryRun}, nil
			},
			Progress: func(rows int) { d.Reached(rows, "") },
		})
		d.Close()
		if problem := report.Layout.Problem; err == nil && problem != "" {
			err = fault.New(fault.Unprocessable, "headers_missing", problem)
		}
		if err != nil {
			return err
		}
		return printImport(out, args[0], report)
	}
	return c
}

func printImport(out *cli.Output, file string, r spreadsheet.Report, warnings ...string) error {
	line := importLine{File: file, DryRun: out.DryRun, TotalRows: r.Rows, Imported: r.Imported, Updated: r.Updated,
		Skipped: r.Skipped, Failed: r.Failed, Errors: rowErrors(r.Errors), Notes: rowErrors(r.Notes),
		IgnoredColumns: append([]string{}, r.IgnoredColumns...), Sheets: []intakeapi.TakenSheet{}, IgnoredSheets: spreadsheet.Names(r.IgnoredSheets),
		Warnings: append([]string{}, warnings...)}
	for _, warning := range warnings {
		out.Note("%s", out.Paint(cli.Yellow, "ATENCIÓN: "+warning))
	}
	for _, s := range r.Sheets {
		line.Sheets = append(line.Sheets, intakeapi.TakenSheet{Name: s.Name, Rows: s.Rows, Type: string(s.Type)})
	}
	if !out.AsJSON {
		if len(r.Sheets) > 1 {
			for _, s := range r.Sheets {
				out.Note("hoja «%s»: %d filas%s", cli.DisplayName(s.Name), s.Rows, asType(s.Type))
			}
		} else {
			r.Errors, r.Notes = withoutSheet(r.Errors), withoutSheet(r.Notes)
		}
		printRows(out, r.Errors, spreadsheet.MaxErrors)
		printRows(out, r.Notes, maxListedNotes)
	}
	if what := r.Ignored(); what != "" {
		out.Note("%s", out.Paint(cli.Yellow, "no se importó "+what))
	}
	text := fmt.Sprintf("%s: %d filas, %d nuevas, %d actualizadas, %d que ya estaban, %d con errores", file, r.Rows, r.Imported, r.Updated, r.Skipped, r.Failed)
	if out.DryRun {
		text += " (no se cambió nada)"
	}
	if err := out.Result(line, text); err != nil {
		return err
	}
	switch {
	case r.Failed > 0:
		return cli.ErrSomeFailed
	case len(r.IgnoredSheets) > 0:
		return cli.ErrSheetsIgnored
	}
	return nil
}

// withoutSheet leaves out the name of the only sheet.
func withoutSheet(rows []spreadsheet.RowError) []spreadsheet.RowError {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Sheet = ""
	}
	return rows
}

// asType tells people what the rows of a sheet are registered as.
func asType(t document.Type) string {
	if t == "" {
		return ""
	}
	return ", registradas como " + string(t)
}

// maxListedNotes is how many notes on rows are printed.
const maxListedNotes = 10

func rowErrors(rows []spreadsheet.RowError) []intakeapi.RowError {
	all := make([]intakeapi.RowError, len(rows))
	for i, e := range rows {
		all[i] = intakeapi.RowErrorOf(e)
	}
	return all
}

// printRows prints rows, the first most of them one by one.
func printRows(out *cli.Output, rows []spreadsheet.RowError, most int) {
	for i, e := range rows {
		if i == most {
			out.Note("… y %d filas más con avisos; con --json están todas", len(rows)-most)
			return
		}
		where, said := fmt.Sprintf("fila %d", e.Row), ""
		if e.Sheet != "" {
			where = fmt.Sprintf("hoja «%s», %s", cli.DisplayName(e.Sheet), where)
		}
		if name := cmp.Or(e.Header, e.Column); name != "" {
			where += ", " + cli.DisplayName(name)
		}
		if e.Value != "" {
			said = " Dice: " + cli.DisplayName(e.Value)
		}
		out.Note("%s: %s%s", where, e.Message, said)
	}
}
