package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Divisions keeps which documents a file was divided into. An unknown ID is a fault of kind NotFound.
type Divisions interface {
	// Create stores a division. A document that is divided already is a fault of kind Conflict.
	Create(ctx context.Context, d document.Division) error
	// Get returns the division of a divided document. Its FileName is that of the bin, "" if it is not there.
	Get(ctx context.Context, documentID string) (document.Division, error)
	// Origins returns the divided documents from which those with the given IDs were made, by the ID of the part.
	Origins(ctx context.Context, partIDs []string) (map[string]string, error)
	// Delete forgets the division of a document. One that is not divided is not an error.
	Delete(ctx context.Context, documentID string) error
}

// Splitter divides files with several filings. It is an inbound port.
type Splitter interface {
	// Split makes each filing of a document a document of its own, with its pages as its original: tasks make them. The
	// document is in the bin meanwhile, until Join brings it back. Faults: NotFound; Stale (none of the given revisions is the
	// document's); Conflict if it is approved; Unprocessable (one filing, pages that it does not have, an original that cannot be
	// opened); Unavailable as for Submit.
	Split(ctx context.Context, by account.Actor, s document.Split) (document.Division, error)
	// Join undoes a division: the divided document comes back as it was, and its parts are deleted as by Delete. Faults:
	// NotFound unless it is divided; Conflict if a part is divided itself, or approved.
	Join(ctx context.Context, by account.Actor, id string) (document.Document, error)
	// DivisionOf returns the division that made a document; the zero Division if none did.
	DivisionOf(ctx context.Context, by account.Actor, partID string) (document.Division, error)
}
