package sqlstore

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/search/segment"
)

// leaf is what a set asks the segments for: the documents of a range of keys.
type leaf struct {
	name string
	keys segment.Range
}

func leafOf(keys segment.Range) leaf {
	return leaf{string(keys.Low) + "\xff" + string(keys.High), keys}
}

func termLeaf(t search.Term) leaf     { return leafOf(segment.Term(t)) }
func prefixLeaf(p search.Prefix) leaf { return leafOf(segment.Prefix(p)) }

// phraseLeaves are those of the pairs of a phrase, or of its only word.
func phraseLeaves(p search.Phrase) (all []leaf) {
	if len(p) == 1 {
		return []leaf{termLeaf(search.Term(p[0]))}
	}
	for pair := range segment.Pairs(" " + strings.Join(p, " ") + " ") {
		all = append(all, leafOf(segment.Pair(pair)))
	}
	return all
}

func leavesOf(s search.Set) (all []leaf) {
	var walk func(x search.Expr)
	walk = func(x search.Expr) {
		switch x := x.(type) {
		case search.Term:
			all = append(all, termLeaf(x))
		case search.Prefix:
			all = append(all, prefixLeaf(x))
		case search.All:
			for _, part := range x {
				walk(part)
			}
		case search.Any:
			for _, part := range x {
				walk(part)
			}
		case search.Not:
			walk(x.In)
			walk(x.But)
		}
	}
	if walk(s.Terms); s.Terms == nil {
		walk(search.Term(search.Everything))
	}
	for _, p := range slices.Concat(s.With, s.Without) {
		all = append(all, phraseLeaves(p)...)
	}
	return all
}

// pagesOf selects the pages of each segment that may have a key between two
// others: the last that begins with the lower one or before it, and those that
// begin behind it. OFFSET keeps the planner from reading all pages at once.
const pagesOf = `SELECT wanted.n, search_segments.base, page.data
	FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS wanted (low, high, n)
	CROSS JOIN search_segments
	CROSS JOIN LATERAL (
		(SELECT data FROM search_pages WHERE segment = search_segments.segment AND first <= wanted.low
			ORDER BY first DESC LIMIT 1)
		UNION ALL
		(SELECT data FROM search_pages WHERE segment = search_segments.segment AND first > wanted.low AND first <= wanted.high
			AND wanted.low <> wanted.high OFFSET 0)
	) AS page`

// fetch gets the leaves that are not known yet, all at once.
func (v *postgresView) fetch(ctx context.Context, all []leaf) (err error) {
	var missing []leaf
	var low, high [][]byte
	for _, l := range all {
		if v.leaves[l.name] == nil {
			v.leaves[l.name] = roaring.New()
			missing, low, high = append(missing, l), append(low, l.keys.Low), append(high, l.keys.High)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	found := make([]segment.Found, len(missing))
	for i, l := range missing {
		found[i].Dense = func(first uint32, bits []byte) { addBits(v.leaves[l.name], first, bits) }
	}
	rows, err := v.q.(bun.Tx).Tx.QueryContext(ctx, pagesOf, low, high)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var n, base int64
		var data []byte
		if err := rows.Scan(&n, &base, &data); err != nil {
			return err
		}
		if err := segment.Look(data, missing[n-1].keys, numberOf(base), &found[n-1]); err != nil {
			return err
		}
	}
	for i, l := range missing {
		slices.Sort(found[i].Numbers)
		v.leaves[l.name].AddMany(found[i].Numbers)
	}
	return rows.Err()
}

// addBits adds a number from first on for each bit that is set.
func addBits(to *roaring.Bitmap, first uint32, bits []byte) {
	const chunk = 1 << 16
	begin := first &^ (chunk - 1)
	padded := append(make([]byte, (first-begin)/8, (int(first-begin)/8+len(bits)+7)&^7), bits...)
	padded = padded[:cap(padded)&^7]
	words := make([]uint64, len(padded)/8)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(padded[8*i:])
	}
	to.Or(roaring.AddOffset64(roaring.FromDense(words, false), int64(begin)))
}
