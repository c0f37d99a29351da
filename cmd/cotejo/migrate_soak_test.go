//go:build soak

package main_test

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/postgres"
)

// TestKilledMigrationStartsAgain kills migrations of both services to both kinds
// of database: nothing else opens the target then, and the next run starts again.
func TestKilledMigrationStartsAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	sheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ángela Ñustes|EPS\n2|Zoraida|EPS")
	book(t, filepath.Join(folder, "procesos.xlsx"), [][]any{{"radicado", "descripcion", "juzgado_id", "nombre", "correo"},
		{"2026-1", "tutela", "0195f0a0-0000-7000-8000-00000000ffff", "Ángela Ñustes", "a@x.co"}})
	for name, service := range map[string]struct {
		migrate, use []string
		from, prefix string
		table        string // with so many rows
		rows         int
	}{
		"intake": {[]string{"migrate"}, []string{"import", "--create", "a.xlsx"}, "cotejo.db", "SVC", "documents", 2},
		"notify": {[]string{"notify", "migrate"}, []string{"notify", "import", "--create", "procesos.xlsx"}, "cotejo-notify.db", "NOTIFY", "cases", 1},
	} {
		if got := cotejo(t, folder, service.use...); got.status != 0 {
			t.Fatalf("%+v", got)
		}
		file := filepath.Join(t.TempDir(), "target.db")
		for engine, target := range map[string]struct{ driver, address, setting string }{
			"sqlite":   {"sqlite3", "sqlite:" + file, "_DATABASE_PATH=" + file},
			"postgres": {"pgx", "", "_DATABASE_URL="},
		} {
			t.Run(name+" to "+engine, func(t *testing.T) {
				open := func() *sql.DB { return openDatabase(t, file) }
				if target.address == "" {
					target.address = postgres.New(t)
					target.setting += target.address
					open = func() *sql.DB {
						db, err := sql.Open("pgx", target.address)
						if err != nil {
							t.Fatal(err)
						}
						t.Cleanup(func() { db.Close() })
						return db
					}
				}
				args := append(slices.Clone(service.migrate), "--json", "--from", "sqlite:"+filepath.Join(folder, "data/database", service.from), "--to", target.address)
				killWhenMarked(t, invocation{folder: folder, args: args}, open)

				used := invocation{folder: folder, env: []string{service.prefix + target.setting}, args: service.use}.run(t)
				if used.status != 1 || !strings.Contains(used.stderr, "no se terminó de hacer") {
					t.Errorf("an unfinished copy was used: %+v", used)
				}
				var said migrated
				again := cotejo(t, folder, args...)
				if err := json.Unmarshal([]byte(again.stdout), &said); err != nil || !said.Restarted || !strings.Contains(again.stderr, "copia sin terminar de "+filepath.Join(folder, "data/database", service.from)) {
					t.Errorf("%+v, %v", again, err)
				}
				for _, tb := range said.Tables {
					if tb.Name == service.table && tb.Rows != service.rows {
						t.Errorf("%d rows in %s", tb.Rows, tb.Name)
					}
				}
				if used := (invocation{folder: folder, env: []string{service.prefix + target.setting}, args: service.use}).run(t); used.status != 0 || !strings.Contains(used.stdout, "ya estaban") {
					t.Errorf("a finished copy: %+v", used)
				}
			})
		}
	}
}

// killWhenMarked kills a migration once its target is marked as unfinished.
func killWhenMarked(t *testing.T, migration invocation, open func() *sql.DB) {
	t.Helper()
	c := migration.command(t.Context())
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	db := open()
	for source := ""; source == ""; {
		select {
		case err := <-ended:
			t.Fatalf("it ended before its target was seen to be marked: %v", err)
		default:
			db.QueryRowContext(t.Context(), "SELECT statement FROM unfinished_copy WHERE n = 0").Scan(&source) // no table at first
		}
	}
	c.Process.Kill()
	<-ended
}
