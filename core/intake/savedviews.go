package intake

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// SavedViews implements ports.SavedViews.
type SavedViews struct {
	Store ports.SavedViewStore
	Now   func() time.Time
	NewID func() string
}

// SaveView implements ports.SavedViews.
func (s SavedViews) SaveView(ctx context.Context, by account.Actor, v document.SavedView) (document.SavedView, error) {
	v, err := v.Clean()
	if err != nil {
		return v, err
	}
	v.ID, v.Owner, v.At = s.NewID(), by.Username, s.Now()
	return s.Store.Put(ctx, v, document.MaxSavedViews)
}

// ViewsOf implements ports.SavedViews.
func (s SavedViews) ViewsOf(ctx context.Context, by account.Actor) ([]document.SavedView, error) {
	return s.Store.SeenBy(ctx, by.Username)
}

// DeleteView implements ports.SavedViews.
func (s SavedViews) DeleteView(ctx context.Context, by account.Actor, id string) error {
	v, err := s.Store.Get(ctx, id)
	switch {
	case err != nil:
		return err
	case v.Owner == by.Username:
	case !v.Shared:
		return document.ErrViewNotFound
	default:
		if err := by.RequireAdmin(); err != nil {
			return err
		}
	}
	return s.Store.Delete(ctx, id)
}
