package mupdf

import (
	"fmt"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// textOf is the text of a page on which draw sets words.
func textOf(t *testing.T, draw func(p *fpdf.Fpdf)) string {
	t.Helper()
	layer, err := open(t, write(t, func(p *fpdf.Fpdf) { p.AddPage(); draw(p) })).Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	runes := []rune(layer.Text)
	for _, w := range layer.Words {
		if got := string(runes[w.Start:w.End]); got != w.Text {
			t.Fatalf("%q stands at %q", w.Text, got)
		}
	}
	return layer.Text
}

// prose is the n-th line of a column.
func prose(column string, n int) string {
	return fmt.Sprintf("linea %d de la %s con la entidad del caso", n, column)
}

func linesOf(column string, n int) string {
	var lines []string
	for i := range n {
		lines = append(lines, prose(column, i))
	}
	return strings.Join(lines, "\n")
}

func TestColumnsDrawnAcrossAreReadOneByOne(t *testing.T) {
	got := textOf(t, func(p *fpdf.Fpdf) {
		p.Text(72, 60, "ACCIONANTE: ROSA RUIZ")
		p.Text(400, 76, "Tunja, 3 de marzo")
		for i := range 10 {
			y := 130 + 14*float64(i)
			p.Text(50, y, prose("izquierda", i))
			if i < 8 {
				p.Text(330, y, prose("derecha", i))
			}
		}
		p.Text(50, 500, "pie de la hoja")
	})
	want := "ACCIONANTE: ROSA RUIZ\n\nTunja, 3 de marzo\n\n" + linesOf("izquierda", 10) + "\n\n" + linesOf("derecha", 8) + "\n\npie de la hoja\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestThreeColumnsAreReadOneByOne(t *testing.T) {
	got := textOf(t, func(p *fpdf.Fpdf) {
		p.SetFontSize(8)
		for i := range 8 {
			for j, column := range []string{"primera", "segunda", "tercera"} {
				p.Text(40+190*float64(j), 100+10*float64(i), prose(column, i))
			}
		}
	})
	if want := linesOf("primera", 8) + "\n\n" + linesOf("segunda", 8) + "\n\n" + linesOf("tercera", 8) + "\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFormsAndTablesStayLineByLine(t *testing.T) {
	rows := [][]string{
		{"Nombre del accionante:", "Rosa Elena Ruiz"},
		{"Documento:", "52.345.678"},
		{"Dirección de notificaciones:", "calle 12 No. 4-56"},
		{"Ciudad:", "Tunja"},
		{"Entidad:", "Nueva EPS"},
		{"Correo electrónico:", "rosa@ejemplo.co"},
		{"Derecho que se invoca:", "salud"},
		{"Teléfono:", "300 111 2233"},
	}
	var want []string
	got := textOf(t, func(p *fpdf.Fpdf) {
		latin := p.UnicodeTranslatorFromDescriptor("")
		for i, cells := range rows {
			for j, cell := range cells {
				p.Text(72+230*float64(j), 100+14*float64(i), latin(cell))
				want = append(want, cell)
			}
		}
		for i := range 3 { // columns as wide as their gaps
			for j := range 4 {
				p.Text(72+60*float64(j), 212+14*float64(i), "20")
				want = append(want, "20")
			}
		}
	})
	if want := strings.Join(want, "\n") + "\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestJustifiedLinesStayWhole(t *testing.T) {
	got := textOf(t, func(p *fpdf.Fpdf) {
		x := 72.
		for _, word := range []string{"Accionado:", "AIR-E", "S.A.S.", "E.S.P.", "y"} {
			p.Text(x, 100, word)
			x += p.GetStringWidth(word) + 20
		}
		p.Text(72, 114, "SUPERINTENDENCIA DE SERVICIOS")
	})
	if want := "Accionado: AIR-E S.A.S. E.S.P. y\nSUPERINTENDENCIA DE SERVICIOS\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
