package sqldb

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/fault"
)

// txKey is the context key of the current transaction of one database.
type txKey struct{ db *DB }

// transaction is a transaction, or a snapshot that is only read.
type transaction struct {
	bun.Tx
	conn    *sql.Conn // nil in a snapshot
	buffers map[any]Buffer
}

// Buffer collects rows that are cheaper to write together, at the end of a transaction.
type Buffer interface {
	Flush(ctx context.Context, tx bun.Tx) error
}

func (db *DB) current(ctx context.Context) (*transaction, bool) {
	t, ok := ctx.Value(txKey{db}).(*transaction)
	return t, ok
}

// writing returns the transaction of ctx, if there is one that writes.
func (db *DB) writing(ctx context.Context) (*transaction, bool) {
	t, ok := db.current(ctx)
	return t, ok && t.conn != nil
}

// InTx implements ports.Transactor. A transaction within a transaction is a
// fault of kind Internal.
func (db *DB) InTx(ctx context.Context, change func(ctx context.Context) error) error {
	if db.IsWriting(ctx) {
		return fault.New(fault.Internal, "nested_transaction", "Error interno: una transacción dentro de otra.")
	}
	return db.Begin(ctx, func(ctx context.Context, _ bun.Tx) error { return change(ctx) })
}

// IsWriting reports whether ctx carries a transaction that writes.
func (db *DB) IsWriting(ctx context.Context) bool {
	_, ok := db.writing(ctx)
	return ok
}

// TxFrom returns the transaction that ctx carries within InTx, so that a queue
// can write in it. It must be neither committed nor rolled back.
func (db *DB) TxFrom(ctx context.Context) (*sql.Tx, bool) {
	t, ok := db.writing(ctx)
	if !ok {
		return nil, false
	}
	return t.Tx.Tx, true
}

// Write runs change in the transaction of ctx, or else in one of its own. It
// translates errors of the database into faults and returns those of change as they are.
func (db *DB) Write(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	if t, ok := db.writing(ctx); ok {
		return db.Translate(ctx, change(ctx, t.Tx))
	}
	return db.Begin(ctx, change)
}

// maxAttempts bounds how often a transaction that conflicts with others is run.
const maxAttempts = 10

// Begin runs change in a new transaction, and runs it again when it conflicts with another.
func (db *DB) Begin(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := db.beginOnce(ctx, change)
		if err == nil || attempt == maxAttempts || db.classify(err) != conflicted {
			return db.Translate(ctx, err)
		}
		select {
		case <-time.After(time.Duration(attempt) * rand.N(10*time.Millisecond)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// beginOnce returns errors untranslated.
func (db *DB) beginOnce(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a failure or a panic; does nothing after a commit

	ctx = context.WithValue(ctx, txKey{db}, &transaction{Tx: tx, conn: conn.Conn, buffers: map[any]Buffer{}})
	if err := change(ctx, tx); err != nil {
		return err
	}
	if err := db.flush(ctx); err != nil {
		return err
	}
	return tx.Commit()
}

// Buffered returns the buffer that the transaction of ctx keeps under a key, and creates
// it at the first call. The transaction flushes it before it commits.
func (db *DB) Buffered(ctx context.Context, key any, create func() Buffer) Buffer {
	t, ok := db.writing(ctx)
	if !ok {
		panic("sqldb: a buffer outside of a transaction")
	}
	if t.buffers[key] == nil {
		t.buffers[key] = create()
	}
	return t.buffers[key]
}

// Flush writes the buffers of the transaction of ctx, if there is one.
func (db *DB) Flush(ctx context.Context) error {
	if !db.IsWriting(ctx) {
		return nil
	}
	return db.Translate(ctx, db.flush(ctx))
}

func (db *DB) flush(ctx context.Context) error {
	t, _ := db.writing(ctx)
	for _, b := range t.buffers {
		if err := b.Flush(ctx, t.Tx); err != nil {
			return err
		}
	}
	return nil
}

// LockNamed makes a transaction wait for others that lock the same name, until they end.
// A transaction that decides by what it does not find locks a name first: otherwise two
// of them would decide alike. Outside of a transaction it does nothing.
func (db *DB) LockNamed(ctx context.Context, name string) error {
	t, ok := db.writing(ctx)
	if !ok {
		return nil
	}
	return db.engine.lockNamed(ctx, t.Tx, name)
}

// ForUpdate locks the selected rows until the end of the transaction of ctx. Outside of
// a transaction it locks nothing.
func (db *DB) ForUpdate(ctx context.Context, q *bun.SelectQuery) *bun.SelectQuery {
	if !db.IsWriting(ctx) {
		return q
	}
	return db.engine.forUpdate(q)
}

// LockRows is ForUpdate for a transaction that the caller knows there is.
func (db *DB) LockRows(q *bun.SelectQuery) *bun.SelectQuery { return db.engine.forUpdate(q) }

// SkipLocked returns the clause that ends a selection of rows which others may have
// locked: those are skipped.
func (db *DB) SkipLocked() string { return db.engine.skipLocked() }

// InView implements ports.Viewer.
func (db *DB) InView(ctx context.Context, read func(ctx context.Context) error) error {
	if _, ok := db.current(ctx); ok {
		return db.Translate(ctx, read(ctx))
	}
	return db.readSnapshot(ctx, func(tx bun.Tx) error {
		return read(context.WithValue(ctx, txKey{db}, &transaction{Tx: tx}))
	})
}

// View runs read in the transaction or snapshot of ctx, or else on a new snapshot
// of the database. It translates errors as Write does.
func (db *DB) View(ctx context.Context, read func(q bun.IDB) error) error {
	if t, ok := db.current(ctx); ok {
		return db.Translate(ctx, read(t.Tx))
	}
	return db.readSnapshot(ctx, func(tx bun.Tx) error { return read(tx) })
}

func (db *DB) readSnapshot(ctx context.Context, read func(tx bun.Tx) error) error {
	tx, err := db.beginSnapshot(ctx)
	if err != nil {
		return db.Translate(ctx, err)
	}
	defer tx.Rollback()
	return db.Translate(ctx, read(tx))
}

// beginSnapshot passes over connections that were closed since their last use. A transaction
// that does not begin has read nothing, so no read is repeated.
func (db *DB) beginSnapshot(ctx context.Context) (tx bun.Tx, err error) {
	for range db.reader.Stats().Idle + 1 {
		if tx, err = db.reader.BeginTx(ctx, db.engine.snapshot()); err == nil || ctx.Err() != nil || db.classify(err) != disconnected {
			break
		}
	}
	return tx, err
}
