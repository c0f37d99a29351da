package dedupindex

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// sqlite implements dialect.
type sqlite struct{}

// insertKeys writes the rows into the statement.
func (sqlite) insertKeys(ctx context.Context, tx bun.Tx, rows []keyRow) error {
	for some := range slices.Chunk(rows, sqldb.RowsPerInsert) {
		if _, err := tx.NewRaw("INSERT INTO dedup_keys (key, seq) VALUES ?", keyTuples(some)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// keyTuples are the rows of a VALUES clause for dedup_keys.
type keyTuples []keyRow

// AppendQuery implements schema.QueryAppender.
func (v keyTuples) AppendQuery(_ schema.QueryGen, b []byte) ([]byte, error) {
	for i, r := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, '('), r.Key, 10), ',')
		b = append(strconv.AppendInt(b, r.Seq, 10), ')')
	}
	return b, nil
}

func (sqlite) bindList() string { return "SELECT value FROM json_each(?)" }

func (s sqlite) inList(column string) string { return column + " IN (" + s.bindList() + ")" }

func (sqlite) listArg(numbers []int64) any { return sqldb.NumbersAsJSON(numbers) }

// bulkInsertKeys adds the keys to the recent ones and moves some of those to dedup_keys. Of
// 2^n ranges of keys, each fingerprint moves the one that the last n bits of its number
// name: each range is moved once in 2^n fingerprints, and what has gathered in it goes
// to few pages. The more ranges, the more keys are recent and are added to more pages
// themselves: it costs least where n grows with half of the logarithm of the number of
// fingerprints.
func (sqlite) bulkInsertKeys(ctx context.Context, db *sqldb.DB, tx bun.Tx, rows [][]any, seqs []int64) error {
	if err := db.BulkInsert(ctx, tx, "dedup_recent_keys", keyColumns, rows); err != nil {
		return err
	}
	ctx, _ = sqldb.Uninterrupted(ctx)
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
