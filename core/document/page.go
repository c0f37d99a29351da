package document

// PageRequest asks for one page of a list. Number counts from 1.
type PageRequest struct {
	Number int
	Size   int
}

// Offset is how many rows come before the page.
func (p PageRequest) Offset() int { return (p.Number - 1) * p.Size }

// Listing is one page of a list of documents, newest first.
type Listing struct {
	Items []Summary
	Total int // of the whole list
	Page  PageRequest
}

// TotalPages is how many pages the whole list has.
func (l Listing) TotalPages() int { return (l.Total + l.Page.Size - 1) / l.Page.Size }
