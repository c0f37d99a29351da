// Package sqlitefile copies and checks whole SQLite files, for backups. It changes no
// table, so it may be used on a file that an older program has open.
package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/fault"
)

// Copy copies the database at from to the file at to, as it is at one moment, while others write
// to it: VACUUM INTO reads it in one transaction, so that writers neither wait nor disturb it.
func Copy(ctx context.Context, from, to string) error {
	db, err := sqldb.OpenFile(ctx, from, url.Values{"mode": {"rw"}, "_busy_timeout": {"10000"}})
	if err != nil {
		return fmt.Errorf("copying database %s: %w", from, sqldb.ExplainDamage(err))
	}
	defer db.Close()
	// SQLite fills an empty file, and would make one that everybody may read.
	if err := os.WriteFile(to, nil, 0o600); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return fmt.Errorf("copying database %s to %s: %w", from, to, sqldb.ExplainDamage(err))
	}
	return nil
}

// CopyInfo says what a database holds. What belongs to the other service is empty.
type CopyInfo struct {
	Documents int
	Originals map[string]string // key of each original that it names, and its SHA-256; "" where that is not known
	Cases     int               // of the register of notifications
}

// Queryer is a connection to a database, of SQLite or PostgreSQL, or a transaction.
type Queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Reader reads what the database of a service holds. has reports whether it has a table: an older program makes fewer.
type Reader func(ctx context.Context, db Queryer, has func(table string) (bool, error)) (CopyInfo, error)

// Inspect has SQLite check all of a database file that nobody writes to, and reports what it holds.
// Fault: Unprocessable when it is damaged or no database of that service.
func Inspect(ctx context.Context, path string, read Reader) (info CopyInfo, err error) {
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
	return read(ctx, db, func(table string) (found bool, err error) {
		err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)", table).Scan(&found)
		return found, err
	})
}

// Register is the Reader of the register of notifications.
func Register(ctx context.Context, db Queryer, _ func(table string) (bool, error)) (info CopyInfo, err error) {
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM cases").Scan(&info.Cases)
	return info, err
}

// Intake is the Reader of the intake service.
func Intake(ctx context.Context, db Queryer, has func(table string) (bool, error)) (info CopyInfo, err error) {
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM documents").Scan(&info.Documents); err != nil {
		return info, err
	}
	originals := `SELECT original_key, sha256 FROM documents WHERE original_key <> ''
		UNION SELECT original_key, sha256 FROM tasks WHERE original_key <> ''`
	for _, table := range []string{"deliveries", "binned_documents"} { // tables that older databases do not have
		there, err := has(table)
		if err != nil {
			return info, err
		}
		if there {
			originals += " UNION SELECT original_key, sha256 FROM " + table + " WHERE original_key <> ''"
		}
	}
	rows, err := db.QueryContext(ctx, originals)
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
