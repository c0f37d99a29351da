package sqlstore

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/core/search"
)

// postgresView implements searchView: it answers a set by the documents of each
// term and pair, which it fetches from the segments once, and has the server look
// at the recent entries. A document is a number in its bitmaps, see numberOf.
type postgresView struct {
	q      bun.IDB
	recent bool            // there are recent entries
	left   *roaring.Bitmap // of segments
	leaves map[string]*roaring.Bitmap
	sets   map[string]*roaring.Bitmap
	read   map[string]reading
}

// reading is the documents whose words were read for a phrase, and those that
// have it.
type reading struct{ all, found *roaring.Bitmap }

// view has the planner use the indexes of search_entries: it takes reading all
// rows for cheap, since it does not see that terms lie outside of them. The memory
// lets it keep those that have a phrase, to leave them out. Compiling a statement
// takes longer than it runs.
func (postgresSearch) view(ctx context.Context, q bun.IDB) (searchView, error) {
	v := &postgresView{q: q, left: roaring.New(), leaves: map[string]*roaring.Bitmap{}, sets: map[string]*roaring.Bitmap{}, read: map[string]reading{}}
	if _, err := q.NewRaw("SET LOCAL enable_seqscan = off; SET LOCAL jit = off; SET LOCAL work_mem = '64MB'").Exec(ctx); err != nil {
		return nil, err
	}
	var left []int64
	if err := q.NewRaw("SELECT seq FROM search_left").Scan(ctx, &left); err != nil {
		return nil, err
	}
	for _, seq := range left {
		v.left.Add(numberOf(seq))
	}
	return v, q.NewRaw("SELECT EXISTS (SELECT 1 FROM search_entries)").Scan(ctx, &v.recent)
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

// vocabulary is nil: beginnings of words are ranges of keys.
func (*postgresView) vocabulary(context.Context) (search.Vocabulary, func() error) { return nil, nil }

func (v *postgresView) find(ctx context.Context, s search.Set, few int) (total int, seqs []int64, err error) {
	if total, err = v.count(ctx, s); err == nil && total <= few {
		seqs, err = v.latest(ctx, s, nil, 0, few)
	}
	return total, seqs, err
}

func (v *postgresView) count(ctx context.Context, s search.Set) (int, error) {
	found, err := v.set(ctx, s, nil)
	if err != nil {
		return 0, err
	}
	return int(found.GetCardinality()), nil
}

func (v *postgresView) latest(ctx context.Context, s search.Set, among []int64, skip, most int) (seqs []int64, err error) {
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

func (v *postgresView) documents(ctx context.Context, s search.Set, n int) (*bun.SelectQuery, error) {
	q := v.q.NewSelect().TableExpr("search_documents")
	if everything(s) {
		return q, nil
	}
	found, err := v.set(ctx, s, nil)
	if err != nil {
		return nil, err
	}
	return q.Where("?", isAmong(found, n)), nil
}

// manyListed is how many documents a statement lists. Of more it has a bit for
// each seq: the server walks along an order then until a page is full.
const manyListed = 20_000

// isAmong is a condition on the column seq.
func isAmong(numbers *roaring.Bitmap, n int) schema.QueryWithArgs {
	if numbers.IsEmpty() {
		return bun.SafeQuery("FALSE")
	}
	if max(n, int(numbers.GetCardinality())) <= manyListed {
		return bun.SafeQuery("seq = ANY (?::bigint[])", bigints(seqsOf(numbers)))
	}
	first := numbers.Minimum() &^ 0xffff
	words := roaring.AddOffset64(numbers, -int64(first)).ToDense()
	bits := make([]byte, 0, 8*len(words))
	for _, w := range words {
		bits = binary.LittleEndian.AppendUint64(bits, w)
	}
	low := seqOf(first)
	return bun.SafeQuery("CASE WHEN seq BETWEEN ? AND ? THEN get_bit(?::bytea, seq - ?) = 1 ELSE FALSE END",
		low, low+int64(8*len(bits))-1, bits, low)
}

// ahead fetches the terms and pairs of the sets.
func (v *postgresView) ahead(ctx context.Context, sets []search.Set) error {
	var all []leaf
	for _, s := range sets {
		all = append(all, leavesOf(s)...)
	}
	return v.fetch(ctx, all)
}

// set returns the documents of a set; those that are within, unless that is nil.
func (v *postgresView) set(ctx context.Context, s search.Set, within *roaring.Bitmap) (*roaring.Bitmap, error) {
	key := fmt.Sprintf("%#v", s)
	if found, ok := v.sets[key]; ok && within == nil {
		return found, nil
	}
	found, err := v.settled(ctx, s, within)
	if err == nil && v.recent {
		err = v.addRecent(ctx, found, s, within)
	}
	if err == nil && within == nil {
		v.sets[key] = found
	}
	return found, err
}

// settled returns a bitmap of its own.
func (v *postgresView) settled(ctx context.Context, s search.Set, within *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := v.fetch(ctx, leavesOf(s)); err != nil {
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
func (v *postgresView) expr(x search.Expr) *roaring.Bitmap {
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
func (v *postgresView) phrase(ctx context.Context, p search.Phrase, some *roaring.Bitmap) (*roaring.Bitmap, error) {
	found := some.Clone()
	for _, l := range phraseLeaves(p) {
		found.And(v.leaves[l.name])
	}
	if len(p) == 2 || found.IsEmpty() {
		return found, nil
	}
	words := " " + strings.Join(p, " ") + " "
	if known, ok := v.read[words]; ok && found.AndCardinality(known.all) == found.GetCardinality() {
		found.And(known.found)
		return found, nil
	}
	var seqs []int64
	if err := v.q.NewRaw("SELECT seq FROM search_settled WHERE ? AND position(? IN words) > 0", isAmong(found, 0), words).Scan(ctx, &seqs); err != nil {
		return nil, err
	}
	v.read[words] = reading{found, numbersOf(seqs)}
	return v.read[words].found.Clone(), nil
}

// addRecent adds the recent documents of a set.
func (v *postgresView) addRecent(ctx context.Context, found *roaring.Bitmap, s search.Set, within *roaring.Bitmap) error {
	condition, args := entryCondition(s)
	if everything(s) {
		condition, args = "TRUE", nil
	}
	if within != nil {
		condition, args = condition+" AND ?", append(args, isAmong(within, 0))
	}
	var seqs []int64
	err := v.q.NewRaw("SELECT seq FROM search_entries WHERE "+condition, args...).Scan(ctx, &seqs)
	found.Or(numbersOf(seqs))
	return err
}
