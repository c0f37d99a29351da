package register_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestImportAndExport(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS\n2||EPS\n3|=1+1|EPS")
	if got := cotejo.Run(t, folder, "import", "--create", "--dry-run", "a.xlsx"); got.Status != 1 || cotejo.Exists(filepath.Join(folder, "data")) {
		t.Errorf("a dry run begins a database: %+v", got)
	}
	got := cotejo.Run(t, folder, "import", "--create", "--json", "a.xlsx")
	var said map[string]any
	if err := json.Unmarshal([]byte(got.Stdout), &said); err != nil || got.Status != 1 || said["imported"] != 2. || said["failed"] != 1. || !strings.Contains(got.Stdout, `"row":3,"column":"demandante","header":"Demandante"`) {
		t.Fatalf("%+v, %v", got, err)
	}
	if got := cotejo.Run(t, folder, "import", "--create", "a.xlsx"); got.Status != 1 || !strings.Contains(got.Stdout, "3 filas, 0 nuevas, 0 actualizadas, 2 que ya estaban, 1 con errores") ||
		!strings.Contains(got.Stderr, "fila 3, Demandante: ") {
		t.Errorf("again: %+v", got)
	}
	cotejo.SheetOf(t, folder, "b.xlsx", "Acta|Demandante|Demandado\n1|Eva|EPS\n9|Luz|EPS")
	if got := cotejo.Run(t, folder, "import", "--create", "--dry-run", "--update", "b.xlsx"); got.Status != 0 || !strings.Contains(got.Stdout, "2 filas, 1 nuevas, 1 actualizadas") || !strings.Contains(got.Stdout, "no se cambió nada") {
		t.Errorf("dry run: %+v", got)
	}
	if got := cotejo.Run(t, folder, "import", "--create", "--update", "b.xlsx"); got.Status != 0 || !strings.Contains(got.Stdout, "2 filas, 1 nuevas, 1 actualizadas") {
		t.Errorf("update: %+v", got)
	}
	if got := cotejo.Run(t, folder, "export", "--json", "out.xlsx"); got.Status != 0 || !strings.Contains(got.Stdout, `"documents":3`) {
		t.Fatalf("export: %+v", got)
	}
	other := t.TempDir()
	book, err := os.ReadFile(filepath.Join(folder, "out.xlsx"))
	if err == nil {
		err = os.WriteFile(filepath.Join(other, "in.xlsx"), book, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := cotejo.Run(t, other, "import", "--create", "in.xlsx"); got.Status != 0 || !strings.Contains(got.Stdout, "3 nuevas") {
		t.Fatalf("into another database: %+v", got)
	}
	if got := cotejo.Run(t, other, "export", "again.xlsx"); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	if again, err := os.ReadFile(filepath.Join(other, "again.xlsx")); err != nil || !bytes.Equal(again, book) {
		t.Errorf("export, import and export again differ: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".cotejo-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestImportTellsWhatItDoesNotTake(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.SheetOf(t, folder, "a.xlsx", "Radicado|Accionante|Accionado|C.C.|Fecha reparto|Derecho|Color\n2026-00012|Ana|EPS|52418903|04/03/2026|salud|azul")
	cotejo.Refused(t, folder, 6, "Color", "import", "--create", "--strict", "a.xlsx")
	got := cotejo.Run(t, folder, "import", "--create", "a.xlsx")
	if got.Status != 0 || !strings.Contains(got.Stdout, "1 nuevas") || !strings.Contains(got.Stderr, "columnas que no se entienden: Color") || !strings.Contains(got.Stderr, "fila 2, Radicado: ") {
		t.Errorf("%+v", got)
	}
	got = cotejo.Run(t, folder, "import", "--create", "--json", "a.xlsx")
	if got.Status != 0 || !strings.Contains(got.Stdout, `"skipped":1`) || !strings.Contains(got.Stdout, `"ignored_columns":["Color"],"ignored_sheets":[]`) || !strings.Contains(got.Stdout, `"value":"2026-00012"`) {
		t.Errorf("as JSON: %+v", got)
	}
}

func TestImportReadsEverySheet(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	f := excelize.NewFile()
	defer f.Close()
	for i, sheet := range []string{"TUTELAS 2026", "DESACATOS", "Notas", "Vieja"} {
		if i == 0 {
			_ = f.SetSheetName("Sheet1", sheet)
		} else if _, err := f.NewSheet(sheet); err != nil {
			t.Fatal(err)
		}
		rows := [][]any{{"No.", "ACCIONANTE", "", "ACCIONADO"}, {"ACTA", "NOMBRE", "CÉDULA", ""}, {i, "Ana Ruiz", "5.123.456", "EPS"}}
		if sheet == "Notas" {
			rows = [][]any{{"llamar a Ana"}}
		}
		for n, row := range rows {
			if err := f.SetSheetRow(sheet, fmt.Sprint("A", n+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = f.MergeCell("TUTELAS 2026", "B1", "C1")
	_ = f.SetSheetVisible("Vieja", false)
	if err := f.SaveAs(filepath.Join(folder, "libro.xlsx")); err != nil {
		t.Fatal(err)
	}
	got := cotejo.Run(t, folder, "import", "--create", "libro.xlsx")
	if got.Status != 9 || !strings.Contains(got.Stdout, "2 nuevas") {
		t.Errorf("%+v", got)
	}
	for _, says := range []string{"hoja «DESACATOS»: 1 filas, registradas como desacato", "la hoja «Notas», que no tiene los encabezados necesarios (1 filas)", "la hoja «Vieja», que está oculta"} {
		if !strings.Contains(got.Stderr, says) {
			t.Errorf("no %q in\n%s", says, got.Stderr)
		}
	}
	if found := cotejo.Run(t, folder, "search", "--json", "5.123.456"); strings.Count(found.Stdout, "\n") != 2 || !strings.Contains(found.Stdout, `"document_type":"desacato"`) {
		t.Errorf("%+v", found)
	}
}

func TestExportWritesWhatTheNameSays(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado|Derecho\n1|=1+1|EPS, S.A.|salud")
	if got := cotejo.Run(t, folder, "import", "--create", "a.xlsx"); got.Status != 0 {
		t.Fatal(got)
	}
	for _, name := range []string{"b.xlsx", "b.CSV"} {
		if got := cotejo.Run(t, folder, "export", name); got.Status != 0 {
			t.Fatalf("%+v", got)
		}
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	raw, err := os.ReadFile(filepath.Join(folder, "b.CSV"))
	if err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(string(raw), "\ufeff")
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || !marked || len(records) != 2 || records[0][3] != "Demandante" || records[1][3] != "'=1+1" || records[1][4] != "EPS, S.A." || records[1][13] != "Importado" {
		t.Errorf("%v %q, %v", marked, records, err)
	}
	cotejo.Write(t, folder, "t.jsonl", `{"id":"1","text":"a"}`)
	for _, args := range [][]string{{"export", "b.pdf"}, {"export", "b.json"}, {"export", "b.xls"}, {"backup", "b.zip"}, {"read", "--out", "b.txt", "x.pdf"},
		{"dedup", "t.jsonl", "--out", "b.csv"}, {"dedup", "t.jsonl", "--out", "b.jsonl.gz"}, {"dedup", "t.jsonl", "--clusters", "b.xlsx"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) { cotejo.Refused(t, folder, 2, "no escribe archivos", args...) })
	}
}

func TestImportAndExportRefuse(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS")
	if got := cotejo.Run(t, folder, "import", "--create", "a.xlsx"); got.Status != 0 {
		t.Fatal(got)
	}
	if err := os.WriteFile(filepath.Join(folder, "pdf.xlsx"), []byte("%PDF-1.7"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.doc"), []byte("a,b"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "pdfs"), 0o700); err != nil {
		t.Fatal(err)
	}
	cotejo.Write(t, filepath.Join(folder, "pdfs"), "a.pdf", "%PDF-1.7")
	cotejo.Write(t, folder, "a.jsonl", "{}")
	cotejo.SheetOf(t, folder, "bare.xlsx", "Acta|Color\n1|azul")
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"nothing to import":      {[]string{"import"}, 2, "el libro de Excel"},
		"a collection of PDFs":   {[]string{"import", "--create", "pdfs"}, 2, "cotejo process"},
		"a text, strictly":       {[]string{"import", "--create", "--strict", "a.jsonl"}, 2, "--strict es para libros"},
		"a text that is changed": {[]string{"import", "--create", "--update", "a.jsonl"}, 2, "--update es para libros"},
		"a file that is not":     {[]string{"import", "--create", "b.xlsx"}, 2, "no existe el archivo"},
		"another kind":           {[]string{"import", "--create", "a.doc"}, 6, ".xlsx"},
		"a PDF":                  {[]string{"import", "--create", "pdf.xlsx"}, 6, "no es un libro de Excel"},
		"no headers":             {[]string{"import", "--create", "bare.xlsx"}, 6, "Demandante (demandante)"},
		"nowhere to export to":   {[]string{"export"}, 2, "el libro"},
		"a day that is none":     {[]string{"export", "--from", "ayer", "b.xlsx"}, 2, "--from"},
		"days in wrong order":    {[]string{"export", "--from", "2026-03-02", "--to", "2026-03-01", "b.xlsx"}, 2, "--from"},
		"days without documents": {[]string{"export", "--to", "2001-01-01", "b.xlsx"}, 3, "No hay documentos"},
		"a file that is there":   {[]string{"export", "a.xlsx"}, 5, "--force"},
		"a folder that is not":   {[]string{"export", "nada/b.xlsx"}, 1, "no se pudo escribir"},
	} {
		t.Run(name, func(t *testing.T) { cotejo.Refused(t, folder, c.status, c.says, c.args...) })
	}
}

// TestTextsAreImportedAndFound takes a compressed collection in, twice, and
// kills the program in between.
func TestTextsAreImportedAndFound(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var lines bytes.Buffer
	z := gzip.NewWriter(&lines)
	for n := range 3000 {
		fmt.Fprintf(z, "{\"id\":\"t-%d\",\"text\":\"Señor juez, el medicamento %d\\nno llega desde marzo.\",\"entities\":{\"demandante\":\"Ana Ñustes\",\"cedula\":\"%d\"}}\n", n, n*7, 52418000+n)
	}
	fmt.Fprintln(z, "no")
	z.Close()
	cotejo.Write(t, folder, "t.jsonl.gz", lines.String())
	killed := cotejo.Invocation{Folder: folder, Args: []string{"import", "--create", "t.jsonl.gz"}}.Command(t.Context())
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(400*time.Millisecond, func() { killed.Process.Kill() })
	killed.Wait()
	got := cotejo.Run(t, folder, "import", "--create", "t.jsonl.gz")
	if got.Status != 1 || !strings.Contains(got.Stdout, "3001 filas") || !strings.Contains(got.Stdout, "1 con errores") || !strings.Contains(got.Stderr, "fila 3001, text: ") {
		t.Fatalf("%+v", got)
	}
	if got := cotejo.Run(t, folder, "import", "--create", "t.jsonl.gz"); !strings.Contains(got.Stdout, "0 nuevas, 0 actualizadas, 3000 que ya estaban") {
		t.Errorf("again: %+v", got)
	}
	if got := cotejo.Run(t, folder, "search", "--json", `"el medicamento 6993"`); got.Status != 0 || strings.Count(got.Stdout, "\n") != 1 || !strings.Contains(got.Stdout, "t-999") {
		t.Errorf("search: %+v", got)
	}
	if got := cotejo.Run(t, folder, "reindex", "--json"); got.Status != 0 || !strings.Contains(got.Stdout, `"made":0`) {
		t.Errorf("reindex: %+v", got)
	}
}
