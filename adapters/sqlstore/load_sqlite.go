package sqlstore

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/uptrace/bun"
)

// rowsAtOnce is how many rows a statement adds, as long as it has no more than
// maxBound values.
const (
	rowsAtOnce = 400
	maxBound   = 3000
)

// batchPause is longer than a program sleeps that waits for SQLite's write lock: it
// tries again after 100 ms at most.
func (sqlite) batchPause() time.Duration { return 120 * time.Millisecond }

// add binds many rows to a prepared statement. One that fails leaves the rows before
// it to be undone with the transaction (OR FAIL): to undo them itself it would copy
// each page before it changes it.
func (sqlite) add(ctx context.Context, _ *Base, tx bun.Tx, tb table, rows [][]any) error {
	ctx, ended := uninterrupted(ctx)
	many := max(1, min(rowsAtOnce, maxBound/len(tb.columns)))
	row := "(" + strings.TrimSuffix(strings.Repeat("?,", len(tb.columns)), ",") + ")"
	into := "INSERT OR FAIL INTO " + quoted([]string{tb.name}) + " (" + quoted(tb.columns) + ") VALUES "
	args := make([]any, 0, min(many, len(rows))*len(tb.columns))
	for len(rows) > 0 {
		many = min(many, len(rows))
		insert, err := tx.Tx.PrepareContext(ctx, into+strings.TrimSuffix(strings.Repeat(row+",", many), ","))
		if err != nil {
			return err
		}
		for ; len(rows) >= many && err == nil; rows = rows[many:] {
			args = args[:0]
			for _, r := range rows[:many] {
				args = append(args, r...)
			}
			if _, err = insert.ExecContext(ctx, args...); err == nil {
				err = ended()
			}
		}
		if err := errors.Join(err, insert.Close()); err != nil {
			return err
		}
	}
	return nil
}

// uninterrupted is a context for statements that take no time to speak of, and
// what tells whether the one that it is of has ended: for each statement that
// could be interrupted the driver starts a goroutine.
func uninterrupted(ctx context.Context) (context.Context, func() error) {
	return context.WithoutCancel(ctx), ctx.Err
}

// reserve moves on what AUTOINCREMENT counts.
func (sqlite) reserve(ctx context.Context, tx bun.Tx, table string, n int) ([]int64, error) {
	var last int64
	if _, err := tx.NewRaw("INSERT INTO sqlite_sequence (name, seq) SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)", table, table).Exec(ctx); err != nil {
		return nil, err
	}
	if err := tx.NewRaw("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ? RETURNING seq", n, table).Scan(ctx, &last); err != nil {
		return nil, err
	}
	seqs := make([]int64, n)
	for i := range seqs {
		seqs[i] = last - int64(n-1-i)
	}
	return seqs, nil
}
