package pdftext

import (
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

// setLine is a line of a page, 12 points high.
type setLine struct {
	x, y float64
	text string
}

// wordsAt sets lines on a page, with letters 6 points wide.
func wordsAt(lines []setLine) (text string, words []document.Word) {
	runes := 0
	for _, l := range lines {
		x := l.x
		for _, w := range strings.Fields(l.text) {
			n := len([]rune(w))
			words = append(words, document.Word{Text: w, Confidence: .9, Start: runes, End: runes + n,
				Box: document.Box{X0: x, Y0: l.y, X1: x + 6*float64(n), Y1: l.y + 12}})
			x += 6 * float64(n+1)
			runes += n + 1
		}
		text += l.text + "\n"
	}
	return text, words
}

// Lines that a layer leaves out stand where the recognition reads them.
func TestLinesLeftOutJoinTheirColumn(t *testing.T) {
	heading := setLine{100, 50, "ACCIÓN DE TUTELA EN DOS COLUMNAS"}
	left := []setLine{{50, 100, "Vivo en la carrera octava"}, {50, 120, "con mi madre enferma, que necesita"}, {50, 140, "oxígeno permanente"}}
	right := []setLine{{320, 100, "Ordenar a la empresa demandada"}, {320, 120, "reconectar el servicio suspendido"}, {320, 140, "dentro de las veinticuatro horas"}}
	foot := setLine{100, 700, "Notificaciones en la secretaría del despacho"}
	page := slices.Concat([]setLine{heading}, left, right, []setLine{foot})
	for name, leftOut := range map[string][]setLine{
		"a line of each column":    {left[1], right[1]},
		"the first of each column": {left[0], right[0], foot},
		"the last of each column":  {left[2], right[2], heading},
		"the whole right column":   right,
		"the whole left column":    left,
		"the heading and the foot": {heading, foot},
		"all but the right column": slices.Concat([]setLine{heading}, left, []setLine{foot}),
		"all above the foot":       page[:len(page)-1],
	} {
		layer := document.PageLayer{Width: 612, Height: 792}
		layer.Text, layer.Words = wordsAt(slices.DeleteFunc(slices.Clone(page), func(l setLine) bool { return slices.Contains(leftOut, l) }))
		var seen document.Page
		seen.Text, seen.Words = wordsAt(page)
		got, _, ok := joined(layer, Verdict{Confidence: .99}, seen)
		if want := seen.Text; !ok || strings.ReplaceAll(got.Text, "\n\n", "\n") != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got.Text, want)
		}
	}
}
