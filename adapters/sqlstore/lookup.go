package sqlstore

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
func (x index) Lookup(ctx context.Context, hints, telling []dedup.Key, limit int) (found []dedup.Fingerprint, err error) {
	if len(hints)+len(telling) == 0 || limit <= 0 {
		return nil, ctx.Err()
	}
	err = x.db.View(ctx, func(q bun.IDB) error {
		if err := x.db.Alone(ctx, comparing); err != nil {
			return err
		}
		doors, err := x.db.doors(ctx, q.(bun.Tx), hints, telling)
		if err != nil {
			return err
		}
		near, hot := rank(doors)
		best, err := x.db.counted(ctx, q.(bun.Tx), near[:min(len(near), limit+ties)], doors)
		if err != nil {
			return err
		}
		for _, c := range best[:min(len(best), limit)] {
			found = append(found, *c.print)
		}
		x.db.lookups.hot.Add(int64(hot))
		x.db.lookups.left.Add(int64(max(0, len(near)-len(found))))
		return nil
	})
	return found, err
}

// door is a key that fingerprints share with the one asked about.
type door struct {
	key    dedup.Key
	times  int // 2 where it is asked for as a hint and as a telling one
	weight int // what it counts for
	latest []int64

	hot   bool
	floor int64 // of a hot key: the seq up to which its rows were not read
}

// doors reads the latest rows of each key, and one more to tell whether there are.
func (db *DB) doors(ctx context.Context, tx bun.Tx, hints, telling []dedup.Key) ([]door, error) {
	asked := make(map[dedup.Key]door, len(hints)+len(telling))
	for weight, keys := range map[int][]dedup.Key{1: hints, dedup.FewestHints: telling} {
		for _, k := range distinct(keys) {
			d := asked[k]
			asked[k] = door{key: k, times: d.times + 1, weight: d.weight + weight}
		}
	}
	keys := make([]int64, 0, len(asked))
	for k := range asked {
		keys = append(keys, int64(k))
	}
	slices.Sort(keys)
	rows, err := tx.Tx.QueryContext(ctx, db.engine.bind(strings.ReplaceAll(doorsQuery, "LIST", db.engine.unlisted())), db.engine.listed(keys), db.maxRows+1)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []door
	for rows.Next() {
		var key int64
		var list sql.RawBytes
		if err := rows.Scan(&key, &list); err != nil {
			return nil, err
		}
		d := asked[dedup.Key(key)]
		if d.latest, err = numbersIn(list); err != nil {
			return nil, fmt.Errorf("rows of a key: %w", err)
		}
		if d.hot = len(d.latest) > db.maxRows; d.hot {
			d.floor = slices.Min(d.latest)
			d.latest = slices.DeleteFunc(d.latest, func(seq int64) bool { return seq == d.floor })
			d.weight = d.times
		}
		found = append(found, d)
	}
	return found, rows.Err()
}

// doorsQuery has each key read its own short run of rows, whatever a planner
// thinks of the table, and makes one row of it: most of what a row costs is that
// it is one.
const doorsQuery = `
WITH wanted (key) AS (LIST),
latest AS MATERIALIZED (
	SELECT key, (SELECT string_agg(CAST(seq AS TEXT), ' ') FROM
		(SELECT seq FROM dedup_keys WHERE dedup_keys.key = wanted.key ORDER BY seq DESC LIMIT ?) AS run) AS seqs
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
	print  *dedup.Fingerprint
}

// rank returns the candidates that share enough, or may, those first that share
// more keys that are not hot, and how many keys are.
func rank(doors []door) (near []candidate, hot int) {
	n := 0
	for _, d := range doors {
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
	for _, d := range doors {
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

// counted reads the fingerprints of candidates, counts exactly what they share,
// and returns those that share enough, those first that share most, then by ID.
func (db *DB) counted(ctx context.Context, tx bun.Tx, near []candidate, doors []door) ([]candidate, error) {
	seqs, place := make([]int64, len(near)), make(map[int64]*candidate, len(near))
	for i := range near {
		seqs[i], place[near[i].seq] = near[i].seq, &near[i]
	}
	slices.Sort(seqs)
	unread := map[dedup.Key]door{}
	for _, d := range doors {
		if d.hot {
			unread[d.key] = d
		}
	}
	rows, err := tx.Tx.QueryContext(ctx, db.engine.bind("SELECT seq, data FROM dedup_fingerprints WHERE seq IN ("+db.engine.unlisted()+")"), db.engine.listed(seqs))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var unpacker dedup.Unpacker
	var keys []dedup.Key
	prints, best := make([]dedup.Fingerprint, len(near)), make([]candidate, 0, len(near))
	for rows.Next() {
		var seq int64
		var data sql.RawBytes
		if err := rows.Scan(&seq, &data); err != nil {
			return nil, err
		}
		c := place[seq]
		c.print, prints = &prints[0], prints[1:]
		if err := unpacker.Unpack(data, c.print); err != nil {
			return nil, err
		}
		if c.cold > 0 && len(unread) > 0 {
			keys = slices.DeleteFunc(c.print.AppendKeys(keys[:0]), func(k dedup.Key) bool { return seq > unread[k].floor })
			for _, k := range distinct(keys) {
				c.shared += unread[k].times
			}
		}
		if c.shared >= dedup.FewestHints {
			best = append(best, *c)
		}
	}
	slices.SortFunc(best, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.shared, a.shared), cmp.Compare(a.print.ID, b.print.ID))
	})
	return best, rows.Err()
}

// Lookups count what was cut in lookups that found something.
type Lookups struct{ hot, left atomic.Int64 }

// HotKeys returns how many of the keys that were looked up so many fingerprints
// shared that only the latest of them were looked at.
func (l *Lookups) HotKeys() int64 { return l.hot.Load() }

// LeftOut returns how many fingerprints shared enough with the one asked about
// to be compared with it, and were left out since others shared more.
func (l *Lookups) LeftOut() int64 { return l.left.Load() }
