package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Originals shows the files that documents were read from. It is an inbound port.
type Originals interface {
	// Original opens the file that a document was read from; the caller closes
	// it. NotFound when there is no document or it has none.
	Original(ctx context.Context, by account.Actor, id string) (document.Original, error)
	// Page returns a page of that file, to be drawn. NotFound when there is no
	// document, no file or no such page.
	Page(ctx context.Context, by account.Actor, id string, d document.Drawing) (document.Picture, error)
	// PageWords returns the words of a page of the document, counted from 1, and
	// where they are on it. NotFound when there is no document or no such page.
	PageWords(ctx context.Context, by account.Actor, id string, number int) (document.PageWords, error)
}
