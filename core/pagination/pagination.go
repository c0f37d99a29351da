// Package pagination holds requests for a page of a list, and pages.
package pagination

// Request asks for one page of a list. Number counts from 1.
type Request struct {
	Number int
	Size   int
}

// Offset is how many rows come before the page.
func (r Request) Offset() int { return (r.Number - 1) * r.Size }

// Of is one page of a list of T.
type Of[T any] struct {
	Items   []T
	Total   int  // of the whole list
	AtLeast bool // the whole list may be longer than Total
	Page    Request
}

// TotalPages is how many pages the whole list has.
func (l Of[T]) TotalPages() int { return (l.Total + l.Page.Size - 1) / l.Page.Size }
