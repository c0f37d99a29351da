package notification

import "github.com/cotejo/cotejo/core/document"

// Outlook lists the possible next steps of a notification and its due day.
type Outlook struct {
	Moves   []NextState
	Unsent  string       // Spanish: why the service cannot e-mail it now; empty when it can
	Due     document.Day // the last business day in time; 0 when the notification is not open
	Left    int          // business days from today to Due; negative: so many too late
	Overdue bool
}

// CalendarDay is a day of a calendar.
type CalendarDay struct {
	Day       document.Day
	ClosedFor string // Spanish; empty on business days
	Today     bool
	Due       int // open notifications of which it is the last day in time
}
