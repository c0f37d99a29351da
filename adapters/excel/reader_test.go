package excel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// read returns the rows of a workbook.
func read(t testing.TB, workbook []byte) ([]spreadsheet.Row, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book")
	if err := os.WriteFile(path, workbook, 0o600); err != nil {
		t.Fatal(err)
	}
	var rows []spreadsheet.Row
	err := excel.Reader{}.Rows(context.Background(), path, func(r spreadsheet.Row) error { rows = append(rows, r); return nil })
	return rows, err
}

func mustRead(t testing.TB, workbook []byte) []spreadsheet.Row {
	t.Helper()
	rows, err := read(t, workbook)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// book makes a workbook with another implementation.
func book(t testing.TB, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	fill(f)
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func cell(kind spreadsheet.Kind, value string) spreadsheet.Cell {
	return spreadsheet.Cell{Kind: kind, Value: value}
}

func TestRowsOfAnotherProgram(t *testing.T) {
	workbook := book(t, func(f *excelize.File) {
		set := func(at string, value any) {
			if err := f.SetCellValue("Sheet1", at, value); err != nil {
				t.Fatal(err)
			}
		}
		date, _ := f.NewStyle(&excelize.Style{NumFmt: 14})
		own := `dd"día"/mm/yyyy`
		custom, _ := f.NewStyle(&excelize.Style{CustomNumFmt: &own})
		set("A2", "texto")
		set("B2", 52418903)
		set("C2", 0.5)
		set("D2", true)
		set("F2", 46085)
		f.SetCellStyle("Sheet1", "F2", "F2", date)
		set("G2", 46085)
		f.SetCellStyle("Sheet1", "G2", "G2", custom)
		f.SetCellRichText("Sheet1", "H2", []excelize.RichTextRun{{Text: "Ana "}, {Text: "López", Font: &excelize.Font{Bold: true}}})
		f.SetCellFormula("Sheet1", "I2", "A2")
		f.SetCellDefault("Sheet1", "J2", "1.1001310300220269E+22")
		set("A5", "lejos")
		if _, err := f.NewSheet("Otra"); err != nil {
			t.Fatal(err)
		}
		f.SetCellValue("Otra", "B1", "segunda")
	})
	want := []spreadsheet.Row{
		{SheetName: "Sheet1", Number: 2, Cells: []spreadsheet.Cell{cell(spreadsheet.Text, "texto"), cell(spreadsheet.Number, "52418903"), cell(spreadsheet.Number, "0.5"), cell(spreadsheet.Bool, "1"), {},
			cell(spreadsheet.Date, "46085"), cell(spreadsheet.Date, "46085"), cell(spreadsheet.Text, "Ana López"), {}, cell(spreadsheet.Number, "1.1001310300220269E+22")}},
		{SheetName: "Sheet1", Number: 5, Cells: []spreadsheet.Cell{cell(spreadsheet.Text, "lejos")}},
		{Sheet: 1, SheetName: "Otra", Number: 1, Cells: []spreadsheet.Cell{{}, cell(spreadsheet.Text, "segunda")}},
	}
	if got := mustRead(t, workbook); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// The numbers of actas have zeros that only their format shows.
func TestZerosOfANumberFormat(t *testing.T) {
	zeros := "000000"
	rows := mustRead(t, book(t, func(f *excelize.File) {
		style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &zeros})
		if err != nil {
			t.Fatal(err)
		}
		for i, value := range []any{101, 12345678, 0.5, -7} {
			at := "A" + strconv.Itoa(i+1)
			f.SetCellValue("Sheet1", at, value)
			f.SetCellStyle("Sheet1", at, at, style)
		}
	}))
	want := []spreadsheet.Cell{cell(spreadsheet.Text, "000101"), cell(spreadsheet.Text, "12345678"), cell(spreadsheet.Number, "0.5"), cell(spreadsheet.Number, "-7")}
	for i, r := range rows {
		if r.Cells[0] != want[i] {
			t.Errorf("%v, want %v", r.Cells[0], want[i])
		}
	}
}

func TestMergedCells(t *testing.T) {
	rows := mustRead(t, book(t, func(f *excelize.File) {
		for at, value := range map[string]string{"A1": "Radicado", "B1": "Accionante", "A2": "7", "B2": "Ana", "C3": "x", "C4": "y", "A6": "8", "C6": "z"} {
			f.SetCellValue("Sheet1", at, value)
		}
		for _, area := range [][2]string{{"B1", "C1"}, {"A2", "A4"}, {"B2", "B3"}, {"D1", "E9"}} {
			if err := f.MergeCell("Sheet1", area[0], area[1]); err != nil {
				t.Fatal(err)
			}
		}
	}))
	var got []string
	for _, r := range rows {
		for i, c := range r.Cells {
			if c.Kind != spreadsheet.Empty || c.Over != "" {
				got = append(got, fmt.Sprintf("%s%d=%s%s%v", spreadsheet.Letter(i), r.Number, c.Value, c.Over, c.Continued))
			}
		}
	}
	want := "A1=Radicadofalse B1=Accionantefalse C1=Accionantefalse A2=7false B2=Anafalse A3=7true B3=Anatrue C3=xfalse A4=7true C4=yfalse A6=8false C6=zfalse"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

func TestHiddenSheetsSaySo(t *testing.T) {
	rows := mustRead(t, book(t, func(f *excelize.File) {
		f.SetCellValue("Sheet1", "A1", "x")
		if _, err := f.NewSheet("A la vista"); err != nil {
			t.Fatal(err)
		}
		f.SetCellValue("A la vista", "A1", "y")
		f.SetActiveSheet(1)
		if err := f.SetSheetVisible("Sheet1", false); err != nil {
			t.Fatal(err)
		}
	}))
	if len(rows) != 2 || !rows[0].Hidden || rows[1].Hidden || rows[1].SheetName != "A la vista" {
		t.Errorf("%+v", rows)
	}
}

func TestDaysThatCountFrom1904(t *testing.T) {
	yes := true
	rows := mustRead(t, book(t, func(f *excelize.File) {
		f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &yes})
		f.SetCellValue("Sheet1", "A1", 1)
	}))
	if len(rows) != 1 || !rows[0].Since1904 {
		t.Errorf("got %v", rows)
	}
}

// Dates that spreadsheets have, except those of the first two months.
var (
	firstDay = time.Date(1900, time.March, 2, 0, 0, 0, 0, time.UTC)
	lastDay  = time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)
)

func TestWhatWasWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ \t\r\n]*(_x[0-9A-Fa-f]{4}_|_x00|[=+@<&_x\x00-\x1f]|😀)*[ \t\r\n]*`))
		value := rapid.OneOf(
			rapid.Map(text, func(s string) spreadsheet.Cell {
				if strings.TrimSpace(s) == "" {
					return spreadsheet.Cell{}
				}
				return cell(spreadsheet.Text, s)
			}),
			rapid.Map(rapid.Int64Range(0, 999_999_999_999_999), func(n int64) spreadsheet.Cell { // numbers have 15 digits
				return cell(spreadsheet.Number, strconv.FormatFloat(float64(n)/1e15, 'f', -1, 64))
			}),
			rapid.Map(rapid.Int64Range(firstDay.UnixMicro(), lastDay.UnixMicro()), func(n int64) spreadsheet.Cell { return spreadsheet.DateCell(time.UnixMicro(n)) }))
		var want [][]spreadsheet.Cell
		for range rapid.IntRange(1, 5).Draw(rt, "rows") {
			want = append(want, append(rapid.SliceOfN(value, 0, 6).Draw(rt, "cells"), cell(spreadsheet.Text, "last")))
		}
		got := mustRead(t, write(t, want...))[1:]
		if len(got) != len(want) {
			rt.Fatalf("%d rows became %d", len(want), len(got))
		}
		for i, r := range got {
			if r.Number != i+2 || !slices.EqualFunc(r.Cells, want[i], sameCell) {
				rt.Fatalf("row %d: got %v, want %v", i, r.Cells, want[i])
			}
		}
	})
}

// sameCell reports whether two cells say the same. A program that divides a day by other steps gets a fraction that
// may differ in its last bit.
func sameCell(a, b spreadsheet.Cell) bool {
	if a.Kind == spreadsheet.Date && b.Kind == spreadsheet.Date {
		x, err := strconv.ParseFloat(a.Value, 64)
		y, otherErr := strconv.ParseFloat(b.Value, 64)
		return err == nil && otherErr == nil && (x == y || math.Nextafter(x, y) == y)
	}
	return a == b
}

func TestWhatIsInvisibleIsNoRow(t *testing.T) {
	rows := mustRead(t, book(t, func(f *excelize.File) {
		f.SetCellValue("Sheet1", "A1", " \n")
		f.SetCellValue("Sheet1", "B7", "x")
	}))
	if len(rows) != 1 || rows[0].Number != 7 {
		t.Errorf("got %v", rows)
	}
}

func TestAVisitEndsTheReading(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	if err := os.WriteFile(path, write(t, texts("a"), texts("b")), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for _, c := range []struct{ visit, want error }{{broken, broken}, {spreadsheet.ErrEnough, nil}} {
		visits := 0
		err := excel.Reader{}.Rows(t.Context(), path, func(spreadsheet.Row) error { visits++; return c.visit })
		if !errors.Is(err, c.want) || visits != 1 {
			t.Errorf("%v after %d visits", err, visits)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (excel.Reader{}).Rows(ended, path, func(spreadsheet.Row) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any more: %v", err)
	}
	if err := (excel.Reader{}).Rows(t.Context(), path+"x", nil); err == nil {
		t.Error("a file that is not there was read")
	}
}

func FuzzRows(f *testing.F) {
	f.Add(write(f, texts("2026-7", "=1+1")))
	f.Add(book(f, func(x *excelize.File) { x.SetCellValue("Sheet1", "A1", "x") }))
	for _, h := range hostile(f) {
		if len(h.content) < 3<<10 {
			f.Add(h.content)
		}
	}
	f.Add(oldBook())
	f.Add(compound(sealed(oldStream(), defaultPassword, classicKeys)))
	f.Fuzz(func(t *testing.T, workbook []byte) {
		last := spreadsheet.Row{}
		rows, err := read(t, workbook)
		if err != nil {
			wantRefusal(t, err)
		}
		for _, r := range rows {
			if r.Sheet < last.Sheet || r.Sheet == last.Sheet && r.Number <= last.Number || len(r.Cells) > 256 || r.IsBlank() {
				t.Fatalf("row %v follows %v", r, last)
			}
			last = r
		}
	})
}

// Excel encrypts a workbook whose structure is protected with a password of its own.
func TestDefaultPasswordOpensWorkbooks(t *testing.T) {
	fill := func(f *excelize.File) { f.SetCellValue("Sheet1", "A1", "Ana López") }
	plain := book(t, fill)
	sealed, err := excelize.Encrypt(plain, &excelize.Options{Password: "VelvetSweatshop"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := mustRead(t, sealed), mustRead(t, plain); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
