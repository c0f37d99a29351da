package excel_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// write makes a workbook of rows of cells.
func write(t testing.TB, rows ...[]spreadsheet.Cell) []byte {
	t.Helper()
	var b bytes.Buffer
	err := excel.Writer{}.Write(context.Background(), &b, spreadsheet.Register(), func(add func([]spreadsheet.Cell) error) error {
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

func texts(values ...string) []spreadsheet.Cell {
	cells := make([]spreadsheet.Cell, len(values))
	for i, v := range values {
		cells[i] = spreadsheet.Cell{Kind: spreadsheet.Text, Value: v}
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
		[]spreadsheet.Cell{{}, {Kind: spreadsheet.Number, Value: "0.975"}, {Kind: spreadsheet.Date, Value: "46085.5"}}))
	if sheets := f.GetSheetList(); len(sheets) != 1 || sheets[0] != "Documentos" {
		t.Errorf("sheets %v", sheets)
	}
	for cell, want := range map[string]string{"A1": "Número de acta", "P1": "Por revisar", "Z1": "Representado", "AA1": "ID", "A2": "2026-7", "B2": " blanks ", "C2": "línea 1\nlínea 2\t",
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

// Texts that a library for workbooks, or the way around its faults, may spoil.
func TestTextsThatAreHardToWrite(t *testing.T) {
	full := strings.Repeat("x", spreadsheet.MaxCell-1)
	for name, s := range map[string]string{
		"escapes that share an underscore":   "_x0041_x0042_x0043_",
		"half of a character, escaped":       "_xD83D_ _xDE00_",
		"an escaped underscore":              "_x005F_x0041_ _x005f_",
		"control characters":                 "a\x00\x01\x1f\rb\r\nc\v",
		"control characters fill a cell":     strings.Repeat("\x01", spreadsheet.MaxCell),
		"escapes fill a cell":                strings.Repeat("_x0041_", spreadsheet.MaxCell/7),
		"a full cell that ends in an emoji":  full[1:] + "😀",
		"characters that Unicode gives none": "\uFDD0\uFDD9\uFDDA7_\uFDEF\uFDF0\uFFFD\uFFFE\uFFFF\uF000\U0001FFFE",
		"characters that begin as marks do":  "ﷲﷺ\x02\uFDCF\uFDF0\uF8FF\uFEFF",
		"markup":                             `<a b="c">&amp;]]></a>`,
		"blanks at both ends":                " \n\t a \t\n ",
	} {
		t.Run(name, func(t *testing.T) {
			workbook := write(t, texts(s))
			rows := mustRead(t, workbook)
			if got := rows[len(rows)-1].Cell(0).Value; got != s {
				t.Errorf("%.60q is read as %.60q", s, got)
			}
			if strings.Contains(s, "_xD83D_") {
				return // which the other implementation cannot read either
			}
			if got, err := open(t, workbook).GetCellValue("Documentos", "A2"); err != nil || got != s {
				t.Errorf("another program reads %.60q as %.60q, %v", s, got, err)
			}
		})
	}
}

// A large sheet comes back from the disk in pieces that end anywhere.
func TestMarksOfALargeSheet(t *testing.T) {
	row := texts(strings.Repeat("ﷺ\x02", 10_000))
	many := make([][]spreadsheet.Cell, 170)
	for i := range many {
		many[i] = row
	}
	rows := mustRead(t, write(t, many...))
	for _, r := range rows[1:] {
		if r.Cell(0).Value != row[0].Value {
			t.Fatalf("row %d is another", r.Number)
		}
	}
}

// There is no way to write these in a full cell; all else is kept there.
func TestAFullCellOfMarks(t *testing.T) {
	s := strings.Repeat("x", spreadsheet.MaxCell-3) + "\uFDD3\x01y"
	rows := mustRead(t, write(t, texts(s)))
	if got, want := rows[1].Cell(0).Value, strings.Replace(s, "\uFDD3", "\uFFFD", 1); got != want {
		t.Errorf("it ends in %q", got[len(got)-12:])
	}
}

// What is seen of a workbook: its headers, its columns, who made it.
func TestPrintSetUp(t *testing.T) {
	f := open(t, write(t, texts("1"), texts("2")))
	const name = "Documentos"
	layout, err := f.GetPageLayout(name)
	if err != nil || *layout.Orientation != "landscape" || *layout.FitToWidth != 1 || *layout.FitToHeight != 0 {
		t.Errorf("layout %+v, %v", layout, err)
	}
	if props, err := f.GetSheetProps(name); err != nil || !*props.FitToPage {
		t.Errorf("it is not fitted to the page: %v", err)
	}
	names := map[string]string{}
	for _, n := range f.GetDefinedName() {
		names[n.Name] = n.RefersTo
	}
	if names["_xlnm.Print_Titles"] != "'Documentos'!$1:$1" || !strings.HasPrefix(names["_xlnm.Print_Area"], "'Documentos'!$A$1:$") || !strings.HasSuffix(names["_xlnm.Print_Area"], "$3") {
		t.Errorf("names %v", names)
	}
}

func TestRowsAreAsHighAsTheirTexts(t *testing.T) {
	width := spreadsheet.Columns()[0].Width
	f := open(t, write(t, texts("1"), texts(strings.Repeat("x", width-2)), texts(strings.Repeat("palabra ", width/2)), texts("a\nb\nc"), texts(strings.Repeat("\n", 100))))
	for row, lines := range map[int]float64{2: 1, 3: 1, 4: 5, 5: 3, 6: 12} {
		if got, err := f.GetRowHeight("Documentos", row); err != nil || got != 15*lines {
			t.Errorf("row %d is %v high (%v), want %v lines", row, got, err, lines)
		}
	}
}

func TestNumbersAreShownAsWhatTheyAre(t *testing.T) {
	confidence := slices.IndexFunc(spreadsheet.Columns(), func(c spreadsheet.Column) bool { return c.Percent })
	cells := make([]spreadsheet.Cell, confidence+1)
	cells[0] = spreadsheet.Cell{Kind: spreadsheet.Number, Value: "0.975"}
	cells[confidence] = cells[0]
	workbook := write(t, cells)
	f := open(t, workbook)
	for column, want := range map[int]string{0: "0.975", confidence: "98%"} {
		if got, err := f.GetCellValue("Documentos", spreadsheet.Letter(column)+"2"); err != nil || got != want {
			t.Errorf("column %d shows %q (%v), want %q", column, got, err, want)
		}
	}
	if got := mustRead(t, workbook)[1].Cell(confidence); got != cells[0] {
		t.Errorf("a percentage is read as %+v", got)
	}
}

func TestOriginalsAreLinked(t *testing.T) {
	const url = "https://cotejo.example.org/api/v1/documents/7/original?a=b&c=\"d\""
	rows := make([][]spreadsheet.Cell, 3)
	for i, name := range []string{"a.pdf", "=b.pdf", "c.pdf"} {
		rows[i] = []spreadsheet.Cell{{Kind: spreadsheet.Text, Value: name, Link: url}}
	}
	rows[2][0].Link = ""
	workbook := write(t, rows...)
	f := open(t, workbook)
	for cell, want := range map[string]string{"A2": url, "A3": "", "A4": ""} { // what looks like a formula is marked as text instead
		if linked, target, err := f.GetCellHyperLink("Documentos", cell); err != nil || linked != (want != "") || target != want {
			t.Errorf("%s links to %q, %v", cell, target, err)
		}
	}
	if got := mustRead(t, workbook)[1].Cell(0).Value; got != "a.pdf" {
		t.Errorf("a linked name is read as %q", got)
	}
}

func TestCSVIsForOtherPrograms(t *testing.T) {
	var out bytes.Buffer
	table := spreadsheet.Table{Columns: []spreadsheet.Column{{Label: "Número"}, {Label: "Texto"}, {Label: "Fecha"}}}
	err := excel.CSV{}.Write(t.Context(), &out, table, func(add func([]spreadsheet.Cell) error) error {
		if err := add([]spreadsheet.Cell{{Kind: spreadsheet.Number, Value: "0.975"}, {Kind: spreadsheet.Text, Value: "a, \"b\"\nñ"}, {Kind: spreadsheet.Date, Value: "46085.5"}}); err != nil {
			return err
		}
		return add([]spreadsheet.Cell{{}, {Kind: spreadsheet.Text, Value: "=1+1"}})
	})
	want := "\ufeffNúmero,Texto,Fecha\r\n0.975,\"a, \"\"b\"\"\r\nñ\",2026-03-04 12:00:00\r\n,'=1+1,\r\n"
	if err != nil || out.String() != want {
		t.Errorf("%v, %q, want %q", err, out.String(), want)
	}
	broken := errors.New("broken")
	if err := (excel.CSV{}).Write(t.Context(), failing{broken}, table, func(func([]spreadsheet.Cell) error) error { return nil }); !errors.Is(err, broken) {
		t.Errorf("to a full disk: %v", err)
	}
}

func TestTheLookOfAWorkbook(t *testing.T) {
	f := open(t, write(t, texts("2026-7", "=1")))
	const name = "Documentos"
	if panes, err := f.GetPanes(name); err != nil || !panes.Freeze || panes.YSplit != 1 || panes.TopLeftCell != "A2" {
		t.Errorf("panes %+v, %v", panes, err)
	}
	for i, c := range spreadsheet.Columns() {
		letter := spreadsheet.Letter(i)
		if width, err := f.GetColWidth(name, letter); err != nil || width != float64(c.Width) {
			t.Errorf("%s is %v wide, %v", letter, width, err)
		}
		if shown, err := f.GetColVisible(name, letter); err != nil || shown == c.Hidden {
			t.Errorf("%s is shown: %v, %v", letter, shown, err)
		}
	}
	style := func(cell string) *excelize.Style {
		number, err := f.GetCellStyle(name, cell)
		if err != nil {
			t.Fatal(err)
		}
		style, err := f.GetStyle(number)
		if err != nil {
			t.Fatal(err)
		}
		return style
	}
	if s := style("A1"); s.Font == nil || !s.Font.Bold || s.Fill.Type != "pattern" || len(s.Fill.Color) != 1 {
		t.Errorf("headers are %+v", s)
	}
	if s := style("A2"); s.Alignment == nil || !s.Alignment.WrapText {
		t.Errorf("texts are %+v", s)
	}
	for _, cell := range []string{"A1", "A2", "B2"} {
		if s := style(cell); s.NumFmt != 49 {
			t.Errorf("%s has format %d", cell, s.NumFmt)
		}
	}
	number, _ := f.GetCellStyle(name, "B2")
	if mark := f.Styles.CellXfs.Xf[number].QuotePrefix; mark == nil || !*mark {
		t.Error("what looks like a formula has no mark of a text")
	}
	props, err := f.GetDocProps()
	if err != nil || props.Creator != "Cotejo" || props.Created != "" || props.Modified != "" {
		t.Errorf("properties %+v, %v", props, err)
	}
	if app, err := f.GetAppProps(); err != nil || app.Application != "Cotejo" {
		t.Errorf("made by %+v, %v", app, err)
	}
	f.Pkg.Range(func(part, content any) bool {
		if b := content.([]byte); bytes.Contains(bytes.ToLower(b), []byte("xuri")) || bytes.Contains(bytes.ToLower(b), []byte("excelize")) {
			t.Errorf("%v names the library", part)
		}
		return true
	})
}

// A large sheet is kept on disk until it is done, and whatever becomes of it,
// nothing of it stays there.
func TestNothingStaysOnDisk(t *testing.T) {
	folder := t.TempDir()
	files := func() int {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	broken := errors.New("broken")
	ended, cancel := context.WithCancel(t.Context())
	cases := []struct {
		name string
		ctx  context.Context
		out  io.Writer
		then func() error // after the rows
		want error
	}{
		{"all is well", t.Context(), io.Discard, func() error { return nil }, nil},
		{"the rows fail", t.Context(), io.Discard, func() error { return broken }, broken},
		{"the disk is full", t.Context(), failing{broken}, func() error { return nil }, broken},
		{"nobody waits any more", ended, io.Discard, func() error { cancel(); return nil }, context.Canceled},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			most := 0
			err := excel.Writer{TempDir: folder}.Write(c.ctx, c.out, spreadsheet.Register(), func(add func([]spreadsheet.Cell) error) error {
				row := texts(strings.Repeat("x", 32_000))
				for range 560 { // more than is kept in memory
					if err := add(row); err != nil {
						return err
					}
				}
				most = files()
				return c.then()
			})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if most != 1 || files() != 0 {
				t.Errorf("%d temporary files while it was written, %d afterwards", most, files())
			}
		})
	}
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
	none := func(func([]spreadsheet.Cell) error) error { return nil }
	many := func(add func([]spreadsheet.Cell) error) error {
		for range 10_000 {
			if err := add(texts(strings.Repeat("x", 100), "y")); err != nil {
				return err
			}
		}
		return nil
	}
	if err := (excel.Writer{}).Write(t.Context(), io.Discard, spreadsheet.Register(), func(func([]spreadsheet.Cell) error) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("rows that fail: %v", err)
	}
	for name, rows := range map[string]func(func([]spreadsheet.Cell) error) error{"none": none, "many": many} {
		if err := (excel.Writer{}).Write(t.Context(), failing{broken}, spreadsheet.Register(), rows); !errors.Is(err, broken) {
			t.Errorf("%s rows to a full disk: %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (excel.Writer{}).Write(ended, io.Discard, spreadsheet.Register(), many); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any more: %v", err)
	}
}

func TestASheetHasItsRowsAndNoMore(t *testing.T) {
	err := excel.Writer{}.Write(t.Context(), io.Discard, spreadsheet.Register(), func(add func([]spreadsheet.Cell) error) error {
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
