package sqlstore

import (
	"context"
	"errors"
	"math"
	"math/bits"
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

// beginBatch has the connection keep what a batch changes in memory from now on: with
// the usual 8 MB it would write pages to the log that it changes again.
func (sqlite) beginBatch(ctx context.Context, tx bun.Tx) error {
	_, err := tx.Tx.ExecContext(ctx, "PRAGMA cache_size = -65536")
	return err
}

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

// addKeys adds the keys to the recent ones and moves some of those to dedup_keys. Of
// 2^n ranges of keys, each fingerprint moves the one that the last n bits of its number
// name: each range is moved once in 2^n fingerprints, and what has gathered in it goes
// to few pages. The more ranges, the more keys are recent and are added to more pages
// themselves: it costs least where n grows with half of the logarithm of the number of
// fingerprints.
func (sqlite) addKeys(ctx context.Context, db *Base, tx bun.Tx, rows [][]any, seqs []int64) error {
	if err := db.add(ctx, tx, table{name: "dedup_recent_keys", columns: dedupKeys.columns}, rows); err != nil {
		return err
	}
	ctx, _ = uninterrupted(ctx)
	for _, r := range recentRanges(seqs[0], seqs[len(seqs)-1]) {
		for _, statement := range []string{
			"INSERT OR FAIL INTO dedup_keys (key, seq) SELECT key, seq FROM dedup_recent_keys WHERE key BETWEEN ? AND ? ORDER BY key, seq",
			"DELETE FROM dedup_recent_keys WHERE key BETWEEN ? AND ?",
		} {
			if _, err := tx.Tx.ExecContext(ctx, statement, r.from, r.to); err != nil {
				return err
			}
		}
	}
	return nil
}

type keyRange struct{ from, to int64 }

// recentRanges returns the ranges of keys that fingerprints with numbers from first to
// last move.
func recentRanges(first, last int64) (ranges []keyRange) {
	n := bits.Len64(uint64(last))/2 + 5
	all := int64(1) << n
	if last-first >= all {
		return []keyRange{{math.MinInt64, math.MaxInt64}}
	}
	for first <= last {
		from := first % all
		to := min(from+last-first, all-1)
		first += to - from + 1
		// As unsigned numbers ranges begin with their bits; keys have a sign.
		ranges = append(ranges, keyRange{int64(uint64(from)<<(64-n) ^ 1<<63), int64((uint64(to+1)<<(64-n) - 1) ^ 1<<63)})
	}
	return ranges
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
