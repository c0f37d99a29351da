package main_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "github.com/mattn/go-sqlite3"
)

// openDatabase opens the database that a command left, for the test to look at.
func openDatabase(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro&_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// documents counts the documents that «cotejo process» left in folder's database.
func documents(t *testing.T, folder string) (n int) {
	t.Helper()
	db := openDatabase(t, filepath.Join(folder, "data", "database", "cotejo.db"))
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM documents").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
