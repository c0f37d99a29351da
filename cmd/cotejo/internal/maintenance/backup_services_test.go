package maintenance_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// onServers are the databases of both services on PostgreSQL.
func onServers(t *testing.T) []string {
	t.Helper()
	return []string{"SVC_DATABASE_URL=" + postgres.New(t), "NOTIFY_DATABASE_URL=" + postgres.New(t)}
}

// with runs a command with settings and expects a status and a text.
func with(t *testing.T, folder string, env []string, status int, says string, args ...string) {
	t.Helper()
	got := cotejo.Invocation{Folder: folder, Env: env, Args: args}.Run(t)
	if got.Status != status || !strings.Contains(got.Stdout+got.Stderr, says) {
		t.Fatalf("%v: %+v, want status %d and %q", args, got, status, says)
	}
}

// cases writes a workbook of that many cases and returns its path.
func cases(t *testing.T, n int) string {
	t.Helper()
	rows := [][]any{{"radicado", "descripcion", "juzgado_id", "nombre", "correo"}}
	for _, radicado := range []string{"2026-1", "2026-2", "2026-3"}[:n] {
		rows = append(rows, []any{radicado, "tutela", "0195f0a0-0000-7000-8000-00000000ffff", "Ángela Ñustes", "a" + radicado + "@x.co"})
	}
	path := filepath.Join(t.TempDir(), "procesos.xlsx")
	cotejo.Book(t, path, rows)
	return path
}

func TestBackupOfRegisterIsRestored(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Refused(t, folder, 3, "no existe la base de datos", "backup", "--service", "notify", "r.tar")
	with(t, folder, nil, 0, "procesos: 2 tomados", "notify", "import", "--create", cases(t, 2))
	with(t, folder, nil, 0, "r.tar: 2 procesos, ", "backup", "--service", "notify", "r.tar")
	with(t, folder, nil, 0, "2 procesos, del ", "restore", "--service", "notify", "--dry-run", "r.tar")
	with(t, folder, nil, 0, "procesos: 1 tomados, 2 ya estaban", "notify", "import", cases(t, 3))
	cotejo.Refused(t, folder, 5, "Ya hay una base de datos", "restore", "--service", "notify", "r.tar")
	cotejo.Refused(t, folder, 3, "La copia no tiene los escritos", "restore", "--force", "r.tar")
	with(t, folder, nil, 0, "lo anterior queda en ", "restore", "--service", "notify", "--force", "r.tar")
	with(t, folder, nil, 0, "procesos: 1 se tomarían, 2 ya estaban", "notify", "import", "--dry-run", cases(t, 3))
	aside, err := filepath.Glob(filepath.Join(folder, "data/database/cotejo-notify.db.antes-*"))
	if err != nil || len(aside) != 1 {
		t.Fatalf("kept aside: %v, %v", aside, err)
	}
	var n int
	if err := cotejo.OpenDatabase(t, aside[0]).QueryRowContext(t.Context(), "SELECT count(*) FROM cases").Scan(&n); err != nil || n != 3 {
		t.Errorf("the former register has %d cases, %v", n, err)
	}
}

func TestRestoreRefusesAnAlteredRegister(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	with(t, folder, nil, 0, "procesos: 1 tomados", "notify", "import", "--create", cases(t, 1))
	db, err := sql.Open("sqlite3", filepath.Join(folder, "data/database/cotejo-notify.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TRIGGER raised AFTER INSERT ON users BEGIN SELECT 1; END"); err != nil {
		t.Fatal(err)
	}
	with(t, folder, nil, 0, "1 proceso", "backup", "--service", "notify", "r.tar")
	cotejo.Refused(t, folder, 6, "sobra el disparador «raised»", "restore", "--service", "notify", "--dry-run", "r.tar")
}

func TestBackupOfBothServicesIsOneFile(t *testing.T) {
	t.Parallel()
	folder := cotejo.Filled(t, 2)
	with(t, folder, nil, 0, "procesos: 2 tomados", "notify", "import", "--create", cases(t, 2))
	cotejo.Refused(t, folder, 2, "--database-path no dice de cuál servicio es", "backup", "--service", "all", "--database-path", "x.db", "b.tar")
	cotejo.Refused(t, folder, 2, "no existe el servicio «todos»", "backup", "--service", "todos", "b.tar")
	with(t, folder, nil, 0, "b.tar: 2 documentos, 2 originales, 2 procesos", "backup", "--service", "all", "b.tar")
	other := t.TempDir()
	with(t, other, nil, 0, "2 documentos, 2 originales, 2 procesos", "restore", "--service", "all", filepath.Join(folder, "b.tar"))
	if n := whole(t, other); n != 2 {
		t.Errorf("%d documents", n)
	}
	with(t, other, nil, 0, "procesos: 0 tomados, 2 ya estaban", "notify", "import", cases(t, 2))
	third := t.TempDir() // one service of both
	with(t, third, nil, 0, "2 procesos", "restore", "--service", "notify", filepath.Join(folder, "b.tar"))
	if cotejo.Exists(databaseOf(third)) {
		t.Error("the filings were restored, too")
	}
}

// Databases on servers are backed up and restored with their originals, with the programs of PostgreSQL.
func TestBackupOfServersIsRestored(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1), "b.pdf": cotejo.Digital(t, 2)})
	from, to := onServers(t), onServers(t)
	with(t, folder, from, 0, "2 procesados", "process", "in")
	with(t, folder, from, 0, "procesos: 2 tomados", "notify", "import", cases(t, 2))
	with(t, folder, from, 0, "b.tar: 2 documentos, 2 originales, 2 procesos", "backup", "--service", "all", "b.tar")
	with(t, folder, from, 5, "ya tiene tablas", "restore", "--service", "all", "--force", "b.tar")

	other := t.TempDir()
	backup := filepath.Join(folder, "b.tar")
	with(t, other, to, 0, "2 documentos, 2 originales, 2 procesos", "restore", "--service", "all", "--dry-run", backup)
	with(t, other, to, 0, "sesiones no se restauran", "restore", "--service", "all", backup)
	with(t, folder, to, 0, "2 ya se habían tomado", "process", "in")
	with(t, folder, to, 0, "procesos: 0 tomados, 2 ya estaban", "notify", "import", cases(t, 2))
	got, want := tree(t, filepath.Join(other, "data/originals")), tree(t, filepath.Join(folder, "data/originals"))
	if len(want) != 2 || len(got) != 2 {
		t.Errorf("%d originals of %d", len(got), len(want))
	}
	for path, content := range want {
		if got[path] != content {
			t.Errorf("the original %s differs", path)
		}
	}
	cotejo.Refused(t, t.TempDir(), 5, "es de una base de datos PostgreSQL", "restore", backup)
	lite := cotejo.Filled(t, 1)
	do(t, lite, "backup", "b.tar")
	with(t, lite, onServers(t), 5, "es de una base de datos SQLite", "restore", "b.tar")

	content, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)-20_000] ^= 1
	cotejo.Write(t, other, "bad.tar", string(content))
	with(t, other, onServers(t), 6, "La copia está dañada", "restore", "--service", "all", "bad.tar")
}

// What is missing for the backup of a server is named with its package.
func TestBackupOfServerNamesMissingProgram(t *testing.T) {
	t.Parallel()
	folder, empty := t.TempDir(), t.TempDir()
	env := append(onServers(t), "PATH="+empty)
	with(t, folder, env, 7, "Falta el programa pg_dump", "backup", "--service", "notify", "b.tar")
	with(t, folder, env, 7, "apt-get install postgresql-client", "backup", "b.tar")
	old := filepath.Join(empty, "pg_dump")
	script := "#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2\nexit 1\n"
	if err := errors.Join(os.WriteFile(old, []byte(script), 0o700), os.Chmod(old, 0o700)); err != nil {
		t.Fatal(err)
	}
	with(t, folder, env, 7, "es más viejo que el servidor PostgreSQL", "backup", "b.tar")
	if left, err := filepath.Glob(filepath.Join(folder, "b.tar*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
