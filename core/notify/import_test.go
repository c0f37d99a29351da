package notify_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// workbook makes the rows of a workbook: sheets divided by blank lines, cells
// by bars.
func workbook(text string) notification.Import {
	return notification.Import{CourtID: court, Rows: func(_ context.Context, visit func(spreadsheet.Row) error) error {
		for s, lines := range strings.Split(strings.TrimSpace(text), "\n\n") {
			for n, line := range strings.Split(lines, "\n") {
				r := spreadsheet.Row{Sheet: s, Number: n + 1}
				for cell := range strings.SplitSeq(line, "|") {
					r.Cells = append(r.Cells, spreadsheet.Cell{Kind: spreadsheet.Text, Value: cell})
				}
				if err := visit(r); err != nil {
					return err
				}
			}
		}
		return nil
	}}
}

const twoSheets = `Procesos del juzgado
Radicado|Asunto
11001-2026-1|Uno
110012026 1|El mismo
11001-2026-2|Dos
#|Tres
11001-2026-4|

Nota
nada que leer

Nombre|Documento|Tipo de documento|Correo
Ana Ruiz|52.1|CC|ana@x.co
Ana R.|521|C.C.|
Ana Ruiz|521|CE|
Sin Documento|||a@x.co
sin  documento|||A@x.co
Sin Documento|||b@x.co
Sin tipo|521||
|77||`

func counts(r spreadsheet.Report) string {
	return fmt.Sprintf("%d rows: %d new, %d known, %d failed", r.Rows, r.Imported, r.Skipped, r.Failed)
}

func wantReport(t *testing.T, got notification.ImportReport, cases, subjects string) {
	t.Helper()
	if counts(got.Cases) != cases || counts(got.Subjects) != subjects {
		t.Errorf("cases %s; subjects %s\nwant  %s; subjects %s", counts(got.Cases), counts(got.Subjects), cases, subjects)
	}
}

func TestImportTakesEachInOnce(t *testing.T) {
	r := open()
	dry := workbook(twoSheets)
	dry.DryRun = true
	report, err := r.Import(t.Context(), clerk, dry)
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "5 rows: 2 new, 1 known, 2 failed", "8 rows: 4 new, 3 known, 1 failed")
	if len(report.IgnoredSheets) != 1 || report.IgnoredSheets[0].Number != 2 {
		t.Errorf("sheets that were not read: %+v", report.IgnoredSheets)
	}
	if l, _ := r.ListCases(t.Context(), clerk, notification.CaseFilter{}, all); l.Total != 0 {
		t.Errorf("a dry run stored %d cases", l.Total)
	}

	report, err = r.Import(t.Context(), clerk, workbook(twoSheets))
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "5 rows: 2 new, 1 known, 2 failed", "8 rows: 4 new, 3 known, 1 failed")
	if e := report.Cases.Errors; len(e) != 2 || e[0].Row != 6 || e[0].Column != "radicado" || e[0].Value != "#" || e[1].Row != 7 || e[1].Column != "descripcion" {
		t.Errorf("faults of cases: %+v", e)
	}
	cases, err := r.ListCases(t.Context(), clerk, notification.CaseFilter{}, all)
	if err != nil || cases.Total != 2 || cases.Items[0].CourtID != court || cases.Items[0].CreatedBy != clerk.Username {
		t.Errorf("stored %+v, %v", cases.Items, err)
	}

	report, err = r.Import(t.Context(), clerk, workbook(twoSheets))
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "5 rows: 0 new, 3 known, 2 failed", "8 rows: 0 new, 7 known, 1 failed")
}

// Two headers that stand under one, and lines of a case that are subjects of their own.
func TestImportOfHeadersInTwoRows(t *testing.T) {
	in := workbook("radicado|sujeto|\n|nombre|documento\n1|Ana Ruiz|52\n1|Eva Paz|53")
	rows := in.Rows
	in.Rows = func(ctx context.Context, visit func(spreadsheet.Row) error) error {
		return rows(ctx, func(r spreadsheet.Row) error {
			if r.Number == 1 {
				r.Cells[2].Over = r.Cells[1].Value
			}
			r.Cells[0].Continued = r.Number == 4
			return visit(r)
		})
	}
	report, err := open().Import(t.Context(), clerk, in)
	if err != nil {
		t.Fatal(err)
	}
	if got := counts(report.Subjects); got != "2 rows: 2 new, 0 known, 0 failed" {
		t.Errorf("subjects: %s %+v", got, report.Subjects.Errors)
	}
}

func TestImportOfManyRows(t *testing.T) {
	r := open()
	var text strings.Builder
	text.WriteString("radicado|descripcion|nombre\n")
	for i := range 700 {
		fmt.Fprintf(&text, "%d|Caso %d|Persona %d\n", i/2, i, i)
	}
	report, err := r.Import(t.Context(), clerk, workbook(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "700 rows: 350 new, 350 known, 0 failed", "700 rows: 700 new, 0 known, 0 failed")
}

func TestImportRefuses(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		rule string
		in   notification.Import
		kind fault.Kind
	}{
		{"a workbook without headers", workbook("a|b\n1|2"), fault.Unprocessable},
		{"headers below too many titles", workbook(strings.Repeat("Título\n", 10) + "radicado|descripcion\n1|x"), fault.Unprocessable},
		{"two columns for one thing", workbook("radicado|descripcion|asunto\n1|x|y"), fault.Unprocessable},
		{"a workbook that cannot be read", notification.Import{Rows: func(context.Context, func(spreadsheet.Row) error) error { return broken }}, fault.Internal},
	} {
		t.Run(c.rule, func(t *testing.T) {
			r := open()
			_, err := r.Import(t.Context(), clerk, c.in)
			if fault.KindOf(err) != c.kind {
				t.Errorf("got %v, want kind %s", err, c.kind)
			}
			if l, _ := r.ListCases(t.Context(), clerk, notification.CaseFilter{}, all); l.Total != 0 {
				t.Errorf("%d cases were stored", l.Total)
			}
		})
	}
}

// What was taken in before an import is cut off stays, and the next one goes on.
func TestImportThatIsCutOff(t *testing.T) {
	r := open()
	var text strings.Builder
	text.WriteString("radicado|descripcion\n")
	for i := range 1200 {
		fmt.Fprintf(&text, "%d|x\n", i)
	}
	whole := workbook(text.String())
	cut := whole
	cutOff := errors.New("cut off")
	cut.Rows = func(ctx context.Context, visit func(spreadsheet.Row) error) error {
		return whole.Rows(ctx, func(row spreadsheet.Row) error {
			if row.Number == 900 {
				return cutOff
			}
			return visit(row)
		})
	}
	report, err := r.Import(t.Context(), clerk, cut)
	if !errors.Is(err, cutOff) || report.Cases.Imported != 500 {
		t.Fatalf("%d imported, %v", report.Cases.Imported, err)
	}
	report, err = r.Import(t.Context(), clerk, whole)
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "1200 rows: 700 new, 500 known, 0 failed", "0 rows: 0 new, 0 known, 0 failed")
}

func TestImportNamesTheColumnsThatItIgnores(t *testing.T) {
	const text = `Radicado|Asunto|Color|Correo
11001-2026-1|Uno|azul|x@x.co

Nombre|Cédula|Color
Ana|52||sobra`
	r := open()
	refused := workbook(text)
	refused.Strict = true
	if _, err := r.Import(t.Context(), clerk, refused); err == nil || !strings.Contains(err.Error(), "columns_ignored") {
		t.Errorf("strict: %v", err)
	}
	if l, _ := r.ListCases(t.Context(), clerk, notification.CaseFilter{}, all); l.Total != 0 {
		t.Errorf("a refused workbook stored %d cases", l.Total)
	}
	report, err := r.Import(t.Context(), clerk, workbook(text))
	if got := strings.Join(report.IgnoredColumns, ", "); err != nil || got != "Color, Correo, columna D (sin encabezado)" {
		t.Errorf("ignored %q, %v", got, err)
	}
	wantReport(t, report, "1 rows: 1 new, 0 known, 0 failed", "1 rows: 1 new, 0 known, 0 failed")
}

func TestImportKnowsCourtsByName(t *testing.T) {
	const text = `Radicado|Asunto|Juzgado
1|Uno|Juzgado 2 Civil Municipal de Cali
2|Dos|JUZGADO 02 CIVIL MUNICIPAL CALI
3|Tres|0195F0A0-0000-7000-8000-00000000FFFF
4|Cuatro|
5|Cinco|`
	r := open()
	strangers := text + strings.Repeat("x", 301)
	report, err := r.Import(t.Context(), clerk, workbook(strangers))
	if err != nil || len(report.Cases.Errors) != 3 || report.Cases.Errors[0].Column != "juzgado_id" || !strings.Contains(report.Cases.Errors[2].Message, "300") && !strings.Contains(report.Cases.Errors[0].Message, "300") {
		t.Fatalf("%+v, %v", report.Cases.Errors, err)
	}
	wantReport(t, report, "5 rows: 2 new, 0 known, 3 failed", "0 rows: 0 new, 0 known, 0 failed")
	making := workbook(text)
	making.CreateCourts, making.DryRun = true, true
	for _, dry := range []bool{true, false} {
		making.DryRun = dry
		report, err = r.Import(t.Context(), clerk, making)
		if err != nil || len(report.Courts) != 1 || report.Courts[0] != "Juzgado 2 Civil Municipal de Cali" {
			t.Errorf("dry run %v: registered %q, %v", dry, report.Courts, err)
		}
		wantReport(t, report, "5 rows: 3 new, 2 known, 0 failed", "0 rows: 0 new, 0 known, 0 failed")
	}
	courts, err := r.ListCourts(t.Context(), clerk)
	if err != nil || len(courts) != 1 {
		t.Fatalf("courts %+v, %v", courts, err)
	}
	if l, _ := r.ListCases(t.Context(), clerk, notification.CaseFilter{CourtID: courts[0].ID}, all); l.Total != 2 {
		t.Errorf("%d cases of %s", l.Total, courts[0].Name)
	}
	if report, err := r.Import(t.Context(), clerk, workbook("Radicado|Asunto|Juzgado\n9|Nueve|juzgado 2 civil municipal de cali")); err != nil || report.Cases.Imported != 1 || len(report.Courts) != 0 {
		t.Errorf("a registered court: %+v, %v", report, err)
	}
}
