package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/core/dedup"
)

// index implements dedup.Index: a row a fingerprint, and a row a key of it in
// the order of keys, so that a lookup reads a short run of rows for each key.
type index struct{ db *DB }

// Put stores the keys of all in their order: the keys of one document lie far
// apart, and each page that a transaction touches must be written.
func (x index) Put(ctx context.Context, all ...dedup.Fingerprint) error {
	return x.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var rows []keyRow
		for _, f := range all {
			data, err := f.MarshalBinary()
			if err != nil {
				return fmt.Errorf("encoding fingerprint: %w", err)
			}
			if err := deleteFingerprint(ctx, tx, f.ID); err != nil {
				return err
			}
			var seq int64
			// With arguments bound by the driver: data as a literal takes longer to read than to store.
			err = tx.Tx.QueryRowContext(ctx, x.db.engine.bind("INSERT INTO dedup_fingerprints (document_id, format, data) VALUES (?, ?, ?) RETURNING seq"),
				f.ID, dedup.Format, data).Scan(&seq)
			if err != nil {
				return err
			}
			for _, k := range distinct(f.Keys()) {
				rows = append(rows, keyRow{Key: int64(k), Seq: seq})
			}
		}
		slices.SortFunc(rows, func(a, b keyRow) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Seq, b.Seq)) })
		return x.db.engine.storeKeys(ctx, tx, rows)
	})
}

func (x index) Delete(ctx context.Context, id string) error {
	return x.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteFingerprint(ctx, tx, id) })
}

func (x index) Get(ctx context.Context, id string) (dedup.Fingerprint, error) {
	var f dedup.Fingerprint
	err := x.db.View(ctx, func(q bun.IDB) error {
		var data []byte
		err := q.NewRaw("SELECT data FROM dedup_fingerprints WHERE document_id = ?", id).Scan(ctx, &data)
		if err != nil {
			return Missing(err, errFingerprintNotFound)
		}
		return f.UnmarshalBinary(data)
	})
	return f, err
}

// Lookup ranks in two steps, because some keys are hot: thousands of filings
// share the bands of a form letter. Of each key the latest maxRows rows are
// read, and a hot one counts as a hint. Fingerprints that also share a cold key
// go first, and their rows under hot keys that were not read are counted one by
// one. So a mass filing does not push out the earlier filing of a person. The
// floor of a hot key is the seq up to which its rows are not read at first; of
// any other it is null. The fingerprints themselves are read at the end, only
// those that are returned.
func (x index) Lookup(ctx context.Context, hints, telling []dedup.Key, limit int) ([]dedup.Fingerprint, error) {
	if len(hints)+len(telling) == 0 || limit <= 0 {
		return nil, ctx.Err()
	}
	asked := lookup{hints: distinct(hints), telling: distinct(telling), rows: x.db.maxRows, ranked: limit + ties, limit: limit}
	var found []dedup.Fingerprint
	err := x.db.View(ctx, func(q bun.IDB) error {
		if err := x.db.Alone(ctx, comparing); err != nil {
			return err
		}
		rows, err := x.db.engine.lookup(ctx, q.(bun.Tx), asked)
		if err != nil {
			return err
		}
		found, err = x.db.lookups.scan(rows)
		return err
	})
	return found, err
}

// lookup is what Lookup asks of an engine: the distinct keys, how many rows of
// one key are looked at, how many fingerprints are ranked and how many returned.
// An answer is a row a fingerprint: its data, how many of the keys were hot, and
// how many fingerprints shared enough to be candidates.
type lookup struct {
	hints, telling      []dedup.Key
	rows, ranked, limit int
}

// lookupQuery is the lookup of every engine; wanted and run are how it has the
// keys with their weights, and the rows of one of them.
const lookupQuery = `
WITH wanted (key, weight) AS (%s),
door AS MATERIALIZED (
	SELECT key, weight, (SELECT hot.seq FROM dedup_keys hot WHERE hot.key = wanted.key ORDER BY hot.seq DESC LIMIT 1 OFFSET ?) AS floor
	FROM wanted
),
hot AS MATERIALIZED (SELECT key, floor FROM door WHERE floor IS NOT NULL),
unread AS MATERIALIZED (SELECT count(*) AS n FROM hot),
near AS MATERIALIZED (
	SELECT k.seq, sum(CASE WHEN door.floor IS NULL THEN door.weight ELSE 1 END) AS n, count(*) FILTER (WHERE door.floor IS NULL) AS cold
	FROM door CROSS JOIN %s
	GROUP BY k.seq
	HAVING sum(CASE WHEN door.floor IS NULL THEN door.weight ELSE 1 END) >= ? OR
		count(*) FILTER (WHERE door.floor IS NULL) > 0 AND sum(CASE WHEN door.floor IS NULL THEN door.weight ELSE 1 END) + (SELECT n FROM unread) >= ?
),
best AS (
	SELECT seq, n, cold FROM near ORDER BY cold DESC, n DESC, seq DESC LIMIT ?
),
ranked AS (
	SELECT seq, n + CASE cold WHEN 0 THEN 0 ELSE (SELECT count(*) FROM hot
		WHERE best.seq <= hot.floor AND EXISTS (SELECT 1 FROM dedup_keys k WHERE k.key = hot.key AND k.seq = best.seq)) END AS n
	FROM best
)
SELECT f.data, (SELECT n FROM unread), (SELECT count(*) FROM near)
FROM ranked JOIN dedup_fingerprints f ON f.seq = ranked.seq
WHERE ranked.n >= ?
ORDER BY ranked.n DESC, f.document_id LIMIT ?`

// ties is how many fingerprints beyond the limit are ranked exactly: as many
// that share equally much may be put in the order of their IDs.
const ties = 100

type keyRow struct {
	bun.BaseModel `bun:"table:dedup_keys"`

	Key int64 `bun:"key,pk"`
	Seq int64 `bun:"seq,pk"`
}

// deleteFingerprint deletes a fingerprint and its keys. They are worked out
// anew, because finding them by seq would take a second index as large as the
// first; those of a fingerprint that this program cannot read stay, under a
// seq that is no more.
func deleteFingerprint(ctx context.Context, tx bun.Tx, id string) error {
	var old struct {
		Seq  int64
		Data []byte
	}
	err := tx.NewRaw("DELETE FROM dedup_fingerprints WHERE document_id = ? RETURNING seq, data", id).Scan(ctx, &old)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	var f dedup.Fingerprint
	if f.UnmarshalBinary(old.Data) != nil {
		return nil
	}
	keys := distinct(f.Keys())
	if len(keys) == 0 {
		return nil
	}
	_, err = tx.NewRaw("DELETE FROM dedup_keys WHERE seq = ? AND key IN (?)", old.Seq, bun.List(keys)).Exec(ctx)
	return err
}

// Lookups count what was cut in lookups that found something.
type Lookups struct{ hot, left atomic.Int64 }

// HotKeys returns how many of the keys that were looked up so many fingerprints
// shared that only the latest of them were looked at.
func (l *Lookups) HotKeys() int64 { return l.hot.Load() }

// LeftOut returns how many fingerprints shared enough with the one asked about
// to be compared with it, and were left out since others shared more.
func (l *Lookups) LeftOut() int64 { return l.left.Load() }

func (l *Lookups) scan(rows *sql.Rows) ([]dedup.Fingerprint, error) {
	defer rows.Close()
	var found []dedup.Fingerprint
	var hot, candidates int64
	for rows.Next() {
		var data sql.RawBytes
		if err := rows.Scan(&data, &hot, &candidates); err != nil {
			return nil, err
		}
		var f dedup.Fingerprint
		if err := f.UnmarshalBinary(data); err != nil {
			return nil, err
		}
		found = append(found, f)
	}
	l.hot.Add(hot)
	l.left.Add(max(0, candidates-int64(len(found))))
	return found, rows.Err()
}

// keyTuples are the rows of a VALUES clause, a row of dedup_keys each.
type keyTuples []keyRow

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

func distinct(keys []dedup.Key) []dedup.Key {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return slices.Compact(keys)
}
