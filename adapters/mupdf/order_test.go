package mupdf

import (
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// pair is a label of a form and its value.
type pair struct{ label, value string }

var form = []pair{
	{"ACCIONANTE:", "ROSA RUIZ"}, {"ACCIONADO:", "NUEVA EPS S.A."}, {"DOCUMENTO No.", "52.345.678"}, {"CORREO:", "rosa@ejemplo.co"},
}

// filled is the text of a page with labels at 72 points from the left, and then values at x.
func filled(t *testing.T, rows []pair, pitch, x float64) string {
	t.Helper()
	return textOf(t, func(p *fpdf.Fpdf) {
		for i, row := range rows {
			p.Text(72, 100+pitch*float64(i), row.label)
		}
		p.Text(72, 300, "HECHOS")
		p.Text(72, 400, "Atentamente,")
		for i := range rows {
			i = (i + 2) % len(rows) // in the order of the file
			p.Text(x, 100.5+pitch*float64(i), rows[i].value)
		}
		p.Text(72, 320, "Espero una cita desde enero.")
	})
}

func TestFilledFormIsReadLineByLine(t *testing.T) {
	blanks := func(rows []pair) (all []pair) {
		for _, row := range rows {
			all = append(all, pair{row.label + " ______________________", row.value})
		}
		return all
	}
	table := []pair{{"Accionante", "ROSA RUIZ"}, {"Accionado", "NUEVA EPS S.A."}, {"Documento", "52.345.678"}, {"Correo", "rosa@ejemplo.co"}}
	for name, tc := range map[string]struct {
		labels, want []pair
		pitch, x     float64
		between      string
	}{
		"lines far apart":       {form, form, 26, 250, " "},
		"lines close together":  {form, form, 14, 250, " "},
		"values over blanks":    {blanks(form), form, 14, 190, " "},
		"labels without colons": {table, table, 26, 250, "\n"}, // as cells that are drawn row by row
	} {
		t.Run(name, func(t *testing.T) {
			lines := strings.FieldsFunc(filled(t, tc.labels, tc.pitch, tc.x), func(r rune) bool { return r == '\n' })
			var want []string
			for _, row := range tc.want {
				want = append(want, row.label+tc.between+row.value)
			}
			want = append(want, "HECHOS", "Espero una cita desde enero.", "Atentamente,")
			if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
				t.Errorf("read %q", got)
			}
		})
	}
}

func TestValuesDrawnBeforeTheirLabelsStandBehindThem(t *testing.T) {
	got := textOf(t, func(p *fpdf.Fpdf) {
		for i, row := range form {
			p.Text(250, 100+26*float64(i), row.value)
		}
		for i, row := range form {
			p.Text(72, 100+26*float64(i), row.label)
		}
	})
	if !strings.HasPrefix(got, "ACCIONANTE: ROSA RUIZ\n") || !strings.Contains(got, "\nCORREO: rosa@ejemplo.co\n") {
		t.Errorf("read %q", got)
	}
}

func TestBlocksSideBySideStayWhole(t *testing.T) {
	for name, tc := range map[string]struct {
		left, right []string
		pitch       float64
	}{
		"signatures":           {[]string{"ROSA RUIZ", "C.C. 52.345.678", "Accionante"}, []string{"JUAN GIL", "C.C. 79.123.456", "Apoderado"}, 16},
		"signatures far apart": {[]string{"ROSA RUIZ", "C.C. 52.345.678", "Accionante"}, []string{"JUAN GIL", "C.C. 79.123.456", "Apoderado"}, 30},
		"numbers of lines":     {[]string{"1", "2", "3", "4"}, []string{"REF:", "tutela", "de ROSA RUIZ:", "contra"}, 26},
		"columns":              {strings.Split(linesOf("izquierda", 8), "\n"), strings.Split(linesOf("derecha", 8), "\n"), 26},
	} {
		t.Run(name, func(t *testing.T) {
			got := textOf(t, func(p *fpdf.Fpdf) {
				for i, line := range tc.left {
					p.Text(50, 100+tc.pitch*float64(i), line)
				}
				for i, line := range tc.right {
					p.Text(330, 100+tc.pitch*float64(i), line)
				}
			})
			want := strings.Join(tc.left, "\n") + "\n" + strings.Join(tc.right, "\n") + "\n"
			if got := strings.ReplaceAll(got, "\n\n", "\n"); got != want {
				t.Errorf("read %q, want %q", got, want)
			}
		})
	}
}
