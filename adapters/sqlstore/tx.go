package sqlstore

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/fault"
)

// txKey marks the context of a transaction of one database.
type txKey struct{ db *Base }

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

// write runs change in the transaction of ctx, or else in one of its own.
func (db *Base) write(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	if tx, ok := db.tx(ctx); ok {
		return translate(ctx, change(ctx, tx))
	}
	return db.begin(ctx, change)
}

func (db *Base) begin(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return translate(ctx, err)
	}
	defer tx.Rollback() // after a failure or a panic; does nothing after a commit

	if err := change(context.WithValue(ctx, txKey{db}, tx), tx); err != nil {
		return translate(ctx, err)
	}
	return translate(ctx, tx.Commit())
}

// view runs read on the transaction of ctx, or else on a snapshot of the
// database that no write changes meanwhile.
func (db *Base) view(ctx context.Context, read func(q bun.IDB) error) error {
	if tx, ok := db.tx(ctx); ok {
		return translate(ctx, read(tx))
	}
	tx, err := db.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return translate(ctx, err)
	}
	defer tx.Rollback()
	return translate(ctx, read(tx))
}
