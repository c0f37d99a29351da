package sqldb

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"
)

// engine is a kind of database: sqlite (sqlite.go) or postgres (postgres.go).
type engine interface {
	connector
	dialect
	locker
	bulkWriter
}

// connector opens the pools and watches over them.
type connector interface {
	// open returns the pool that writes and the one that reads, which may be
	// the same.
	open(ctx context.Context, o Options) (writer, reader *bun.DB, err error)

	// upkeep starts background work and returns the function that stops it; nil
	// if there is none.
	upkeep(reader *bun.DB) (stop func())

	// writable returns a fault if nothing can be written. It does not wait for
	// writers.
	writable(ctx context.Context, db *DB) error
}

// dialect is what is written or understood in a different way.
type dialect interface {
	// name is SQLite or PostgreSQL, and the folder of the migrations.
	name() string

	// bind rewrites question marks as the placeholders of the driver.
	bind(statement string) string

	// snapshot returns the options of a transaction that sees one state of the database.
	snapshot() *sql.TxOptions

	// hasTable reports whether a table exists.
	hasTable(ctx context.Context, q bun.IDB, name string) (bool, error)

	classify(err error) trouble
}

// locker locks rows, and names that stand for what a transaction or process does.
type locker interface {
	// lockNamed waits for the lock of a name and holds it until the end of tx.
	lockNamed(ctx context.Context, tx bun.IDB, name string) error

	// tryLock takes the lock of a name on a connection of its own; ok is false while
	// another process holds it. Without a connection there is nothing to release.
	tryLock(ctx context.Context, pool *sql.DB, name string) (conn *sql.Conn, ok bool, err error)

	// forUpdate locks the selected rows until the end of the transaction.
	forUpdate(q *bun.SelectQuery) *bun.SelectQuery

	// skipLocked ends a selection of rows to be deleted: it skips rows that another
	// transaction has locked.
	skipLocked() string
}

// bulkWriter adds many rows at once.
type bulkWriter interface {
	bulkInsert(ctx context.Context, db *DB, tx bun.Tx, table string, columns []string, rows [][]any) error

	// reserve takes n numbers of the column seq, which a table counts by itself.
	reserve(ctx context.Context, tx bun.Tx, table string, n int) ([]int64, error)
}

// engineOf returns the engine of the database that o names.
func engineOf(o Options) engine {
	if o.URL != "" {
		return postgres{}
	}
	return sqlite{}
}

// Bind rewrites the question marks of a statement as the placeholders of the driver.
// The statement must have no question mark in a literal or an operator.
func (db *DB) Bind(statement string) string { return db.engine.bind(statement) }

// Snapshot returns the options of a transaction that sees one state of the database.
func (db *DB) Snapshot() *sql.TxOptions { return db.engine.snapshot() }

// HasTable reports whether a table exists.
func (db *DB) HasTable(ctx context.Context, q bun.IDB, name string) (bool, error) {
	return db.engine.hasTable(ctx, q, name)
}
