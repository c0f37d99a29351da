package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

func TestUsersOfTheNotificationService(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	user := func(stdin, what string, args ...string) result {
		return invocation{folder: folder, stdin: stdin, args: append([]string{"user", what, "--service", "notify"}, args...)}.run(t)
	}
	if got := user("", "list"); got.status != 3 || !strings.Contains(got.stderr, "NOTIFY_DATABASE_PATH") {
		t.Fatalf("without a database: %+v", got)
	}
	if got := user(good, "add", "Ana@Juzgado.gov.co", "--name", "Ana López", "--password-stdin"); got.status != 0 ||
		!strings.Contains(got.stdout, "ana@juzgado.gov.co: agregado") || !strings.Contains(got.stderr, "no hay ningún administrador activo") {
		t.Fatalf("%+v", got)
	}
	if got := user(good, "add", "jefa@juzgado.gov.co", "--name", "Jefa", "--role", "ADMINISTRADOR", "--password-stdin"); got.status != 0 || got.stderr != "" {
		t.Fatalf("%+v", got)
	}
	for rule, args := range map[string][]string{
		"a taken e-mail":  {"ANA@juzgado.gov.co", "--name", "Otra"},
		"no name":         {"otra@juzgado.gov.co"},
		"no e-mail":       {"otra", "--name", "Otra"},
		"another's role":  {"otra@juzgado.gov.co", "--name", "Otra", "--role", "admin"},
		"a second e-mail": {"otra@juzgado.gov.co", "--name", "Otra", "--email", "distinta@x.co"},
	} {
		if got := user(good, "add", append(args, "--password-stdin")...); got.status == 0 || got.stderr == "" {
			t.Errorf("%s: %+v", rule, got)
		}
	}
	if got := user("corta", "add", "otra@juzgado.gov.co", "--name", "Otra", "--password-stdin"); got.status != 2 || !strings.Contains(got.stderr, "al menos 12 letras") {
		t.Errorf("a short password: %+v", got)
	}
	if got := user("", "add", "otra@juzgado.gov.co", "--name", "Otra", "--dry-run"); got.status != 0 || !strings.Contains(got.stdout, "se agregaría") {
		t.Errorf("a dry run: %+v", got)
	}
	if got := user("otra clave igual de buena", "passwd", "ana@juzgado.gov.co", "--password-stdin"); got.status != 0 {
		t.Errorf("%+v", got)
	}
	if got := user("", "unlock", "ana@juzgado.gov.co"); got.status != 0 || !strings.Contains(got.stdout, "desbloqueado") {
		t.Errorf("%+v", got)
	}
	if got := user("", "disable", "nadie@juzgado.gov.co"); got.status != 3 {
		t.Errorf("a stranger: %+v", got)
	}
	if got := user("", "disable", "ANA@juzgado.gov.co", "--dry-run"); got.status != 0 || !strings.Contains(got.stdout, "se desactivaría") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"disable", "jefa@juzgado.gov.co"}, {"role", "jefa@juzgado.gov.co", "NOTIFICADOR"}} {
		for _, dry := range [][]string{nil, {"--dry-run"}} {
			got := user("", args[0], append(args[1:len(args):len(args)], dry...)...)
			if got.status != 5 || !strings.Contains(got.stderr, "único administrador") || got.stdout != "" {
				t.Errorf("%v %v of the last administrator: %+v", args, dry, got)
			}
		}
	}
	for _, role := range []string{"ADMINISTRADOR", "NOTIFICADOR", "ADMINISTRADOR"} {
		if got := user("", "role", "ana@juzgado.gov.co", role); got.status != 0 || !strings.Contains(got.stdout, "ahora es "+role) {
			t.Errorf("%+v", got)
		}
	}
	if got := user("", "role", "ana@juzgado.gov.co", "admin"); got.status != 6 || !strings.Contains(got.stderr, "NOTIFICADOR o ADMINISTRADOR") {
		t.Errorf("%+v", got)
	}
	if got := user(good, "add", "otra@juzgado.gov.co", "--password-stdin"); got.status != 2 || !strings.Contains(got.stderr, "--name: No puede estar vacío.") {
		t.Errorf("%+v", got)
	}
	if got := user("", "disable", "jefa@juzgado.gov.co"); got.status != 0 || got.stderr != "" {
		t.Errorf("%+v", got)
	}

	got := user("", "list", "--json")
	var lines []map[string]any
	for line := range strings.Lines(got.stdout) {
		var l map[string]any
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	if len(lines) != 2 || lines[0]["username"] != "jefa@juzgado.gov.co" || lines[0]["disabled"] != true || lines[0]["role"] != "ADMINISTRADOR" ||
		lines[1]["name"] != "Ana López" || lines[1]["role"] != "ADMINISTRADOR" || lines[1]["locked_until"] != "" || lines[1]["id"] == "" || strings.Contains(got.stdout, "$2a$") {
		t.Errorf("%s", got.stdout)
	}
	if got := user("", "list"); !strings.Contains(got.stdout, "desactivado") {
		t.Errorf("%+v", got)
	}
	completed := invocation{folder: folder, args: []string{"__complete", "user", "unlock", "--service", "notify", ""}}.run(t)
	if !strings.Contains(completed.stdout, "ana@juzgado.gov.co\tADMINISTRADOR") {
		t.Errorf("completed with %q", completed.stdout)
	}
	for _, args := range [][]string{{"user", "unlock", "ana"}, {"user", "role", "--service", "notify", "ana@juzgado.gov.co"}, {"user", "list", "--service", "correo"}} {
		if got := (invocation{folder: folder, args: args}).run(t); got.status != 2 {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// book writes a workbook of sheets, each of rows of cells.
func book(t *testing.T, path string, sheets ...[][]any) {
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

func TestNotifyImport(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	book(t, filepath.Join(folder, "procesos.xlsx"),
		[][]any{{"Procesos 2026"}, {"Radicado", "Asunto", "Color"}, {"11001-2026-1", "Uno", "azul"}, {2026002, "Dos"}, {"abc#", "Tres"}},
		[][]any{{"Nombre", "Cédula", "Tipo de documento", "Calidad"}, {"José Peña", 52418903, "C.C.", "Accionante"}, {"NUEVA EPS", "900.156.264-2", "NIT", "Accionada"}})
	run := func(args ...string) (result, registryReport) {
		got := invocation{folder: folder, args: append([]string{"notify", "import", "--create", "--json", "--court-id", "0195f0a0-0000-7000-8000-00000000ffff", "procesos.xlsx"}, args...)}.run(t)
		var report registryReport
		if err := json.Unmarshal([]byte(got.stdout), &report); err != nil && got.stdout != "" {
			t.Fatal(err)
		}
		return got, report
	}
	if got, _ := run("--dry-run"); got.status != 3 || got.stdout != "" {
		t.Errorf("a dry run without a database: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(folder, "data")); err == nil {
		t.Error("a dry run made a database")
	}
	got, report := run()
	if got.status != 1 || report.Cases != (counts{3, 2, 0, 1}) || report.Subjects != (counts{2, 2, 0, 0}) {
		t.Fatalf("%+v", got)
	}
	if e := report.Errors; len(e) != 1 || e[0].List != "procesos" || e[0].Row != 5 || e[0].Column != "radicado" || e[0].Value != "abc#" {
		t.Errorf("errors %+v", e)
	}
	for _, args := range [][]string{{"--dry-run"}, {}} {
		if got, report := run(args...); got.status != 1 || report.Cases != (counts{3, 0, 2, 1}) || report.Subjects != (counts{2, 0, 2, 0}) {
			t.Errorf("again %v: %+v", args, got)
		}
	}
	text := invocation{folder: folder, args: []string{"notify", "import", "--create", "procesos.xlsx"}}.run(t)
	if report.IgnoredColumns[0] != "Color" || !strings.Contains(text.stderr, "columnas que no se entienden: Color") {
		t.Errorf("ignored %q, %s", report.IgnoredColumns, text.stderr)
	}
	if got, _ := run("--strict"); got.status != 6 || !strings.Contains(got.stderr, "Color") {
		t.Errorf("strict: %+v", got)
	}
	if text.status != 1 || !strings.Contains(text.stdout, "fila 5 (procesos), radicado: ") || !strings.Contains(text.stdout, "sujetos: 0 tomados, 2 ya estaban, 0 no sirven") {
		t.Errorf("%+v", text)
	}
}

func TestNotifyCourts(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	book(t, filepath.Join(folder, "procesos.xlsx"), [][]any{{"Radicado", "Asunto", "Juzgado"}, {"11001-2026-1", "Uno", "Juzgado 2 Civil de Cali"}, {"11001-2026-2", "Dos", "juzgado 2 civil de Cali"}})
	run := func(args ...string) result {
		return invocation{folder: folder, args: append([]string{"notify"}, args...)}.run(t)
	}
	if got := run("courts"); got.status != 3 {
		t.Errorf("without a register: %+v", got)
	}
	if got := run("import", "--create", "procesos.xlsx"); got.status != 1 || !strings.Contains(got.stdout, "--create-courts") {
		t.Errorf("a court that nobody knows: %+v", got)
	}
	if got := run("courts"); got.status != 0 || got.stdout != "" || !strings.Contains(got.stderr, "no hay juzgados") {
		t.Errorf("none: %+v", got)
	}
	if got := run("import", "--create", "--create-courts", "procesos.xlsx"); got.status != 0 || !strings.Contains(got.stdout, "juzgados registrados: Juzgado 2 Civil de Cali\n") {
		t.Errorf("created on request: %+v", got)
	}
	var line struct {
		ID, Nombre string
		Procesos   int
	}
	got := run("courts", "--json")
	if err := json.Unmarshal([]byte(got.stdout), &line); err != nil || len(line.ID) != 36 || line.Nombre != "Juzgado 2 Civil de Cali" || line.Procesos != 2 {
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
	book(t, filepath.Join(folder, "otro.xlsx"), [][]any{{"Fecha", "Valor"}, {1, 2}})
	write(t, folder, "roto.xlsx", "no es un libro")
	write(t, folder, "nota.txt", "hola")
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
		if got := (invocation{folder: folder, args: []string{"notify", "import", "--create", c.file}}).run(t); got.status != c.status || got.stdout != "" || !strings.Contains(got.stderr, c.stderr) {
			t.Errorf("%s: %+v", c.rule, got)
		}
	}
}
