package spreadsheet_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

func text(s string) spreadsheet.Cell   { return spreadsheet.Cell{Kind: spreadsheet.Text, Value: s} }
func number(s string) spreadsheet.Cell { return spreadsheet.Cell{Kind: spreadsheet.Number, Value: s} }
func date(s string) spreadsheet.Cell   { return spreadsheet.Cell{Kind: spreadsheet.Date, Value: s} }

const someID = "0195f0a0-0000-7000-8000-000000000002"

// parties are the headers of every sheet here, and a row that can be used.
var parties = []string{"numero_acta", "demandante", "demandado"}

// readOne reads a row that has one more column than parties.
func readOne(column string, c spreadsheet.Cell) (spreadsheet.Record, []spreadsheet.Fault) {
	h := spreadsheet.MatchHeader(header(append(slices.Clone(parties), column)...))
	rec, faults, _ := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{text("7"), text("Ana"), text("EPS"), c}})
	return rec, faults
}

func TestCellsOfText(t *testing.T) {
	for _, c := range []struct {
		rule   string
		column string
		cell   spreadsheet.Cell
		want   string // "!" for a fault
	}{
		{"a text stays", "cedula", text("0052.418.903"), "0052.418.903"},
		{"a number has no exponent", "cedula", number("5.2418903E7"), "52418903"},
		{"nor a fraction of zero", "cedula", number("52418903.0"), "52418903"},
		{"what binary fractions add is not shown", "observaciones", number("0.30000000000000004"), "0.3"},
		{"fifteen digits are exact", "radicado", number("123456789012345"), "123456789012345"},
		{"a radicado that is a number has lost digits", "radicado", number("1.1001310300220269E+22"), "!"},
		{"even if the file has them all", "radicado", number("11001310300220260012300"), "!"},
		{"as a text it has them", "radicado", text("11001310300220260012300"), "11001310300220260012300"},
		{"a number that is none", "cedula", number("x"), "!"},
		{"an acta that became a date", "radicado", date("46085"), "!"},
		{"a date in remarks", "observaciones", date("46085"), "2026-03-04"},
		{"a date that is none in remarks", "observaciones", date("-1"), "!"},
		{"a boolean", "observaciones", spreadsheet.Cell{Kind: spreadsheet.Bool, Value: "1"}, "VERDADERO"},
		{"a failed formula", "observaciones", spreadsheet.Cell{Kind: spreadsheet.Failure, Value: "#N/A"}, "!"},
		{"tags are stripped", "juzgado", text(" <b>Primero</b>\x00 "), "Primero"},
		{"what looks like a formula stays", "juzgado", text("=1+1"), "=1+1"},
		{"a type as people write it", "tipo", text("Acción de tutela"), "tutela"},
		{"of several words", "tipo", text("Derecho de Petición"), "derecho_peticion"},
		{"of its own", "tipo", text("queja_9"), "queja_9"},
		{"a type that is no slug", "tipo", text("¿qué?"), "!"},
		{"tags", "etiquetas", text("salud,, menor"), "salud, menor"},
		{"what is too long", "juzgado", text(strings.Repeat("x", 10_001)), "!"},
	} {
		rec, faults := readOne(c.column, c.cell)
		for _, n := range rec.Notes {
			if strings.Contains(n.Message, "sin este dato") {
				faults = append(faults, n)
			}
		}
		if refused := len(faults) == 1; refused != (c.want == "!") {
			t.Errorf("%s: faults %v", c.rule, faults)
			continue
		}
		if c.want == "!" {
			if f := faults[0]; f.Message == "" || len([]rune(f.Value)) > 101 {
				t.Errorf("%s: %+v", c.rule, f)
			}
			continue
		}
		d := rec.Document("id", time.Time{})
		field := document.Field(c.column)
		if c.column == "tipo" {
			field = document.FieldType
		}
		if got := d.Field(field); got != c.want {
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestDates(t *testing.T) {
	for _, c := range []struct {
		rule      string
		cell      spreadsheet.Cell
		since1904 bool
		want      string // "" for none, and a note
	}{
		{"of Excel", date("46085"), false, "2026-03-04T05:00:00Z"},
		{"and a time", date("46085.5"), false, "2026-03-04T17:00:00Z"},
		{"not shown as one", number("46085"), false, "2026-03-04T05:00:00Z"},
		{"from 1904 on", date("44623"), true, "2026-03-04T05:00:00Z"},
		{"the first of all", date("1"), false, "1900-01-01T05:00:00Z"},
		{"before the leap day that never was", date("59"), false, "1900-02-28T05:00:00Z"},
		{"the leap day that never was", date("60"), false, ""},
		{"after it", date("61"), false, "1900-03-01T05:00:00Z"},
		{"beyond all days", date("2958466"), false, ""},
		{"a radicado", number("1.1E+22"), false, ""},
		{"below zero", number("-1"), false, ""},
		{"ISO", text("2026-03-04"), false, "2026-03-04T05:00:00Z"},
		{"ISO with a zone", text("2026-03-04T15:04:05.123456Z"), false, "2026-03-04T15:04:05.123456Z"},
		{"ISO in a cell of dates", date("2026-03-04T12:00:00"), false, "2026-03-04T17:00:00Z"},
		{"day, month, year", text(" 04/03/2026 "), false, "2026-03-04T05:00:00Z"},
		{"without zeros", text("4/3/2026"), false, "2026-03-04T05:00:00Z"},
		{"month first", text("03/14/2026"), false, ""},
		{"a day that is none", text("2026-02-30"), false, ""},
		{"a year of two digits", text("4/3/26"), false, "2026-03-04T05:00:00Z"},
		{"with hyphens", text("04-03-26"), false, "2026-03-04T05:00:00Z"},
		{"of the last century", text("04-03-98"), false, "1998-03-04T05:00:00Z"},
		{"with points", text("04.03.2026"), false, "2026-03-04T05:00:00Z"},
		{"with blanks", text("04 03 2026"), false, "2026-03-04T05:00:00Z"},
		{"the year first", text("2026/03/04"), false, "2026-03-04T05:00:00Z"},
		{"eight digits", text("20260304"), false, "2026-03-04T05:00:00Z"},
		{"in words", text("4 de marzo de 2026"), false, "2026-03-04T05:00:00Z"},
		{"with the day of the week", text("Miércoles, 4 de marzo del 2026"), false, "2026-03-04T05:00:00Z"},
		{"the month first", text("marzo 4 de 2026"), false, "2026-03-04T05:00:00Z"},
		{"the month in three letters", text("04-MAR-26"), false, "2026-03-04T05:00:00Z"},
		{"September of two spellings", text("4 set 2026"), false, "2026-09-04T05:00:00Z"},
		{"the month in capitals", text("04/MARZO/2026"), false, "2026-03-04T05:00:00Z"},
		{"a Spanish hour", text("04/03/2026, 3:15 p.\u00a0m."), false, "2026-03-04T20:15:00Z"},
		{"an hour with seconds", text("04/03/2026 03:15:22 PM"), false, "2026-03-04T20:15:22Z"},
		{"an hour of one digit", text("4/03/2026 8:05"), false, "2026-03-04T13:05:00Z"},
		{"parts of a second", text("04/03/2026 15:15:22.500"), false, "2026-03-04T20:15:22.5Z"},
		{"no month", text("4 de maíz de 2026"), false, ""},
		{"a month of two letters", text("4-ma-2026"), false, ""},
		{"no date", text("SIN FECHA"), false, ""},
		{"words", text("ayer"), false, ""},
		{"a boolean", spreadsheet.Cell{Kind: spreadsheet.Bool, Value: "1"}, false, ""},
	} {
		h := spreadsheet.MatchHeader(header(append(slices.Clone(parties), "Fecha")...))
		rec, faults, _ := h.Read(spreadsheet.Row{Number: 2, Since1904: c.since1904, Cells: []spreadsheet.Cell{text("7"), text("Ana"), text("EPS"), c.cell}})
		if len(faults) > 0 || len(rec.Notes) > 0 != (c.want == "") {
			t.Errorf("%s: faults %v, notes %v", c.rule, faults, rec.Notes)
		} else if c.want != "" {
			if got := rec.Document("id", time.Time{}).CreatedAt.Format(time.RFC3339Nano); got != c.want {
				t.Errorf("%s: %s, want %s", c.rule, got, c.want)
			}
		}
	}
}

func TestTermsThatASheetHas(t *testing.T) {
	for _, c := range []struct {
		rule string
		cell spreadsheet.Cell
		want string // "" for a note
	}{
		{"a date", date("46085"), "2026-03-04"},
		{"a text", text("04/03/2026"), "2026-03-04"},
		{"a year that is a slip", text("04/03/9999"), ""},
		{"no date", text("10 días"), ""},
	} {
		rec, faults := readOne("Vence", c.cell)
		d := rec.Document("id", time.Time{})
		if got := d.Field(document.FieldDue); got != c.want || len(faults) > 0 || len(rec.Notes) > 0 != (c.want == "") {
			t.Errorf("%s: %q, want %q; faults %v, notes %v", c.rule, got, c.want, faults, rec.Notes)
		}
	}
}

func TestLinesOfTotalsAreNoDocuments(t *testing.T) {
	h := spreadsheet.MatchHeader(header("radicado", "demandante", "cedula", "demandado"))
	for rule, c := range map[string]struct {
		cells []spreadsheet.Cell
		total bool
	}{
		"a total of a month":             {[]spreadsheet.Cell{{}, text("TOTAL JULIO:"), number("5")}, true},
		"a total in words":               {[]spreadsheet.Cell{text("Total tutelas: 6")}, true},
		"a row that lacks its defendant": {[]spreadsheet.Cell{text("2026-00012"), text("Ana Ruiz"), {}}, false},
		"a company of that name":         {[]spreadsheet.Cell{text("2026-00012"), text("Total Médica S.A.S."), {}, text("EPS")}, false},
	} {
		rec, faults, ok := h.Read(spreadsheet.Row{Number: 9, Cells: c.cells})
		if c.total != (!ok && len(faults) == 0 && len(rec.Notes) == 1) {
			t.Errorf("%s: %v, faults %v, notes %v", rule, ok, faults, rec.Notes)
		}
	}
}

func TestWhatARowMustSay(t *testing.T) {
	h := spreadsheet.MatchHeader(header("numero_acta", "radicado", "demandante", "demandado", "id", "estado", "confianza ocr"))
	for _, c := range []struct {
		rule   string
		cells  []spreadsheet.Cell
		faults string // columns
	}{
		{"acta and parties", []spreadsheet.Cell{text("7"), {}, text("Ana"), text("EPS")}, ""},
		{"a whole radicado instead", []spreadsheet.Cell{{}, text("11001-31-03-002-2026-00123-00"), text("Ana"), text("EPS")}, ""},
		{"a short radicado instead", []spreadsheet.Cell{{}, text("2026-123"), text("Ana"), text("EPS")}, ""},
		{"a radicado without digits", []spreadsheet.Cell{{}, text("pendiente"), text("Ana"), text("EPS")}, "numero_acta"},
		{"no number", []spreadsheet.Cell{{}, {}, text("Ana"), text("EPS")}, "numero_acta"},
		{"no parties", []spreadsheet.Cell{text("7")}, "demandante demandado"},
		{"blanks", []spreadsheet.Cell{text("7"), {}, text(" \u202e"), text("<b></b>")}, "demandante demandado"},
		{"an ID is enough", []spreadsheet.Cell{{}, {}, {}, {}, text(strings.ToUpper(someID))}, ""},
		{"no ID of ours", []spreadsheet.Cell{text("7"), {}, text("Ana"), text("EPS"), text("7")}, "id"},
		{"an ID with a status that is none", []spreadsheet.Cell{{}, {}, {}, {}, text(someID), text("En trámite")}, "status"},
		{"somebody else's status", []spreadsheet.Cell{text("7"), {}, text("Ana"), text("EPS"), {}, text("En trámite")}, ""},
		{"a confidence above 1", []spreadsheet.Cell{{}, {}, {}, {}, text(someID), {}, number("1.5")}, "ocr_confidence"},
		{"a confidence that is none", []spreadsheet.Cell{{}, {}, {}, {}, text(someID), {}, number("NaN")}, "ocr_confidence"},
	} {
		_, faults, ok := h.Read(spreadsheet.Row{Number: 2, Cells: c.cells})
		var columns []string
		for _, f := range faults {
			columns = append(columns, f.Column)
		}
		if got := strings.Join(columns, " "); got != c.faults || !ok {
			t.Errorf("%s: faults at %q, want %q", c.rule, got, c.faults)
		}
	}
	if _, _, ok := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{{}, text("  "), {}, {}, {}, {}, {}, text("a column of nobody's")}}); ok {
		t.Error("a row without anything for us was read")
	}
}

func TestOnlyARowWithAnIDSaysItsStatus(t *testing.T) {
	h := spreadsheet.MatchHeader(header("numero_acta", "demandante", "demandado", "estado", "id"))
	for id, want := range map[string]document.Status{"": document.Imported, someID: document.Validated} {
		rec, _, _ := h.Read(spreadsheet.Row{Cells: []spreadsheet.Cell{text("7"), text("Ana"), text("EPS"), text("validated"), text(id)}})
		if got := rec.Document("new", time.Time{}).Status; got != want {
			t.Errorf("with the ID %q: %s, want %s", id, got, want)
		}
	}
}

func TestAChangeTakesNothingAway(t *testing.T) {
	h := spreadsheet.MatchHeader(header("numero_acta", "demandante", "demandado", "juzgado"))
	rec, _, _ := h.Read(spreadsheet.Row{Cells: []spreadsheet.Cell{text("7"), text("Ana"), text("EPS"), {}}})
	d := document.Document{ID: "x", Plaintiff: "A", Court: "Primero", Remarks: "r", Status: document.Validated}
	if err := rec.Change(&d); err != nil {
		t.Fatal(err)
	}
	want := document.Document{ID: "x", ActaNumber: "7", Plaintiff: "Ana", Defendant: "EPS", Court: "Primero", Remarks: "r", Status: document.Validated}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("got %+v", d)
	}
}

// Whatever a document holds that people can have written, its row makes it again.
func TestARowMakesItsDocumentAgain(t *testing.T) {
	var labels []string
	for _, c := range spreadsheet.Columns() {
		labels = append(labels, c.Label)
	}
	h := spreadsheet.MatchHeader(header(labels...))
	rapid.Check(t, func(t *rapid.T) {
		d := document.Document{ID: someID, Status: rapid.SampledFrom(document.Statuses()).Draw(t, "status"), Type: document.Tutela,
			FileName: document.CleanFileName(rapid.String().Draw(t, "file")), OCRConfidence: rapid.Float64Range(0, 1).Draw(t, "confidence"), NeedsReview: rapid.Bool().Draw(t, "review")}
		for _, f := range document.Fields() {
			_ = d.SetField(f, rapid.OneOf(rapid.String(), rapid.StringMatching(`[=+@-]?[0-9]{0,24}`)).Draw(t, string(f)))
		}
		when := func(name string) time.Time {
			return time.UnixMicro(rapid.Int64Range(-2_500_000_000_000_000, 250_000_000_000_000_000).Draw(t, name)).UTC()
		}
		d.CreatedAt = when("created")
		if d.Status == document.Validated {
			d.ValidatedAt, d.ValidatedBy = when("validated"), "Juez"
		}
		row := spreadsheet.Row{Number: 2, Cells: spreadsheet.RowOf(&d)}
		rec, faults, ok := h.Read(row)
		if !ok || len(faults) > 0 {
			t.Fatalf("%v", faults)
		}
		if got := rec.Document("other", time.Now()); !reflect.DeepEqual(got, d) {
			t.Fatalf("got  %+v\nwant %+v", got, d)
		}
	})
}

func TestRightsBecomeTags(t *testing.T) {
	long := strings.Repeat("salud ", 20)
	for _, c := range []struct {
		rule, tags, right string
		before            []string
		wantTags          string
		wantRemarks       string
		notes             int
	}{
		{"one", "", "Salud", nil, "Salud", "", 0},
		{"several", "", "Salud; vida digna, petición", nil, "Salud, vida digna, petición", "", 0},
		{"beside the tags of the row", "menor", "salud", nil, "menor, salud", "", 0},
		{"beside the tags of a known document", "", "salud", []string{"urgente", "salud"}, "urgente, salud", "", 0},
		{"too long for a tag", "menor", long, nil, "menor", "Derecho: " + strings.TrimSpace(long), 1},
	} {
		h := spreadsheet.MatchHeader(header("acta", "demandante", "demandado", "Etiquetas", "Derecho"))
		rec, faults, _ := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{text("7"), text("Ana"), text("EPS"), text(c.tags), text(c.right)}})
		d := rec.Document("id", time.Time{})
		if c.before != nil {
			d = document.Document{Tags: c.before}
			if err := rec.Change(&d); err != nil {
				t.Error(err)
			}
		}
		if got := strings.Join(d.Tags, ", "); got != c.wantTags || d.Remarks != c.wantRemarks || len(faults) > 0 || len(rec.Notes) != c.notes {
			t.Errorf("%s: tags %q, remarks %q, faults %v, notes %v", c.rule, got, d.Remarks, faults, rec.Notes)
		}
	}
}

func TestStatusesAreRead(t *testing.T) {
	for written, want := range map[string]document.Status{"Procesado": "processed", "INGRESADO A MANO": "manual_entry", "manual_entry": "manual_entry",
		" importado ": "imported", "Validado": "validated", "validated": "validated"} {
		h := spreadsheet.MatchHeader(header("ID", "Demandante", "Demandado", "Estado"))
		rec, faults, _ := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{text(someID), {}, {}, text(written)}})
		if got := rec.Document("", time.Time{}).Status; got != want || len(faults) > 0 {
			t.Errorf("%q is %q, %v", written, got, faults)
		}
	}
}

func TestShortRadicadosAreKeptAndNoted(t *testing.T) {
	for _, c := range []struct {
		acta, radicado string
		notes, faults  int
	}{
		{"", "2026-00012", 1, 0}, {"7", "2026-00012", 1, 0}, {"7", "", 0, 0}, {"", "11001-31-03-002-2026-00123-00", 0, 0},
		{"", "pendiente", 1, 1}, {"", "", 0, 1},
	} {
		h := spreadsheet.MatchHeader(header("acta", "radicado", "demandante", "demandado"))
		rec, faults, _ := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{text(c.acta), text(c.radicado), text("Ana"), text("EPS")}})
		if len(rec.Notes) != c.notes || len(faults) != c.faults || len(faults) == 0 && rec.Document("", time.Time{}).Radicado != c.radicado {
			t.Errorf("acta %q, radicado %q: notes %v, faults %v", c.acta, c.radicado, rec.Notes, faults)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(uint8(1), "demandante", "=1+1")
	f.Add(uint8(2), "Fecha de registro", "1e308")
	f.Add(uint8(3), "radicado", "NaN")
	f.Fuzz(func(t *testing.T, kind uint8, label, value string) {
		h := spreadsheet.MatchHeader(header("numero_acta", "demandante", "demandado", "id", label))
		rec, faults, _ := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{text("7"), text("Ana"), text("EPS"), text(someID), {Kind: spreadsheet.Kind(kind % 6), Value: value}}})
		if len(faults) == 0 {
			d := rec.Document("new", time.Time{})
			again, faults, _ := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{text(d.ActaNumber), text(d.Plaintiff), text(d.Defendant), text(d.ID)}})
			if len(faults) > 0 || again.ID != d.ID {
				t.Fatalf("%+v: %v", d, faults)
			}
		}
	})
}

func ExampleHeader_Read() {
	h := spreadsheet.MatchHeader(header("Acta", "Accionante", "Accionado", "Radicado"))
	rec, faults, _ := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{text("7"), text("Ana"), text("EPS"), number("1.1001310300220269E+22")}})
	fmt.Println(rec.Says)
	fmt.Println(faults[0].Column, faults[0].Message)
	// Output:
	// [numero_acta demandante demandado]
	// radicado Excel solo guarda 15 cifras de un número y pudo perder las demás; dé a la columna formato de texto y escríbalo de nuevo.
}

// What courts write above their columns means a column of the register.
func TestHeadersOfCourts(t *testing.T) {
	for label, name := range map[string]string{
		"C.C.": "cedula", "Identificación": "cedula", "Documento": "cedula", "No. cédula": "cedula", "N° de documento": "cedula",
		"Derecho invocado": "derecho", "Despacho judicial": "juzgado", "Dirección": "direccion_demandante",
		"Fecha reparto": "created_at", "Fecha de reparto": "created_at", "Accionante": "demandante", "Acta": "numero_acta",
	} {
		if h := spreadsheet.MatchHeader(header(label)); !h.Has(document.Field(name)) {
			t.Errorf("%q is not known as %s", label, name)
		}
	}
}

// Registers have words where there is nothing; the row is taken without them, and a note says so.
func TestWordsForNothingAreNoValues(t *testing.T) {
	for column, words := range map[string]string{"correo": "NO APLICA", "cedula": "N/A", "radicado": "SIN RADICADO", "juzgado": "-"} {
		rec, faults := readOne(column, text(words))
		if len(faults) > 0 || len(rec.Notes) != 1 || rec.Notes[0].Value != words || slices.Contains(rec.Says, document.Field(column)) {
			t.Errorf("%s %q: says %q, notes %v, faults %v", column, words, rec.Says, rec.Notes, faults)
		}
	}
}
