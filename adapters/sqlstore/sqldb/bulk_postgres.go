package sqldb

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
)

// bulkInsert streams the rows with COPY.
func (postgres) bulkInsert(ctx context.Context, db *DB, _ bun.Tx, table string, columns []string, rows [][]any) error {
	t, _ := db.writing(ctx)
	return t.conn.Raw(func(driver any) error {
		_, err := driver.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		return err
	})
}

func (postgres) reserve(ctx context.Context, tx bun.Tx, table string, n int) (seqs []int64, err error) {
	err = tx.NewRaw("SELECT nextval(pg_get_serial_sequence(?, 'seq')) FROM generate_series(1, ?)", table, n).Scan(ctx, &seqs)
	return seqs, err
}
