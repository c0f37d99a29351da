package document

import (
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/listing"
	"github.com/cotejo/cotejo/core/search"
)

// Filter chooses documents; what is zero chooses all.
type Filter struct {
	Status   Status
	Type     Type
	From, To Day // of creation, both included
	Review   Review
	// Query is what the documents say, as search.Parse reads it.
	Query string
}

// Review chooses documents by whether they need a review; 0 chooses all.
type Review int

const (
	ReviewDue Review = iota + 1
	ReviewNotDue
)

// Validate reports a choice that can never be met by mistake.
func (f Filter) Validate() error {
	if f.From != 0 && f.To != 0 && f.From > f.To {
		return fault.New(fault.Unprocessable, "invalid_date_range",
			"La fecha inicial es posterior a la final; intercámbielas.").
			With(fault.Detail{Location: "query.date_from", Message: "Debe ser anterior o igual a date_to.", Value: f.From.String()})
	}
	return nil
}

// Takes reports whether d is among the chosen ones.
func (f Filter) Takes(d *Document) bool {
	day := DayOf(d.CreatedAt)
	return (f.Status == "" || d.Status == f.Status) && (f.Type == "" || d.Type == f.Type) &&
		(f.From == 0 || day >= f.From) && (f.To == 0 || day <= f.To) &&
		(f.Review == 0 || d.NeedsReview == (f.Review == ReviewDue)) &&
		(f.Query == "" || search.Parse(f.Query).Matches(d.SearchEntry()))
}

// TaskListing is one page of a list of tasks, newest first.
type TaskListing = listing.Of[Task]
