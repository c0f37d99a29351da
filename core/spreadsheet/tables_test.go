package spreadsheet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/spreadsheet"
)

// sheetOf makes rows of lines; "|" parts cells. "<" is merged with the cell to its left, "^" with
// the one above it.
func sheetOf(number int, name string, lines ...string) (rows []spreadsheet.Row) {
	for i, line := range lines {
		r := spreadsheet.Row{Sheet: number, SheetName: name, Number: i + 1}
		for j, value := range strings.Split(line, "|") {
			c := text(value)
			switch value {
			case "":
				c = spreadsheet.Cell{}
			case "<":
				c = spreadsheet.Cell{Over: r.Cells[j-1].Value}
			case "^":
				c = rows[len(rows)-1].Cell(j)
				c.Continued = true
			}
			r.Cells = append(r.Cells, c)
		}
		if !r.IsBlank() {
			rows = append(rows, r)
		}
	}
	return rows
}

func TestTables(t *testing.T) {
	for _, tc := range []struct {
		rule string
		rows []spreadsheet.Row
		want []string // the documents: acta or radicado, parties, cédula, type
		left []string // sheets
	}{
		{"headers in one row", sheetOf(0, "Hoja1", "Acta|Accionante|Accionado", "1|Ana|EPS"), []string{"1 Ana EPS"}, nil},
		{"all sheets with headers", slices.Concat(sheetOf(0, "Enero", "Acta|Accionante|Accionado", "1|Ana|EPS"), sheetOf(1, "Febrero", "Título", "Accionado|Acta|Accionante", "EPS|2|Eva")),
			[]string{"1 Ana EPS", "2 Eva EPS"}, nil},
		{"a sheet without headers is left", slices.Concat(sheetOf(0, "Notas", "llamar a Ana"), sheetOf(1, "Hoja2", "Acta|Accionante|Accionado", "1|Ana|EPS")), []string{"1 Ana EPS"}, []string{"Notas"}},
		{"a group over two headers", sheetOf(0, "H", "RADICADO|ACCIONANTE|<|ACCIONADO", "^|NOMBRE|CÉDULA|^", "2026-00012|Ana|5.123.456|EPS"), []string{"2026-00012 Ana EPS 5.123.456"}, nil},
		{"the upper row is no table by itself", sheetOf(0, "H", "No.|||ACCIONANTE|<|ACCIONADO|<", "^|FECHA|RADICADO|NOMBRE|CÉDULA|ENTIDAD|CORREO", "1||2026-00012|Ana|5.123.456|EPS|a@x.co"),
			[]string{"2026-00012 Ana EPS 5.123.456"}, nil},
		{"a break within a header", sheetOf(0, "H", "No.\nRADICADO|NOMBRE DEL\nACCIONANTE|ACCIONADO", "2026-00012|Ana|EPS"), []string{"2026-00012 Ana EPS"}, nil},
		{"data that looks like headers", sheetOf(0, "H", "Acta|Accionante|Accionado", "1|Nombre|Entidad"), []string{"1 Nombre Entidad"}, nil},
		{"lines of one number are one document", sheetOf(0, "H", "Radicado|Accionante|Accionado", "2026-00012|Ana|EPS", "^|^|Clínica", "^|^|Secretaría", "2026-00013|Eva|EPS"),
			[]string{"2026-00012 Ana EPS; Clínica; Secretaría", "2026-00013 Eva EPS"}, nil},
		{"a date over two documents", sheetOf(0, "H", "Fecha|Radicado|Accionante|Accionado", "2026-03-04|2026-00012|Ana|EPS", "^|2026-00013|Eva|EPS"), []string{"2026-00012 Ana EPS", "2026-00013 Eva EPS"}, nil},
		{"a sheet's name says what its rows are", sheetOf(0, "DESACATOS 2026", "Acta|Accionante|Accionado", "1|Ana|EPS"), []string{"1 Ana EPS desacato"}, nil},
		{"unless a column does", sheetOf(0, "DESACATOS", "Acta|Accionante|Accionado|Tipo", "1|Ana|EPS|tutela"), []string{"1 Ana EPS"}, nil},
		{"or it says two things", sheetOf(0, "Tutelas y desacatos", "Acta|Accionante|Accionado", "1|Ana|EPS"), []string{"1 Ana EPS"}, nil},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			var header spreadsheet.Header
			var got, left []string
			tables := spreadsheet.Tables{
				Match: func(r spreadsheet.Row) (int, bool) {
					h := spreadsheet.MatchHeader(r)
					return h.KnownColumns(), len(h.Missing()) == 0
				},
				Begin:   func(r spreadsheet.Row) error { header = spreadsheet.MatchHeader(r); return nil },
				Numbers: func() []int { return header.Numbers() },
				Visit: func(r spreadsheet.Row) error {
					rec, faults, ok := header.Read(r)
					if !ok || len(faults) > 0 {
						return fmt.Errorf("row %d: %v", r.Number, faults)
					}
					d := rec.Document("id", time.Time{})
					s := strings.Join(strings.Fields(d.ActaNumber+d.Radicado+" "+d.Plaintiff+" "+d.Defendant+" "+d.Cedula), " ")
					if d.Type != "tutela" {
						s += " " + string(d.Type)
					}
					got = append(got, s)
					return nil
				},
			}
			for _, r := range tc.rows {
				if err := tables.Take(r); err != nil {
					t.Fatal(err)
				}
			}
			sheets, err := tables.End()
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range sheets {
				if !s.Taken {
					left = append(left, s.Name)
				}
			}
			if !slices.Equal(got, tc.want) || !slices.Equal(left, tc.left) {
				t.Errorf("got %q, left %q", got, left)
			}
		})
	}
}
