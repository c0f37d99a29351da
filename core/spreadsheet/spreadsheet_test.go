package spreadsheet_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

func header(labels ...string) spreadsheet.Row {
	r := spreadsheet.Row{Number: 1}
	for _, l := range labels {
		r.Cells = append(r.Cells, spreadsheet.Cell{Kind: spreadsheet.Text, Value: l})
	}
	return r
}

func TestHeadersAreMatchedByMeaning(t *testing.T) {
	for _, c := range []struct {
		rule   string
		labels []string
		known  int
	}{
		{"JSON names", []string{"numero_acta", "demandante", "demandado", "direccion_demandante"}, 4},
		{"Spanish labels", []string{"Número de acta", "Demandante", "Demandado", "Dirección del demandante"}, 4},
		{"without accents and case", []string{"NUMERO DE ACTA", "DEMANDANTE", "demandado", "CEDULA"}, 4},
		{"in another order, among others", []string{"Demandado", "Color", "", "Demandante", "Acta"}, 3},
		{"decomposed accents and blanks", []string{"  Nu\u0301mero   acta ", "Demandante:", "DEMANDADO (S)", "Ce\u0301dula"}, 4},
		{"the words of tutelas", []string{"No. de acta", "Accionante", "Accionado", "Correo electrónico"}, 4},
		{"doc_type as in the form", []string{"doc_type", "Tipo"}, 1},
		{"nothing that we know", []string{"a", "b"}, 0},
	} {
		if got := spreadsheet.MatchHeader(header(c.labels...)).KnownColumns(); got != c.known {
			t.Errorf("%s: %d known columns, want %d", c.rule, got, c.known)
		}
	}
}

func TestEveryNameAndLabelNamesItsColumnAlone(t *testing.T) {
	for _, c := range spreadsheet.Columns() {
		for _, label := range []string{c.Name, c.Label, strings.ToUpper(c.Label)} {
			for _, other := range spreadsheet.Columns() {
				same := len(spreadsheet.MatchHeader(header(label, other.Name)).RepeatedColumns()) == 1
				if same != (c.Name == other.Name) {
					t.Errorf("%q and %q: same column is %t", label, other.Name, same)
				}
			}
		}
	}
}

func TestMissingAndRepeatedHeadersAreNamed(t *testing.T) {
	for _, c := range []struct{ labels, missing, repeated string }{
		{"numero_acta,demandante,demandado", "", ""},
		{"radicado,demandante,demandado", "", ""},
		{"id,demandante,demandado", "", ""},
		{"demandante,demandado", "Número de acta (numero_acta)", ""},
		{"numero_acta", "Demandante (demandante), Demandado (demandado)", ""},
		{"x", "Número de acta (numero_acta), Demandante (demandante), Demandado (demandado)", ""},
		{"acta,demandante,demandado,x,Accionante", "", "«Demandante» está en las columnas B y E"},
	} {
		h := spreadsheet.MatchHeader(header(strings.Split(c.labels, ",")...))
		if got := strings.Join(h.Missing(), ", "); got != c.missing {
			t.Errorf("%s: missing %q, want %q", c.labels, got, c.missing)
		}
		if got := strings.Join(h.RepeatedColumns(), "; "); got != c.repeated {
			t.Errorf("%s: repeated %q, want %q", c.labels, got, c.repeated)
		}
	}
}

func TestNothingOfASheetIsIgnoredSilently(t *testing.T) {
	for _, c := range []struct {
		rule    string
		headers []string
		row     []spreadsheet.Cell
		want    string
	}{
		{"what courts write is all understood", []string{"Acta", "Accionante", "Accionado", "C.C.", "Fecha reparto", "Derecho"}, nil, ""},
		{"plurals and genders", []string{"Acta", "Accionante(s)", "Accionado/a", "Derecho(s) invocado(s)"}, nil, ""},
		{"a header that means nothing", []string{"Acta", "Color", "Demandante", "Demandado"}, nil, "Color"},
		{"a number above a column", []string{"Acta", "Demandante", "Demandado", "#2026"}, nil, "2026"},
		{"data without a header", []string{"Acta", "", "Demandante", "Demandado"}, []spreadsheet.Cell{text("1"), text("x"), text("A"), text("B"), {}, text("y")},
			"columna B (sin encabezado), columna F (sin encabezado)"},
		{"what only export writes, without an ID", []string{"Acta", "Demandante", "Demandado", "Estado", "Validado por"}, nil, "Estado, Validado por"},
		{"what export writes, with an ID", []string{"ID", "Demandante", "Demandado", "Estado", "Validado por"}, nil, ""},
	} {
		r := header(c.headers...)
		for i, cell := range r.Cells {
			if rest, ok := strings.CutPrefix(cell.Value, "#"); ok {
				r.Cells[i] = number(rest)
			}
		}
		h := spreadsheet.MatchHeader(r)
		h.Inspect(spreadsheet.Row{Number: 2, Cells: c.row})
		h.Inspect(spreadsheet.Row{Number: 3, Cells: c.row})
		if got := strings.Join(h.IgnoredColumns(), ", "); got != c.want {
			t.Errorf("%s: ignored %q, want %q", c.rule, got, c.want)
		}
	}
}

// One table serves both services; within one, a header means one column.
func TestHeaderNamesOfAServiceAreDistinct(t *testing.T) {
	var register []string
	for _, c := range spreadsheet.Columns() {
		register = append(register, c.Name)
	}
	for service, names := range map[string][]string{"intake": register,
		"notify": {"radicado", "descripcion", "juzgado_id", "nombre", "tipo_documento", "numero_documento", "correo", "telefono", "direccion", "tipo"}} {
		for i, name := range names {
			for _, other := range names[i+1:] {
				a, b := spreadsheet.NewVocabulary(name), spreadsheet.NewVocabulary(other)
				for key := range a {
					if b[key] != "" {
						t.Errorf("%s: %q means %s and %s", service, key, name, other)
					}
				}
			}
		}
	}
}

func TestLetter(t *testing.T) {
	for column, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 701: "ZZ", 702: "AAA", 16383: "XFD"} {
		if got := spreadsheet.Letter(column); got != want {
			t.Errorf("column %d is %s, want %s", column, got, want)
		}
	}
}

func TestFileNameIsSafe(t *testing.T) {
	for asked, want := range map[string]string{
		"": "indice_documentos.xlsx", "indice": "indice.xlsx", "marzo.XLSX": "marzo.xlsx", "../../etc/passwd": "passwd.xlsx",
		`C:\x\índice ñ`: "índice ñ.xlsx", " .. ": "indice_documentos.xlsx", ".xlsx": "indice_documentos.xlsx", "a\r\nX: y": "aX_ y.xlsx",
		"pdf": "pdf.xlsx", strings.Repeat("ñ", 300): strings.Repeat("ñ", 100) + ".xlsx",
	} {
		if got := spreadsheet.FileName(asked, spreadsheet.WorkbookExtension); got != want {
			t.Errorf("%q becomes %q, want %q", asked, got, want)
		}
	}
}

func TestNoCellHoldsMoreThanExcelTakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]string{"a", "ñ", "😀", "a😀", "文"}).Draw(t, "unit")
		d := document.Document{Remarks: strings.Repeat(unit, rapid.IntRange(0, 100_000/len([]rune(unit))).Draw(t, "times"))}
		whole := ""
		for i, c := range spreadsheet.RowOf(&d) {
			if n := len(utf16.Encode([]rune(c.Value))); n > spreadsheet.MaxCell {
				t.Fatalf("a cell of %d units", n)
			}
			if strings.HasPrefix(spreadsheet.Columns()[i].Name, "observaciones") {
				whole += c.Value
			}
		}
		if whole != d.Remarks {
			t.Fatalf("%d bytes of remarks became %d", len(d.Remarks), len(whole))
		}
	})
}

func ExampleRowOf() {
	d := document.Document{ID: "0195f0a0-0000-7000-8000-000000000002", ActaNumber: "2026-7", Type: document.Tutela, Plaintiff: "Ana López",
		Entities: []document.Entity{{Entity: ner.Entity{Field: ner.Represented, Value: "Luz López"}}}, Status: document.ManualEntry, TypedIn: true, CreatedAt: time.Date(2026, 3, 4, 17, 0, 0, 0, time.UTC), OCRConfidence: 1}
	for i, cell := range spreadsheet.RowOf(&d) {
		if !cell.IsBlank() {
			fmt.Printf("%s: %s\n", spreadsheet.Columns()[i].Label, cell.Value)
		}
	}
	// Output:
	// Número de acta: 2026-7
	// Tipo de documento: tutela
	// Demandante: Ana López
	// Estado: Ingresado a mano
	// Ingreso manual: Sí
	// Por revisar: No
	// Fecha de registro: 46085.5
	// Confianza OCR: 1
	// Representado: Luz López
	// ID: 0195f0a0-0000-7000-8000-000000000002
}
