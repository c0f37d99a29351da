package document

import (
	"math"

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
	// DueFrom and DueTo select by the last day of the term, both included; with either, or with
	// ByDue, documents whose term does not run are left out.
	DueFrom, DueTo Day
	// ByDue orders lists by that day, earliest first, instead of newest first.
	ByDue bool
	// Urgency selects by that day relative to today. Services convert it into DueFrom and DueTo.
	Urgency Urgency
	// Assignee selects by the user to whom documents are assigned.
	Assignee string
	// Query is a search text in the syntax of search.Parse.
	Query string
}

// Review selects by need for review; 0 selects all.
type Review int

const (
	ReviewDue Review = iota + 1
	ReviewNotDue
)

// Urgency is where today lies in the term of a document; its value is the name in every interface.
type Urgency string

const (
	HasTerm     Urgency = "any"
	Overdue     Urgency = "overdue"
	DueToday    Urgency = "today"
	DueThisWeek Urgency = "week" // from today to Sunday
)

// At returns the filter with the days that its urgency means today.
func (f Filter) At(today Day) Filter {
	from, to := Day(1), Day(math.MaxInt64)
	switch f.Urgency {
	case "":
		return f
	case Overdue:
		to = today - 1
	case DueToday:
		from, to = today, today
	case DueThisWeek:
		from, to = today, today.Monday()+6
	}
	f.Urgency, f.DueFrom = "", max(f.DueFrom, from)
	if f.DueTo == 0 || f.DueTo > to {
		f.DueTo = to
	}
	return f
}

// HasDue reports whether the filter leaves out documents whose term does not run.
func (f Filter) HasDue() bool { return f.DueFrom != 0 || f.DueTo != 0 || f.ByDue }

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
		(!f.HasDue() || d.Deadline() != 0 && d.Deadline() >= f.DueFrom && (f.DueTo == 0 || d.Deadline() <= f.DueTo)) &&
		(f.Assignee == "" || d.Assignee == f.Assignee) &&
		(f.Query == "" || search.Parse(f.Query).Matches(d.SearchEntry()))
}

// TaskFilter selects tasks; its zero value selects all.
type TaskFilter struct {
	Status    TaskStatus
	CreatedBy string // username
}

// TaskListing is one page of a list of tasks, newest first.
type TaskListing = pagination.Of[Task]
