package sqlstore_test

import (
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/testkit/storetest"
)

func open(t *testing.T, path string) *sqlstore.DB {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: path})
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
	storetest.Run(t, func(t *testing.T) storetest.Stores {
		db := open(t, filepath.Join(t.TempDir(), "cotejo.db"))
		return storetest.Stores{
			Transactor: db, Documents: db.Documents(), Tallies: db.Tallies(), Recurrences: db.Recurrences(), Search: db.Search(), History: db.History(), Claims: db.Claims(), Tasks: db.Tasks(), Sessions: db.Sessions(),
			Settings: db.Settings(), Originals: db.Originals(), Index: db.Index(), Pinger: db,
		}
	})
}
