package memory

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// searchable is what Search keeps of a document.
type searchable struct {
	entry  search.Entry
	stored int // how many documents were stored before
}

// finder implements ports.Search by looking at every document.
type finder struct{ s *Store }

// makeSearchable enters a document that is new or was changed.
func (s *Store) makeSearchable(tx *transaction, d *document.Document) {
	kept, had := s.searchable[d.ID]
	if !had {
		kept.stored = s.stored
		s.stored++
	}
	kept.entry = d.SearchEntry()
	set(tx, s.searchable, d.ID, kept)
}

// candidate is a document that was found.
type candidate struct {
	document.Summary
	entry        search.Entry
	rank, stored int
	keys         document.SortKeys
}

func (f finder) Find(ctx context.Context, q search.Query, order document.SearchOrder, page document.PageRequest) (document.Listing, error) {
	found := document.Listing{Page: page}
	err := f.s.do(ctx, func(*transaction) error {
		if q.Nothing() {
			return nil
		}
		plan := q.Plan()
		var all []candidate
		for id, kept := range f.s.searchable {
			if plan.Match.Has(kept.entry) {
				d := f.s.documents[id]
				all = append(all, candidate{Summary: d.Summary(), entry: kept.entry, stored: kept.stored, keys: d.SortKeys()})
			}
		}
		ranks := plan.RanksOf(len(all))
		for i := range all {
			all[i].rank = slices.IndexFunc(ranks, func(s search.Set) bool { return s.Has(all[i].entry) })
		}
		slices.SortFunc(all, inOrder(order))
		found.Total = len(all)
		for _, c := range pageOf(all, page) {
			found.Items = append(found.Items, c.Summary)
		}
		return nil
	})
	return found, err
}

func inOrder(order document.SearchOrder) func(a, b candidate) int {
	newest := func(a, b candidate) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	}
	switch order {
	case document.ByNewest:
		return newest
	case document.ByOldest:
		return func(a, b candidate) int { return newest(b, a) }
	case document.ByPlaintiff:
		return func(a, b candidate) int { return cmp.Or(cmp.Compare(a.keys.Plaintiff, b.keys.Plaintiff), newest(a, b)) }
	case document.ByRadicado:
		return func(a, b candidate) int { return cmp.Or(cmp.Compare(a.keys.Radicado, b.keys.Radicado), newest(a, b)) }
	}
	return func(a, b candidate) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.stored, a.stored)) }
}

func (f finder) Passages(ctx context.Context, ids []string) (map[string]string, error) {
	passages := map[string]string{}
	err := f.s.do(ctx, func(*transaction) error {
		for _, id := range ids {
			if d, ok := f.s.documents[id]; ok {
				passages[id] = cmp.Or(d.Text, d.Remarks)
			}
		}
		return nil
	})
	return passages, err
}
