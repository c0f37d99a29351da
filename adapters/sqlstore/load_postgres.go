package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/search/segment"
)

func (postgres) patience() time.Duration { return 0 }

// ahead leaves it to the server, which has its own cache.
func (postgres) ahead(context.Context, *Base, []*loadRows) error { return nil }

func (postgres) keysAhead(context.Context, *Base, [][]any) error { return nil }

func (postgres) printsAhead(context.Context, *Base, [][]any) error { return nil }

func (postgres) lookAhead(context.Context, *Base, string, []int64) error { return nil }

func (postgres) letOthers(context.Context, string) error { return nil }

// hurried leaves it to the server when commits reach the disk: soon, in their
// order, and before one that waits for it.
func (postgres) hurried(ctx context.Context, conn *sql.Conn, _ hurry) (end func(), err error) {
	_, err = conn.ExecContext(ctx, "SET synchronous_commit = off")
	return func() { afterwards(ctx, conn, "RESET synchronous_commit") }, err
}

// add has the server take the rows as a stream.
func (postgres) add(ctx context.Context, db *Base, _ bun.Tx, tb table, rows [][]any) error {
	return copyInto(ctx, db.conn(ctx), tb.name, tb.columns, rows)
}

// addEntries settles them.
func (postgres) addEntries(ctx context.Context, db *Base, tx bun.Tx, entries []pendingEntry, made *gathered) error {
	return postgresSettling.settle(ctx, db, tx, entries, made)
}

func (postgres) gather(entries []pendingEntry, builder *segment.Builder) (*gathered, error) {
	return postgresSettling.gather(entries, builder)
}

func (postgres) reserve(ctx context.Context, tx bun.Tx, table string, n int) (seqs []int64, err error) {
	err = tx.NewRaw("SELECT nextval(pg_get_serial_sequence(?, 'seq')) FROM generate_series(1, ?)", table, n).Scan(ctx, &seqs)
	return seqs, err
}
