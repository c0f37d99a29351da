package mupdf

import (
	"math/rand/v2"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/core/document"
)

func TestLettersInAnyOrderAreReadByPlace(t *testing.T) {
	lines := []string{"ACCIONANTE: ROSA RUIZ", "ACCIONADO: NUEVA EPS S.A.", "Bogota, 3 de marzo de 2026", "con domicilio en la calle 12 No. 4-56"}
	got := textOf(t, func(p *fpdf.Fpdf) {
		var draw []func()
		for i, line := range lines {
			x := 72.
			for _, r := range line {
				place := x
				draw = append(draw, func() { p.Text(place, 100+14*float64(i), string(r)) })
				x += p.GetStringWidth(string(r))
			}
		}
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(draw), func(i, j int) { draw[i], draw[j] = draw[j], draw[i] })
		for _, one := range draw {
			one()
		}
	})
	if want := strings.Join(lines, "\n") + "\n"; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

// typeset returns the letters of a line as TeX draws them: an accent over the letter behind it, and
// "_" for a space that is added before a moved accent.
func typeset(s string) (line []letter) {
	const width = 6.
	x := 0.
	for _, r := range s {
		l := letter{r: r, box: document.Box{X0: x, X1: x + width}, size: 10}
		switch {
		case r == '_':
			l.r, l.isAdded, l.box.X1 = ' ', true, x
		case markOf(r) != 0:
			l.box.X0, l.box.X1 = x+1, x+width-1
		default:
			x += width
		}
		line = append(line, l)
	}
	return line
}

func TestAccentsDrawnAloneBelongToTheirLetters(t *testing.T) {
	for drawn, want := range map[string]string{
		"SOF´IA de c´edula": "SOFÍA de cédula",
		"N_´U_˜NEZ":         "NÚÑEZ",
		"garc´ıa":           "garcía",
		"a ´Erika y ´el":    "a Érika y él",
		"a _´el":            "a él",
		"¸cava ¨U \u0301o":  "çava Ü ó",
		"´7 ´ ´x´":          "´7 ´ ´x´",
	} {
		var got strings.Builder
		for _, l := range composed(typeset(drawn)) {
			got.WriteRune(l.r)
		}
		if got.String() != want {
			t.Errorf("%q is read as %q, want %q", drawn, got.String(), want)
		}
	}
}

func TestApostrophesStayBetweenLetters(t *testing.T) {
	const text = "O´Brien de D`Elia a las 3´"
	got := textOf(t, func(p *fpdf.Fpdf) { p.Text(72, 100, p.UnicodeTranslatorFromDescriptor("")(text)) })
	if got != text+"\n" {
		t.Errorf("read %q", got)
	}
}

func TestAccentsOverLettersArePartOfWords(t *testing.T) {
	got := textOf(t, func(p *fpdf.Fpdf) {
		latin := p.UnicodeTranslatorFromDescriptor("")
		x := 72.
		for _, r := range "la acci´on de Garc´es" {
			s := latin(string(r))
			if r == '´' {
				p.Text(x+.3, 99, s)
				continue
			}
			p.Text(x, 100, s)
			x += p.GetStringWidth(s)
		}
	})
	if want := "la acción de Garcés\n"; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}
