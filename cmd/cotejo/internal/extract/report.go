package extract

import (
	"fmt"
	"strings"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
)

// What «cotejo ner» describes a measurement.

type evaluationLine struct {
	Documents   int                  `json:"documents"`
	Examples    int                  `json:"examples"`
	Fields      []evaluatedField     `json:"fields"`
	Calibration evaluatedConfidences `json:"calibration"`
}

type evaluatedField struct {
	Field    string               `json:"field"`
	Examples int                  `json:"examples"`
	Scores   map[string]scoreLine `json:"scores"`
}

type scoreLine struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Right     int     `json:"right"`
	Wrong     int     `json:"wrong"`
	Missed    int     `json:"missed"`
	Invented  int     `json:"invented"`
}

type evaluatedConfidences struct {
	Error float64   `json:"error"`
	Bins  []binLine `json:"bins"`
}

type binLine struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	Values     int     `json:"values"`
	Confidence float64 `json:"confidence"` // mean
	Right      float64 `json:"right"`      // share
}

func scoreOf(s ner.Score) scoreLine {
	return scoreLine{cli.Rounded(s.Precision()), cli.Rounded(s.Recall()), s.Right, s.Wrong, s.Missed, s.Invented}
}

func evaluationOf(e *intake.Evaluation) evaluationLine {
	line := evaluationLine{Documents: e.Documents, Examples: e.Examples, Fields: []evaluatedField{},
		Calibration: evaluatedConfidences{Error: cli.Rounded(e.Told.Error()), Bins: []binLine{}}}
	for _, f := range e.Fields {
		x := evaluatedField{string(f.Field), f.Examples, map[string]scoreLine{"now": scoreOf(f.Now), "then": scoreOf(f.Then)}}
		for name, s := range f.Extractors {
			x.Scores[name] = scoreOf(s)
		}
		line.Fields = append(line.Fields, x)
	}
	for i, b := range e.Told.Bins() {
		if b.N > 0 {
			line.Calibration.Bins = append(line.Calibration.Bins, binLine{float64(i) / 10, float64(i+1) / 10, b.N,
				cli.Rounded(b.Sure / float64(b.N)), cli.Rounded(float64(b.Right) / float64(b.N))})
		}
	}
	return line
}

func evaluationText(e *intake.Evaluation) string {
	if e.Examples == 0 {
		return "aún no hay documentos validados de los que se pueda medir"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d documentos validados, %d datos; precisión / cobertura\n\n%-21s %5s  %-11s %-11s", e.Documents, e.Examples, "campo", "datos", "hoy", "entonces")
	for _, x := range ner.Extractors() {
		fmt.Fprintf(&b, " %-11s", x.Name())
	}
	b.WriteByte('\n')
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "%-21s %5d  %s %s", f.Field, f.Examples, pairText(f.Now), pairText(f.Then))
		for _, x := range ner.Extractors() {
			b.WriteString(" " + pairText(f.Extractors[x.Name()]))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\nconfianza    valores  acertados   (error de calibración %.3f)\n", e.Told.Error())
	for i, bin := range e.Told.Bins() {
		if bin.N > 0 {
			fmt.Fprintf(&b, "%.1f – %.1f %10d  %8.1f %%\n", float64(i)/10, float64(i+1)/10, bin.N, 100*float64(bin.Right)/float64(bin.N))
		}
	}
	return b.String()
}

func pairText(s ner.Score) string {
	if s == (ner.Score{}) {
		return fmt.Sprintf("%-11s", "–")
	}
	return fmt.Sprintf("%.2f / %.2f", s.Precision(), s.Recall())
}

type tunedLine struct {
	LearnedFrom int       `json:"learned_from"`
	TriedOn     int       `json:"tried_on"`
	Stored      bool      `json:"stored"`
	Number      int       `json:"number,omitempty"`
	Before      triedLine `json:"before"`
	After       triedLine `json:"after"`
}

type triedLine struct {
	Weights map[string]float64 `json:"weights"`
	scoreLine
	CalibrationError float64 `json:"calibration_error"`
}

func triedOf(c ner.Config, e *intake.Evaluation) triedLine {
	return triedLine{weightsOf(c), scoreOf(e.Total()), cli.Rounded(e.Told.Error())}
}

func tunedOf(t *intake.Tuned) tunedLine {
	return tunedLine{t.LearnedFrom, t.Before.Documents, t.Stored, t.Tuning.Number, triedOf(t.From, &t.Before), triedOf(t.To, &t.After)}
}

func tunedText(t *intake.Tuned, dry bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "se aprendió de %d documentos y se probó con otros %d\n\n%-8s %10s %7s %9s %10s   %s\n", t.LearnedFrom, t.Before.Documents,
		"", "acertados", "malos", "faltan", "inventados", "pesos")
	for _, row := range []struct {
		name string
		c    ner.Config
		e    *intake.Evaluation
	}{{"ahora", t.From, &t.Before}, {"nuevos", t.To, &t.After}} {
		s := row.e.Total()
		fmt.Fprintf(&b, "%-8s %10d %7d %9d %10d   %s\n", row.name, s.Right, s.Wrong, s.Missed, s.Invented, weightsText(row.c))
	}
	return b.String() + "\n" + cli.Learned("los nuevos pesos", "ner", t.Stored, t.Better(), dry, t.Tuning.Number)
}
