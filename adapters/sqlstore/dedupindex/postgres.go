package dedupindex

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// postgres implements dialect.
type postgres struct{}

// insertKeys sends the rows as two arrays, in binary: one statement, which the
// connection keeps prepared, for any number of rows.
func (postgres) insertKeys(ctx context.Context, tx bun.Tx, rows []keyRow) error {
	if len(rows) == 0 {
		return nil
	}
	keys, seqs := make([]int64, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		keys[i], seqs[i] = r.Key, r.Seq
	}
	_, err := tx.Tx.ExecContext(ctx, "INSERT INTO dedup_keys (key, seq) SELECT * FROM unnest($1::bigint[], $2::bigint[])", keys, seqs)
	return err
}

func (postgres) bulkInsertKeys(ctx context.Context, db *sqldb.DB, tx bun.Tx, rows [][]any, _ []int64) error {
	return db.BulkInsert(ctx, tx, "dedup_keys", keyColumns, rows)
}

func (postgres) bindList() string { return "SELECT unnest(?::bigint[])" }

func (postgres) listArg(numbers []int64) any { return numbers }

// inList makes the server look the rows up first and then read their pages, many at
// once (effective_io_concurrency), which it does for an OR: one by one they take twice as
// long from a disk.
func (postgres) inList(column string) string {
	return "(" + column + " = ANY (?::bigint[]) OR " + column + " = 0)"
}
