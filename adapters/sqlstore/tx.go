package sqlstore

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/fault"
)

// txKey marks the context of a transaction of one database, viewKey that of a
// snapshot, entriesKey in the first the entries that are written at its end.
type (
	txKey      struct{ db *Base }
	viewKey    struct{ db *Base }
	connKey    struct{ db *Base } // of the transaction
	entriesKey struct{ db *Base }
)

// InTx implements ports.Transactor. A transaction within a transaction is a
// fault of kind Internal.
func (db *Base) InTx(ctx context.Context, change func(ctx context.Context) error) error {
	if _, ok := db.tx(ctx); ok {
		return fault.New(fault.Internal, "nested_transaction", "Error interno: una transacción dentro de otra.")
	}
	return db.begin(ctx, func(ctx context.Context, _ bun.Tx) error { return change(ctx) })
}

// TxFrom returns the transaction that ctx carries within InTx, so that a queue
// can write in it. It must be neither committed nor rolled back.
func (db *Base) TxFrom(ctx context.Context) (*sql.Tx, bool) {
	tx, ok := db.tx(ctx)
	return tx.Tx, ok
}

func (db *Base) tx(ctx context.Context) (bun.Tx, bool) {
	tx, ok := ctx.Value(txKey{db}).(bun.Tx)
	return tx, ok
}

// Write runs change in the transaction of ctx, or else in one of its own. Its
// error is a fault where the database is at fault, and otherwise that of change.
func (db *Base) Write(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	if tx, ok := db.tx(ctx); ok {
		return db.translate(ctx, change(ctx, tx))
	}
	return db.begin(ctx, change)
}

// maxTries is how often a transaction is done that others get in the way of.
const maxTries = 10

func (db *Base) begin(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	for try := 1; ; try++ {
		err := db.once(ctx, change)
		if err == nil || try == maxTries || db.troubleOf(err) != conflicted {
			return db.translate(ctx, err)
		}
		select {
		case <-time.After(time.Duration(try) * rand.N(10*time.Millisecond)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// once returns errors as they are.
func (db *Base) once(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
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

	entries := &entryWriter{index: db.engine.search()}
	ctx = context.WithValue(context.WithValue(ctx, txKey{db}, tx), entriesKey{db}, entries)
	ctx = context.WithValue(ctx, connKey{db}, conn.Conn)
	if err := change(ctx, tx); err != nil {
		return err
	}
	if err := entries.flush(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Alone makes a transaction that does a thing after having looked at what is
// there wait for others that do the same, so that it sees what they did. Outside
// of a transaction, where nothing follows from what is read, it does nothing.
func (db *Base) Alone(ctx context.Context, thing string) error {
	tx, ok := db.tx(ctx)
	if !ok {
		return nil
	}
	return db.engine.alone(ctx, tx, thing)
}

// Held selects rows that, within a transaction, nobody else changes until its
// end.
func (db *Base) Held(ctx context.Context, q *bun.SelectQuery) *bun.SelectQuery {
	if _, ok := db.tx(ctx); !ok {
		return q
	}
	return db.engine.toChange(q)
}

// NotTaken ends a selection of rows that others may be at: those are passed over.
func (db *Base) NotTaken() string { return db.engine.notTaken() }

// flush writes what the transaction of ctx, if there is one, keeps for its end.
func (db *Base) flush(ctx context.Context) error {
	tx, ok := db.tx(ctx)
	if !ok {
		return nil
	}
	return db.translate(ctx, db.entries(ctx).flush(ctx, tx))
}

// conn is the connection of the transaction of ctx.
func (db *Base) conn(ctx context.Context) *sql.Conn { return ctx.Value(connKey{db}).(*sql.Conn) }

func (db *Base) entries(ctx context.Context) *entryWriter {
	return ctx.Value(entriesKey{db}).(*entryWriter)
}

// InView implements ports.Viewer.
func (db *Base) InView(ctx context.Context, read func(ctx context.Context) error) error {
	return db.View(ctx, func(q bun.IDB) error {
		return read(context.WithValue(ctx, viewKey{db}, q))
	})
}

// View runs read on the transaction or in the view of ctx, or else on a snapshot
// of the database that no write changes meanwhile. Errors are like those of Write.
func (db *Base) View(ctx context.Context, read func(q bun.IDB) error) error {
	if tx, ok := db.tx(ctx); ok {
		return db.translate(ctx, read(tx))
	}
	if q, ok := ctx.Value(viewKey{db}).(bun.IDB); ok {
		return db.translate(ctx, read(q))
	}
	tx, err := db.reader.BeginTx(ctx, db.engine.reading())
	if err != nil {
		return db.translate(ctx, err)
	}
	defer tx.Rollback()
	return db.translate(ctx, read(tx))
}
