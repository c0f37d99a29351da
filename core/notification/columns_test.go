package notification_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

const courtID = "0195f0a0-0000-7000-8000-00000000ffff"

// texts makes a row of texts, cells divided by bars.
func texts(line string) spreadsheet.Row {
	r := spreadsheet.Row{Number: 7}
	for cell := range strings.SplitSeq(line, "|") {
		kind := spreadsheet.Text
		if cell == "" {
			kind = spreadsheet.Empty
		}
		r.Cells = append(r.Cells, spreadsheet.Cell{Kind: kind, Value: cell})
	}
	return r
}

func TestHeadersTellWhatASheetIsOf(t *testing.T) {
	for _, c := range []struct {
		rule, headers   string
		cases, subjects bool
		fault           string
	}{
		{"names as in JSON", "radicado|descripcion|juzgado_id", true, false, ""},
		{"names as people write them", "No. de radicado|Asunto|DESPACHO", true, false, ""},
		{"a sheet of subjects", "Nombre completo|Cédula|Correo electrónico", false, true, ""},
		{"a sheet of both", "Número de proceso|Sujeto", true, true, ""},
		{"the plaintiff's cédula", "Radicado|Accionante|Cédula", true, true, ""},
		{"parties alone are no subjects", "Radicado|Accionante|Accionado", true, false, ""},
		{"parties without a case", "Accionante|Cédula|Accionado", false, false, ""},
		{"other columns do not matter", "Ítem|Nombre|Color", false, true, ""},
		{"a title is no header", "Procesos de 2026", false, false, ""},
		{"a kind of document tells nothing", "tipo de documento|tipo", false, false, ""},
		{"two columns for one thing are refused", "Radicado|Nombre|N° radicado|No. proceso", true, true, "radicado"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := notification.MatchHeader(texts(c.headers))
			if h.HasCases() != c.cases || h.HasSubjects() != c.subjects {
				t.Errorf("cases %v, subjects %v", h.HasCases(), h.HasSubjects())
			}
			err := h.Check()
			if (err != nil) != (c.fault != "") || err != nil && (fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("fault %v, want one about %q", err, c.fault)
			}
		})
	}
	if h := notification.MatchHeader(spreadsheet.Row{Cells: []spreadsheet.Cell{{Kind: spreadsheet.Number, Value: "1"}}}); h.HasCases() || h.HasSubjects() {
		t.Error("a number is a header")
	}
}

func TestRowsBecomeDrafts(t *testing.T) {
	cases := notification.MatchHeader(texts("descripcion|radicado|juzgado_id"))
	d, faults, ok := cases.ReadCase(texts("  Tutela <b>urgente</b> |11001-31-03-001-2026-00012-00|"), courtID)
	if want := (notification.CaseDraft{Number: "11001-31-03-001-2026-00012-00", Description: "Tutela urgente", CourtID: courtID}); d.CaseDraft != want || d.Row != 7 || d.Court != "" || faults != nil || !ok {
		t.Errorf("got %+v, %v, %v", d, faults, ok)
	}
	d, faults, ok = cases.ReadCase(texts("Uno|1| Juzgado 1 <b>Civil</b> "), courtID)
	if d.Court != "Juzgado 1 Civil" || d.CourtID != "" || faults != nil || !ok {
		t.Errorf("a court by name: %+v, %v, %v", d, faults, ok)
	}
	subjects := notification.MatchHeader(texts("nombre|tipo de documento|documento|correo|celular|dirección|calidad"))
	who, faults, ok := subjects.ReadSubject(texts("José Peña|C.C.|1.020.304.050|jose@x.co|+57 300|Calle 1|Accionante"))
	want := notification.SubjectDraft{Name: "José Peña", DocumentType: notification.CitizenCard, DocumentNumber: "1.020.304.050", Email: "jose@x.co",
		Phone: "+57 300", Address: "Calle 1", Part: notification.Plaintiff}
	if who.SubjectDraft != want || who.Row != 7 || faults != nil || !ok {
		t.Errorf("got %+v, %v, %v", who, faults, ok)
	}
	for written, want := range map[string]notification.DocumentType{"cédula de ciudadanía": "CC", "C.E.": "CE", "nit": "NIT", "Pasaporte": "PASAPORTE", "": "", "ppt": "PPT", "Otro": "OTRO"} {
		if got, faults, _ := subjects.ReadSubject(texts("Ana|" + written)); got.DocumentType != want || faults != nil {
			t.Errorf("%q is %q, %v", written, got.DocumentType, faults)
		}
	}
	if _, _, ok := subjects.ReadSubject(texts("||||||")); ok {
		t.Error("a row without anything says something")
	}
}

func TestPartiesDescribeACase(t *testing.T) {
	for _, c := range []struct{ headers, row, description, subject string }{
		{"Radicado|Accionante|Accionado", "1|Ana López|Nueva EPS", "Ana López contra Nueva EPS", ""},
		{"Radicado|Accionante|Accionado|Asunto", "1|Ana López|Nueva EPS|Salud", "Salud", ""},
		{"Radicado|Accionante|Accionado|Asunto", "1|Ana López|Nueva EPS| ", "Ana López contra Nueva EPS", ""},
		{"Radicado|Accionante|Accionado", "1|Ana López|", "Ana López", ""},
		{"Radicado|Demandante|Demandado", "1||Nueva EPS", "Contra Nueva EPS", ""},
		{"Radicado|Accionante|Cédula|Correo electrónico|Accionado|Tipo", "1|Ana López|52.1|ana@x.co|Nueva EPS|Tutela", "Ana López contra Nueva EPS", "Ana López 52.1 ana@x.co DEMANDANTE"},
		{"Radicado|Accionante|Nombre|Cédula", "1|Ana López|Eva Gil|52.1", "Ana López", "Eva Gil 52.1  "},
	} {
		h := notification.MatchHeader(texts(c.headers))
		made, faults, ok := h.ReadCase(texts(c.row), courtID)
		if made.Description != c.description || faults != nil || !ok {
			t.Errorf("%s: description %q, want %q (%v)", c.row, made.Description, c.description, faults)
		}
		if h.HasSubjects() != (c.subject != "") {
			t.Errorf("%s: subjects %v", c.headers, h.HasSubjects())
		} else if c.subject != "" {
			s, faults, ok := h.ReadSubject(texts(c.row))
			if got := fmt.Sprintf("%s %s %s %s", s.Name, s.DocumentNumber, s.Email, s.Part); got != c.subject || faults != nil || !ok {
				t.Errorf("%s: subject %q, want %q (%v)", c.row, got, c.subject, faults)
			}
		}
	}
	h := notification.MatchHeader(texts("Radicado|Accionante|Accionado|Cédula"))
	if _, faults, _ := h.ReadCase(texts("1||"), courtID); len(faults) != 1 || faults[0].Column != "descripcion" {
		t.Errorf("no parties: %v", faults)
	}
	if _, faults, _ := h.ReadSubject(texts("1|Ana; Eva|EPS|52.1")); len(faults) != 1 || faults[0].Column != "demandante" {
		t.Errorf("two plaintiffs: %v", faults)
	}
}

func TestRowsAtFaultSayWhere(t *testing.T) {
	number := func(value string) spreadsheet.Cell { return spreadsheet.Cell{Kind: spreadsheet.Number, Value: value} }
	for _, c := range []struct {
		rule string
		row  spreadsheet.Row
		want []string // columns
	}{
		{"a number that Excel cut", spreadsheet.Row{Cells: []spreadsheet.Cell{number("1.1001310300120261E+22"), {Kind: spreadsheet.Text, Value: "x"}}}, []string{"radicado"}},
		{"another sign in a number", texts("11001_ABC|x"), []string{"radicado"}},
		{"no description", texts("11001|"), []string{"descripcion"}},
		{"a court with too long a name", texts("11001|x|" + strings.Repeat("Juzgado", 50)), []string{"juzgado_id"}},
		{"a formula that failed", spreadsheet.Row{Cells: []spreadsheet.Cell{{Kind: spreadsheet.Text, Value: "1"}, {Kind: spreadsheet.Failure, Value: "#N/A"}}}, []string{"descripcion"}},
		{"everything", texts("#|"), []string{"radicado", "descripcion"}},
		{"a small number is as good as its digits", spreadsheet.Row{Cells: []spreadsheet.Cell{number("2026001"), {Kind: spreadsheet.Text, Value: "x"}}}, nil},
	} {
		t.Run(c.rule, func(t *testing.T) {
			_, faults, ok := notification.MatchHeader(texts("radicado|descripcion|juzgado_id")).ReadCase(c.row, courtID)
			var got []string
			for _, f := range faults {
				got = append(got, f.Column)
				if f.Message == "" {
					t.Errorf("%s has no message", f.Column)
				}
			}
			if !ok || !reflect.DeepEqual(got, c.want) {
				t.Errorf("got faults %+v, want in %v", faults, c.want)
			}
		})
	}
	_, faults, _ := notification.MatchHeader(texts("nombre|tipo_documento|correo|tipo")).ReadSubject(texts("|Carné|nada|juez"))
	if got := fmt.Sprint(len(faults)); got != "4" {
		t.Errorf("%s faults: %+v", got, faults)
	}
}

func ExampleHeader_ReadCase() {
	h := notification.MatchHeader(spreadsheet.Row{Cells: []spreadsheet.Cell{{Kind: spreadsheet.Text, Value: "No. radicado"}, {Kind: spreadsheet.Text, Value: "Asunto"}}})
	d, faults, _ := h.ReadCase(spreadsheet.Row{Cells: []spreadsheet.Cell{{Kind: spreadsheet.Number, Value: "2026001"}}}, courtID)
	fmt.Println(d.Number, faults[0].Column, faults[0].Message)
	// Output: 2026001 descripcion No puede estar vacío.
}

func TestRowWithoutCourtSaysSo(t *testing.T) {
	_, faults, ok := notification.MatchHeader(texts("radicado|descripcion|juzgado_id")).ReadCase(texts("11001|x| "), "")
	if !ok || len(faults) != 1 || faults[0].Column != "juzgado_id" || !strings.Contains(faults[0].Message, "Falta el juzgado") {
		t.Errorf("faults %+v", faults)
	}
}
