package document

import "github.com/cotejo/cotejo/core/pagination"

// PageRequest asks for one page of a list. Number counts from 1.
type PageRequest = pagination.Request

// Listing is one page of a list of documents, newest first.
type Listing = pagination.Of[Summary]
