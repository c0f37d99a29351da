package sqlstore_test

import (
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
)

// An index of another version is taken away while others store and change
// documents, who do not wait for the filling to begin. Somebody keeps the first of
// them from going, so that they meet.
func TestWhatIsStoredWhileAnIndexIsTakenAwayIsFound(t *testing.T) {
	t.Parallel()
	o := onServer(t)
	db := open(t, o)
	store := func(id string) error {
		return db.Documents().Create(t.Context(), document.Document{ID: id, Text: "salud", CreatedAt: time.Now()})
	}
	for _, id := range []string{"old", "changed"} {
		if err := store(id); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Writer().Exec("DELETE FROM settings WHERE name = 'search_index'"); err != nil {
		t.Fatal(err)
	}
	keeper, err := db.Writer().Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer keeper.Rollback()
	if _, err := keeper.Exec("SELECT 1 FROM search_documents WHERE document_id = 'old' FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	// waiting returns once so many are kept waiting, or what they do has ended.
	waiting := func(many int, ended <-chan error) {
		for n := 0; n < many && len(ended) == 0; time.Sleep(time.Millisecond) {
			if err := db.Writer().QueryRow("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&n); err != nil {
				t.Fatal(err)
			}
		}
	}

	filling, err := sqlstore.Open(t.Context(), o, sqlstore.WithIndexPatience(-1))
	if err != nil {
		t.Fatal(err)
	}
	defer filling.Close()
	waiting(1, nil)
	ended := make(chan error, 2)
	go func() { ended <- store("new") }()
	waiting(2, ended)
	go func() {
		ended <- db.Documents().Update(t.Context(), "changed", func(d *document.Document) error { d.Plaintiff = "Cambiada"; return nil })
	}()
	waiting(3, ended)
	if err := keeper.Rollback(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	if err := filling.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, o, sqlstore.WithIndexPatience(time.Hour))
	for query, want := range map[string]int{"salud": 3, "cambiada": 1} {
		if l := find(t, db, query); l.Total != want {
			t.Errorf("%d documents are found by %s, want %d", l.Total, query, want)
		}
	}
}
