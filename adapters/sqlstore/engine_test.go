package sqlstore_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/postgres"
)

func TestEveryMigrationIsWrittenForBothDatabases(t *testing.T) {
	t.Parallel()
	names := func(engine string) (all []string) {
		found, err := filepath.Glob(filepath.Join("migrations", engine, "*.sql"))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", engine, found, err)
		}
		for _, path := range found {
			all = append(all, filepath.Base(path))
		}
		return all
	}
	if lite, server := names("sqlite"), names("postgres"); !slices.Equal(lite, server) {
		t.Errorf("migrations/sqlite has\n%v\nand migrations/postgres\n%v", lite, server)
	}
}

// The stores know one set of columns: a column of one database is one of the
// other, of the same kind, and as often null; except terms, which each database indexes in its own way.
func TestBothDatabasesHaveTheSameColumns(t *testing.T) {
	t.Parallel()
	lite := columns(t, open(t, inFile(t)), `SELECT m.name || '.' || c.name, CASE WHEN c.type = 'INTEGER' THEN 'BIGINT' ELSE c.type END, c."notnull" OR c.pk > 0
		FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%' AND m.name NOT LIKE 'search_terms%'
			AND m.name NOT LIKE 'sqlite%'`)
	server := columns(t, open(t, onServer(t)), `SELECT table_name || '.' || column_name, CASE data_type WHEN 'bytea' THEN 'BLOB' ELSE upper(data_type) END, is_nullable = 'NO'
		FROM information_schema.columns WHERE table_schema = 'public'`)
	for name, kind := range lite {
		if strings.HasPrefix(name, "totals.") || strings.HasPrefix(name, "document_days.") {
			kind = strings.TrimSuffix(kind, " NOT NULL") // columns of views have no NOT NULL
		}
		if server[name] != kind {
			t.Errorf("%s is %s on SQLite, %q on PostgreSQL", name, kind, server[name])
		}
	}
}

func columns(t *testing.T, db *sqlstore.DB, query string) map[string]string {
	t.Helper()
	rows, err := db.Writer().Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := map[string]string{}
	for rows.Next() {
		var name, kind string
		var filled bool
		if err := rows.Scan(&name, &kind, &filled); err != nil {
			t.Fatal(err)
		}
		if filled {
			kind += " NOT NULL"
		}
		found[name] = kind
	}
	if err := rows.Err(); err != nil || len(found) < 50 {
		t.Fatalf("%d columns, %v", len(found), err)
	}
	return found
}

func TestServersThatLetNobodyInAreExplained(t *testing.T) {
	t.Parallel()
	good := postgres.New(t)
	for name, c := range map[string]struct{ url, want string }{
		"no address":       {"postgres://user:geheim@[/x", "No es una dirección"},
		"no such database": {strings.Replace(good, "/test_", "/geheim", 1), "no tiene esa base de datos"},
		"no such user":     {strings.Replace(good, "postgres://cotejo@", "postgres://nadie:geheim@", 1), "no deja entrar"},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := sqlstore.Open(t.Context(), sqlstore.Options{URL: c.url})
			if err == nil {
				db.Close()
			}
			if f, ok := fault.As(err); !ok || !strings.Contains(f.Message, c.want) {
				t.Errorf("got %v", err)
			} else if name != "no such database" && strings.Contains(err.Error(), "geheim") {
				t.Errorf("the password is told: %v", err)
			}
		})
	}
}

// A transaction that another gets in the way of is done again, and what both
// did is there.
func TestTransactionsThatGetInEachOthersWayAreDoneAgain(t *testing.T) {
	t.Parallel()
	db := open(t, onServer(t))
	for _, id := range []string{"a", "b"} {
		if err := db.Documents().Create(t.Context(), document.Document{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	var tries atomic.Int64
	var met sync.WaitGroup // until each holds one
	met.Add(2)
	both := func(first, second string) error {
		again := false
		return db.InTx(t.Context(), func(ctx context.Context) error {
			tries.Add(1)
			for _, id := range []string{first, second} {
				if err := db.Documents().Update(ctx, id, func(d *document.Document) error { d.Tags = append(d.Tags, first); return nil }); err != nil {
					return err
				}
				if !again {
					again = true
					met.Done()
					met.Wait()
				}
			}
			return nil
		})
	}
	ended := make(chan error)
	go func() { ended <- both("a", "b") }()
	go func() { ended <- both("b", "a") }()
	if err := errors.Join(<-ended, <-ended); err != nil {
		t.Fatal(err)
	}
	if n := tries.Load(); n < 3 {
		t.Errorf("%d tries: nothing is tested", n)
	}
	for _, id := range []string{"a", "b"} {
		if d, err := db.Documents().Get(t.Context(), id); err != nil || len(d.Tags) != 2 {
			t.Errorf("%s has %v, %v", id, d.Tags, err)
		}
	}
}

// Of two equal papers that arrive together the later one sees the earlier.
func TestWhoComparesWaitsForWhoStores(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, fresh(t))
		const papers = 8
		seen := make(chan int, papers)
		for i := range papers {
			go func() {
				var copies []string
				err := db.InTx(t.Context(), func(ctx context.Context) (err error) {
					if copies, err = db.Documents().WithSHA256(ctx, "ab"); err != nil {
						return err
					}
					return db.Documents().Create(ctx, document.Document{ID: string(rune('a' + i)), SHA256: "ab"})
				})
				if err != nil {
					t.Error(err)
				}
				seen <- len(copies)
			}()
		}
		var all []int
		for range papers {
			all = append(all, <-seen)
		}
		slices.Sort(all)
		if !slices.Equal(all, []int{0, 1, 2, 3, 4, 5, 6, 7}) {
			t.Errorf("they saw %v others", all)
		}
	})
}

// A server that is started again interrupts nobody for longer than that.
func TestConnectionsThatTheServerEndedAreReplaced(t *testing.T) {
	t.Parallel()
	o := onServer(t)
	db := open(t, o)
	for range 3 {
		postgres.Interrupt(t, o.URL)
		wantKindOrNone(t, db.Ping(t.Context()), fault.Unavailable)
		wantKindOrNone(t, db.Documents().Create(t.Context(), document.Document{ID: "x"}), fault.Unavailable)
		var err error
		for range 20 { // as many as there may be connections
			if err = db.Ping(t.Context()); err == nil {
				break
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Documents().Delete(t.Context(), "x"); err != nil && fault.KindOf(err) != fault.NotFound {
			t.Fatal(err)
		}
	}
}

// Reads do not notice that the server ended the connections of the pool.
func TestReadsPassOverConnectionsThatTheServerEnded(t *testing.T) {
	t.Parallel()
	o := onServer(t)
	db := open(t, o)
	const readers = 4
	for range 5 {
		var inside, all sync.WaitGroup // makes the pool open as many connections as there are readers
		inside.Add(readers)
		for range readers {
			all.Go(func() {
				var began sync.Once
				defer began.Do(inside.Done) // a failure lets the others end
				err := db.InView(t.Context(), func(ctx context.Context) error {
					began.Do(inside.Done)
					inside.Wait()
					_, err := db.Documents().Summaries(ctx, []string{"x"})
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if t.Failed() {
			return
		}
		postgres.Interrupt(t, o.URL)
	}
}

func wantKindOrNone(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if err != nil && fault.KindOf(err) != kind {
		t.Errorf("got %v of kind %s, want kind %s or none", err, fault.KindOf(err), kind)
	}
}
