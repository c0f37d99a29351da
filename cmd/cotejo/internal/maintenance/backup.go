package maintenance

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
)

func backupCommand() *cobra.Command {
	var force, allowMissing bool
	c := &cobra.Command{
		Use:   "backup [opciones] ARCHIVO.tar",
		Short: "Guarda la base de datos y todos los originales en un archivo",
		Long: `Guarda en un archivo la base de datos y todos los originales que nombra, tal como
están en un mismo momento, con el servidor en marcha o detenido. No cambia nada
en la base de datos: sirve también antes de actualizar el programa.

El archivo es un .tar corriente con las sumas SHA-256 de todo en manifest.json;
aparece con su nombre cuando está completo en el disco. No incluye los usuarios
ni los secretos (.cotejo/), ni la configuración: guárdelos aparte.

Si falta o está dañado un original, la copia no se hace (estado 3), salvo con
--allow-missing. «cotejo restore --dry-run ARCHIVO.tar» verifica una copia.

Con --json: {"file", "bytes", "documents", "originals", "missing": [], "ms"}`,
		Example: `  cotejo backup /respaldo/cotejo-$(date +%F).tar
  cotejo backup --force /respaldo/cotejo.tar --json`,
		Args:              spanish.ExactlyOne("el archivo en el que se guarda"),
		ValidArgsFunction: cli.CompleteFiles("tar"),
	}
	out := cli.NewOutput(c, "una línea JSON", false)
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.Flags().BoolVar(&force, "force", false, "reemplaza el archivo si existe")
	c.Flags().BoolVar(&allowMissing, "allow-missing", false, "hace la copia aunque falten originales, y dice cuáles")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := cli.CheckExtension(args[0], ".tar"); err != nil {
			return err
		}
		loaded, err := cli.Load(c, config.Sources{NoServer: true})
		if err == nil {
			err = cli.NeedData(c, loaded, cli.Refuse)
		}
		if err != nil {
			return err
		}
		start := time.Now()
		d := out.Progress(0, "originales")
		defer d.Close()
		report, err := app.BackUp(c.Context(), loaded, args[0], app.BackupOptions{
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
			fmt.Sprintf("%s: %d documentos, %d originales, %s", args[0], report.Documents, report.Originals, cli.Megabytes(report.Size)))
	}
	return c
}

func restoreCommand() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "restore [opciones] ARCHIVO.tar",
		Short: "Pone una copia de «cotejo backup» en lugar de la base de datos",
		Long: `Verifica toda una copia hecha con «cotejo backup» y la pone en lugar de la base de
datos. El servidor debe estar detenido. Con --dry-run solo verifica, y entonces
puede estar en marcha.

Si ya hay una base de datos hace falta --force; la actual y sus originales quedan
guardados al lado, con la fecha en el nombre. Puede cortarse en cualquier momento:
queda la base de datos anterior o la nueva, completas; repita la orden.

Una copia cuya base de datos no tiene exactamente las tablas, los índices y los
disparadores de Cotejo, o tiene un valor de otro tipo, se rechaza y se dice cuál.
Las sesiones y los intentos de ingreso no se restauran: hay que iniciar sesión de
nuevo.

Con --json: {"file", "restored", "created_at", "documents", "originals", "missing": [], "kept_aside": []}`,
		Example: `  cotejo restore --dry-run /respaldo/cotejo.tar
  cotejo restore /respaldo/cotejo.tar
  cotejo restore --force /respaldo/cotejo.tar`,
		Args:              spanish.ExactlyOne("el archivo de la copia"),
		ValidArgsFunction: cli.CompleteFiles("tar"),
	}
	out := cli.NewOutput(c, "una línea JSON", true)
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.Flags().BoolVar(&force, "force", false, "reemplaza la base de datos que haya")
	c.RunE = func(c *cobra.Command, args []string) error {
		loaded, err := cli.Load(c, config.Sources{NoServer: true})
		if err != nil {
			return err
		}
		d := out.Progress(0, "originales")
		defer d.Close()
		report, err := app.Restore(c.Context(), loaded, args[0], app.RestoreOptions{
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
		text := fmt.Sprintf("%s: %d documentos, %d originales, del %s: %s", args[0], report.Documents, report.Originals,
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
