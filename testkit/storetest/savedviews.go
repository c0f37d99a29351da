package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func testSavedViews(t *testing.T, open func(t *testing.T) Stores) {
	view := func(id, owner, name string, shared bool) document.SavedView {
		return document.SavedView{ID: id, Owner: owner, Name: name, Shared: shared, Filter: `{"due":"week","q":"niño \"y\" salud"}`, At: epoch}
	}
	put := func(t *testing.T, ctx context.Context, s Stores, all ...document.SavedView) {
		for _, v := range all {
			_, err := s.SavedViews.Put(ctx, v, 10)
			must(t, err)
		}
	}
	runRules(t, open, []rule{
		{"a view comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			want := view("v1", "ana", "Salud «urgente»", true)
			got, err := s.SavedViews.Put(ctx, want, 10)
			must(t, err)
			wantEqual(t, got, want)
			got, err = s.SavedViews.Get(ctx, "v1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a view is replaced by one of its owner with its name, and stays the same view", func(t *testing.T, ctx context.Context, s Stores) {
			put(t, ctx, s, view("v1", "ana", "Salud", true), view("v2", "luis", "Salud", false))
			later := document.SavedView{ID: "v3", Owner: "ana", Name: "Salud", Filter: `{"q":"eps"}`, At: epoch.AddDate(0, 0, 1)}
			got, err := s.SavedViews.Put(ctx, later, 1)
			must(t, err)
			later.ID = "v1"
			wantEqual(t, got, later)
			all, err := s.SavedViews.SeenBy(ctx, "luis")
			must(t, err)
			wantEqual(t, all, []document.SavedView{view("v2", "luis", "Salud", false)})
			_, err = s.SavedViews.Get(ctx, "v3")
			wantKind(t, err, fault.NotFound)
		}},
		{"a user has no more views than may be, however many are saved at once", func(t *testing.T, ctx context.Context, s Stores) {
			put(t, ctx, s, view("other", "luis", "a", true), view("first", "ana", "a", false))
			saved := make(chan error, 8)
			for i := range cap(saved) {
				go func() {
					_, err := s.SavedViews.Put(ctx, view(fmt.Sprint("v", i), "ana", fmt.Sprint("b", i), false), 3)
					saved <- err
				}()
			}
			for range cap(saved) {
				if err := <-saved; err != nil && !errors.Is(err, document.ErrTooManyViews) {
					t.Error(err)
				}
			}
			all, err := s.SavedViews.SeenBy(ctx, "ana")
			must(t, err)
			wantEqual(t, len(all), 4) // and the shared one
			_, err = s.SavedViews.Put(ctx, view("again", "ana", "a", true), 3)
			must(t, err)
		}},
		{"a user sees the own and the shared ones, by name and owner", func(t *testing.T, ctx context.Context, s Stores) {
			put(t, ctx, s, view("v1", "luis", "b", true), view("v2", "ana", "b", false), view("v3", "luis", "a", false), view("v4", "ana", "á", true), view("v5", "eva", "B", true))
			all, err := s.SavedViews.SeenBy(ctx, "ana")
			must(t, err)
			var ids []string
			for _, v := range all {
				ids = append(ids, v.ID)
			}
			wantEqual(t, ids, []string{"v5", "v2", "v1", "v4"})
			all, err = s.SavedViews.SeenBy(ctx, "")
			must(t, err)
			wantEqual(t, len(all), 3)
		}},
		{"a deleted view was never there, and an unknown one is a fault", func(t *testing.T, ctx context.Context, s Stores) {
			put(t, ctx, s, view("v1", "ana", "a", false), view("v2", "ana", "b", false))
			must(t, s.SavedViews.Delete(ctx, "v1"))
			wantKind(t, s.SavedViews.Delete(ctx, "v1"), fault.NotFound)
			_, err := s.SavedViews.Get(ctx, "v1")
			wantKind(t, err, fault.NotFound)
			all, err := s.SavedViews.SeenBy(ctx, "ana")
			must(t, err)
			wantEqual(t, all, []document.SavedView{view("v2", "ana", "b", false)})
		}},
	})
}
