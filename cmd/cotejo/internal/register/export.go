package register

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

func exportCommand() *cobra.Command {
	var (
		from, to string
		force    bool
	)
	c := &cobra.Command{
		Use:   "export [opciones] ARCHIVO.xlsx",
		Short: "Guarda el registro de documentos en un libro de Excel",
		Long: `Guarda en un libro de Excel los documentos registrados, del más antiguo al más
reciente, con el servidor en marcha o detenido. «cotejo import» lo lee de vuelta
sin pérdida. El texto leído y los originales no van en él: para eso está «cotejo
backup». Si el nombre termina en .csv escribe valores separados por comas (UTF-8 con
BOM), para otros programas.

El archivo aparece con su nombre cuando está completo, y el grupo puede leerlo. Sin
documentos en esas fechas no se hace ninguno (estado 3).

Con --json: {"file", "documents", "bytes"}`,
		Example: `  cotejo export registro.xlsx
  cotejo export --from 2026-03-01 --to 2026-03-31 marzo.xlsx`,
		Args:              spanish.ExactlyOne("el libro en el que se guarda"),
		ValidArgsFunction: cli.CompleteFiles("xlsx", "csv"),
	}
	out := cli.NewOutput(c, "una línea JSON", false)
	cli.AddServerFlag(c)
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.Flags().StringVar(&from, "from", "", "`AAAA-MM-DD`: primer día de registro, en Colombia")
	c.Flags().StringVar(&to, "to", "", "`AAAA-MM-DD`: último día de registro, incluido")
	c.Flags().BoolVar(&force, "force", false, "reemplaza el archivo si existe")
	for _, name := range []string{"from", "to"} {
		_ = c.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		var f document.Filter
		if f.From, err = dayFlag("--from", from); err != nil {
			return err
		}
		if f.To, err = dayFlag("--to", to); err != nil {
			return err
		}
		if err := f.Validate(); err != nil {
			return spanish.Usagef("--from: %s", cli.MessageOf(err))
		}
		if err := cli.CheckExtension(args[0], spreadsheet.WorkbookExtension, spreadsheet.CSVExtension); err != nil {
			return err
		}
		if _, err := os.Lstat(args[0]); err == nil && !force {
			return fault.New(fault.Conflict, "file_exists", "ya existe "+args[0]+"; elija otro nombre o use --force")
		}
		return cli.WithBackend(c, func(b cli.Backend) error {
			content, documents, err := b.Export(c.Context(), document.ExportRequest{
				Filter: f, CSV: strings.EqualFold(filepath.Ext(args[0]), spreadsheet.CSVExtension),
			})
			if err != nil {
				return err
			}
			size, err := put(args[0], content)
			if err = errors.Join(err, content.Close()); err != nil {
				return fmt.Errorf("no se pudo escribir %s: %w", args[0], err)
			}
			return out.Result(struct {
				File      string `json:"file"`
				Documents int    `json:"documents"`
				Bytes     int64  `json:"bytes"`
			}{args[0], documents, size}, fmt.Sprintf("%s: %d documentos, %s", args[0], documents, cli.Megabytes(size)))
		})
	}
	return c
}

func dayFlag(name, value string) (document.Day, error) {
	if value == "" {
		return 0, nil
	}
	day, err := document.ParseDay(value)
	if err != nil {
		return 0, spanish.Usagef("%s: %s", name, cli.MessageOf(err))
	}
	return day, nil
}

// put writes a file that gets its name once it is complete.
func put(path string, content io.Reader) (size int64, err error) {
	return durable.Write(path, os.Rename, func(f *os.File) error {
		_, err := io.Copy(f, content)
		return errors.Join(err, f.Chmod(0o640))
	})
}
