package notifystore_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/storetest"
)

// onEach runs a test on every kind of database. Each call of fresh is another
// new one.
func onEach(t *testing.T, test func(t *testing.T, fresh func(t *testing.T) sqldb.Options)) {
	for name, fresh := range map[string]func(*testing.T) sqldb.Options{"SQLite": inFile, "PostgreSQL": onServer} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh)
		})
	}
}

func inFile(t *testing.T) sqldb.Options {
	return sqldb.Options{Path: filepath.Join(t.TempDir(), "notify.db")}
}

// migrated is a database with all tables.
var migrated = postgres.NewTemplate(func(ctx context.Context, url string) error {
	db, err := notifystore.Open(ctx, sqldb.Options{URL: url})
	if err != nil {
		return err
	}
	return db.Close()
})

func onServer(t *testing.T) sqldb.Options {
	return sqldb.Options{URL: migrated.New(t)}
}

func open(t *testing.T, o sqldb.Options) *notifystore.DB {
	t.Helper()
	db, err := notifystore.Open(t.Context(), o)
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

func TestStores(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqldb.Options) {
		storetest.RunDocket(t, func(t *testing.T) storetest.DocketStores {
			db := open(t, fresh(t))
			return storetest.DocketStores{Transactor: db, Viewer: db, Courts: db.Courts(), MailTemplates: db.MailTemplates(), Cases: db.Cases(), Subjects: db.Subjects(), Corrections: db.Corrections(), Notifications: db.Notifications(), Outbox: db.Outbox(), Attachments: db.Attachments(), Receipts: db.Receipts(),
				Users: db.Users(), UserEvents: db.UserEvents(), Lockouts: db.Lockouts(), Sessions: db.Sessions(), Claims: db.Claims(), Pinger: db}
		})
	})
}

// TestCorrectedSubjectsKeepTheIndexWhole looks at what SQLite finds parts of words by: words that a
// subject has no more would stay there, and SQLite would call the index damaged.
func TestCorrectedSubjectsKeepTheIndexWhole(t *testing.T) {
	t.Parallel()
	db := open(t, inFile(t))
	if err := db.Subjects().Create(t.Context(), notification.Subject{ID: "s1", Name: "Ana Ruiz"}); err != nil {
		t.Fatal(err)
	}
	_, err := db.Subjects().Update(t.Context(), "s1", func(s *notification.Subject) error {
		s.Name = "Beatriz Núñez"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO subjects_found (subjects_found, rank) VALUES ('integrity-check', 1)")
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
