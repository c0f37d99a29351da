package maintenance

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/transfer"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// MigrateRegister returns «cotejo notify migrate».
func MigrateRegister() *cobra.Command {
	var o app.MigrateOptions
	c := &cobra.Command{
		Use:   "migrate --from BASE --to BASE",
		Short: "Pasa el registro de SQLite a PostgreSQL o de vuelta",
		Long: `Copia todo lo que tiene el registro de notificaciones en una base de datos vacía:
procesos, sujetos, notificaciones con su historia, correos por enviar, usuarios y
sesiones. Una base de datos es sqlite:ARCHIVO o postgres://USUARIO@SERVIDOR/BASE (la
clave puede ir en PGPASSWORD o en ~/.pgpass).

Los servidores de ambas bases deben estar detenidos. El origen no cambia, salvo que
se pone al día como al arrancar el servidor. Hasta que termine ningún servidor arranca
con el destino. Si se corta, repita la orden: vacía la copia sin terminar y empieza de
nuevo. Al final compara tabla por tabla el número de filas y la suma SHA-256 de su
contenido. Después ponga el destino en NOTIFY_DATABASE_URL o NOTIFY_DATABASE_PATH.

Con --json: {"from", "to", "restarted", "tables": [{"name", "rows", "sha256"}], "ms"}`,
		Example: `  cotejo notify migrate --from sqlite:data/database/cotejo-notify.db --to postgres://cotejo@db/notify
  cotejo notify migrate --from postgres://cotejo@db/notify --to sqlite:cotejo-notify.db`,
		Args:              spanish.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := cli.NewOutput(c, "una línea JSON", false)
	c.Flags().StringVar(&o.From, "from", "", "la `BASE` de datos de la que se copia: sqlite:ARCHIVO o postgres://…")
	c.Flags().StringVar(&o.To, "to", "", "la `BASE` de datos, vacía, a la que se copia")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if o.From == "" || o.To == "" {
			return spanish.Usagef("faltan --from y --to: de qué base de datos a cuál")
		}
		start := time.Now()
		report, err := watched(c.Context(), out, &o, func(ctx context.Context) (app.MigrateReport, error) {
			return app.MigrateRegister(ctx, o)
		})
		if err != nil {
			return err
		}
		return out.Result(struct {
			From      string           `json:"from"`
			To        string           `json:"to"`
			Restarted bool             `json:"restarted"`
			Tables    []transfer.Table `json:"tables"`
			Millis    int64            `json:"ms"`
		}{app.PlaceOf(o.From), app.PlaceOf(o.To), report.Restarted, report.Tables, time.Since(start).Milliseconds()}, tablesText(report.Tables))
	}
	return c
}
