package sqldb

import (
	"context"
	"errors"
	"strings"

	"github.com/uptrace/bun"
)

// A statement of bulkInsert adds rowsAtOnce rows, but binds no more than maxBound values.
const (
	rowsAtOnce = 400
	maxBound   = 3000
)

// bulkInsert binds many rows to a prepared statement. One that fails leaves the rows before
// it to be undone with the transaction (OR FAIL): to undo them itself it would copy
// each page before it changes it.
func (sqlite) bulkInsert(ctx context.Context, _ *DB, tx bun.Tx, table string, columns []string, rows [][]any) error {
	ctx, ended := Uninterrupted(ctx)
	many := max(1, min(rowsAtOnce, maxBound/len(columns)))
	row := "(" + strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",") + ")"
	into := "INSERT OR FAIL INTO " + Quote(table) + " (" + Quote(columns...) + ") VALUES "
	args := make([]any, 0, min(many, len(rows))*len(columns))
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

// Uninterrupted returns a context without cancellation, for short statements, and a function
// that returns the error of ctx. For each statement that could be interrupted the driver of
// SQLite starts a goroutine.
func Uninterrupted(ctx context.Context) (context.Context, func() error) {
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
