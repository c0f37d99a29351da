package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/search/segment"
)

// tieredView implements searchView: it answers a set by the documents of each
// term and run of words, which it fetches from the segments once, and has the
// database look at the recent entries. A document is a number in its bitmaps, see
// numberOf.
type tieredView struct {
	on     tiers
	q      bun.IDB
	recent bool            // there are recent entries
	left   *roaring.Bitmap // of segments
	leaves map[string]*roaring.Bitmap
	sets   map[string]*roaring.Bitmap
	read   map[string]reading
}

// tiers is what an engine does in its own way for a tieredView.
type tiers interface {
	// pages hands over the pages that may have keys of each of some ranges, with
	// the base of their segments.
	pages(ctx context.Context, tx *sql.Tx, ranges []segment.Range, each func(n int, base int64, page []byte) error) error

	// recent returns the recent entries that belong to a set, of those that are
	// within unless that is nil.
	recent(ctx context.Context, q bun.IDB, s search.Set, within *roaring.Bitmap) ([]int64, error)

	// having returns which of some documents have a phrase.
	having(ctx context.Context, q bun.IDB, p search.Phrase, some *roaring.Bitmap) ([]int64, error)

	// isAmong is a condition on the column seq, of which about n rows are sought.
	isAmong(numbers *roaring.Bitmap, n int) schema.QueryWithArgs
}

// reading is the documents whose words were read for a phrase, and those that
// have it.
type reading struct{ all, found *roaring.Bitmap }

// viewOf is a view that has fetched nothing yet. Whether there are recent entries
// is asked by exists.
func viewOf(ctx context.Context, on tiers, q bun.IDB, exists string) (*tieredView, error) {
	v := &tieredView{on: on, q: q, leaves: map[string]*roaring.Bitmap{}, sets: map[string]*roaring.Bitmap{}, read: map[string]reading{}}
	var left []int64
	if err := q.NewRaw("SELECT seq FROM search_left").Scan(ctx, &left); err != nil {
		return nil, err
	}
	v.left = numbersOf(left)
	return v, q.NewRaw(exists).Scan(ctx, &v.recent)
}

// firstSeq is the least seq that has a number in bitmaps, which have 32 bits.
const firstSeq = -1 << 31

// numberOf returns the number of a seq. Those of documents that were there before
// there was an index are negative.
func numberOf(seq int64) uint32 { return uint32(seq - firstSeq) }

func seqOf(number uint32) int64 { return int64(number) + firstSeq }

func numbersOf(seqs []int64) *roaring.Bitmap {
	b := roaring.New()
	for _, seq := range seqs {
		b.Add(numberOf(seq))
	}
	return b
}

func seqsOf(numbers *roaring.Bitmap) []int64 {
	seqs := make([]int64, 0, numbers.GetCardinality())
	for _, number := range numbers.ToArray() {
		seqs = append(seqs, seqOf(number))
	}
	return seqs
}

func (v *tieredView) find(ctx context.Context, s search.Set, few int) (total int, seqs []int64, err error) {
	if total, err = v.count(ctx, s); err == nil && total <= few {
		seqs, err = v.latest(ctx, s, nil, 0, few)
	}
	return total, seqs, err
}

func (v *tieredView) count(ctx context.Context, s search.Set) (int, error) {
	found, err := v.set(ctx, s, nil)
	if err != nil {
		return 0, err
	}
	return int(found.GetCardinality()), nil
}

func (v *tieredView) latest(ctx context.Context, s search.Set, among []int64, skip, most int) (seqs []int64, err error) {
	var within *roaring.Bitmap
	if among != nil {
		within = numbersOf(among)
	}
	found, err := v.set(ctx, s, within)
	if err != nil {
		return nil, err
	}
	for at := int(found.GetCardinality()) - 1 - skip; at >= 0 && len(seqs) < most; at-- {
		number, err := found.Select(uint32(at))
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, seqOf(number))
	}
	return seqs, nil
}

func (v *tieredView) documents(ctx context.Context, s search.Set, n int) (*bun.SelectQuery, error) {
	q := v.q.NewSelect().TableExpr("search_documents")
	if everything(s) {
		return q, nil
	}
	found, err := v.set(ctx, s, nil)
	if err != nil {
		return nil, err
	}
	return q.Where("?", v.on.isAmong(found, n)), nil
}

// ahead fetches the terms and pairs of the sets.
func (v *tieredView) ahead(ctx context.Context, sets []search.Set) error {
	var all []leaf
	for _, s := range sets {
		all = append(all, v.leavesOf(s)...)
	}
	return v.fetch(ctx, all)
}

// set returns the documents of a set; those that are within, unless that is nil.
func (v *tieredView) set(ctx context.Context, s search.Set, within *roaring.Bitmap) (*roaring.Bitmap, error) {
	key := fmt.Sprintf("%#v", s)
	if found, ok := v.sets[key]; ok && within == nil {
		return found, nil
	}
	found, err := v.settled(ctx, s, within)
	if err == nil && v.recent {
		var seqs []int64
		seqs, err = v.on.recent(ctx, v.q, s, within)
		found.Or(numbersOf(seqs))
	}
	if err == nil && within == nil {
		v.sets[key] = found
	}
	return found, err
}

// settled returns a bitmap of its own.
func (v *tieredView) settled(ctx context.Context, s search.Set, within *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := v.fetch(ctx, v.leavesOf(s)); err != nil {
		return nil, err
	}
	terms := s.Terms
	if terms == nil {
		terms = search.Term(search.Everything)
	}
	found := roaring.AndNot(v.expr(terms), v.left)
	if within != nil {
		found.And(within)
	}
	for _, p := range s.With {
		some, err := v.phrase(ctx, p, found)
		if err != nil {
			return nil, err
		}
		found = some
	}
	for _, p := range s.Without {
		some, err := v.phrase(ctx, p, found)
		if err != nil {
			return nil, err
		}
		found.AndNot(some)
	}
	return found, nil
}

// expr returns a bitmap that others may share.
func (v *tieredView) expr(x search.Expr) *roaring.Bitmap {
	all := func(parts []search.Expr) []*roaring.Bitmap {
		bitmaps := make([]*roaring.Bitmap, len(parts))
		for i, part := range parts {
			bitmaps[i] = v.expr(part)
		}
		slices.SortFunc(bitmaps, func(a, b *roaring.Bitmap) int { return int(a.GetCardinality()) - int(b.GetCardinality()) })
		return bitmaps
	}
	switch x := x.(type) {
	case search.Term:
		return v.leaves[termLeaf(x).name]
	case search.Prefix:
		return v.leaves[prefixLeaf(x).name]
	case search.All:
		return roaring.FastAnd(all(x)...)
	case search.Any:
		return roaring.FastOr(all(x)...)
	case search.Not:
		return roaring.AndNot(v.expr(x.In), v.expr(x.But))
	}
	panic(fmt.Sprintf("an expression is of type %T", x))
}

// phrase returns those of some documents in which the words stand side by side. The
// ranks of a query ask for a phrase in parts of what it finds.
func (v *tieredView) phrase(ctx context.Context, p search.Phrase, some *roaring.Bitmap) (*roaring.Bitmap, error) {
	found := some.Clone()
	leaves, exact := phraseLeaves(p)
	for _, l := range leaves {
		found.And(v.leaves[l.name])
	}
	if exact || found.IsEmpty() {
		return found, nil
	}
	words := strings.Join(p, " ")
	if known, ok := v.read[words]; ok && found.AndCardinality(known.all) == found.GetCardinality() {
		found.And(known.found)
		return found, nil
	}
	seqs, err := v.on.having(ctx, v.q, p, found)
	if err != nil {
		return nil, err
	}
	v.read[words] = reading{found, numbersOf(seqs)}
	return v.read[words].found.Clone(), nil
}

// everything reports whether all documents belong to a set.
func everything(s search.Set) bool {
	t, ok := s.Terms.(search.Term)
	return ok && t == search.Everything && len(s.With)+len(s.Without) == 0
}
