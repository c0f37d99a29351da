package document

import "github.com/cotejo/cotejo/core/listing"

// PageRequest asks for one page of a list. Number counts from 1.
type PageRequest = listing.Request

// Listing is one page of a list of documents, newest first.
type Listing = listing.Of[Summary]
