package notifystore_test

import (
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/testkit/storetest"
)

func open(t *testing.T, path string) *notifystore.DB {
	t.Helper()
	db, err := notifystore.Open(t.Context(), sqlstore.Options{Path: path})
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
	storetest.RunDocket(t, func(t *testing.T) storetest.DocketStores {
		db := open(t, filepath.Join(t.TempDir(), "notify.db"))
		return storetest.DocketStores{Transactor: db, Cases: db.Cases(), Subjects: db.Subjects(), Notifications: db.Notifications(), Outbox: db.Outbox(),
			Users: db.Users(), UserEvents: db.UserEvents(), Lockouts: db.Lockouts(), Sessions: db.Sessions(), Claims: db.Claims(), Pinger: db}
	})
}
