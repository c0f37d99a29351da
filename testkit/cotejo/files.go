package cotejo

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// Write writes a file in folder and returns its path.
func Write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Digital prints a filing as a PDF with a text layer; seed names it.
func Digital(t *testing.T, seed uint64) string {
	t.Helper()
	_, pdf := BornDigital(t, seed)
	return string(pdf)
}

// Brief is the beginning of a filing: few words are soon recognised.
func Brief(seed uint64) filings.Filing {
	f := filings.New(seed, filings.Options{}).Short()
	f.Blocks, f.Text = f.Blocks[:4], ""
	for _, b := range f.Blocks {
		f.Text += b.Text + "\n"
	}
	return f
}

// Scanned prints a brief filing as a picture, which takes longer to read than text.
func Scanned(t *testing.T, seed uint64) string {
	t.Helper()
	p, err := paper.Scan(Brief(seed), paper.Options{}, paper.Fair, seed)
	if err != nil {
		t.Fatal(err)
	}
	return string(p.PDF)
}

// Inbox makes a working folder with PDFs in "in".
func Inbox(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, "in", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		Write(t, filepath.Dir(path), filepath.Base(path), content)
	}
	return folder
}

// Exists reports whether there is a file.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// BornDigital is an invented filing and its PDF.
func BornDigital(t *testing.T, seed uint64) (filings.Filing, []byte) {
	t.Helper()
	f := filings.New(seed, filings.Options{}).Short()
	p, err := paper.BornDigital(f, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f, p.PDF
}

// Numbered is a PDF whose pages say which they are; password may be empty.
func Numbered(t *testing.T, pages int, password string) string {
	t.Helper()
	pdf := fpdf.New("P", "pt", "Letter", "")
	pdf.SetFont("Times", "", 12)
	if password != "" {
		pdf.SetProtection(0, password, "")
	}
	for n := range pages {
		pdf.AddPage()
		pdf.Text(72, 100, fmt.Sprintf("pagina %d del expediente que se lee aqui", n+1))
	}
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Book writes a workbook of sheets, each of rows of cells.
func Book(t *testing.T, path string, sheets ...[][]any) {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, rows := range sheets {
		name := []string{"Sheet1", "Sheet2"}[i]
		if i > 0 {
			if _, err := f.NewSheet(name); err != nil {
				t.Fatal(err)
			}
		}
		for n, row := range rows {
			cell, _ := excelize.CoordinatesToCellName(1, n+1)
			if err := f.SetSheetRow(name, cell, &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
}

// SheetOf makes a workbook in a folder: a row a line, cells between bars.
func SheetOf(t *testing.T, folder, name, content string) {
	t.Helper()
	var rows [][]any
	for line := range strings.SplitSeq(strings.TrimSpace(content), "\n") {
		var cells []any
		for cell := range strings.SplitSeq(line, "|") {
			cells = append(cells, cell)
		}
		rows = append(rows, cells)
	}
	Book(t, filepath.Join(folder, name), rows)
}

// Password is a password that can be one.
const Password = "una clave larga y buena"
