package sqlstore

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

func (postgres) batchPause() time.Duration { return 0 }

func (postgres) beginBatch(context.Context, bun.Tx) error { return nil }

// add has the server take the rows as a stream.
func (postgres) add(ctx context.Context, db *Base, _ bun.Tx, tb table, rows [][]any) error {
	return copyInto(ctx, db.conn(ctx), tb.name, tb.columns, rows)
}

func (postgres) addKeys(ctx context.Context, db *Base, tx bun.Tx, rows [][]any, _ []int64) error {
	return db.add(ctx, tx, dedupKeys, rows)
}

func (postgres) reserve(ctx context.Context, tx bun.Tx, table string, n int) (seqs []int64, err error) {
	err = tx.NewRaw("SELECT nextval(pg_get_serial_sequence(?, 'seq')) FROM generate_series(1, ?)", table, n).Scan(ctx, &seqs)
	return seqs, err
}
