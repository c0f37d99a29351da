package sqlstore_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/dedup"
)

// Who compares is answered while others have all connections but one.
func TestAComparisonNeedsOneConnection(t *testing.T) {
	db := open(t, sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db"), Readers: 4})
	var prints []dedup.Fingerprint
	for i := range 60 {
		prints = append(prints, fingerprint(t, fmt.Sprint(i), words("carta", 60)))
	}
	put(t, db, prints...)
	release := make(chan struct{})
	defer close(release)
	for range 3 {
		held := make(chan struct{})
		go db.View(t.Context(), func(bun.IDB) error { close(held); <-release; return nil })
		<-held
	}
	if found := lookup(t, db, prints[0].Keys(), 50); len(found) != 50 {
		t.Errorf("%d are found, want 50", len(found))
	}
}

// Each place is looked up in an index: read ahead by scanning, a table would be read
// as a whole for each batch.
func TestPlacesAreReadAheadByIndex(t *testing.T) {
	db := open(t, sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")})
	for _, statement := range sqlstore.Places {
		bound := []any{`["a"]`, "cedula"}[:strings.Count(statement, "?")]
		rows, err := db.Writer().Query("EXPLAIN QUERY PLAN "+statement, bound...)
		if err != nil {
			t.Fatal(err)
		}
		searches := 0
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(step, "SCAN") && !strings.HasPrefix(step, "SCAN place") {
				t.Errorf("%s: %s", statement, step)
			}
			if strings.HasPrefix(step, "SEARCH") {
				searches++
			}
		}
		if err := rows.Close(); err != nil || searches != 1 {
			t.Errorf("%s: %d searches, %v", statement, searches, err)
		}
	}
}
