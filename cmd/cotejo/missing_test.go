package main_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// A folder without a database is most likely the wrong one: in an empty database
// no duplicate is ever found.
func TestNoDatabaseBeginsUnasked(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"a.pdf": digital(t, 1)})
	sheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS")
	write(t, folder, "t.jsonl", `{"id": "x1", "text": "Acción de tutela de Ana Ñustes contra la Nueva EPS."}`+"\n")
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
			refused(t, folder, 3, says, tc.args...)
		}
		if exists(tc.database) {
			t.Fatalf("%v began a database", tc.args)
		}
	}
	missing := filepath.Join(folder, "otra", "cotejo.db")
	refused(t, folder, 3, missing, "import", "a.xlsx", "--database-path", missing)
	if got := cotejo(t, folder, "import", "--create", "a.xlsx"); got.status != 0 || !exists(intake) {
		t.Errorf("with --create: %+v", got)
	}
	if got := cotejo(t, folder, "import", "t.jsonl"); got.status != 0 {
		t.Errorf("with a database: %+v", got)
	}
}

func TestTerminalIsAskedBeforeADatabaseBegins(t *testing.T) {
	t.Parallel()
	for answer, began := range map[string]bool{"\n": false, "n\n": false, "sí\n": true, "S\n": true} {
		folder := t.TempDir()
		sheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS")
		database := filepath.Join(folder, "data", "database", "cotejo.db")
		c := invocation{folder: folder, args: []string{"import", "a.xlsx"}}.terminal(t)
		var seen bytes.Buffer
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(answer), &seen, &seen
		err := c.Run()
		if !strings.Contains(seen.String(), "No existe la base de datos "+database) || (err == nil) != began || exists(database) != began {
			t.Errorf("answer %q: %v\n%s", answer, err, seen.String())
		}
	}
}
