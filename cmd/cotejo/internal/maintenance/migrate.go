package maintenance

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/transfer"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func migrateCommand() *cobra.Command {
	var o app.MigrateOptions
	c := &cobra.Command{
		Use:   "migrate --from BASE --to BASE [opciones]",
		Short: "Pasa los datos de SQLite a PostgreSQL o de vuelta, y los originales a otro lugar",
		Long: `Copia todo lo que tiene una base de datos en otra, vacía: documentos, tareas e
historia, sesiones, configuración, huellas, contadores, búsqueda y la cola. Una base
de datos es sqlite:ARCHIVO o postgres://USUARIO@SERVIDOR/BASE (la clave puede ir en
PGPASSWORD o en ~/.pgpass). Con --from-blobs y --to-blobs copia además los originales
(file:///CARPETA, s3://BUCKET?endpoint=…, con las claves de SVC_BLOB_ACCESS_KEY y
SVC_BLOB_SECRET_KEY); sin ellas se quedan donde están.

Los servidores de ambas bases deben estar detenidos. El origen no cambia, salvo que
se pone al día como al arrancar el servidor. Hasta que termine ningún servidor arranca
con el destino. Si se corta, repita la orden: vacía la copia sin terminar y empieza de
nuevo; los originales que ya están en el destino no se copian otra vez. Al final
compara tabla por tabla el número de filas y la suma SHA-256 de su contenido, y cada
original con la suya. Después ponga el destino en SVC_DATABASE_URL o SVC_DATABASE_PATH,
y los originales en SVC_BLOB_URL.

Si falta o está dañado un original, termina con el estado 3, salvo con --allow-missing.

Con --json: {"from", "to", "restarted", "tables": [{"name", "rows", "sha256"}], "queued",
   "originals", "missing": [], "ms"}`,
		Example: `  cotejo migrate --from sqlite:data/database/cotejo.db --to postgres://cotejo@db/cotejo
  cotejo migrate --from sqlite:cotejo.db --to postgres://cotejo@db/cotejo \
     --from-blobs file:///srv/cotejo/originales --to-blobs 's3://cotejo?endpoint=https://s3.example.org'
  cotejo migrate --from postgres://cotejo@db/cotejo --to sqlite:cotejo.db`,
		Args:              spanish.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := cli.NewOutput(c, "una línea JSON", false)
	config.AddFlags(c.Flags(), "SVC_BLOB_URL")
	c.Flags().StringVar(&o.From, "from", "", "la `BASE` de datos de la que se copia: sqlite:ARCHIVO o postgres://…")
	c.Flags().StringVar(&o.To, "to", "", "la `BASE` de datos, vacía, a la que se copia")
	c.Flags().StringVar(&o.FromBlobs, "from-blobs", "", "`LUGAR` de los originales: file:///CARPETA o s3://BUCKET?endpoint=…")
	c.Flags().StringVar(&o.ToBlobs, "to-blobs", "", "`LUGAR` a la que se copian los originales")
	c.Flags().BoolVar(&o.AllowMissing, "allow-missing", false, "termina aunque falten originales, y dice cuáles")
	c.RunE = func(c *cobra.Command, _ []string) error {
		switch {
		case o.From == "" || o.To == "":
			return spanish.Usagef("faltan --from y --to: de qué base de datos a cuál")
		case (o.FromBlobs == "") != (o.ToBlobs == ""):
			return spanish.Usagef("--from-blobs y --to-blobs van juntas: de dónde a dónde se copian los originales")
		}
		loaded, err := cli.Load(c, config.Sources{NoServer: true})
		if err != nil {
			return err
		}
		start := time.Now()
		report, err := watched(c.Context(), out, &o, func(ctx context.Context) (app.MigrateReport, error) {
			return app.Migrate(ctx, loaded, o)
		})
		if err != nil {
			return err
		}
		return printMigration(out, o, report, time.Since(start))
	}
	return c
}

// watched runs a migration and shows how far it is.
func watched(ctx context.Context, out *cli.Output, o *app.MigrateOptions, migrate func(context.Context) (app.MigrateReport, error)) (app.MigrateReport, error) {
	d := out.Progress(0, "")
	defer d.Close()
	stage := ""
	o.Progress = func(what string, done, total int) {
		if what != stage {
			stage = what
			d.Begin(what, "", done, total)
		}
		d.Reached(done, "")
	}
	o.Discarded = func(source string) {
		out.Note("el destino era una copia sin terminar de %s: se vació y la copia empieza de nuevo", source)
	}
	report, err := migrate(ctx)
	d.Close()
	if ctx.Err() != nil && err != nil {
		out.Note("la copia no está completa; repita la orden para que empiece de nuevo")
	}
	return report, err
}

func printMigration(out *cli.Output, o app.MigrateOptions, r app.MigrateReport, took time.Duration) error {
	text := tablesText(r.Tables)
	if len(r.Missing) > 0 {
		out.Note("aviso: faltan o están dañados %d originales que la base de datos nombra: %s", len(r.Missing), strings.Join(r.Missing, ", "))
	}
	text += fmt.Sprintf("; %d tareas siguen en la cola", r.Queued)
	if o.ToBlobs != "" {
		text += fmt.Sprintf(", %d originales copiados y comparados", r.Originals)
	}
	return out.Result(struct {
		From      string           `json:"from"`
		To        string           `json:"to"`
		Restarted bool             `json:"restarted"`
		Tables    []transfer.Table `json:"tables"`
		Queued    int              `json:"queued"`
		Originals int              `json:"originals"`
		Missing   []string         `json:"missing"`
		Millis    int64            `json:"ms"`
	}{app.PlaceOf(o.From), app.PlaceOf(o.To), r.Restarted, r.Tables, r.Queued, r.Originals, append([]string{}, r.Missing...), took.Milliseconds()}, text)
}

// tablesText is what was copied as a person reads it.
func tablesText(tables []transfer.Table) string {
	var text strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&text, "%-22s %9d filas  %s\n", t.Name, t.Rows, t.SHA256[:16])
	}
	return text.String() + "todo está en el destino, igual que en el origen"
}
