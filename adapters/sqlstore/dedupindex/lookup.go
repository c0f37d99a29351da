package dedupindex

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/dedup"
)

// ties is how many fingerprints beyond the limit are ranked exactly: as many
// that share equally much may be put in the order of their IDs.
const ties = 100

// Lookup ranks in two steps, because some keys are hot: thousands of filings
// share the bands of a form letter. Of each key the latest maxRows rows are
// read, and a hot one counts as a hint. Fingerprints that also share a cold key
// go first, and what they share is counted by their own keys, hot ones whose
// rows were not read included. So a mass filing does not push out the earlier
// filing of a person.
func (x Index) Lookup(ctx context.Context, hints, telling []dedup.Key, limit int) (found []dedup.Fingerprint, err error) {
	if len(hints)+len(telling) == 0 || limit <= 0 {
		return nil, ctx.Err()
	}
	err = x.db.View(ctx, func(q bun.IDB) error {
		if err := x.db.LockNamed(ctx, CompareLock); err != nil {
			return err
		}
		hits, err := x.readKeyHits(ctx, q.(bun.Tx), hints, telling)
		if err != nil {
			return err
		}
		near, hot := rank(hits)
		best := near[:min(len(near), limit+ties)]
		if err := x.countHot(ctx, q.(bun.Tx), best, hits); err != nil {
			return err
		}
		if found, err = x.fingerprints(ctx, q.(bun.Tx), best, limit); err != nil {
			return err
		}
		x.lookups.hot.Add(int64(hot))
		x.lookups.left.Add(int64(max(0, len(near)-len(found))))
		return nil
	})
	return found, explainFormat(ctx, err)
}

// keyHits is a key that fingerprints share with the one asked about.
type keyHits struct {
	key    int64
	times  int // 2 where it is asked for as a hint and as a telling one
	weight int // what it counts for
	latest []int64

	hot   bool
	floor int64 // of a hot key: the seq up to which its rows were not read
}

// readKeyHits reads the latest maxRows rows of each key, and one more to see whether the key
// is hot. Rows of a bulk import may still be in the table of recent keys.
func (x Index) readKeyHits(ctx context.Context, tx bun.Tx, hints, telling []dedup.Key) ([]keyHits, error) {
	asked := make(map[dedup.Key]struct{ times, weight int }, len(hints)+len(telling))
	for weight, keys := range map[int][]dedup.Key{1: hints, dedup.FewestHints: telling} {
		for _, k := range distinct(keys) {
			a := asked[k]
			a.times, a.weight = a.times+1, a.weight+weight
			asked[k] = a
		}
	}
	keys := make([]int64, 0, len(asked))
	for k := range asked {
		keys = append(keys, int64(k))
	}
	slices.Sort(keys)
	var found []keyHits
	err := x.eachRun(ctx, tx, keyHitsQuery, []any{x.dialect.listArg(keys), x.maxRows + 1, x.maxRows + 1}, func(key int64, latest []int64) {
		a := asked[dedup.Key(key)]
		d := keyHits{key: key, times: a.times, weight: a.weight, latest: latest}
		if len(latest) > x.maxRows {
			slices.SortFunc(latest, func(a, b int64) int { return cmp.Compare(b, a) })
			d.hot, d.floor, d.weight, d.latest = true, latest[x.maxRows], d.times, latest[:x.maxRows]
		}
		found = append(found, d)
	})
	return found, err
}

// keyHitsQuery has each key read its own short run of rows, whatever a planner
// thinks of the table, and makes one row of it: most of what a row costs is that
// it is one.
const keyHitsQuery = `
WITH wanted (key) AS (LIST),
latest AS MATERIALIZED (
	SELECT key, (SELECT string_agg(CAST(seq AS TEXT), ' ') FROM (
		SELECT seq FROM (SELECT seq FROM dedup_keys WHERE dedup_keys.key = wanted.key ORDER BY seq DESC LIMIT ?) AS moved
		UNION ALL
		SELECT seq FROM (SELECT seq FROM dedup_recent_keys WHERE dedup_recent_keys.key = wanted.key ORDER BY seq DESC LIMIT ?) AS recent) AS run) AS seqs
	FROM wanted
)
SELECT key, seqs FROM latest WHERE seqs IS NOT NULL`

func numbersIn(list []byte) ([]int64, error) {
	numbers := make([]int64, 0, bytes.Count(list, []byte{' '})+1)
	for number := range bytes.FieldsSeq(list) {
		n, err := strconv.ParseInt(string(number), 10, 64)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// candidate is a fingerprint that shares keys with the one asked about.
type candidate struct {
	seq    int64
	shared int // what its keys count for, as far as they were read
	cold   int // how many of them are not hot
}

// rank returns the candidates that share enough, or may, those first that share
// more keys that are not hot, and how many keys are.
func rank(hits []keyHits) (near []candidate, hot int) {
	n := 0
	for _, d := range hits {
		n += len(d.latest)
		if d.hot {
			hot += d.times
		}
	}
	type meeting struct {
		seq          int64
		shared, cold int32
	}
	all := make([]meeting, 0, n)
	for _, d := range hits {
		m := meeting{shared: int32(d.weight)}
		if !d.hot {
			m.cold = int32(d.times)
		}
		for _, m.seq = range d.latest {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b meeting) int { return cmp.Compare(b.seq, a.seq) })
	for len(all) > 0 {
		c := candidate{seq: all[0].seq}
		for ; len(all) > 0 && all[0].seq == c.seq; all = all[1:] {
			c.shared += int(all[0].shared)
			c.cold += int(all[0].cold)
		}
		if c.shared >= dedup.FewestHints || c.cold > 0 && c.shared+hot >= dedup.FewestHints {
			near = append(near, c)
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.cold, a.cold), cmp.Compare(b.shared, a.shared))
	})
	return near, hot
}

// countHot adds to what candidates share the rows of hot keys that were not read, of
// those that share another key, too.
func (x Index) countHot(ctx context.Context, tx bun.Tx, best []candidate, hits []keyHits) error {
	hot, keys, highest := map[int64]keyHits{}, []int64{}, int64(0)
	for _, d := range hits {
		if d.hot {
			hot[d.key], keys, highest = d, append(keys, d.key), max(highest, d.floor)
		}
	}
	place, seqs := map[int64]*candidate{}, []int64{}
	for i := range best {
		if c := &best[i]; c.cold > 0 && c.seq <= highest {
			place[c.seq], seqs = c, append(seqs, c.seq)
		}
	}
	if len(seqs) == 0 {
		return nil
	}
	slices.Sort(seqs)
	return x.eachRun(ctx, tx, hotQuery, []any{x.dialect.listArg(seqs), x.dialect.listArg(keys)}, func(key int64, seqs []int64) {
		for _, seq := range seqs {
			if d := hot[key]; seq <= d.floor {
				place[seq].shared += d.times
			}
		}
	})
}

// hotQuery looks each candidate up under each hot key. That is not a join, or a planner
// might read all rows of a key.
const hotQuery = `
WITH candidate (seq) AS MATERIALIZED (LIST), hot (key) AS MATERIALIZED (LIST)
SELECT key, (SELECT string_agg(CAST(seq AS TEXT), ' ') FROM candidate WHERE
	coalesce((SELECT seq FROM dedup_keys WHERE dedup_keys.key = hot.key AND dedup_keys.seq = candidate.seq),
		(SELECT seq FROM dedup_recent_keys WHERE dedup_recent_keys.key = hot.key AND dedup_recent_keys.seq = candidate.seq)) IS NOT NULL)
FROM hot`

// eachRun visits the numbers that a statement lists for each key.
func (x Index) eachRun(ctx context.Context, tx bun.Tx, statement string, args []any, visit func(key int64, numbers []int64)) error {
	rows, err := tx.Tx.QueryContext(ctx, x.db.Bind(strings.ReplaceAll(statement, "LIST", x.dialect.bindList())), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var list sql.RawBytes
		if err := rows.Scan(&key, &list); err != nil {
			return err
		}
		numbers, err := numbersIn(list)
		if err != nil {
			return fmt.Errorf("rows of a key: %w", err)
		}
		visit(key, numbers)
	}
	return rows.Err()
}

// fingerprints reads the candidates that share enough and returns up to limit of them, ordered
// by what they share and by ID. It reads more than limit only for ties, or if some were deleted.
func (x Index) fingerprints(ctx context.Context, tx bun.Tx, best []candidate, limit int) ([]dedup.Fingerprint, error) {
	best = slices.DeleteFunc(best, func(c candidate) bool { return c.shared < dedup.FewestHints })
	slices.SortFunc(best, func(a, b candidate) int { return cmp.Compare(b.shared, a.shared) })
	n := min(len(best), limit)
	for n < len(best) && best[n].shared == best[n-1].shared {
		n++
	}
	all := ranking{shared: make(map[string]int, n), prints: make([]dedup.Fingerprint, 0, n)}
	if err := all.read(ctx, x, tx, best[:n]); err != nil {
		return nil, err
	}
	if len(all.prints) < limit {
		if err := all.read(ctx, x, tx, best[n:]); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all.prints, func(a, b dedup.Fingerprint) int {
		return cmp.Or(cmp.Compare(all.shared[b.ID], all.shared[a.ID]), cmp.Compare(a.ID, b.ID))
	})
	return all.prints[:min(len(all.prints), limit)], nil
}

// ranking is fingerprints with how much they share, by ID.
type ranking struct {
	prints   []dedup.Fingerprint
	shared   map[string]int
	unpacker dedup.Unpacker
}

func (r *ranking) read(ctx context.Context, x Index, tx bun.Tx, some []candidate) error {
	if len(some) == 0 {
		return nil
	}
	seqs, shared := make([]int64, len(some)), make(map[int64]int, len(some))
	for i, c := range some {
		seqs[i], shared[c.seq] = c.seq, c.shared
	}
	slices.Sort(seqs)
	rows, err := tx.Tx.QueryContext(ctx, x.db.Bind("SELECT seq, data FROM dedup_fingerprints WHERE "+x.dialect.inList("seq")), x.dialect.listArg(seqs))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var data sql.RawBytes
		if err := rows.Scan(&seq, &data); err != nil {
			return err
		}
		r.prints = append(r.prints, dedup.Fingerprint{})
		f := &r.prints[len(r.prints)-1]
		if err := r.unpacker.Unpack(data, f); err != nil {
			return err
		}
		r.shared[f.ID] = shared[seq]
	}
	return rows.Err()
}

// Lookups count what was cut in lookups that found something.
type Lookups struct{ hot, left atomic.Int64 }

// HotKeys returns how many of the keys that were looked up so many fingerprints
// shared that only the latest of them were looked at.
func (l *Lookups) HotKeys() int64 { return l.hot.Load() }

// LeftOut returns how many fingerprints shared enough with the one asked about
// to be compared with it, and were left out since others shared more.
func (l *Lookups) LeftOut() int64 { return l.left.Load() }
