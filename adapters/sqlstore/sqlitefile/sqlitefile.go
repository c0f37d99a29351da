// Package sqlitefile copies and checks whole SQLite files, for backups. It changes no
// table, so it may be used on a file that an older program has open.
package sqlitefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/mattn/go-sqlite3"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/fault"
)

// copyStep is how many pages are copied between two looks at the context.
const copyStep = 4096

// Copy copies the database at from to a new file at to, as it is at one
// moment, while others write to it. It uses SQLite's online backup within one
// read transaction, so that writers neither wait nor start it again. progress
// is called with pages done and in all; it may be nil.
func Copy(ctx context.Context, from, to string, progress func(done, total int)) (err error) {
	source, err := sqldb.OpenFile(ctx, from, url.Values{"mode": {"rw"}, "_query_only": {"1"}, "_busy_timeout": {"10000"}})
	if err != nil {
		return fmt.Errorf("copying database %s: %w", from, sqldb.ExplainDamage(err))
	}
	defer source.Close()
	target, err := sqldb.OpenFile(ctx, to, url.Values{"_journal_mode": {"OFF"}, "_synchronous": {"OFF"}})
	if err != nil {
		return fmt.Errorf("copying database to %s: %w", to, err)
	}
	defer target.Close()

	read, err := source.Conn(ctx)
	if err != nil {
		return err
	}
	defer read.Close()
	var tables int
	if _, err = read.ExecContext(ctx, "BEGIN"); err == nil {
		// The transaction begins with the first thing that it reads.
		err = read.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables)
	}
	if err != nil {
		return fmt.Errorf("copying database %s: %w", from, sqldb.ExplainDamage(err))
	}
	defer read.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	write, err := target.Conn(ctx)
	if err != nil {
		return err
	}
	defer write.Close()
	err = write.Raw(func(to any) error {
		return read.Raw(func(from any) error {
			return copyPages(ctx, to.(*sqlite3.SQLiteConn), from.(*sqlite3.SQLiteConn), progress)
		})
	})
	if err != nil {
		return fmt.Errorf("copying database %s: %w", from, sqldb.ExplainDamage(err))
	}
	// The copy needs no companions to be read.
	if _, err := write.ExecContext(ctx, "PRAGMA journal_mode = DELETE"); err != nil {
		return fmt.Errorf("copying database to %s: %w", to, err)
	}
	return nil
}

func copyPages(ctx context.Context, to, from *sqlite3.SQLiteConn, progress func(done, total int)) (err error) {
	backup, err := to.Backup("main", from, "main")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, backup.Finish()) }()
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		done, err := backup.Step(copyStep)
		if err != nil {
			return err
		}
		if progress != nil {
			progress(backup.PageCount()-backup.Remaining(), backup.PageCount())
		}
		if done {
			return nil
		}
	}
}

// CopyInfo describes a database file that nobody writes to.
type CopyInfo struct {
	Documents int
	Originals map[string]string // key of each original that it names, and its SHA-256; "" where that is not known
}

// Inspect has SQLite check all of a database file that nobody writes to, and
// reports what it holds. Fault: Unprocessable when it is damaged or no database
// of this service.
func Inspect(ctx context.Context, path string) (info CopyInfo, err error) {
	defer func() {
		if err != nil && ctx.Err() == nil {
			err = fault.Wrap(err, fault.Unprocessable, "database_damaged",
				"La base de datos está dañada o no es de Cotejo: "+strings.TrimSpace(err.Error()))
		}
	}()
	db, err := sqldb.OpenFile(ctx, path, url.Values{"mode": {"ro"}, "immutable": {"1"}})
	if err != nil {
		return info, err
	}
	defer db.Close()
	for check, want := range map[string]string{
		"SELECT group_concat(integrity_check, '; ') FROM pragma_integrity_check": "ok",
		"SELECT count(*) FROM pragma_foreign_key_check":                          "0",
	} {
		var verdict string
		if err := db.QueryRowContext(ctx, check).Scan(&verdict); err != nil {
			return info, err
		}
		if verdict != want {
			return info, errors.New(verdict)
		}
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM documents").Scan(&info.Documents); err != nil {
		return info, err
	}
	rows, err := db.QueryContext(ctx, `SELECT original_key, sha256 FROM documents WHERE original_key <> ''
		UNION SELECT original_key, sha256 FROM tasks WHERE original_key <> ''`)
	if err != nil {
		return info, err
	}
	defer rows.Close()
	info.Originals = map[string]string{}
	for rows.Next() {
		var key, sha256 string
		if err := rows.Scan(&key, &sha256); err != nil {
			return info, err
		}
		if info.Originals[key] == "" {
			info.Originals[key] = sha256
		}
	}
	return info, rows.Err()
}

// Settle writes the log of a database that nobody has open into its file, so
// that the file is all of it.
func Settle(ctx context.Context, path string) error {
	db, err := sqldb.OpenFile(ctx, path, url.Values{"mode": {"rw"}, "_busy_timeout": {"10000"}})
	if err != nil {
		return sqldb.ExplainDamage(err)
	}
	var busy, log, moved int
	err = db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &moved)
	if err == nil && busy != 0 {
		err = errors.New("the database is in use")
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return sqldb.ExplainDamage(err)
	}
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return fmt.Errorf("the log of %s was not written into it", path)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// fileHeader begins every database of SQLite that is not empty.
const fileHeader = "SQLite format 3\x00"

// CheckHeader returns the fault of a file that is not a SQLite database. It reads no more
// than the header.
func CheckHeader(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	header := make([]byte, len(fileHeader))
	if _, err := io.ReadFull(f, header); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if string(header) != fileHeader {
		return sqldb.NotDatabase(path, nil)
	}
	return nil
}
