package sqlstore

import (
	"context"
	"encoding/binary"
	"slices"

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

// phraseLeaves returns what documents with a phrase have; others may as well unless
// exact is true.
func phraseLeaves(p search.Phrase) (all []leaf, exact bool) {
	hashes, exact := segment.RunsOf(p)
	for _, hash := range hashes {
		all = append(all, leafOf(segment.Run(hash)))
	}
	return all, exact
}

func (v *tieredView) leavesOf(s search.Set) (all []leaf) {
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
		some, _ := phraseLeaves(p)
		all = append(all, some...)
	}
	return all
}

// fetch gets the leaves that are not known yet, all at once.
func (v *tieredView) fetch(ctx context.Context, all []leaf) error {
	var missing []leaf
	var ranges []segment.Range
	for _, l := range all {
		if v.leaves[l.name] == nil {
			v.leaves[l.name] = roaring.New()
			missing, ranges = append(missing, l), append(ranges, l.keys)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	found := make([]segment.Found, len(missing))
	for i, l := range missing {
		found[i].Dense = func(first uint32, bits []byte) { addBits(v.leaves[l.name], first, bits) }
	}
	err := v.on.pages(ctx, v.q.(bun.Tx).Tx, ranges, func(n int, base int64, page []byte) error {
		return segment.Look(page, ranges[n], numberOf(base), &found[n])
	})
	if err != nil {
		return err
	}
	for i, l := range missing {
		slices.Sort(found[i].Numbers)
		v.leaves[l.name].AddMany(found[i].Numbers)
	}
	return nil
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
