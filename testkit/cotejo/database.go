package cotejo

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "github.com/mattn/go-sqlite3"
)

// OpenDatabase opens the database that a command left, for the test to look at.
func OpenDatabase(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro&_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// Documents counts the documents that «cotejo process» left in folder's database.
func Documents(t *testing.T, folder string) (n int) {
	t.Helper()
	db := OpenDatabase(t, filepath.Join(folder, "data", "database", "cotejo.db"))
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM documents").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
