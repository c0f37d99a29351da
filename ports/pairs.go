package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Pairs keeps the related documents and the decisions about them. Documents deletes the pairs
// of a deleted document.
type Pairs interface {
	// Replace stores found as the pairs of the document, in place of its undecided pairs.
	// Decisions stay.
	Replace(ctx context.Context, documentID string, found []document.Pair) error
	// Get returns the pair of two documents, in either order. Fault: NotFound. Within a
	// transaction it locks pairs until the end.
	Get(ctx context.Context, id, other string) (document.Pair, error)
	// Put stores a pair in place of what is stored of the same two documents.
	Put(ctx context.Context, p document.Pair) error
	// Delete forgets a pair; NotFound when there is none.
	Delete(ctx context.Context, documentID, earlierID string) error
	// Of returns the pairs of these documents, as the later or the earlier one: the
	// most similar first, each once.
	Of(ctx context.Context, ids []string) ([]document.Pair, error)
	// List returns one page of the pairs that f accepts.
	List(ctx context.Context, f document.PairFilter, page document.PageRequest) (document.PairListing, error)
}

// Duplicates lists pairs of documents and records decisions. It is an inbound port.
type Duplicates interface {
	// ListPairs returns one page of the pairs that f accepts. Fault: Unprocessable for a filter
	// that no pair can satisfy.
	ListPairs(ctx context.Context, by account.Actor, f document.PairFilter, page document.PageRequest) (document.PairRowListing, error)
	// Decide stores a decision about two documents, related or not; an empty verdict deletes it.
	// Both histories record it. Faults: NotFound; Unprocessable for a document and itself, an
	// unknown verdict or a note that is too long.
	Decide(ctx context.Context, by account.Actor, id, other string, verdict document.PairVerdict, note string) (document.PairRow, error)
}
