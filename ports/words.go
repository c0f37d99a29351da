package ports

import "context"

// PageWords keeps where the words of documents are on their pages, encoded by
// document.WordMap. They go when Documents deletes the document.
type PageWords interface {
	// Put stores those of all pages of a new document, from page 1 on.
	Put(ctx context.Context, documentID string, pages [][]byte) error
	// Get returns those of one page; ok is false where nothing is kept.
	Get(ctx context.Context, documentID string, page int) (data []byte, ok bool, err error)
	// All returns those of all pages, from page 1 on; none where nothing is kept.
	All(ctx context.Context, documentID string) ([][]byte, error)
}
