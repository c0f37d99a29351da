package maintenance

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func doctorCommand() *cobra.Command {
	var service string
	c := &cobra.Command{
		Use:   "doctor [opciones]",
		Short: "Revisa lo que el servicio necesita de esta máquina",
		Long: `Revisa lo que el servicio necesita para trabajar con los ajustes vigentes: carpetas,
disco, base de datos, almacén de originales, usuarios, secreto, buzones y servidor
de correo (sin enviar nada), Tesseract y sus idiomas, aislamiento, reloj y puerto.
De lo que está mal dice qué hacer. No cambia nada, y sirve con el servicio en
marcha o detenido; ejecútelo con el usuario del servicio.

Con --json, una línea por cada cosa: {"name", "status", "detail", "action"}; "status"
es ok, warning o error. Termina con 1 si algo impide iniciar el servicio o recibir
escritos.`,
		Example: `  cotejo doctor
  cotejo doctor --service notify
  cotejo doctor --json | grep -v '"status":"ok"'`,
		Args: spanish.NoArgs,
	}
	out := cli.NewOutput(c, "una línea JSON por cada cosa", false)
	config.AddFlags(c.Flags())
	config.AddNotifyFlags(c.Flags())
	cli.AddServiceFlag(c, &service, "`SERVICIO`: intake o notify")
	c.RunE = func(c *cobra.Command, _ []string) error {
		diagnosis, err := diagnose(c, service)
		if err != nil {
			return err
		}
		for _, f := range diagnosis {
			if err := out.Result(f, diagnosisText(out, f)); err != nil {
				return err
			}
		}
		if diagnosis.Worst() == app.Failing {
			return cli.ErrSomeFailed
		}
		return nil
	}
	return c
}

// diagnose looks at the service named; faulty settings are its only findings.
func diagnose(c *cobra.Command, service string) (d app.Diagnosis, err error) {
	from := config.Sources{Environ: os.Environ(), Flags: c.Flags()}
	switch service {
	case cli.IntakeService:
		var loaded config.Intake
		if loaded, err = config.Load(from); err == nil {
			return append(app.Diagnose(c.Context(), loaded, time.Now()), app.Port(loaded)), nil
		}
	case cli.NotifyService:
		var loaded config.Notify
		if loaded, err = config.LoadNotify(from); err == nil {
			return app.DiagnoseNotify(c.Context(), loaded, time.Now()), nil
		}
	default:
		return nil, cli.NoSuchService(service)
	}
	var faults config.Faults
	if errors.As(err, &faults) {
		return app.Settings(faults), nil
	}
	return nil, fmt.Errorf("%w: %w", cli.ErrConfiguration, err)
}

// verdicts are the marks of findings on a terminal.
var verdicts = map[app.Verdict]struct {
	label string
	color cli.Color
}{app.Sound: {"bien", ""}, app.Unwise: {"AVISO", cli.Yellow}, app.Failing: {"MAL", cli.Red}}

func diagnosisText(out *cli.Output, f app.Finding) string {
	mark := verdicts[f.Verdict]
	label := fmt.Sprintf("%-5s", mark.label)
	if mark.color != "" {
		label = out.Paint(mark.color, label)
	}
	text := fmt.Sprintf("%s  %-24s %s", label, f.Title, strings.ReplaceAll(cli.Printable(f.Detail), "\n", " "))
	if f.Action != "" {
		text += "\n" + strings.Repeat(" ", 32) + "→ " + f.Action
	}
	return text
}
