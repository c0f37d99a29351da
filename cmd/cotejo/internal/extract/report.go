package extract

import (
	"fmt"
	"strings"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
)

// tunedLine is the JSON of «cotejo ner tune».
type tunedLine struct {
	LearnedFrom int       `json:"learned_from"`
	TriedOn     int       `json:"tried_on"`
	Stored      bool      `json:"stored"`
	Number      int       `json:"number,omitempty"`
	Before      triedLine `json:"before"`
	After       triedLine `json:"after"`
}

type triedLine struct {
	Weights          map[string]float64           `json:"weights"`
	Fields           map[document.Field]scoreLine `json:"fields"`
	Total            scoreLine                    `json:"total"`
	CalibrationError float64                      `json:"calibration_error"`
}

type scoreLine struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Right     int     `json:"right"`
	Wrong     int     `json:"wrong"`
	Missed    int     `json:"missed"`
	Invented  int     `json:"invented"`
}

func scoreOf(s ner.Score) scoreLine {
	return scoreLine{cli.Rounded(s.Precision()), cli.Rounded(s.Recall()), s.Right, s.Wrong, s.Missed, s.Invented}
}

func triedOf(c ner.Config, e *intake.Evaluation) triedLine {
	fields := map[document.Field]scoreLine{}
	for f, s := range e.Fields {
		fields[f] = scoreOf(s)
	}
	return triedLine{weightsOf(c), fields, scoreOf(e.Total()), cli.Rounded(e.Told.Error())}
}

func tunedOf(t *intake.Tuned) tunedLine {
	return tunedLine{t.LearnedFrom, t.TriedOn, t.Stored, t.Tuning.Number, triedOf(t.From, &t.Before), triedOf(t.To, &t.After)}
}

func tunedText(t *intake.Tuned, dry bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "se aprendió de %d documentos y se probó con otros %d\n\n", t.LearnedFrom, t.TriedOn)
	fmt.Fprintf(&b, "%-32s %10s %7s %7s %10s\n", "ahora → nuevos", "acertados", "malos", "faltan", "inventados")
	row := func(name string, before, after ner.Score) {
		fmt.Fprintf(&b, "%-32s %10s %7s %7s %10s\n", name, moved(before.Right, after.Right), moved(before.Wrong, after.Wrong),
			moved(before.Missed, after.Missed), moved(before.Invented, after.Invented))
	}
	for _, f := range document.Fields() {
		if before, judged := t.Before.Fields[f]; judged {
			row(string(f), before, t.After.Fields[f])
		}
	}
	row("total", t.Before.Total(), t.After.Total())
	fmt.Fprintf(&b, "\nerror de calibración de las confianzas: %.3f → %.3f\npesos de ahora:  %s\npesos nuevos:    %s\n\n",
		t.Before.Told.Error(), t.After.Told.Error(), weightsText(t.From), weightsText(t.To))
	return b.String() + cli.Learned("los nuevos pesos", "ner", t.Stored, t.Better(), dry, t.Tuning.Number)
}

func moved(before, after int) string {
	if before == after {
		return fmt.Sprint(before)
	}
	return fmt.Sprintf("%d → %d", before, after)
}
