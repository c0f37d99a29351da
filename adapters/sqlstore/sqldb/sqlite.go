package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/mattn/go-sqlite3"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"golang.org/x/sys/unix"
)

// sqlite implements engine. One connection writes, so that transactions follow
// one another: nothing needs to be locked.
type sqlite struct{}

func (sqlite) name() string { return SQLite }

// open returns the connection that writes and the pool that reads.
func (sqlite) open(ctx context.Context, o Options) (writer, reader *bun.DB, err error) {
	path, err := makeFile(o.Path)
	if err != nil {
		return nil, nil, err
	}
	// FULL makes a commit wait for the disk: what was acknowledged survives a
	// power cut. A transaction takes the write lock when it begins, because
	// one that read first could not be granted it later.
	write, err := openPool(ctx, path, 1, url.Values{
		"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_foreign_keys": {"1"},
		"_busy_timeout": {"10000"}, "_txlock": {"immediate"}, "_cache_size": {"-8192"},
		"_stmt_cache_size": {"32"},
	})
	if err != nil {
		return nil, nil, err
	}
	if err := requireFTS5(ctx, write); err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	if _, err := write.ExecContext(ctx, fmt.Sprint("PRAGMA wal_autocheckpoint = ", autoCheckpoint)); err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	if err := durable.SyncFolder(filepath.Dir(path)); err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	readers := o.Readers
	if readers <= 0 {
		readers = max(4, 2*runtime.NumCPU())
	}
	read, err := openPool(ctx, path, readers+o.HeavyReaders, url.Values{
		"_query_only": {"1"}, "_busy_timeout": {"10000"}, "_txlock": {"deferred"}, "_cache_size": {"-16384"}, "_stmt_cache_size": {"16"},
	})
	if err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	read.SetMaxIdleConns(readers) // each holds a cache
	return bun.NewDB(write, newSQLiteDialect()), bun.NewDB(read, newSQLiteDialect()), nil
}

// sqliteDialect is Bun's, except strings: a NUL, which would end the
// statement, and invalid UTF-8 become U+FFFD instead of an error.
type sqliteDialect struct{ *sqlitedialect.Dialect }

func newSQLiteDialect() sqliteDialect { return sqliteDialect{sqlitedialect.New()} }

func (sqliteDialect) AppendString(b []byte, s string) []byte { return appendString(b, s) }

// appendString writes a text as a literal.
func appendString(b []byte, s string) []byte {
	s = ValidText(s)
	b = append(b, '\'')
	b = append(b, strings.ReplaceAll(s, "'", "''")...)
	return append(b, '\'')
}

// ValidText replaces what cannot be stored in a text.
func ValidText(s string) string {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// makeFile makes the file and its folder for their owner alone; SQLite gives
// its companions the mode of the file. It refuses a file with several names: the write-ahead log
// and the locks belong to a name, so programs that use different names damage it.
func makeFile(path string) (string, error) {
	if path == "" {
		return "", errors.New("no path given")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	var info unix.Stat_t
	err = unix.Fstat(int(f.Fd()), &info)
	if err == nil && info.Nlink > 1 {
		err = fault.New(fault.Unavailable, "database_linked",
			"El archivo tiene varios nombres (enlaces duros) y cada uno tendría su propio diario: los datos se dañarían. Borre los otros enlaces o use una copia del archivo.")
	}
	return path, errors.Join(err, f.Close())
}

// dsn is a URI, because a plain path would end at its first question mark.
func dsn(path string, settings url.Values) string {
	return (&url.URL{Scheme: "file", Path: path, RawQuery: settings.Encode()}).String()
}

// OpenFile opens one connection to a SQLite file, with settings of the driver. The file may come
// from anywhere: its schema calls only functions that are harmless.
func OpenFile(ctx context.Context, path string, settings url.Values) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	db, err := openPool(ctx, path, 1, settings)
	if err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func openPool(ctx context.Context, path string, size int, settings url.Values) (*sql.DB, error) {
	pool, err := sql.Open("sqlite3", dsn(path, settings))
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(0)
	if err := connect(ctx, pool); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return pool, nil
}

// ConnectTimeout is how long a program waits for another that opens the same
// database.
const ConnectTimeout = 10 * time.Second

// connect makes the first connection. SQLite's own busy timeout does not cover
// the switch to WAL mode, which needs the file for itself.
func connect(ctx context.Context, pool *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, ConnectTimeout)
	defer cancel()
	for {
		err := pool.PingContext(ctx)
		var e sqlite3.Error
		if !errors.As(err, &e) || e.Code != sqlite3.ErrBusy && e.Code != sqlite3.ErrLocked {
			return err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return err
		}
	}
}

func requireFTS5(ctx context.Context, db *sql.DB) error {
	var has bool
	if err := db.QueryRowContext(ctx, "SELECT sqlite_compileoption_used('ENABLE_FTS5')").Scan(&has); err != nil {
		return err
	}
	if !has {
		return errors.New("this program was built without full-text search: build it with -tags sqlite_fts5")
	}
	return nil
}

// isDamage reports whether the content of the file is at fault.
func isDamage(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrNotADB || e.Code == sqlite3.ErrCorrupt)
}

func (sqlite) upkeep(reader *bun.DB) func() { return newCheckpointer(reader).close }

// writable asks the system: a transaction would wait for those that write.
func (sqlite) writable(_ context.Context, db *DB) error {
	for _, path := range []string{db.path, filepath.Dir(db.path)} {
		if err := unix.Access(path, unix.W_OK); err != nil {
			return readOnlyFault(&fs.PathError{Op: "access", Path: path, Err: err})
		}
	}
	return nil
}

func (sqlite) bind(statement string) string { return statement }

func (sqlite) snapshot() *sql.TxOptions { return &sql.TxOptions{ReadOnly: true} }

func (sqlite) lockNamed(context.Context, bun.IDB, string) error { return nil }

// tryLock has nothing to do: lock files beside the database keep other processes out.
func (sqlite) tryLock(context.Context, *sql.DB, string) (*sql.Conn, bool, error) {
	return nil, true, nil
}

func (sqlite) forUpdate(q *bun.SelectQuery) *bun.SelectQuery { return q }

func (sqlite) skipLocked() string { return "" }

func (sqlite) hasTable(ctx context.Context, q bun.IDB, name string) (found bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)", name).Scan(ctx, &found)
	return found, err
}

// NumbersAsJSON writes a list of numbers as JSON. A statement reads it with
// "SELECT value FROM json_each(?)": its text is always the same, so that it stays prepared.
func NumbersAsJSON(numbers []int64) string {
	b := []byte{'['}
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(append(b, ']'))
}

func (sqlite) classify(err error) trouble {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return unknownTrouble
	}
	switch e.Code {
	case sqlite3.ErrConstraint:
		if e.ExtendedCode == sqlite3.ErrConstraintUnique || e.ExtendedCode == sqlite3.ErrConstraintPrimaryKey {
			return uniqueViolated
		}
	case sqlite3.ErrFull:
		return diskFull
	case sqlite3.ErrReadonly:
		return readOnly
	case sqlite3.ErrIoErr, sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrCantOpen, sqlite3.ErrNomem, sqlite3.ErrProtocol:
		return unreachable
	}
	return unknownTrouble
}
