//go:build soak

package maintenance_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// It is TestMigrateThereAndBack while the program is killed again and again.
func TestKilledMigrationLosesNothing(t *testing.T) {
	t.Parallel()
	migrateThereAndBack(t, migrateKilled)
}

// migrateKilled kills the program after ever longer times, until it is done. One
// that was killed when it had done all, and had only to say so, is asked to do the
// same to a target of its own.
func migrateKilled(t *testing.T, folder string, env []string, args ...string) (said migrated) {
	t.Helper()
	for pause := 150 * time.Millisecond; ; pause = pause * 5 / 4 {
		c := cotejo.Invocation{Folder: folder, Env: env, Args: append([]string{"migrate", "--json"}, args...)}.Command(t.Context())
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		killer := time.AfterFunc(pause, func() { c.Process.Kill() })
		err := c.Wait()
		if !killer.Stop() {
			continue
		}
		if err != nil && strings.Contains(errs.String(), "ya tiene datos") && pause > 150*time.Millisecond {
			other := slices.Clone(args)
			other[slices.Index(args, "--to")+1] = "sqlite:" + filepath.Join(t.TempDir(), "other.db")
			other[slices.Index(args, "--to-blobs")+1] = "file://" + t.TempDir()
			args, pause = other, time.Minute
			continue
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, errs.String())
		}
		if err := json.Unmarshal(out.Bytes(), &said); err != nil {
			t.Fatalf("%v: %s", err, out.String())
		}
		return said
	}
}

// TestKilledMigrationStartsAgain kills migrations of both services to both kinds
// of database: nothing else opens the target then, and the next run starts again.
func TestKilledMigrationStartsAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ángela Ñustes|EPS\n2|Zoraida|EPS")
	cotejo.Book(t, filepath.Join(folder, "procesos.xlsx"), [][]any{{"radicado", "descripcion", "juzgado_id", "nombre", "correo"},
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
		if got := cotejo.Run(t, folder, service.use...); got.Status != 0 {
			t.Fatalf("%+v", got)
		}
		file := filepath.Join(t.TempDir(), "target.db")
		for engine, target := range map[string]struct{ driver, address, setting string }{
			"sqlite":   {"sqlite3", "sqlite:" + file, "_DATABASE_PATH=" + file},
			"postgres": {"pgx", "", "_DATABASE_URL="},
		} {
			t.Run(name+" to "+engine, func(t *testing.T) {
				open := func() *sql.DB { return cotejo.OpenDatabase(t, file) }
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
				killWhenMarked(t, cotejo.Invocation{Folder: folder, Args: args}, open)

				used := cotejo.Invocation{Folder: folder, Env: []string{service.prefix + target.setting}, Args: service.use}.Run(t)
				if used.Status != 1 || !strings.Contains(used.Stderr, "no se terminó de hacer") {
					t.Errorf("an unfinished copy was used: %+v", used)
				}
				var said migrated
				again := cotejo.Run(t, folder, args...)
				if err := json.Unmarshal([]byte(again.Stdout), &said); err != nil || !said.Restarted || !strings.Contains(again.Stderr, "copia sin terminar de "+filepath.Join(folder, "data/database", service.from)) {
					t.Errorf("%+v, %v", again, err)
				}
				for _, tb := range said.Tables {
					if tb.Name == service.table && tb.Rows != service.rows {
						t.Errorf("%d rows in %s", tb.Rows, tb.Name)
					}
				}
				if used := (cotejo.Invocation{Folder: folder, Env: []string{service.prefix + target.setting}, Args: service.use}).Run(t); used.Status != 0 || !strings.Contains(used.Stdout, "ya estaban") {
					t.Errorf("a finished copy: %+v", used)
				}
			})
		}
	}
}

// killWhenMarked kills a migration once its target is marked as unfinished.
func killWhenMarked(t *testing.T, migration cotejo.Invocation, open func() *sql.DB) {
	t.Helper()
	c := migration.Command(t.Context())
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
