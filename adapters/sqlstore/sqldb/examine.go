package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// Examination is the report of a database about itself.
type Examination struct {
	Version   string // of PostgreSQL or SQLite
	Migration int    // the latest that was applied; 0 for a database without tables
	Known     int    // the latest that the program has
}

// Examine reports on the database of a service with those migrations; it neither
// creates nor changes it. The error is fs.ErrNotExist when there is no file yet, and
// otherwise why the program could not use the database.
func Examine(ctx context.Context, o Options, migrations fs.FS) (Examination, error) {
	if o.URL == "" {
		if err := checkFiles(o.Path); err != nil {
			return Examination{}, err
		}
	}
	db, err := Connect(ctx, o)
	if err != nil {
		return Examination{}, err
	}
	found, err := db.examine(ctx, migrations)
	if err != nil {
		err = fmt.Errorf("examining database %s: %w", o.Place(), ExplainDamage(err))
	}
	return found, errors.Join(err, db.Close())
}

// checkFiles returns why the files of a SQLite database cannot be used. Its log and its index, which exist while it
// is open, belong to another user after a command that root ran; SQLite itself does not say which file it is.
func checkFiles(path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	for _, file := range []string{path, path + "-wal", path + "-shm"} {
		if err := unix.Access(file, unix.R_OK|unix.W_OK); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return &fs.PathError{Op: "access", Path: file, Err: err}
		}
	}
	return nil
}

func (db *DB) examine(ctx context.Context, migrations fs.FS) (found Examination, err error) {
	known, err := db.knownMigrations(migrations)
	if err != nil {
		return found, err
	}
	found.Known = len(known)
	version := Choose(db, "SELECT sqlite_version()", "SELECT current_setting('server_version')")
	if err := db.reader.QueryRowContext(ctx, version).Scan(&found.Version); err != nil {
		return found, err
	}
	if err := db.refuseUnfinished(ctx); err != nil {
		return found, err
	}
	found.Migration, _, err = db.checkSchema(ctx, known)
	if err == nil && found.Migration > 0 {
		err = db.engine.writable(ctx, db)
	}
	return found, err
}
