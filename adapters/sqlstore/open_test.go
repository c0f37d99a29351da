package sqlstore_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/postgres"
)

func TestOpenMakesFolderAndFileForTheirOwnerAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "database", "cotejo.db")
	db := open(t, sqlstore.Options{Path: path})
	if err := db.Documents().Create(t.Context(), document.Document{ID: "d1"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Dir(path), path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestOpenTakesAnyPath(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a?b.db", "a#b%20.db", "ñ &x=1.db", "with space.db"} {
		path := filepath.Join(t.TempDir(), name)
		open(t, sqlstore.Options{Path: path})
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	noDatabase := filepath.Join(folder, "text.db")
	if err := os.WriteFile(noDatabase, []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"no path": "", "a folder": folder, "a file that is no database": noDatabase,
		"a folder in place of a file": filepath.Join(noDatabase, "x.db")} {
		if db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: path}); err == nil {
			t.Errorf("%s was opened", name)
			db.Close()
		}
	}
}

// Damage is explained for people, wherever in the file it is.
// A database has a write-ahead log and locks for each name: two servers would damage it.
func TestOpenRefusesHardLinkedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cotejo.db")
	open(t, sqlstore.Options{Path: path})
	link := filepath.Join(t.TempDir(), "other.db")
	if err := os.Link(path, link); err != nil {
		t.Skip(err)
	}
	_, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: link})
	if f, ok := fault.As(err); !ok || f.Code != "database_linked" {
		t.Errorf("a second name of an open database: %v", err)
	}
}

func TestOpenSaysThatAFileIsDamaged(t *testing.T) {
	t.Parallel()
	good := filepath.Join(t.TempDir(), "good.db")
	db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: good})
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(good)
	if err != nil || len(content) < 20_000 {
		t.Fatalf("%d bytes, %v", len(content), err)
	}
	for name, damaged := range map[string][]byte{
		"no database": []byte(strings.Repeat("no database ", 1000)),
		"cut in half": content[:len(content)/2/4096*4096],
	} {
		path := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: path})
		if err == nil {
			t.Errorf("%s: opened", name)
			db.Close()
		} else if f, ok := fault.As(err); !ok || f.Code != "database_damaged" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReopenedDatabaseHasItsDocuments(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := fresh(t)
		for i := range 3 {
			db, err := sqlstore.Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			list, err := db.Documents().List(t.Context(), document.Filter{}, document.PageRequest{Number: 1, Size: 10})
			if err != nil || list.Total != i {
				t.Errorf("got %d documents, %v; want %d", list.Total, err, i)
			}
			if err := db.Documents().Create(t.Context(), document.Document{ID: fmt.Sprint(i)}); err != nil {
				t.Error(err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestProgramsThatStartAtOnceMigrateOnce(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := fresh(t)
		if o.URL != "" {
			o.URL = postgres.New(t)
		}
		errs := make(chan error)
		for range 4 {
			go func() {
				db, err := sqlstore.Open(t.Context(), o)
				if err == nil {
					err = db.Close()
				}
				errs <- err
			}()
		}
		for range 4 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
	})
}

// A newer program whose tables serve this one does not lock it out: replicas are
// updated one after the other, and an update can be taken back.
func TestOpenTakesWhatANewerProgramMadeThatServesThisOne(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := fresh(t)
		known := len(openedMigrations(t, open(t, o)))
		db := open(t, o)
		execute(t, db, "INSERT INTO schema_migrations VALUES (9999, '9999_later', 'x', 0)", fmt.Sprintf("INSERT INTO schema_floors VALUES (9999, %d)", known))
		if again := open(t, o); again.Ping(t.Context()) != nil {
			t.Error("it does not answer")
		}
	})
}

func openedMigrations(t *testing.T, db *sqlstore.DB) (versions []int) {
	t.Helper()
	rows, err := db.Writer().Query("SELECT version FROM schema_migrations")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		versions = append(versions, 0)
	}
	return versions
}

func TestOpenRefusesAnotherProgramsMigrations(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		for code, change := range map[string]string{
			"database_too_new": "INSERT INTO schema_migrations VALUES (9999, '9999_later', 'x', 0); INSERT INTO schema_floors VALUES (9999, 9998)",
			"database_differs": "UPDATE schema_migrations SET checksum = 'x' WHERE version = 1; INSERT INTO schema_migrations VALUES (9999, '9999_of_then', 'x', 0)",
		} {
			t.Run(code, func(t *testing.T) {
				o := fresh(t)
				db, err := sqlstore.Open(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := db.Writer().Exec(change); err != nil {
					t.Fatal(err)
				}
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
				_, err = sqlstore.Open(t.Context(), o)
				if f, ok := fault.As(err); !ok || f.Code != code {
					t.Errorf("got %v, want %s", err, code)
				}
			})
		}
	})
}

func TestPingRefusesReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	code := func(err error) string {
		if f, ok := fault.As(err); ok && f.Kind == fault.Unavailable {
			return f.Code
		}
		return fmt.Sprint(err)
	}
	for _, place := range []string{".", ".."} {
		t.Run("SQLite "+place, func(t *testing.T) {
			o := sqlstore.Options{Path: filepath.Join(t.TempDir(), "data", "cotejo.db")}
			db := open(t, o)
			gone := filepath.Join(o.Path, place) // permissions do not stop root
			if err := os.Rename(gone, gone+"-away"); err != nil {
				t.Fatal(err)
			}
			if got := code(db.Ping(t.Context())); got != "database_read_only" {
				t.Errorf("got %s", got)
			}
			if err := os.Rename(gone+"-away", gone); err != nil {
				t.Fatal(err)
			}
			if err := db.Ping(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("PostgreSQL", func(t *testing.T) {
		o := onServer(t)
		db := open(t, o)
		for _, c := range []struct{ setting, want string }{{"on", "database_read_only"}, {"off", "<nil>"}} {
			if _, err := db.Writer().Exec("SET TRANSACTION READ WRITE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = " + c.setting + "', current_database()); END $$"); err != nil {
				t.Fatal(err)
			}
			postgres.Interrupt(t, o.URL)
			for name, use := range map[string]func() error{
				"ping":  func() error { return db.Ping(t.Context()) },
				"write": func() error { return db.Documents().Create(t.Context(), document.Document{ID: "d1"}) },
			} {
				got := "database_unavailable"
				for tries := 0; got == "database_unavailable" && tries < 20; tries++ { // as many as there may be connections
					got = code(use())
				}
				if got != c.want {
					t.Errorf("%s: %s: got %s", c.setting, name, got)
				}
			}
		}
	})
}

func TestTroubleIsTold(t *testing.T) {
	t.Parallel()
	t.Run("a closed database is unavailable", func(t *testing.T) {
		db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")})
		if err != nil {
			t.Fatal(err)
		}
		db.Close()
		wantKind(t, db.Ping(t.Context()), fault.Unavailable)
		wantKind(t, db.Documents().Create(t.Context(), document.Document{ID: "d1"}), fault.Unavailable)
	})
	t.Run("a full disk is unavailable and loses nothing", func(t *testing.T) {
		db := open(t, inFile(t))
		if _, err := db.Writer().Exec("PRAGMA max_page_count = 1"); err != nil { // as many as it has
			t.Fatal(err)
		}
		err := db.Documents().Create(t.Context(), document.Document{ID: "d1", Text: strings.Repeat("x", 1<<20)})
		wantKind(t, err, fault.Unavailable)
		if f, _ := fault.As(err); f.Code != "disk_full" {
			t.Errorf("got code %s", f.Code)
		}
		if _, err := db.Writer().Exec("PRAGMA max_page_count = 100000"); err != nil {
			t.Fatal(err)
		}
		if err := db.Documents().Create(t.Context(), document.Document{ID: "d1"}); err != nil {
			t.Error(err)
		}
	})
}

func TestTransactionCanBeHandedToOthers(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db, other := open(t, fresh(t)), open(t, fresh(t))
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			if _, ok := other.TxFrom(ctx); ok {
				t.Error("the transaction of one database is taken for another's")
			}
			tx, ok := db.TxFrom(ctx)
			if !ok {
				t.Fatal("no transaction in the context")
			}
			_, err := tx.Exec("INSERT INTO settings VALUES ('x', '1')")
			return err
		})
		if err != nil {
			t.Error(err)
		}
		if _, ok := db.TxFrom(t.Context()); ok {
			t.Error("a transaction outside of InTx")
		}
	})
}

func wantKind(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if got := fault.KindOf(err); got != kind {
		t.Errorf("got %v of kind %s, want kind %s", err, got, kind)
	}
}

// The plans of the queries that run over a million rows are held to indexes.
func TestQueriesUseIndexes(t *testing.T) {
	t.Parallel()
	db := open(t, inFile(t))
	for query, want := range map[string]string{
		"SELECT id FROM documents ORDER BY created_at DESC, id DESC LIMIT 20":                                                                                                  "SCAN documents USING COVERING INDEX documents_newest",
		"SELECT id FROM documents ORDER BY created_at, id LIMIT 20":                                                                                                            "SCAN documents USING COVERING INDEX documents_newest",
		"SELECT id FROM documents WHERE sha256 = 'x' AND sha256 <> '' ORDER BY created_at, id":                                                                                 "SEARCH documents USING COVERING INDEX documents_sha256 (sha256=?)",
		"SELECT original_key FROM documents WHERE original_key IN ('a') AND original_key <> ''":                                                                                "SEARCH documents USING COVERING INDEX documents_original (original_key=?)",
		"SELECT original_key FROM tasks WHERE original_key IN ('a') AND original_key <> ''":                                                                                    "SEARCH tasks USING COVERING INDEX tasks_original (original_key=?)",
		"SELECT count(*), min(created_at) FROM tasks WHERE status IN ('pending', 'processing')":                                                                                "SEARCH tasks USING COVERING INDEX tasks_unfinished (status=?)",
		"DELETE FROM tasks WHERE status IN ('completed', 'failed') AND expires_at > 0 AND expires_at < 9":                                                                      "SEARCH tasks USING INDEX tasks_expiry (expires_at>? AND expires_at<?)",
		"SELECT id FROM documents WHERE status = 'x' AND created_at >= 1 ORDER BY created_at DESC, id DESC LIMIT 20":                                                           "SEARCH documents USING COVERING INDEX documents_of_status (status=? AND created_at>?)",
		"SELECT id FROM documents WHERE type = 'x' ORDER BY created_at, id LIMIT 20":                                                                                           "SEARCH documents USING COVERING INDEX documents_of_type (type=?)",
		"SELECT id FROM documents WHERE status = 'x' AND type = 'y' AND created_at < 9 ORDER BY created_at, id LIMIT 20":                                                       "SEARCH documents USING COVERING INDEX documents_of_kind (type=? AND status=? AND created_at<?)",
		"SELECT id FROM documents WHERE duplicate_state = 'open' AND duplicate_state <> '' ORDER BY created_at DESC, id DESC LIMIT 20":                                         "SEARCH documents USING COVERING INDEX documents_repeating (duplicate_state=?)",
		"SELECT id FROM documents WHERE created_at >= 1 AND created_at < 9 ORDER BY created_at DESC, id DESC LIMIT 20":                                                         "SEARCH documents USING COVERING INDEX documents_newest (created_at>? AND created_at<?)",
		"SELECT id FROM documents WHERE status || '' = 'x' AND type || '' = 'y' AND needs_review ORDER BY created_at DESC, id DESC LIMIT 20":                                   "SCAN documents USING COVERING INDEX documents_to_review",
		"SELECT id FROM documents WHERE status || '' = 'x' AND needs_review AND duplicate_state = 'open' AND duplicate_state <> '' ORDER BY created_at DESC, id DESC LIMIT 20": "SEARCH documents USING COVERING INDEX documents_repeating (duplicate_state=?)",
		"SELECT id FROM tasks WHERE status = 'failed' ORDER BY created_at DESC, id DESC LIMIT 20":                                                                              "SCAN tasks USING COVERING INDEX tasks_failed",
		"SELECT id FROM tasks WHERE created_by = 'a' AND status || '' = 'x' ORDER BY created_at DESC, id DESC LIMIT 20":                                                        "SEARCH tasks USING COVERING INDEX tasks_of_user (created_by=?)",
		"SELECT count(*) FROM tasks WHERE status = 'failed'":                                                                                                                   "SCAN tasks USING COVERING INDEX tasks_failed",
		"SELECT count(*) FROM tasks WHERE status || '' = 'x' AND status IN ('completed', 'failed') AND expires_at > 0 AND expires_at <= 9":                                     "SEARCH tasks USING INDEX tasks_expiry (expires_at>? AND expires_at<?)",
		"SELECT * FROM tasks WHERE status = 'processing' AND status IN ('pending', 'processing') ORDER BY created_at LIMIT 9":                                                  "SEARCH tasks USING INDEX tasks_unfinished (status=?)",
		"SELECT * FROM tasks WHERE created_at >= 1 ORDER BY created_at DESC, id DESC LIMIT 9":                                                                                  "SEARCH tasks USING INDEX tasks_newest (created_at>?)",
		"SELECT * FROM tasks WHERE status IN ('completed', 'failed') AND completed_at >= 1 ORDER BY completed_at DESC LIMIT 9":                                                 "SEARCH tasks USING INDEX tasks_ended (completed_at>?)",
		"SELECT * FROM document_history ORDER BY seq DESC LIMIT 9":                                                                                                             "SCAN document_history",
		"DELETE FROM sessions WHERE expires_at < 9":                                                                                                                            "SEARCH sessions USING INDEX sessions_expiry (expires_at<?)",
		"SELECT id FROM form_letters WHERE people > 1 ORDER BY documents DESC, last_at DESC, id LIMIT 20":                                                                      "SCAN form_letters USING INDEX form_letters_by_size",
		"SELECT document_id FROM form_letter_documents WHERE letter_id = 'x' ORDER BY created_at DESC, document_id DESC":                                                       "SEARCH form_letter_documents USING COVERING INDEX form_letter_documents_of (letter_id=?)",
		"SELECT original_key FROM deliveries WHERE original_key IN ('a') AND original_key <> ''":                                                                               "SEARCH deliveries USING COVERING INDEX deliveries_original (original_key=?)",
		"SELECT id FROM deliveries ORDER BY received_at DESC, id DESC LIMIT 20":                                                                                                "SCAN deliveries USING COVERING INDEX deliveries_newest",
		"SELECT * FROM deliveries WHERE (message_id = 'x' AND message_id <> '' OR sha256 = 'y') ORDER BY received_at, id LIMIT 1":                                              "MULTI-INDEX OR",
	} {
		if got := plan(t, db.Writer(), query); got != want {
			t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
}

func plan(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	var id, parent, unused int
	var step string
	if err := db.QueryRow("EXPLAIN QUERY PLAN "+query).Scan(&id, &parent, &unused, &step); err != nil {
		t.Fatal(err)
	}
	return step
}
