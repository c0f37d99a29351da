package maintenance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
)

// allServices is the --service of a backup of both services.
const allServices = "all"

// addDataFlags adds the flags that say whose data is backed up or restored.
func addDataFlags(c *cobra.Command, service *string) {
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.Flags().StringVar(service, "service", cli.IntakeService, "`SERVICIO`: intake (los escritos), notify (el registro de notificaciones) o all (ambos)")
	_ = c.RegisterFlagCompletionFunc("service",
		cobra.FixedCompletions([]cobra.Completion{cli.IntakeService, cli.NotifyService, allServices}, cobra.ShellCompDirectiveNoFileComp))
}

// loadData returns the data that the settings name. need makes sure that there is some.
func loadData(c *cobra.Command, service string, need bool) (data app.Data, err error) {
	if !slices.Contains([]string{cli.IntakeService, cli.NotifyService, allServices}, service) {
		return data, spanish.Usagef("no existe el servicio «%s»; use --service intake, notify o all", service)
	}
	if path := c.Flags().Lookup("database-path"); service == allServices && path != nil && path.Changed {
		return data, spanish.Usagef("--database-path no dice de cuál servicio es; con --service all use SVC_DATABASE_PATH y NOTIFY_DATABASE_PATH")
	}
	if service != cli.NotifyService {
		loaded, err := cli.Load(c, config.Sources{NoServer: true})
		if err == nil && need {
			err = cli.NeedData(c, loaded, cli.Refuse)
		}
		if err != nil {
			return data, err
		}
		data.Intake = &loaded
	}
	if service != cli.IntakeService {
		loaded, err := cli.LoadNotify(c, config.Sources{NoServer: true})
		if err == nil && need {
			err = cli.NeedRegister(c, loaded, cli.Refuse)
		}
		if err != nil {
			return data, err
		}
		data.Notify = &loaded
	}
	return data, nil
}

// holds says what a backup has of the services in data.
func holds(data app.Data, documents, originals, cases int) string {
	var parts []string
	if data.Intake != nil {
		parts = append(parts, fmt.Sprintf("%d documentos, %d originales", documents, originals))
	}
	if data.Notify != nil {
		parts = append(parts, cli.Pluralize(cases, "proceso", "procesos"))
	}
	return strings.Join(parts, ", ")
}

const backupHelp = `Guarda en un archivo la base de datos y todos los originales que nombra, tal como
están en un mismo momento, con el servidor en marcha o detenido. No cambia nada
en la base de datos: sirve también antes de actualizar el programa. La copia se
verifica al hacerla.

Con --service notify guarda el registro de notificaciones, y con all las dos cosas
en un solo archivo. Una base de datos PostgreSQL se copia con pg_dump, que debe estar
instalado (en Debian, el paquete postgresql-client de la versión del servidor o más
nuevo).

El archivo es un .tar corriente con las sumas SHA-256 de todo en manifest.json;
aparece con su nombre cuando está completo en el disco. No incluye los usuarios de la
recepción ni los secretos (.cotejo/), ni la configuración: guárdelos aparte.

Si falta o está dañado un original, la copia no se hace (estado 3), salvo con
--allow-missing. «cotejo restore --dry-run ARCHIVO.tar» verifica una copia.

Con --json: {"file", "bytes", "documents", "originals", "cases", "missing": [], "ms"}`

func backupCommand() *cobra.Command {
	var force, allowMissing bool
	var service string
	c := &cobra.Command{
		Use:   "backup [opciones] ARCHIVO.tar",
		Short: "Guarda las bases de datos y todos los originales en un archivo",
		Long:  backupHelp,
		Example: `  cotejo backup /respaldo/cotejo-$(date +%F).tar
  cotejo backup --service all /respaldo/todo.tar
  cotejo backup --force /respaldo/cotejo.tar --json`,
		Args:              spanish.ExactlyOne("el archivo en el que se guarda"),
		ValidArgsFunction: cli.CompleteFiles("tar"),
	}
	out := cli.NewOutput(c, "una línea JSON", false)
	addDataFlags(c, &service)
	c.Flags().BoolVar(&force, "force", false, "reemplaza el archivo si existe")
	c.Flags().BoolVar(&allowMissing, "allow-missing", false, "hace la copia aunque falten originales, y dice cuáles")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := cli.CheckExtension(args[0], ".tar"); err != nil {
			return err
		}
		data, err := loadData(c, service, true)
		if err != nil {
			return err
		}
		start := time.Now()
		d := out.Progress(0, "originales")
		defer d.Close()
		report, err := app.BackUp(c.Context(), data, args[0], app.BackupOptions{
			Replace: force, AllowMissing: allowMissing,
			Progress: func(done, total int) { d.Expect(total); d.Reached(done, "") },
		})
		d.Close()
		if c.Context().Err() != nil {
			out.Note("la copia no se hizo; repita la orden")
		}
		if err != nil {
			return err
		}
		if len(report.Missing) > 0 {
			out.Note("aviso: la copia no tiene %d originales que la base de datos nombra; el manifiesto dice cuáles", len(report.Missing))
		}
		report.Missing = append([]string{}, report.Missing...)
		return out.Result(struct {
			File string `json:"file"`
			app.BackupReport
			Millis int64 `json:"ms"`
		}{args[0], report, time.Since(start).Milliseconds()},
			fmt.Sprintf("%s: %s, %s", args[0], holds(data, report.Documents, report.Originals, report.Cases), cli.Megabytes(report.Size)))
	}
	return c
}

const restoreHelp = `Verifica toda una copia hecha con «cotejo backup» y la pone en lugar de la base de
datos. El servidor debe estar detenido. Con --dry-run solo verifica, y entonces
puede estar en marcha. --service dice qué se restaura de la copia.

Si ya hay una base de datos hace falta --force; la actual y sus originales quedan
guardados al lado, con la fecha en el nombre. Puede cortarse en cualquier momento:
queda la base de datos anterior o la nueva, completas; repita la orden.

La copia de una base de datos PostgreSQL se restaura con pg_restore en una base vacía,
la que digan los ajustes: cree otra con createdb; la anterior queda como está. Use solo
copias propias: lo que dice una copia se ejecuta en la base de datos.

Una copia cuya base de datos SQLite no tiene exactamente las tablas, los índices y los
disparadores de Cotejo, o tiene un valor de otro tipo, se rechaza y se dice cuál.
Las sesiones y los intentos de ingreso no se restauran: hay que iniciar sesión de
nuevo.

Con --json: {"file", "restored", "created_at", "documents", "originals", "cases", "missing": [], "kept_aside": []}`

func restoreCommand() *cobra.Command {
	var force bool
	var service string
	c := &cobra.Command{
		Use:   "restore [opciones] ARCHIVO.tar",
		Short: "Pone una copia de «cotejo backup» en lugar de la base de datos",
		Long:  restoreHelp,
		Example: `  cotejo restore --dry-run /respaldo/cotejo.tar
  cotejo restore /respaldo/cotejo.tar
  cotejo restore --force /respaldo/cotejo.tar
  cotejo restore --service notify --force /respaldo/todo.tar`,
		Args:              spanish.ExactlyOne("el archivo de la copia"),
		ValidArgsFunction: cli.CompleteFiles("tar"),
	}
	out := cli.NewOutput(c, "una línea JSON", true)
	addDataFlags(c, &service)
	c.Flags().BoolVar(&force, "force", false, "reemplaza la base de datos que haya")
	c.RunE = func(c *cobra.Command, args []string) error {
		data, err := loadData(c, service, false)
		if err != nil {
			return err
		}
		d := out.Progress(0, "originales")
		defer d.Close()
		report, err := app.Restore(c.Context(), data, args[0], app.RestoreOptions{
			DryRun: out.DryRun, Force: force,
			Progress: func(done, total int) { d.Expect(total); d.Reached(done, "") },
		})
		d.Close()
		if c.Context().Err() != nil && err != nil {
			out.Note("no se restauró: la base de datos sigue como estaba; repita la orden")
		}
		if err != nil {
			return err
		}
		if len(report.Missing) > 0 {
			out.Note("aviso: la copia se hizo sin %d originales que su base de datos nombra", len(report.Missing))
		}
		outcome := "restaurada"
		if out.DryRun {
			outcome = "está completa"
		}
		text := fmt.Sprintf("%s: %s, del %s: %s", args[0], holds(data, report.Documents, report.Originals, report.Cases),
			report.CreatedAt.In(document.Colombia()).Format("2006-01-02 15:04"), outcome)
		if !out.DryRun {
			text += "\nlas sesiones no se restauran: hay que iniciar sesión de nuevo"
		}
		for _, path := range report.Aside {
			text += "\nlo anterior queda en " + path
		}
		report.Missing, report.Aside = append([]string{}, report.Missing...), append([]string{}, report.Aside...)
		return out.Result(struct {
			File     string `json:"file"`
			Restored bool   `json:"restored"`
			app.RestoreReport
		}{args[0], !out.DryRun, report}, text)
	}
	return c
}
