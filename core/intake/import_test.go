package intake_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Rows reads what these tests call a workbook: a line a row, cells between
// bars, sheets between lines of dashes.
func (b *plainBook) Rows(_ context.Context, path string, visit func(spreadsheet.Row) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := spreadsheet.Row{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if lines.Text() == "---" {
			r = spreadsheet.Row{Sheet: r.Sheet + 1}
			continue
		}
		r.Number++
		r.Cells = nil
		for value := range strings.SplitSeq(lines.Text(), "|") {
			c := spreadsheet.Cell{}
			if value != "" {
				c = spreadsheet.Cell{Kind: spreadsheet.Text, Value: value}
			}
			r.Cells = append(r.Cells, c)
		}
		if r.IsBlank() {
			continue
		}
		if err := visit(r); errors.Is(err, spreadsheet.ErrEnough) {
			return nil
		} else if err != nil {
			return err
		}
		b.visits++
	}
	return b.fails
}

func in(content string, change ...func(*spreadsheet.Import)) spreadsheet.Import {
	i := spreadsheet.Import{FileName: "libro.xlsx", Content: strings.NewReader(content), Options: func() (spreadsheet.ImportOptions, error) { return spreadsheet.ImportOptions{}, nil }}
	for _, c := range change {
		c(&i)
	}
	return i
}

// with changes the options of an import.
func with(change func(*spreadsheet.ImportOptions)) func(*spreadsheet.Import) {
	return func(i *spreadsheet.Import) {
		before := i.Options
		i.Options = func() (spreadsheet.ImportOptions, error) {
			o, err := before()
			change(&o)
			return o, err
		}
	}
}

var (
	strict   = with(func(o *spreadsheet.ImportOptions) { o.Strict = true })
	updating = with(func(o *spreadsheet.ImportOptions) { o.Update = true })
	dry      = with(func(o *spreadsheet.ImportOptions) { o.DryRun = true })
)

// take imports and fails the test when the workbook is refused.
func (h *house) take(t *testing.T, content string, change ...func(*spreadsheet.Import)) spreadsheet.Report {
	t.Helper()
	r, err := h.service.Import(t.Context(), clerk, in(content, change...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (h *house) all(t *testing.T) (all []document.Document) {
	t.Helper()
	if err := h.Documents().Each(t.Context(), document.Filter{}, func(d *document.Document) error { all = append(all, *d); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

const (
	heads   = "id|numero_acta|radicado|demandante|demandado|juzgado|observaciones\n"
	caseOne = "11001310300220260012300"
	caseTwo = "76001310300220260012300"
	idOne   = "0195f0a0-0000-7000-8000-000000000001"
	idTwo   = "0195f0a0-0000-7000-8000-000000000002"
)

func TestWhichRowsAreKnown(t *testing.T) {
	for _, c := range []struct {
		rule              string
		before, rows      string
		imported, skipped int
	}{
		{"none", "", "|1||A|B\n|2||A|B\n", 2, 0},
		{"by acta, without regard to case and blanks", "|Acta  7||A|B\n", "|ACTA 7||C|D\n", 0, 1},
		{"by radicado, however it is grouped", "||11001-31-03-002-2026-00123-00|A|B\n", "||" + caseOne + "|C|D\n", 0, 1},
		{"by radicado where the acta is not known", "|1|" + caseOne + "|A|B\n", "|2|" + caseOne + "|C|D\n", 0, 1},
		{"not by a part of a radicado", "|1|2026-123|A|B\n", "|2|2026-123|C|D\n", 1, 0},
		{"by a short radicado, plaintiff and court where there is no acta", "||2026-00012|Ana Paz|B|J1\n", "||2026-00012|ANA PAZ|D|J1\n||2026 00012|Paz Ana|D|j1\n", 0, 2},
		{"not by a short radicado of another court", "||2026-00012|Ana|B|J1\n", "||2026-00012|Ana|B|J2\n", 1, 0},
		{"not by a short radicado of another plaintiff", "||2026-00012|Ana|B\n", "||2026-00012|Eva|B\n", 1, 0},
		{"by ID", idOne + "|1||A|B\n", idOne + "|2||A|B\n", 0, 1},
		{"by ID in capitals", idOne + "|1||A|B\n", strings.ToUpper(idOne) + "|2||A|B\n", 0, 1},
		{"with an ID that is not known, by acta", "|1||A|B\n", idOne + "|1||A|B\n", 0, 1},
		{"twice in a sheet", "", "|1||A|B\n|1||C|D\n||" + caseOne + "|A|B\n|2|" + caseOne + "|A|B\n", 2, 2},
		{"not two of one import that have IDs", "", idOne + "|1|" + caseOne + "|A|B\n" + idTwo + "|1|" + caseOne + "|A|B\n", 2, 0},
		{"but the same ID twice", "", idOne + "|1||A|B\n" + idOne + "|1||A|B\n", 1, 1},
	} {
		for _, dryRun := range []bool{false, true} {
			h := newHouse(t, nil)
			if c.before != "" {
				h.take(t, heads+c.before)
			}
			stored := len(h.all(t))
			r := h.take(t, heads+c.rows, with(func(o *spreadsheet.ImportOptions) { o.DryRun = dryRun }))
			if r.Imported != c.imported || r.Skipped != c.skipped || r.Rows != c.imported+c.skipped {
				t.Errorf("%s (dry %t): %+v", c.rule, dryRun, r)
			}
			if dryRun {
				c.imported = 0
			}
			if got := len(h.all(t)) - stored; got != c.imported {
				t.Errorf("%s (dry %t): %d documents came in", c.rule, dryRun, got)
			}
		}
	}
}

func TestRowsThatCannotBeUsedKeepNoOthersOut(t *testing.T) {
	h := newHouse(t, nil)
	var b strings.Builder
	b.WriteString(heads)
	for i := range 2500 {
		if i%2 == 0 {
			fmt.Fprintf(&b, "|%d||A|B\n", i)
		} else {
			fmt.Fprintf(&b, "|%d||%s|\n\n", i, strings.Repeat("x", 10_001))
		}
	}
	r := h.take(t, b.String())
	if r.Rows != 2500 || r.Imported != 1250 || r.Failed != 1250 || len(r.Errors) != spreadsheet.MaxErrors {
		t.Errorf("rows %d, imported %d, failed %d, %d errors", r.Rows, r.Imported, r.Failed, len(r.Errors))
	}
	if e := r.Errors[0]; e.Row != 3 || e.Column != "demandante" || e.Message == "" || len(e.Value) > 110 {
		t.Errorf("%+v", e)
	}
	if r.Errors[1].Row != 3 || r.Errors[1].Column != "demandado" || r.Errors[2].Row != 6 {
		t.Errorf("%+v, %+v", r.Errors[1], r.Errors[2])
	}
	if len(h.all(t)) != 1250 {
		t.Errorf("%d documents", len(h.all(t)))
	}
}

func TestAnImportedDocumentIsLikeOneThatWasTypedIn(t *testing.T) {
	h := newHouse(t, nil)
	h.take(t, heads+"|7|"+caseOne+"|<i>Ana</i> López|EPS|Primero|"+strings.ReplaceAll(filing, "\n", " ")+"\n")
	d := h.all(t)[0]
	if d.Status != document.Imported || d.Plaintiff != "Ana López" || d.FileName != "Acta 7" || d.Type != document.Tutela || d.CreatedAt.IsZero() {
		t.Errorf("%+v", d)
	}
	if _, err := h.Index().Get(t.Context(), d.ID); err != nil {
		t.Errorf("it has no fingerprint: %v", err)
	}
	found, err := h.service.Recurring(t.Context(), clerk, h.enter(t, nil).ID, document.Person{Plaintiff: "ANA LOPEZ"})
	if err != nil || found.Plaintiff.Total != 1 {
		t.Errorf("it is not found again: %+v, %v", found, err)
	}
}

func TestUpdatesEnterTheHistoryAndLeaveTheStatus(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, map[document.Field]string{document.FieldActa: "7", document.FieldCourt: "Primero"})
	if _, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{Fields: map[document.Field]string{document.FieldCedula: "1"}, By: "Juez"}); err != nil {
		t.Fatal(err)
	}
	before := h.document(t, d.ID)
	if r := h.take(t, heads+"|7||Eva|EPS||nuevo\n", updating, dry); r.Updated != 1 {
		t.Errorf("dry: %+v", r)
	}
	if after := h.document(t, d.ID); after.Revision() != before.Revision() {
		t.Error("a dry run changed a document")
	}
	if r := h.take(t, heads+"|7||Eva|EPS||nuevo\n", updating); r.Updated != 1 || r.Imported+r.Skipped+r.Failed != 0 {
		t.Errorf("%+v", r)
	}
	after := h.document(t, d.ID)
	if after.Plaintiff != "Eva" || after.Court != "Primero" || after.Remarks != "nuevo" || after.Status != document.Validated || after.ValidatedBy != "Juez" {
		t.Errorf("%+v", after)
	}
	changes := h.history(t, d.ID)
	if n := len(changes); n < 3 || changes[0].User != clerk.Username || changes[0].By != clerk.Username || !changes[0].At.After(before.ValidatedAt.Add(-1)) {
		t.Errorf("%+v", changes)
	}
	count := len(changes)
	if r := h.take(t, heads+"|7||Eva|EPS||nuevo\n", updating); r.Updated != 1 || len(h.history(t, d.ID)) != count {
		t.Errorf("the same again: %+v, %d changes", r, len(h.history(t, d.ID)))
	}
}

func TestANumberOfSeveralDocumentsTellsNone(t *testing.T) {
	h := newHouse(t, nil)
	h.take(t, heads+idOne+"|1||A|B\n"+idTwo+"|1||A|B\n")
	if r := h.take(t, heads+"|1||C|D\n", updating); r.Failed != 1 || r.Errors[0].Row != 2 {
		t.Errorf("%+v", r)
	}
	if r := h.take(t, heads+"|1||C|D\n"); r.Skipped != 1 {
		t.Errorf("%+v", r)
	}
	if r := h.take(t, heads+idTwo+"|1||C|D\n", updating); r.Updated != 1 || h.document(t, idTwo).Plaintiff != "C" || h.document(t, idOne).Plaintiff != "A" {
		t.Errorf("%+v", r)
	}
}

func TestWhereTheHeadersStand(t *testing.T) {
	for _, c := range []struct {
		rule, content string
		imported      int
		code          string
	}{
		{"below a title", "Registro de tutelas\n\n" + heads + "|1||A|B\n", 1, ""},
		{"ten rows down", strings.Repeat("x\n", 9) + heads + "|1||A|B\n", 1, ""},
		{"eleven rows down", strings.Repeat("x\n", 10) + heads + "|1||A|B\n", 0, "headers_missing"},
		{"on the second sheet", "nada\n---\n" + heads + "|1||A|B\n", 1, ""},
		{"on two sheets: both are read", heads + "|1||A|B\n---\n" + heads + "|2||A|B\n", 2, ""},
		{"on two sheets, unlike", heads + "|1||A|B\n---\nacta|accionado|accionante\n2|B|A\n", 2, ""},
		{"in two rows", "acta|accionante||accionado\n|nombre|cédula|\n1|A|5|B\n", 1, ""},
		{"a second row of data", "acta|demandante|demandado\nx|Cédula|Radicado\n", 1, ""},
		{"without rows", heads, 0, ""},
		{"nowhere", "numero_acta|demandante\n1|A\n", 0, "headers_missing"},
		{"in an empty workbook", "", 0, "headers_missing"},
		{"twice", "acta|demandante|demandado|accionante\n1|A|B|C\n", 0, "headers_repeated"},
	} {
		h := newHouse(t, nil)
		r, err := h.service.Import(t.Context(), clerk, in(c.content))
		if f, ok := fault.As(err); ok != (c.code != "") || ok && (f.Code != c.code || f.Kind != fault.Unprocessable) || r.Imported != c.imported {
			t.Errorf("%s: %+v, %v", c.rule, r, err)
		}
	}
	h := newHouse(t, nil)
	if _, err := h.service.Import(t.Context(), clerk, in("numero_acta|demandante\n")); !strings.Contains(err.Error(), "Demandado (demandado)") {
		t.Errorf("the missing header is not named: %v", err)
	}
}

func TestImportRefusesWithNothingKept(t *testing.T) {
	broken := fault.New(fault.Unprocessable, "workbook_damaged", "Está dañado.")
	for _, c := range []struct {
		rule   string
		change func(h *house, i *spreadsheet.Import)
		kind   fault.Kind
	}{
		{"another kind of file", func(_ *house, i *spreadsheet.Import) { i.FileName = "libro.ods" }, fault.Unprocessable},
		{"no name", func(_ *house, i *spreadsheet.Import) { i.FileName = "" }, fault.Unprocessable},
		{"a form that is too large", func(_ *house, i *spreadsheet.Import) {
			i.Content = iotest.ErrReader(fault.New(fault.TooLarge, "upload_too_large", "Grande."))
		}, fault.TooLarge},
		{"a file over its limit", func(_ *house, i *spreadsheet.Import) { i.MaxBytes = 3 }, fault.TooLarge},
		{"a connection that breaks", func(_ *house, i *spreadsheet.Import) { i.Content = iotest.ErrReader(errors.New("reset")) }, fault.Unprocessable},
		{"a form without sense", func(_ *house, i *spreadsheet.Import) {
			i.Options = func() (spreadsheet.ImportOptions, error) { return spreadsheet.ImportOptions{}, broken }
		}, fault.Unprocessable},
		{"while the service ends", func(h *house, _ *spreadsheet.Import) { h.service.Drain() }, fault.Unavailable},
		{"without room", func(h *house, _ *spreadsheet.Import) { h.space.free = 1 }, fault.Unavailable},
		{"a workbook that cannot be read", func(h *house, _ *spreadsheet.Import) { h.workbooks.fails = broken }, fault.Unprocessable},
	} {
		folder := t.TempDir()
		h := newHouse(t, &intake.Options{TempDir: folder})
		i := in(heads + "|1||A|B\n")
		c.change(h, &i)
		_, err := h.service.Import(t.Context(), clerk, i)
		if err == nil || fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v", c.rule, err)
		}
		if names := left(t, folder); len(names) != 0 || len(h.all(t)) != 0 {
			t.Errorf("%s: left %v, %d documents", c.rule, names, len(h.all(t)))
		}
	}
}

// mapped has a dry run of columns that a person assigned; see spreadsheet.ParseMapping.
func mapped(t *testing.T, mapping string) func(*spreadsheet.Import) {
	m, err := spreadsheet.ParseMapping(mapping)
	if err != nil {
		t.Fatal(err)
	}
	return with(func(o *spreadsheet.ImportOptions) { o.Mapping = m })
}

// What a dry run cannot read it describes, so that a person can say what the columns are.
func TestDryRunDescribesColumns(t *testing.T) {
	const odd = "Reparto de marzo\n\nNo.|Quién pide|Contra quién|Color\n1|Ana|EPS|azul\n2|Eva|EPS\n"
	for _, c := range []struct {
		rule, content, mapping string
		row, rows, imported    int
		names                  string // of the columns, between bars
		problem                string
	}{
		{"headers that are known", "acta|accionante|accionado|Color\n1|A|B|azul\n", "", 1, 1, 1, "numero_acta|demandante|demandado|", ""},
		{"headers that are not", odd, "", 3, 0, 0, "|||", "falta"},
		{"mapped", odd, `{"sheet":1,"row":3,"columns":{"A":"numero_acta","B":"demandante","C":"demandado"}}`, 3, 2, 2, "numero_acta|demandante|demandado|", ""},
		{"mapped in part", odd, `{"sheet":1,"row":3,"columns":{"A":"numero_acta"}}`, 3, 0, 0, "numero_acta|||", "Demandante"},
		{"mapped otherwise than named", "acta|accionante|accionado\n1|A|B\n", `{"columns":{"B":"demandado","C":"demandante"}}`, 1, 1, 1, "numero_acta|demandado|demandante", ""},
		{"a column that is left out", "acta|radicado|accionante|accionado\n1|2026-1|A|B\n", `{"columns":{"B":""}}`, 1, 1, 1, "numero_acta||demandante|demandado", ""},
		{"two of one", "acta|accionante|demandante|accionado\n1|A|A|B\n", "", 1, 0, 0, "numero_acta|demandante||demandado", "repetidos"},
		{"two of one, one left out", "acta|accionante|demandante|accionado\n1|A|A|B\n", `{"columns":{"B":""}}`, 1, 1, 1, "numero_acta||demandante|demandado", ""},
		{"data without a header", "acta|accionante\n1|A|B\n", `{"sheet":1,"row":1,"columns":{"C":"demandado"}}`, 1, 1, 1, "numero_acta|demandante|demandado", ""},
		{"a row that is not there", odd, `{"sheet":2,"row":3,"columns":{"A":"numero_acta"}}`, 0, 0, 0, "", "falta"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, nil)
			r, err := h.service.Import(t.Context(), clerk, in(c.content, dry, mapped(t, c.mapping)))
			if c.row == 0 {
				if fault.KindOf(err) != fault.Unprocessable {
					t.Fatal(err)
				}
				return
			}
			var names []string
			for _, column := range r.Layout.Columns {
				names = append(names, column.Name)
			}
			if err != nil || r.Layout.Row != c.row || r.Rows != c.rows || r.Imported != c.imported || strings.Join(names, "|") != c.names {
				t.Errorf("%+v, %v", r, err)
			}
			if (c.problem == "") != (r.Layout.Problem == "") || !strings.Contains(r.Layout.Problem, c.problem) {
				t.Errorf("problem %q", r.Layout.Problem)
			}
			if samples := r.Layout.Columns[0].Samples; len(samples) == 0 || samples[0] != "1" {
				t.Errorf("samples %v", samples)
			}
			if len(h.all(t)) != 0 {
				t.Error("something was stored")
			}
		})
	}
}

// What a dry run said of a mapping, the import does.
func TestImportFollowsAMapping(t *testing.T) {
	h := newHouse(t, nil)
	const sheet = "No.|Quién pide|Contra quién\n1|Ana|EPS\n"
	const mapping = `{"sheet":1,"row":1,"columns":{"A":"numero_acta","B":"demandante","C":"demandado"}}`
	if r := h.take(t, sheet, mapped(t, mapping)); r.Imported != 1 {
		t.Fatalf("%+v", r)
	}
	if d := h.all(t)[0]; d.ActaNumber != "1" || d.Plaintiff != "Ana" || d.Defendant != "EPS" {
		t.Errorf("%+v", d)
	}
	if _, err := h.service.Import(t.Context(), clerk, in(sheet)); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("without the mapping: %v", err)
	}
}

func TestImportTellsHowFarItIs(t *testing.T) {
	h := newHouse(t, nil)
	var told []int
	keyed := func(i *spreadsheet.Import) {
		i.Key = "k"
		i.Progress = func(int) {
			rows, err := h.service.ImportProgress(t.Context(), clerk, "k")
			if err != nil {
				t.Error(err)
			}
			told = append(told, rows)
		}
	}
	var b strings.Builder
	b.WriteString(heads)
	for i := range 3200 {
		fmt.Fprintf(&b, "|%d||A|B\n", i)
	}
	h.take(t, b.String(), keyed)
	if !slices.Equal(told, []int{3000, 3200}) {
		t.Errorf("told %v", told)
	}
	for _, who := range []account.Actor{clerk, chief} {
		if _, err := h.service.ImportProgress(t.Context(), who, "k"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("after the end: %v", err)
		}
	}
}

func TestImportBoundsTransactionText(t *testing.T) {
	h := newHouse(t, nil)
	var done []int
	steps := 0
	long := strings.Repeat("pide un examen ", 2000) // 30,000 bytes
	var b strings.Builder
	b.WriteString(heads)
	for i := range 80 {
		fmt.Fprintf(&b, "|%d||A|B||%s\n", i, long)
	}
	h.take(t, b.String(), func(i *spreadsheet.Import) {
		i.Progress = func(rows int) { done = append(done, rows) }
		i.Step = func() error { steps++; return nil }
	})
	if !slices.Equal(done, []int{35, 70, 80}) || steps != 80 {
		t.Errorf("stored after rows %v, %d steps", done, steps)
	}
	full := errors.New("no more")
	_, err := h.service.Import(t.Context(), clerk, in(b.String(), func(i *spreadsheet.Import) { i.Step = func() error { return full } }))
	if !errors.Is(err, full) {
		t.Errorf("the error of a step: %v", err)
	}
}

// An import that is cut off has taken whole batches in; the next one goes on.
func TestAnImportThatWasCutOffGoesOn(t *testing.T) {
	h := newHouse(t, nil)
	var b strings.Builder
	b.WriteString(heads)
	for i := range 3200 {
		fmt.Fprintf(&b, "|%d||A|B\n", i)
	}
	h.workbooks.fails = errors.New("cut off")
	if _, err := h.service.Import(t.Context(), clerk, in(b.String())); err == nil {
		t.Fatal("it was not cut off")
	}
	if n := len(h.all(t)); n != 3000 {
		t.Errorf("%d documents, want a whole batch", n)
	}
	h.workbooks.fails = nil
	if r := h.take(t, b.String()); r.Imported != 200 || r.Skipped != 3000 {
		t.Errorf("%+v", r)
	}
}

func TestAnImportWithAKeyIsDoneOnce(t *testing.T) {
	h := newHouse(t, nil)
	keyed := func(i *spreadsheet.Import) { i.Key = "k" }
	first := h.take(t, heads+"|1||A|B\n|2||A|\n", keyed)
	visits := h.workbooks.visits
	again := h.take(t, heads+"|1||A|B\n|2||A|\n", keyed)
	if fmt.Sprint(first) != fmt.Sprint(again) || again.Imported != 1 || again.Failed != 1 || h.workbooks.visits != visits {
		t.Errorf("first %+v, again %+v", first, again)
	}
	for _, other := range []spreadsheet.Import{in(heads+"|3||A|B\n", keyed), in(heads+"|1||A|B\n|2||A|\n", keyed, updating)} {
		if _, err := h.service.Import(t.Context(), clerk, other); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("another request under the key: %v", err)
		}
	}
}

func TestStrictImportRefusesWhatItWouldIgnore(t *testing.T) {
	for _, c := range []struct{ rule, content, ignored string }{
		{"nothing is ignored", "acta|accionante|accionado|C.C.|Fecha reparto|Derecho\n1|A|B|5|2026-03-04|salud\n", ""},
		{"a column", "acta|demandante|demandado|Color\n1|A|B|azul\n", "columnas que no se entienden: Color"},
		{"data without a header, far below", "acta|demandante|demandado\n" + strings.Repeat("1|A|B\n", 4000) + "2|A|B|x\n", "columnas que no se entienden: columna D (sin encabezado)"},
		{"another sheet", heads + "|1||A|B\n---\nnada\n---\n" + heads + "|2||A|B\n", "la hoja «», que no tiene los encabezados necesarios (1 filas)"},
	} {
		h := newHouse(t, nil)
		_, err := h.service.Import(t.Context(), clerk, in(c.content, strict))
		if c.ignored == "" {
			if err != nil || len(h.all(t)) != 1 {
				t.Errorf("%s: %v", c.rule, err)
			}
			continue
		}
		if f, ok := fault.As(err); !ok || f.Code != "columns_ignored" || !strings.Contains(f.Message, c.ignored) || len(h.all(t)) > 0 {
			t.Errorf("%s: %v, %d documents", c.rule, err, len(h.all(t)))
		}
		if r := h.take(t, c.content); r.Ignored() != c.ignored || r.Failed > 0 {
			t.Errorf("%s, not strict: %q, %d failed", c.rule, r.Ignored(), r.Failed)
		}
	}
}
