package ports

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Bin keeps deleted documents until they are restored or removed for good. An unknown ID is a fault of kind NotFound.
type Bin interface {
	// Put stores a deleted document. A taken ID is a fault of kind Conflict. Pairs that the bin has already stay as
	// they are.
	Put(ctx context.Context, e document.BinEntry) error
	// Get returns an entry, with all pairs of the bin that its document is in.
	Get(ctx context.Context, id string) (document.BinEntry, error)
	// Take returns an entry as Get does, and deletes it. Pairs with documents that are still in the bin stay there.
	Take(ctx context.Context, id string) (document.BinEntry, error)
	// Remove deletes an entry and all pairs of the bin that its document is in. It returns the key of the original.
	Remove(ctx context.Context, id string) (originalKey string, err error)
	// RemoveExpired removes the entries that are kept until now or earlier, and returns their number.
	RemoveExpired(ctx context.Context, now time.Time) (int, error)
	// List returns one page of the entries, the last deleted first.
	List(ctx context.Context, page document.PageRequest) (document.BinListing, error)
}

// RecycleBin lists, restores and removes deleted documents. It is an inbound port. Fault: Forbidden unless an
// administrator asks.
type RecycleBin interface {
	// ListBin returns one page of the bin, the last deleted document first.
	ListBin(ctx context.Context, by account.Actor, page document.PageRequest) (document.BinListing, error)
	// Restore brings a deleted document back, with its original, what it is compared by and its pairs with documents
	// that exist. Pairs with documents in the bin come back with those. Documents that arrived in the meantime are
	// compared with it. Fault: NotFound.
	Restore(ctx context.Context, by account.Actor, id string) (document.Document, error)
	// Erase removes a deleted document and its original for good. Fault: NotFound.
	Erase(ctx context.Context, by account.Actor, id string) error
}
