package extract

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
)

func nerCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "ner",
		Short: "Mide la extracción con lo que las personas corrigieron, y aprende de ello",
		Long: `Trabaja con las correcciones que quedan al validar documentos: mide con ellas la
extracción, aprende de ellas los pesos de los extractores, y deshace lo
aprendido. Sirve con el servidor en marcha o detenido; lo que cambia rige de
inmediato en todos los procesos que usan la base de datos.`,
	}, nerTuneCommand(), nerUndoCommand())
}

func nerTuneCommand() *cobra.Command {
	return cli.DataCommand(&cobra.Command{
		Use:   "tune",
		Short: "Mide la extracción con los documentos validados, y aprende de ellos sus pesos",
		Long: fmt.Sprintf(`Aprende los pesos de los extractores de tres de cada cuatro documentos validados,
sin alejarse de los pesos de ahora más de lo que los ejemplos justifican, y mide
con los demás la extracción de cada dato con unos y con otros. Si con los nuevos
es mejor, rigen desde ese momento; los de antes quedan guardados («cotejo ner
undo»). Con --dry-run solo mide. Hacen falta al menos %d documentos validados.

Con --json: {"learned_from", "tried_on", "stored", "number", "before": {"weights",
"fields": {CAMPO: {"precision", "recall", "right", "wrong", "missed", "invented"}},
"total": {…}, "calibration_error"}, "after": {…}}`, intake.MinTaught),
		Example: "  cotejo ner tune --dry-run\n  cotejo ner tune",
	}, true, func(c *cobra.Command, s *app.Services, out *cli.Output, _ []string) error {
		t, err := cli.WithProgress(out, "documentos", func(seen func(done, total int)) (intake.Tuned, error) {
			return s.Configuration.TuneNER(c.Context(), cli.Operator(), out.DryRun, seen)
		})
		if err != nil {
			return err
		}
		return out.Result(tunedOf(&t), tunedText(&t, out.DryRun))
	})
}

func nerUndoCommand() *cobra.Command {
	return cli.DataCommand(&cobra.Command{
		Use:   "undo",
		Short: "Vuelve a la configuración de la extracción que regía antes",
		Long: `Vuelve a la configuración de la extracción que regía antes de la de ahora; otra
vez, a la anterior a esa. Ninguna se pierde: quedan en GET /config/ner/history.

Con --json: {"number", "weights", "min_confidence"}`,
		Example: "  cotejo ner undo",
	}, false, func(c *cobra.Command, s *app.Services, out *cli.Output, _ []string) error {
		t, err := s.Configuration.UndoTuning(c.Context(), cli.Operator())
		if err != nil {
			return err
		}
		return out.Result(struct {
			Number        int                `json:"number"`
			Weights       map[string]float64 `json:"weights"`
			MinConfidence float64            `json:"min_confidence"`
		}{t.Number, weightsOf(t.Config), t.Config.MinConfidence}, "rige de nuevo: "+weightsText(t.Config))
	})
}

func weightsOf(c ner.Config) map[string]float64 {
	weights := map[string]float64{}
	for _, x := range c.Extractors {
		weights[x.Name] = x.Weight
	}
	return weights
}

func weightsText(c ner.Config) string {
	var parts []string
	for _, x := range c.Extractors {
		part := fmt.Sprintf("%s %.2f", x.Name, x.Weight)
		if !x.Enabled {
			part += " (inactivo)"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}
