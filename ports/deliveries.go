package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
)

// Deliveries keeps messages that arrived and what became of them. They outlive their documents.
type Deliveries interface {
	// Create stores a new delivery. A delivery of the same MessageID, or of the same SHA256, that is
	// there already is a fault of kind Conflict; a delivery without MessageID is known by its SHA256
	// alone.
	Create(ctx context.Context, d document.Delivery) error
	// Get returns a delivery; NotFound when there is none.
	Get(ctx context.Context, id string) (document.Delivery, error)
	// Known returns the delivery with that MessageID, unless it is "", or with that SHA256; NotFound
	// when there is none.
	Known(ctx context.Context, messageID, sha256 string) (document.Delivery, error)
	// Of returns the deliveries, without Body and Parts, of those documents that came in one, by the
	// document's ID.
	Of(ctx context.Context, documentIDs []string) (map[string]document.Delivery, error)
	// List returns one page of the deliveries that f accepts, newest first, without Body and Parts.
	List(ctx context.Context, f document.DeliveryFilter, page document.PageRequest) (document.DeliveryListing, error)
	// LatestFromMailbox returns the deliveries that came through mailboxes last, newest first, without Body.
	LatestFromMailbox(ctx context.Context, most int) ([]document.Delivery, error)
	// TakeIgnored changes an ignored delivery into one that is taken in: its Rules, Links and Parts, TakenAt and
	// TakenBy. Fault: Conflict unless the stored one is ignored.
	TakeIgnored(ctx context.Context, d document.Delivery) error
}
