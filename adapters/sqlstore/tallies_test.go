package sqlstore_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
)

// Documents that were stored before there were tallies are counted like those
// that came after.
func TestTheMigrationCountsWhatIsThere(t *testing.T) {
	at := time.Date(2026, 3, 4, 4, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "cotejo.db")
	db, err := sqlstore.OpenAt(t.Context(), path, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Writer().Exec(`INSERT INTO documents VALUES ('d1', 'a.pdf', 'tutela', 'processed', '', '', '', ?,
		'', '', '', '', '', '', 0.75, '', 'ab', 2000000000, 0, '', '', '[]', '[]', '[]', '')`, at.UnixMicro()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = open(t, path)
	got, err := db.Tallies().ByKind(t.Context())
	want := document.Tally{Type: document.Tutela, Status: document.Processed, Documents: 1, Read: 1, Reading: 2 * time.Second, Confidence: 0.75}
	if err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if err := db.Documents().Delete(t.Context(), "d1"); err != nil {
		t.Fatal(err)
	}
	if got, err := db.Tallies().ByKind(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("got %+v, %v of nothing", got, err)
	}
}
