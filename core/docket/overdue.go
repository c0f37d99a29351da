package docket

import (
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// Open reports whether somebody still has to do something for a notification
// in s to be on its way.
func (s State) Open() bool { return s == Pending || s == InProcess }

// OverdueBefore returns the instant such that an open notification is overdue
// at now if, and only if, it was made before it: more than days business days
// have passed since the day it was made on.
func (c Calendar) OverdueBefore(now time.Time, days int) time.Time {
	// In time are those made today, and on each day before as long as no more
	// than days business days follow it.
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

// Overdue reports whether a notification in s that was made at made is still
// open at now although more than days business days have passed.
func (c Calendar) Overdue(s State, made, now time.Time, days int) bool {
	return s.Open() && c.BusinessDaysBetween(document.DayOf(made), document.DayOf(now)) > days
}
