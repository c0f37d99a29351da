package excel_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sheet"
)

// write makes a workbook of rows of cells.
func write(t testing.TB, rows ...[]sheet.Cell) []byte {
	t.Helper()
	var b bytes.Buffer
	err := excel.Writer{}.Write(context.Background(), &b, sheet.Register(), func(add func([]sheet.Cell) error) error {
		for _, r := range rows {
			if err := add(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func texts(values ...string) []sheet.Cell {
	cells := make([]sheet.Cell, len(values))
	for i, v := range values {
		cells[i] = sheet.Cell{Kind: sheet.Text, Value: v}
	}
	return cells
}

// open reads a workbook with another implementation.
func open(t testing.TB, workbook []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(workbook))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestAnotherProgramReadsWhatIsWritten(t *testing.T) {
	f := open(t, write(t, texts("2026-7", " blanks ", "línea 1\nlínea 2\t", "<b>&\"'"),
		[]sheet.Cell{{}, {Kind: sheet.Number, Value: "0.975"}, {Kind: sheet.Date, Value: "46085.5"}}))
	if sheets := f.GetSheetList(); len(sheets) != 1 || sheets[0] != "Documentos" {
		t.Errorf("sheets %v", sheets)
	}
	for cell, want := range map[string]string{"A1": "Número de acta", "S1": "ID", "A2": "2026-7", "B2": " blanks ", "C2": "línea 1\nlínea 2\t",
		"D2": "<b>&\"'", "A3": "", "B3": "0.975", "C3": "2026-03-04 12:00:00"} {
		if got, err := f.GetCellValue("Documentos", cell); err != nil || got != want {
			t.Errorf("%s is %q (%v), want %q", cell, got, err, want)
		}
	}
}

// What a spreadsheet program could take for a formula is written as a text,
// with the mark of one, and without anything added to it.
func TestFormulasAreText(t *testing.T) {
	for _, s := range []string{"=1+1", "+573001112233", "-5", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", `=HYPERLINK("http://x","y")`} {
		workbook := write(t, texts(s))
		f := open(t, workbook)
		if got, _ := f.GetCellValue("Documentos", "A2"); got != s {
			t.Errorf("%q is read as %q", s, got)
		}
		if formula, _ := f.GetCellFormula("Documentos", "A2"); formula != "" {
			t.Errorf("%q has become the formula %q", s, formula)
		}
		if kind, _ := f.GetCellType("Documentos", "A2"); kind != excelize.CellTypeInlineString {
			t.Errorf("%q is a cell of type %d", s, kind)
		}
	}
}

func TestAnyTextComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ \t\r\n]*(_x[0-9A-Fa-f]{4}_|_x00|[=+@<&_x\x00-\x1f])*[ \t\r\n]*`)).Draw(t, "s")
		if s == "" {
			return
		}
		got, err := excelize.OpenReader(bytes.NewReader(write(nilTB{}, texts(s))))
		if err != nil {
			t.Fatal(err)
		}
		defer got.Close()
		if v, err := got.GetCellValue("Documentos", "A2"); err != nil || v != s {
			t.Fatalf("%q is read as %q, %v", s, v, err)
		}
	})
}

// nilTB is for helpers within a property, which cannot fail there.
type nilTB struct{ testing.TB }

func (nilTB) Helper()           {}
func (nilTB) Fatal(args ...any) { panic(args) }

func TestTheSameRowsMakeTheSameBytes(t *testing.T) {
	if !bytes.Equal(write(t, texts("a", "b")), write(t, texts("a", "b"))) {
		t.Error("two workbooks of the same rows differ")
	}
}

func TestFailuresOfWriting(t *testing.T) {
	broken := errors.New("broken")
	none := func(func([]sheet.Cell) error) error { return nil }
	many := func(add func([]sheet.Cell) error) error {
		for range 10_000 {
			if err := add(texts(strings.Repeat("x", 100), "y")); err != nil {
				return err
			}
		}
		return nil
	}
	if err := (excel.Writer{}).Write(t.Context(), io.Discard, sheet.Register(), func(func([]sheet.Cell) error) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("rows that fail: %v", err)
	}
	for name, rows := range map[string]func(func([]sheet.Cell) error) error{"none": none, "many": many} {
		if err := (excel.Writer{}).Write(t.Context(), failing{broken}, sheet.Register(), rows); !errors.Is(err, broken) {
			t.Errorf("%s rows to a full disk: %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (excel.Writer{}).Write(ended, io.Discard, sheet.Register(), many); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any more: %v", err)
	}
}

func TestASheetHasItsRowsAndNoMore(t *testing.T) {
	err := excel.Writer{}.Write(t.Context(), io.Discard, sheet.Register(), func(add func([]sheet.Cell) error) error {
		for range 1<<20 - 1 { // beside the headers
			if err := add(nil); err != nil {
				t.Fatal(err)
			}
		}
		return add(nil)
	})
	if f, ok := fault.As(err); !ok || f.Code != "too_many_rows" {
		t.Errorf("got %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
