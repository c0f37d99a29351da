package document

import (
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/search"
)

// Filter selects documents; zero fields select all.
type Filter struct {
	Status   Status
	Type     Type
	From, To Day // of creation, both included
	Review   Review
	// Duplicates selects by duplicate state; nil selects all.
	Duplicates *DuplicateState
	// Query is a search text in the syntax of search.Parse.
	Query string
}

// Review selects by need for review; 0 selects all.
type Review int

const (
	ReviewDue Review = iota + 1
	ReviewNotDue
)

// Validate returns a fault for a filter that no document can match.
func (f Filter) Validate() error {
	if f.From != 0 && f.To != 0 && f.From > f.To {
		return fault.New(fault.Unprocessable, "invalid_date_range",
			"La fecha inicial es posterior a la final; intercámbielas.").
			With(fault.Detail{Location: "query.date_from", Message: "Debe ser anterior o igual a date_to.", Value: f.From.String()})
	}
	return nil
}

// Takes reports whether d matches the filter.
func (f Filter) Takes(d *Document) bool {
	day := DayOf(d.CreatedAt)
	return (f.Status == "" || d.Status == f.Status) && (f.Type == "" || d.Type == f.Type) &&
		(f.From == 0 || day >= f.From) && (f.To == 0 || day <= f.To) &&
		(f.Duplicates == nil || d.DuplicateState == *f.Duplicates) &&
		(f.Review == 0 || d.NeedsReview == (f.Review == ReviewDue)) &&
		(f.Query == "" || search.Parse(f.Query).Matches(d.SearchEntry()))
}

// TaskFilter selects tasks; its zero value selects all.
type TaskFilter struct {
	Status    TaskStatus
	CreatedBy string // username
}

// TaskListing is one page of a list of tasks, newest first.
type TaskListing = pagination.Of[Task]
