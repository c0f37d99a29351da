package memstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// savedViews implements ports.SavedViewStore.
type savedViews struct{ *table[document.SavedView] }

func (t savedViews) Put(ctx context.Context, v document.SavedView, most int) (document.SavedView, error) {
	return ask(ctx, t.s, func() (document.SavedView, error) {
		own, known := 0, false
		for id, old := range t.rows {
			if old.Owner != v.Owner {
				continue
			}
			own++
			if old.Name == v.Name {
				v.ID, known = id, true
			}
		}
		if own >= most && !known {
			return v, document.ErrTooManyViews
		}
		t.put(v.ID, v)
		return t.find(v.ID)
	})
}

func (t savedViews) SeenBy(ctx context.Context, username string) ([]document.SavedView, error) {
	return ask(ctx, t.s, func() ([]document.SavedView, error) {
		rows := t.sorted(func(v *document.SavedView) bool { return v.Shared || v.Owner == username })
		slices.SortFunc(rows, func(a, b document.SavedView) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Owner, b.Owner))
		})
		return clone(rows), nil
	})
}
