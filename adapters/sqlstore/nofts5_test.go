//go:build !sqlite_fts5

package sqlstore_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
)

// Built without the tag, which every other test needs, the package says so.
func TestOpenNamesTheMissingTag(t *testing.T) {
	t.Parallel()
	db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")})
	if err == nil {
		db.Close()
		t.Fatal("opened without full-text search")
	}
	if !strings.Contains(err.Error(), "sqlite_fts5") {
		t.Errorf("got %v, want the tag to be named", err)
	}
}
