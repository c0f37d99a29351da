package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// Search finds documents by what they say. What Documents stores is found from
// the same commit on.
type Search interface {
	// Find returns one page of the documents that q finds and f takes, whose Query
	// counts for nothing, in that order, and how many there are. By relevance they are in the order of the plan's
	// ranks; in a rank the latest stored is the first.
	Find(ctx context.Context, q search.Query, f document.Filter, order document.SearchOrder, page document.PageRequest) (document.Listing, error)
	// Passages returns what snippets are taken from, by ID, of the documents
	// that exist: the beginning of the text, or the remarks on a document
	// without one. It is at least search.SnippetReach bytes long, unless there
	// is less.
	Passages(ctx context.Context, ids []string) (map[string]string, error)
}
