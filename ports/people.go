package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Letters keeps which documents are one form letter. A document is in at most one, and
// leaves it when Documents deletes it.
type Letters interface {
	// Put places documents in the letter of that ID, which begins to exist with the
	// first and is represented by the document of its ID. They leave the letters they
	// were in. Documents that do not exist are left out.
	Put(ctx context.Context, letterID string, documentIDs ...string) error
	// Remove takes a document out of its letter; without one nothing happens.
	Remove(ctx context.Context, documentID string) error
	// Of returns the letters of those documents that are in one, by the document's ID.
	// Within a transaction nobody else changes letters until its end.
	Of(ctx context.Context, documentIDs []string) (map[string]document.Letter, error)
	// Get returns a letter; NotFound when no document is in it.
	Get(ctx context.Context, id string) (document.Letter, error)
	// List returns one page of the letters that at least two people filed.
	List(ctx context.Context, page document.PageRequest) (document.LetterListing, error)
	// Members returns one page of a letter's documents, newest first.
	Members(ctx context.Context, id string, page document.PageRequest) (document.Listing, error)
}

// FormLetters reports which filings are one letter of several people. It is an inbound
// port.
type FormLetters interface {
	// ListLetters returns one page of the letters that at least two people filed. With
	// a document it returns the letter of that, or none.
	ListLetters(ctx context.Context, by account.Actor, documentID string, page document.PageRequest) (document.LetterRowListing, error)
	// Letter returns a letter and one page of its documents; NotFound when there is none.
	Letter(ctx context.Context, by account.Actor, id string, page document.PageRequest) (document.LetterRow, document.Listing, error)
	// LetterDifferences returns where the documents on one page of a letter differ from the filing
	// that represents it; NotFound when there is no such letter.
	LetterDifferences(ctx context.Context, by account.Actor, id string, page document.PageRequest) (document.LetterDifferences, error)
	// LetterPairs returns the pairs of different people in a letter about which nobody has decided, among its latest
	// documents; NotFound when there is no such letter.
	LetterPairs(ctx context.Context, by account.Actor, id string) (document.LetterPairs, error)
}

// People finds who files, and the documents of a case. It is an inbound port.
type People interface {
	// FindPeople returns those whose name has the words of a text, or whose cédula
	// begins with its digits, among the filings that the search ranks first. Fault:
	// Unprocessable for a text that says too little.
	FindPeople(ctx context.Context, by account.Actor, text string) (document.People, error)
	// Filings returns what a person filed: by cédula, and by name what has no cédula.
	// Either may be empty. Faults: Unprocessable (both are), NotFound.
	Filings(ctx context.Context, by account.Actor, p document.Person) (document.PersonFilings, error)
	// Case returns the documents that have a radicado of 23 digits. Faults:
	// Unprocessable for any other, NotFound.
	Case(ctx context.Context, by account.Actor, radicado string) (document.CaseFile, error)
	// CaseOf returns the documents that share a number with one: its radicado or its
	// acta. NotFound when there is no such document, or it has no number.
	CaseOf(ctx context.Context, by account.Actor, documentID string) (document.CaseFile, error)
	// Recurring returns the other documents in which a person occurs. Faults:
	// NotFound, Unprocessable (nothing to look for).
	Recurring(ctx context.Context, by account.Actor, id string, p document.Person) (document.Recurrence, error)
}
