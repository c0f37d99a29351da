package duplicates

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
)

func dedupTuneCommand() *cobra.Command {
	return cli.DataCommand(&cobra.Command{
		Use:   "tune",
		Short: "Aprende pesos y umbrales de lo que las personas decidieron",
		Long: fmt.Sprintf(`Aprende de tres de cada cuatro parejas decididas con qué pesos y umbrales se
comparan los escritos, sin alejarse de los de ahora más de lo que las decisiones
justifican, y los prueba con las demás. Dice qué cambiaría en las parejas por
decidir. Si con ellos hay menos errores —una acusación falsa cuenta doble—, rigen
desde ese momento; «cotejo dedup undo» vuelve a los de antes. Hacen falta al menos
%d parejas decididas.

Con --json: {"learned_from", "tried_on", "stored", "number", "before": {"config", "right",
"accused", "missed"}, "after": {…}, "preview": {"pairs", "stop", "start", "stop_total", "start_total"}}`, intake.MinDecided),
		Example: "  cotejo dedup tune --dry-run\n  cotejo dedup tune",
	}, true, func(c *cobra.Command, s *app.Services, out *cli.Output, _ []string) error {
		t, err := cli.WithProgress(out, "parejas", func(seen func(done, total int)) (document.DedupTuned, error) {
			return s.Configuration.TuneDedup(c.Context(), cli.Operator(), out.DryRun, seen)
		})
		if err != nil {
			return err
		}
		return out.Result(dedupTunedOf(&t), dedupTunedText(&t, out.DryRun))
	})
}

func dedupUndoCommand() *cobra.Command {
	return cli.DataCommand(&cobra.Command{
		Use:   "undo",
		Short: "Vuelve a los pesos y umbrales que regían antes",
		Long: `Vuelve a los pesos y umbrales que regían antes de los de ahora; otra vez, a los
anteriores a esos. Ninguno se pierde: quedan en GET /config/dedup/history.

Con --json: {"number", "config"}`,
		Example: "  cotejo dedup undo",
	}, false, func(c *cobra.Command, s *app.Services, out *cli.Output, _ []string) error {
		t, err := s.Configuration.UndoDedupConfig(c.Context(), cli.Operator())
		if err != nil {
			return err
		}
		return out.Result(struct {
			Number int                   `json:"number"`
			Config intakeapi.DedupConfig `json:"config"`
		}{t.Number, intakeapi.DedupConfigOf(t.Config)}, "rige de nuevo: "+dedupConfigText(t.Config))
	})
}

type dedupTunedLine struct {
	LearnedFrom int                    `json:"learned_from"`
	TriedOn     int                    `json:"tried_on"`
	Stored      bool                   `json:"stored"`
	Number      int                    `json:"number,omitempty"`
	Before      agreementLine          `json:"before"`
	After       agreementLine          `json:"after"`
	Preview     intakeapi.DedupPreview `json:"preview"`
}

type agreementLine struct {
	Config  intakeapi.DedupConfig `json:"config"`
	Right   int                   `json:"right"`
	Accused int                   `json:"accused"`
	Missed  int                   `json:"missed"`
}

func dedupTunedOf(t *document.DedupTuned) dedupTunedLine {
	agreement := func(c dedup.Config, a dedup.Agreement) agreementLine {
		return agreementLine{intakeapi.DedupConfigOf(c), a.Right, a.Accused, a.Missed}
	}
	return dedupTunedLine{t.LearnedFrom, t.Before.Pairs(), t.Stored, t.Tuning.Number, agreement(t.From, t.Before), agreement(t.To, t.After),
		intakeapi.DedupPreviewOf(t.Preview)}
}

func dedupTunedText(t *document.DedupTuned, dry bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "se aprendió de %d decisiones y se probó con otras %d\n\n%-8s %10s %16s %9s   %s\n", t.LearnedFrom, t.Before.Pairs(),
		"", "acertadas", "acusan en falso", "no ven", "pesos y umbrales")
	for _, row := range []struct {
		name string
		c    dedup.Config
		a    dedup.Agreement
	}{{"ahora", t.From, t.Before}, {"nuevos", t.To, t.After}} {
		fmt.Fprintf(&b, "%-8s %10d %16d %9d   %s\n", row.name, row.a.Right, row.a.Accused, row.a.Missed, dedupConfigText(row.c))
	}
	fmt.Fprintf(
		&b,
		"\nde %d parejas por decidir, %d dejarían de ser duplicados y %d pasarían a serlo\n",
		t.Preview.Pairs,
		len(t.Preview.Stop),
		len(t.Preview.Start),
	)
	for _, list := range []struct {
		sign  string
		pairs []document.PairChange
	}{{"-", t.Preview.Stop}, {"+", t.Preview.Start}} {
		for _, p := range list.pairs[:min(len(list.pairs), shownChanges)] {
			fmt.Fprintf(
				&b,
				"  %s %s  %s → %s  %s\n",
				list.sign,
				p.DocumentID,
				cli.Percent(p.Before.Similarity),
				cli.Percent(p.After.Similarity),
				cli.DisplayName(p.Document.FileName),
			)
		}
		if more := len(list.pairs) - shownChanges; more > 0 {
			fmt.Fprintf(&b, "  %s y %d más\n", list.sign, more)
		}
	}
	return b.String() + "\n" + cli.Learned("los nuevos", "dedup", t.Stored, t.Better(), dry, t.Tuning.Number)
}

// shownChanges is how many pairs of each kind are shown.
const shownChanges = 10

func dedupConfigText(c dedup.Config) string {
	return fmt.Sprintf("texto %.3g, hechos %.3g, partes %.3g; desde %.3g (tutela), %.3g (hábeas), %.3g (otros)",
		c.Weights.MinHash, c.Weights.TFIDF, c.Weights.Entity, c.Thresholds.Tutela, c.Thresholds.Habeas, c.Thresholds.Default)
}
