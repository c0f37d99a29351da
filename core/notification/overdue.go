package notification

import (
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// Open reports whether a person still has to send a notification in s.
func (s State) Open() bool { return s == Pending || s == InProcess }

// OverdueBefore returns the creation time before which an open notification is overdue at now:
// more than days business days have passed since its day of creation.
func (c Calendar) OverdueBefore(now time.Time, days int) time.Time {
	// Notifications created today are in time, and those of earlier days followed by at most days
	// business days.
	d, passed := document.DayOf(now), 0
	for ; d > 1; d-- {
		if c.IsBusinessDay(d) {
			passed++
		}
		if passed > days {
			break
		}
	}
	return d.Begin()
}

// DueDay returns the last day in time for an open notification created on made: days business days
// follow made until then.
func (c Calendar) DueDay(made document.Day, days int) document.Day {
	d := made
	for ; days > 0; days-- {
		for d++; !c.IsBusinessDay(d); d++ {
		}
	}
	return d
}

// CreatedFor returns the range of creation days, both included, whose DueDay is between from and
// to. It is empty if first is after last.
func (c Calendar) CreatedFor(from, to document.Day, days int) (first, last document.Day) {
	for first = from; first > 1 && c.DueDay(first-1, days) >= from; first-- {
	}
	for last = to; last >= first && c.DueDay(last, days) > to; last-- {
	}
	return first, last
}

// Overdue reports whether a notification in s created at made is still open at now, after more
// than days business days.
func (c Calendar) Overdue(s State, made, now time.Time, days int) bool {
	return s.Open() && c.BusinessDaysBetween(document.DayOf(made), document.DayOf(now)) > days
}
