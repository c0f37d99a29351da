package sqlstore_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/storetest"
)

// onEach runs a test on every kind of database. Each call of fresh is another
// new one.
func onEach(t *testing.T, test func(t *testing.T, fresh func(t *testing.T) sqlstore.Options)) {
	for name, fresh := range map[string]func(*testing.T) sqlstore.Options{"SQLite": inFile, "PostgreSQL": onServer} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh)
		})
	}
}

func inFile(t *testing.T) sqlstore.Options {
	return sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")}
}

// migrated is a database with all tables.
var migrated = postgres.NewTemplate(func(ctx context.Context, url string) error {
	db, err := sqlstore.Open(ctx, sqlstore.Options{URL: url})
	if err != nil {
		return err
	}
	return db.Close()
})

func onServer(t *testing.T) sqlstore.Options {
	return sqlstore.Options{URL: migrated.New(t)}
}

// open opens a database until the end of the test.
func open(t *testing.T, o sqlstore.Options, with ...sqlstore.Setting) *sqlstore.DB {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), o, with...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// execute does what no store does; each statement must touch one row.
func execute(t *testing.T, db *sqlstore.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if res, err := db.Writer().Exec(statement); err != nil {
			t.Fatal(err)
		} else if n, _ := res.RowsAffected(); n != 1 {
			t.Fatalf("%s touched %d rows", statement, n)
		}
	}
}

func TestStores(t *testing.T) {
	t.Parallel()
	t.Cleanup(func() {
		if err := writeRecorded(); err != nil {
			t.Error(err)
		}
	})
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		storetest.Run(t, func(t *testing.T) storetest.Stores {
			db := open(t, recorded(fresh(t)))
			return storetest.Stores{
				Transactor: db, Documents: db.Documents(), Tallies: db.Tallies(), Recurrences: db.Recurrences(), Search: db.Search(), History: db.History(), Claims: db.Claims(), Tasks: db.Tasks(), Sessions: db.Sessions(),
				LoginAttempts: db.LoginAttempts(), TaskParts: db.TaskParts(),
				Tunings: db.Tunings(), DedupTunings: db.DedupTunings(), MailRules: db.MailRules(), Examples: db.Examples(), Pairs: db.Pairs(), Letters: db.Letters(), Originals: db.Originals(), Index: db.Index(), Prints: db.Prints(), Boilerplate: db.Boilerplate(), Loader: db.Loader(), Pinger: db, Activity: db.Activity(), PageWords: db.PageWords(),
				Deliveries: db.Deliveries(), Bin: db.Bin(), Divisions: db.Divisions(), SavedViews: db.SavedViews(),
			}
		})
	})
}
