package sqlstore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// A link to itself cannot be used by root either, who runs tests.
func TestExamineNamesFileItCannotUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cotejo.db")
	db, err := sqlstore.Open(t.Context(), sqldb.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlstore.Examine(t.Context(), sqldb.Options{Path: path}); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("cotejo.db-wal", path+"-wal"); err != nil {
		t.Fatal(err)
	}
	var at *fs.PathError
	if _, err := sqlstore.Examine(t.Context(), sqldb.Options{Path: path}); !errors.As(err, &at) || at.Path != path+"-wal" {
		t.Errorf("found %v", err)
	}
}
