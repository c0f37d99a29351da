package sqlstore_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
)

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
