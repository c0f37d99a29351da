package sqlstore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/search"
)

// tidy does what is due first, unless another program is at it.
func (postgres) tidy(ctx context.Context, db *Base, fewest int) (more bool, err error) {
	err = db.begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		var alone bool
		err := tx.NewRaw("SELECT pg_try_advisory_xact_lock(hashtextextended('cotejo ' || current_schema || ' ' || ?, 0))", tidying).Scan(ctx, &alone)
		if err != nil || !alone {
			return err
		}
		if more, err = settleRecent(ctx, db, tx, fewest); more || err != nil {
			return err
		}
		m, err := postgresSettling.nextMerge(ctx, tx, fewest)
		if more = len(m.some) > 0; !more || err != nil {
			return err
		}
		return mergeSegments(ctx, db, tx, &m)
	})
	return more, err
}

// tidying is what one transaction does at a time, see postgres.alone.
const tidying = "tidy"

// mostSettled is how many recent documents are settled at once.
const mostSettled = 4000

// settleRecent settles recent documents, the oldest first, if there are that many
// of them. It passes over those that somebody is changing, and those that a
// segment has from before they were changed.
func settleRecent(ctx context.Context, db *Base, tx bun.Tx, fewest int) (more bool, err error) {
	const recent = "FROM search_entries JOIN search_documents USING (seq) WHERE NOT EXISTS (SELECT 1 FROM search_left WHERE search_left.seq = search_entries.seq)"
	var n int
	if err := tx.NewRaw("SELECT count(*) FROM (SELECT 1 "+recent+" LIMIT ?) AS recent", fewest).Scan(ctx, &n); err != nil || n < fewest {
		return false, err
	}
	var rows []struct {
		Seq          int64
		Terms, Words string
	}
	err = tx.NewRaw("SELECT seq, array_to_string(tsvector_to_array(terms), ' ') AS terms, words "+recent+
		" ORDER BY seq LIMIT ? FOR UPDATE OF search_entries SKIP LOCKED FOR KEY SHARE OF search_documents SKIP LOCKED", mostSettled).Scan(ctx, &rows)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	entries, seqs := make([]pendingEntry, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		entries[i], seqs[i] = pendingEntry{r.Seq, search.Entry{Terms: " " + r.Terms + " ", Words: r.Words}}, r.Seq
	}
	if _, err := tx.NewRaw("DELETE FROM search_entries WHERE seq = ANY (?::bigint[])", bigints(seqs)).Exec(ctx); err != nil {
		return false, err
	}
	return true, postgresSettling.settle(ctx, db, tx, entries)
}

func mergeSegments(ctx context.Context, db *Base, tx bun.Tx, m *merge) error {
	if err := writeSegment(ctx, db, tx, m.base, m.documents, m.pages(ctx, db)); err != nil {
		return err
	}
	for _, table := range []string{"search_pages", "search_segments"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE segment = ANY (?::bigint[])", bun.Ident(table), bigints(m.numbers())).Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.NewRaw("DELETE FROM search_left WHERE seq = ANY (?::bigint[])", bigints(seqsOf(m.dropped))).Exec(ctx)
	return err
}

// postgresSettling keeps the words as they are.
var postgresSettling = settling{func(words string) any { return words }, 200_000}
