package sqlstore_test

import (
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// One of two programs does a thing, and the other once the first is gone or has
// lost the database.
func TestOneHoldsAThing(t *testing.T) {
	t.Parallel()
	url := postgres.New(t)
	one, other := open(t, sqlstore.Options{URL: url}), open(t, sqlstore.Options{URL: url})
	hold := func(db *sqlstore.DB, thing string) (sqldb.Lock, bool) {
		t.Helper()
		h, ok, err := db.TryLock(t.Context(), thing)
		if err != nil {
			t.Fatal(err)
		}
		return h, ok
	}
	first, ok := hold(one, "send")
	if !ok || !first.IsHeld(t.Context()) {
		t.Fatal("nobody may have it")
	}
	if _, ok := hold(other, "send"); ok {
		t.Fatal("two have it")
	}
	if h, ok := hold(other, "another thing"); !ok {
		t.Error("it is held with another thing")
	} else {
		h.Release()
	}
	first.Release()
	second, ok := hold(other, "send")
	if !ok {
		t.Fatal("nobody may have it after its release")
	}
	if first.IsHeld(t.Context()) {
		t.Error("it is kept after its release")
	}
	postgres.Interrupt(t, url)
	if second.IsHeld(t.Context()) {
		t.Error("it is kept without its connection")
	}
	third, ok := hold(one, "send")
	if !ok {
		t.Fatal("nobody may have it once its connection is lost")
	}
	third.Release()
}
