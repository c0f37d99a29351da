package register

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/maintenance"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

func notifyCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "notify",
		Short: "Trabaja con los datos del servicio de notificaciones",
		Long: `Trabaja con los datos del servicio de notificaciones (NOTIFY_DATABASE_PATH o
NOTIFY_DATABASE_URL), con su servidor en marcha o detenido. Sus usuarios: «cotejo user --help».`,
	}, notifyImportCommand(), notifyCourtsCommand(), maintenance.MigrateRegister())
}

// registryImport is what «cotejo notify import --json» prints.
type registryImport struct {
	File     string          `json:"file"`
	DryRun   bool            `json:"dry_run"`
	Cases    importCounts    `json:"procesos"`
	Subjects importCounts    `json:"sujetos"`
	Errors   []importRefusal `json:"errors"`

	Courts         []string `json:"juzgados"` // registered
	IgnoredColumns []string `json:"ignored_columns"`
	IgnoredSheets  []string `json:"ignored_sheets"`
}

type importCounts struct {
	Rows     int `json:"rows"`
	Imported int `json:"imported"`
	Skipped  int `json:"skipped"`
	Failed   int `json:"failed"`
}

type importRefusal struct {
	List    string `json:"list"` // procesos or sujetos
	Sheet   string `json:"sheet"`
	Row     int    `json:"row"`
	Column  string `json:"column"`
	Message string `json:"message"`
	Value   string `json:"value"`
}

func notifyImportCommand() *cobra.Command {
	var request notification.Import
	c := &cobra.Command{
		Use:   "import [opciones] ARCHIVO.xlsx",
		Short: "Toma procesos y sujetos de un libro de Excel",
		Long: `Toma procesos y sujetos de un libro de Excel (.xlsx o .xls), de todas las hojas a la
vista que tengan encabezados, en cualquier orden y en una fila o dos:

  procesos   radicado, descripcion, juzgado (nombre o identificador; --court-id lo
             dice para las filas sin juzgado); sin descripcion, demandante y
             demandado: «Ana López contra Nueva EPS»
  sujetos    nombre, y si se saben tipo_documento, numero_documento, correo,
             telefono, direccion, tipo

Valen también «No. de radicado», «Asunto», «Cédula» y otros encabezados que usan los
juzgados. Una fila puede traer un proceso y un sujeto; sin «nombre», la cédula, el
correo, el teléfono y la dirección de un proceso son del demandante. Las columnas que no se
entienden y las hojas con filas que no se leen se informan (por las hojas el estado
al terminar es 9); con --strict no se toma nada si hay alguna.

Un juzgado se busca por su nombre, sin distinguir mayúsculas, tildes ni puntuación; con
--create-courts se registran los que no están. «cotejo notify courts» los muestra.

Sin base de datos (vea «cotejo config --service notify») pregunta en un terminal si
la comienza; con --create la comienza sin preguntar.

Lo que ya está se deja como está: repetir la orden, también después de un corte,
no toma nada dos veces. Un proceso se conoce por su radicado; un sujeto por su
documento o, sin él, por nombre y correo. Las filas que no sirven se muestran y no
detienen a las demás; el estado al terminar es entonces 1.

Con --json, una línea: {"file", "dry_run", "procesos": {"rows", "imported", "skipped",
"failed"}, "sujetos": {…}, "errors": [{"list", "sheet", "row", "column", "message",
"value"}], "juzgados": [los que se registraron], "ignored_columns": [encabezados],
"ignored_sheets": [nombres]}`,
		Example: `  cotejo notify import --dry-run procesos.xlsx
  cotejo notify import --create-courts procesos.xlsx
  cotejo notify import --court-id 0195f0a0-0000-7000-8000-00000000ffff procesos.xlsx`,
		Args:              spanish.ExactlyOne("el libro de Excel"),
		ValidArgsFunction: cli.CompleteFiles("xlsx", "xls"),
	}
	out := cli.NewOutput(c, "una línea JSON", true)
	create := cli.AddCreateFlag(c)
	config.AddNotifyFlags(c.Flags(), cli.RegistrySetting)
	c.Flags().BoolVar(&request.CreateCourts, "create-courts", false, "registra los juzgados que se nombran y no están")
	c.Flags().BoolVar(&request.Strict, "strict", false, "no toma nada si hay columnas que no se entienden")
	c.Flags().StringVar(&request.CourtID, "court-id", "", "`UUID` del juzgado de los procesos cuyas filas no lo dicen")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := needWorkbook(args[0]); err != nil {
			return err
		}
		return cli.WithRegistry(c, out.IfMissing(*create), func(ctx context.Context, r *app.Registry, _ string) error {
			return importInto(ctx, out, r, args[0], request)
		})
	}
	return c
}

func needWorkbook(path string) error {
	if !spreadsheet.IsWorkbookName(path) {
		return spanish.Usagef("%s no es un libro de Excel (.xlsx o .xls)", cli.DisplayName(path))
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, os.ErrNotExist):
		return fault.New(fault.NotFound, "file_not_found", "no existe el archivo "+cli.DisplayName(path))
	case err != nil:
		return fmt.Errorf("no se puede leer el archivo: %w", err)
	case info.IsDir():
		return spanish.Usagef("%s es una carpeta", cli.DisplayName(path))
	}
	return nil
}

func importInto(ctx context.Context, out *cli.Output, r *app.Registry, path string, request notification.Import) (err error) {
	workbooks, err := r.Workbooks()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, workbooks.Close()) }()
	d := out.Progress(0, "filas")
	defer d.Close()
	rows := 0
	request.DryRun = out.DryRun
	request.Rows = func(ctx context.Context, visit func(spreadsheet.Row) error) error {
		return workbooks.Rows(ctx, path, func(row spreadsheet.Row) error {
			rows++
			d.Reached(rows, "")
			return visit(row)
		})
	}
	report, err := r.Service.Import(ctx, cli.Operator(), request)
	d.Close()
	if err != nil {
		if n := report.Cases.Imported + report.Subjects.Imported; n > 0 && !out.DryRun {
			out.Note("quedaron tomados %d; repita la orden y sigue donde quedó", n)
		}
		return err
	}
	if what := report.Ignored(); what != "" {
		out.Note("%s", out.Paint(cli.Yellow, "no se importó "+what))
	}
	if err := out.Result(newRegistryImport(path, out.DryRun, report), importText(out.DryRun, report)); err != nil {
		return err
	}
	switch {
	case report.Cases.Failed+report.Subjects.Failed > 0:
		return cli.ErrSomeFailed
	case len(report.IgnoredSheets) > 0:
		return cli.ErrSheetsIgnored
	}
	return nil
}

func newRegistryImport(path string, dryRun bool, report notification.ImportReport) registryImport {
	counts := func(r spreadsheet.Report) importCounts { return importCounts{r.Rows, r.Imported, r.Skipped, r.Failed} }
	line := registryImport{
		File:           path,
		DryRun:         dryRun,
		Cases:          counts(report.Cases),
		Subjects:       counts(report.Subjects),
		Errors:         []importRefusal{},
		Courts:         append([]string{}, report.Courts...),
		IgnoredColumns: append([]string{}, report.IgnoredColumns...),
		IgnoredSheets:  spreadsheet.Names(report.IgnoredSheets),
	}
	refuse := func(list string, errors []spreadsheet.RowError) {
		for _, e := range errors {
			line.Errors = append(line.Errors, importRefusal{list, e.Sheet, e.Row, e.Column, e.Message, e.Value})
		}
	}
	refuse("procesos", report.Cases.Errors)
	refuse("sujetos", report.Subjects.Errors)
	return line
}

// importText is the report as people read it: first what is wrong, then how
// many.
func importText(dryRun bool, report notification.ImportReport) string {
	var text strings.Builder
	for _, part := range []struct {
		list string
		spreadsheet.Report
	}{{"procesos", report.Cases}, {"sujetos", report.Subjects}} {
		for _, e := range part.Errors {
			fmt.Fprintf(&text, "hoja «%s», fila %d (%s), %s: %s", cli.DisplayName(e.Sheet), e.Row, part.list, e.Column, e.Message)
			if e.Value != "" {
				fmt.Fprintf(&text, " Dice: %s", cli.DisplayName(e.Value))
			}
			text.WriteByte('\n')
		}
		if len(part.Errors) == spreadsheet.MaxErrors {
			fmt.Fprintf(&text, "… y quizá más filas de %s\n", part.list)
		}
	}
	taken, registered := "tomados", "juzgados registrados: "
	if dryRun {
		taken, registered = "se tomarían", "se registrarían los juzgados: "
	}
	if len(report.Courts) > 0 {
		text.WriteString(registered + strings.Join(report.Courts, "; ") + "\n")
	}
	count := func(list string, r spreadsheet.Report) string {
		return fmt.Sprintf("%s: %d %s, %d ya estaban, %d no sirven", list, r.Imported, taken, r.Skipped, r.Failed)
	}
	text.WriteString(count("procesos", report.Cases) + "\n" + count("sujetos", report.Subjects))
	return text.String()
}

// courtLine is a line of «cotejo notify courts --json».
type courtLine struct {
	ID    string `json:"id"`
	Name  string `json:"nombre"`
	Cases int    `json:"procesos"`
}

func notifyCourtsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "courts [opciones]",
		Short: "Muestra los juzgados del registro",
		Long: `Muestra los juzgados registrados por su nombre, con su identificador (el juzgado_id
de los procesos) y cuántos procesos tienen. «cotejo notify import --create-courts» los
registra.

Con --json, una línea por juzgado: {"id", "nombre", "procesos"}`,
		Example:           "  cotejo notify courts\n  cotejo notify courts --json | jq -r .id",
		Args:              spanish.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := cli.NewOutput(c, "una línea JSON por juzgado", false)
	config.AddNotifyFlags(c.Flags(), cli.RegistrySetting)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return cli.WithRegistry(c, cli.Refuse, func(ctx context.Context, r *app.Registry, _ string) error {
			courts, err := r.Service.ListCourts(ctx, cli.Operator())
			if err != nil {
				return err
			}
			for _, court := range courts {
				cases, err := r.Service.ListCases(ctx, cli.Operator(), notification.CaseFilter{CourtID: court.ID}, pagination.Request{Number: 1, Size: 1})
				if err != nil {
					return err
				}
				line := courtLine{court.ID, court.Name, cases.Total}
				if err := out.Result(line, fmt.Sprintf("%s  %s, procesos: %d", court.ID, cli.DisplayName(court.Name), cases.Total)); err != nil {
					return err
				}
			}
			if len(courts) == 0 {
				out.Note("no hay juzgados registrados; «cotejo notify import --create-courts» los registra")
			}
			return nil
		})
	}
	return c
}
