package memstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// pairs implements ports.Pairs.
type pairs struct{ *table[document.Pair] }

// pairID is the same in whichever order two documents are named.
func pairID(id, other string) string { return min(id, other) + "\x00" + max(id, other) }

func (p pairs) Replace(ctx context.Context, documentID string, found []document.Pair) error {
	return p.s.do(ctx, func() error {
		p.dropAll(func(x document.Pair) bool {
			return !x.Decision.IsMade() && (x.DocumentID == documentID || x.EarlierID == documentID)
		})
		for _, x := range found {
			id := pairID(x.DocumentID, x.EarlierID)
			if stored, ok := p.rows[id]; ok {
				x = inOrderOf(stored, x)
				x.ReceivedAt, x.Decision = stored.ReceivedAt, stored.Decision
			}
			p.put(id, x)
		}
		return nil
	})
}

// inOrderOf returns x with the documents in the order of the stored pair.
func inOrderOf(stored, x document.Pair) document.Pair {
	if x.DocumentID != stored.DocumentID {
		return x.Reversed()
	}
	return x
}

func (p pairs) Get(ctx context.Context, id, other string) (document.Pair, error) {
	return p.table.Get(ctx, pairID(id, other))
}

func (p pairs) Put(ctx context.Context, x document.Pair) error {
	return p.s.do(ctx, func() error {
		id := pairID(x.DocumentID, x.EarlierID)
		if stored, ok := p.rows[id]; ok {
			x = inOrderOf(stored, x)
		}
		p.put(id, x)
		return nil
	})
}

func (p pairs) Delete(ctx context.Context, documentID, earlierID string) error {
	return p.table.Delete(ctx, pairID(documentID, earlierID))
}

func (p pairs) Of(ctx context.Context, ids []string) ([]document.Pair, error) {
	return p.chosen(ctx, false, func(x *document.Pair) bool {
		return slices.Contains(ids, x.DocumentID) || slices.Contains(ids, x.EarlierID)
	})
}

func (p pairs) List(ctx context.Context, f document.PairFilter, page document.PageRequest) (document.PairListing, error) {
	all, err := p.chosen(ctx, f.ByDate, f.Takes)
	slices.Reverse(all)
	return newestFirst(all, page), err
}

// chosen returns the pairs that takes accepts, the most similar first or, by date, the
// newest.
func (p pairs) chosen(ctx context.Context, byDate bool, takes func(*document.Pair) bool) ([]document.Pair, error) {
	return ask(ctx, p.s, func() (all []document.Pair, _ error) {
		for _, x := range p.rows {
			if takes(&x) {
				all = append(all, clone(x))
			}
		}
		slices.SortFunc(all, func(a, b document.Pair) int {
			similarity := cmp.Compare(b.Similarity, a.Similarity)
			if byDate {
				similarity = 0
			}
			return cmp.Or(similarity, b.ReceivedAt.Compare(a.ReceivedAt), cmp.Compare(a.DocumentID, b.DocumentID), cmp.Compare(a.EarlierID, b.EarlierID))
		})
		return all, nil
	})
}
