package main_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

// A folder without a database is most likely the wrong one: in an empty database
// no duplicate is ever found.
func TestNoDatabaseBeginsUnasked(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS")
	cotejo.Write(t, folder, "t.jsonl", `{"id": "x1", "text": "Acción de tutela de Ana Ñustes contra la Nueva EPS."}`+"\n")
	intake, notify := filepath.Join(folder, "data", "database", "cotejo.db"), filepath.Join(folder, "data", "database", "cotejo-notify.db")
	for _, tc := range []struct {
		database, setting string
		args              []string
	}{
		{intake, "SVC_DATABASE_PATH", []string{"process", "in"}},
		{intake, "SVC_DATABASE_PATH", []string{"process", "in", "--dry-run"}},
		{intake, "SVC_DATABASE_PATH", []string{"import", "a.xlsx"}},
		{intake, "SVC_DATABASE_PATH", []string{"import", "t.jsonl"}},
		{notify, "NOTIFY_DATABASE_PATH", []string{"notify", "import", "a.xlsx"}},
	} {
		for _, says := range []string{tc.database, "--database-path (" + tc.setting + ")", "--create"} {
			cotejo.Refused(t, folder, 3, says, tc.args...)
		}
		if cotejo.Exists(tc.database) {
			t.Fatalf("%v began a database", tc.args)
		}
	}
	missing := filepath.Join(folder, "otra", "cotejo.db")
	cotejo.Refused(t, folder, 3, missing, "import", "a.xlsx", "--database-path", missing)
	if got := cotejo.Run(t, folder, "import", "--create", "a.xlsx"); got.Status != 0 || !cotejo.Exists(intake) {
		t.Errorf("with --create: %+v", got)
	}
	if got := cotejo.Run(t, folder, "import", "t.jsonl"); got.Status != 0 {
		t.Errorf("with a database: %+v", got)
	}
}

func TestTerminalIsAskedBeforeADatabaseBegins(t *testing.T) {
	t.Parallel()
	for answer, began := range map[string]bool{"\n": false, "n\n": false, "sí\n": true, "S\n": true} {
		folder := t.TempDir()
		cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS")
		database := filepath.Join(folder, "data", "database", "cotejo.db")
		c := cotejo.Invocation{Folder: folder, Args: []string{"import", "a.xlsx"}}.Terminal(t)
		var seen bytes.Buffer
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(answer), &seen, &seen
		err := c.Run()
		if !strings.Contains(seen.String(), "No existe la base de datos "+database) || (err == nil) != began || cotejo.Exists(database) != began {
			t.Errorf("answer %q: %v\n%s", answer, err, seen.String())
		}
	}
}

// A trial of an import works before there is a database, and leaves none behind.
func TestTrialImportNeedsNoDatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS\n1|Ana|EPS")
	cotejo.Write(t, folder, "t.jsonl", `{"id": "x1", "text": "Acción de tutela de Ana Ñustes contra la Nueva EPS."}`+"\n")
	for file, says := range map[string]string{
		"a.xlsx":  "2 filas, 1 nuevas, 0 actualizadas, 1 que ya estaban, 0 con errores (no se cambió nada)",
		"t.jsonl": "1 filas, 1 nuevas, 0 actualizadas, 0 que ya estaban, 0 con errores (no se cambió nada)",
	} {
		got := cotejo.Run(t, folder, "import", "--dry-run", file)
		if got.Status != 0 || !strings.Contains(got.Stdout, says) {
			t.Errorf("%s: %+v", file, got)
		}
	}
	if cotejo.Exists(filepath.Join(folder, "data")) {
		t.Error("a trial leaves a folder of data")
	}
}
