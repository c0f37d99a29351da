package register_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestNotifyImport(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Book(t, filepath.Join(folder, "procesos.xlsx"),
		[][]any{{"Procesos 2026"}, {"Radicado", "Asunto", "Color"}, {"11001-2026-1", "Uno", "azul"}, {2026002, "Dos"}, {"abc#", "Tres"}},
		[][]any{{"Nombre", "Cédula", "Tipo de documento", "Calidad"}, {"José Peña", 52418903, "C.C.", "Accionante"}, {"NUEVA EPS", "900.156.264-2", "NIT", "Accionada"}})
	run := func(args ...string) (cotejo.Result, registryReport) {
		got := cotejo.Run(t, folder, append([]string{"notify", "import", "--create", "--json", "--court-id", "0195f0a0-0000-7000-8000-00000000ffff", "procesos.xlsx"}, args...)...)
		var report registryReport
		if err := json.Unmarshal([]byte(got.Stdout), &report); err != nil && got.Stdout != "" {
			t.Fatal(err)
		}
		return got, report
	}
	if got, _ := run("--dry-run"); got.Status != 3 || got.Stdout != "" {
		t.Errorf("a dry run without a database: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(folder, "data")); err == nil {
		t.Error("a dry run made a database")
	}
	got, report := run()
	if got.Status != 1 || report.Cases != (counts{3, 2, 0, 1}) || report.Subjects != (counts{2, 2, 0, 0}) {
		t.Fatalf("%+v", got)
	}
	if e := report.Errors; len(e) != 1 || e[0].List != "procesos" || e[0].Row != 5 || e[0].Column != "radicado" || e[0].Value != "abc#" {
		t.Errorf("errors %+v", e)
	}
	for _, args := range [][]string{{"--dry-run"}, {}} {
		if got, report := run(args...); got.Status != 1 || report.Cases != (counts{3, 0, 2, 1}) || report.Subjects != (counts{2, 0, 2, 0}) {
			t.Errorf("again %v: %+v", args, got)
		}
	}
	text := cotejo.Run(t, folder, "notify", "import", "--create", "procesos.xlsx")
	if report.IgnoredColumns[0] != "Color" || !strings.Contains(text.Stderr, "columnas que no se entienden: Color") {
		t.Errorf("ignored %q, %s", report.IgnoredColumns, text.Stderr)
	}
	if got, _ := run("--strict"); got.Status != 6 || !strings.Contains(got.Stderr, "Color") {
		t.Errorf("strict: %+v", got)
	}
	if text.Status != 1 || !strings.Contains(text.Stdout, "fila 5 (procesos), radicado: ") || !strings.Contains(text.Stdout, "sujetos: 0 tomados, 2 ya estaban, 0 no sirven") {
		t.Errorf("%+v", text)
	}
}

func TestNotifyCourts(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Book(t, filepath.Join(folder, "procesos.xlsx"), [][]any{{"Radicado", "Asunto", "Juzgado"}, {"11001-2026-1", "Uno", "Juzgado 2 Civil de Cali"}, {"11001-2026-2", "Dos", "juzgado 2 civil de Cali"}})
	run := func(args ...string) cotejo.Result {
		return cotejo.Run(t, folder, append([]string{"notify"}, args...)...)
	}
	if got := run("courts"); got.Status != 3 {
		t.Errorf("without a register: %+v", got)
	}
	if got := run("import", "--create", "procesos.xlsx"); got.Status != 1 || !strings.Contains(got.Stdout, "--create-courts") {
		t.Errorf("a court that nobody knows: %+v", got)
	}
	if got := run("courts"); got.Status != 0 || got.Stdout != "" || !strings.Contains(got.Stderr, "no hay juzgados") {
		t.Errorf("none: %+v", got)
	}
	if got := run("import", "--create", "--create-courts", "procesos.xlsx"); got.Status != 0 || !strings.Contains(got.Stdout, "juzgados registrados: Juzgado 2 Civil de Cali\n") {
		t.Errorf("created on request: %+v", got)
	}
	var line struct {
		ID, Nombre string
		Procesos   int
	}
	got := run("courts", "--json")
	if err := json.Unmarshal([]byte(got.Stdout), &line); err != nil || len(line.ID) != 36 || line.Nombre != "Juzgado 2 Civil de Cali" || line.Procesos != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

type registryReport struct {
	Cases    counts `json:"procesos"`
	Subjects counts `json:"sujetos"`
	Errors   []struct {
		List, Column, Value string
		Row                 int
	} `json:"errors"`
	IgnoredColumns []string `json:"ignored_columns"`
}

type counts struct{ Rows, Imported, Skipped, Failed int }

func TestNotifyImportRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Book(t, filepath.Join(folder, "otro.xlsx"), [][]any{{"Fecha", "Valor"}, {1, 2}})
	cotejo.Write(t, folder, "roto.xlsx", "no es un libro")
	cotejo.Write(t, folder, "nota.txt", "hola")
	for _, c := range []struct {
		rule, file string
		status     int
		stderr     string
	}{
		{"a workbook without headers", "otro.xlsx", 6, "encabezados"},
		{"a damaged workbook", "roto.xlsx", 6, ""},
		{"another kind of file", "nota.txt", 2, "no es un libro de Excel"},
		{"a file that is not there", "nada.xlsx", 3, "no existe el archivo"},
	} {
		if got := cotejo.Run(t, folder, "notify", "import", "--create", c.file); got.Status != c.status || got.Stdout != "" || !strings.Contains(got.Stderr, c.stderr) {
			t.Errorf("%s: %+v", c.rule, got)
		}
	}
}
