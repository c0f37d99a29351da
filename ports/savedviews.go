package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// SavedViewStore keeps the views that users saved.
type SavedViewStore interface {
	// Put stores a view in place of the one of its owner with that name, whose ID stays. Fault: document.ErrTooManyViews if the view is
	// new and its owner has most already.
	Put(ctx context.Context, v document.SavedView, most int) (document.SavedView, error)
	// SeenBy returns the views of a user and the shared ones, by name, then owner, byte by byte.
	SeenBy(ctx context.Context, username string) ([]document.SavedView, error)
	// Get returns a view. Fault: NotFound.
	Get(ctx context.Context, id string) (document.SavedView, error)
	// Delete deletes a view. Fault: NotFound.
	Delete(ctx context.Context, id string) error
}

// SavedViews keeps filters of lists under a name, for the user who saved them or for everybody. It is an inbound port.
type SavedViews interface {
	// SaveView stores a view of the caller, in place of an own one with that name. Name, Filter and Shared are given. Fault:
	// Unprocessable (no name, a long one, too many views).
	SaveView(ctx context.Context, by account.Actor, v document.SavedView) (document.SavedView, error)
	// ViewsOf returns the views that the caller sees: own and shared ones, by name.
	ViewsOf(ctx context.Context, by account.Actor) ([]document.SavedView, error)
	// DeleteView deletes an own view; an administrator deletes shared ones of others, too. Faults: NotFound (also for another's own
	// one); Forbidden.
	DeleteView(ctx context.Context, by account.Actor, id string) error
}
