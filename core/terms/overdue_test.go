package terms_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/terms"
)

func TestOverdueBefore(t *testing.T) {
	bogota := time.FixedZone("COT", -5*60*60)
	at := func(month time.Month, day, hour int) time.Time {
		return time.Date(2026, month, day, hour, 0, 0, 0, bogota)
	}
	for _, c := range []struct {
		rule       string
		begin, now time.Time
		days       int
		want       bool
	}{
		{"beyond the term", at(3, 2, 8), at(3, 6, 0), 3, true},
		{"the term's last day is still in time", at(3, 2, 8), at(3, 5, 23), 3, false},
		{"Holy Week gives time", at(3, 27, 8), at(4, 8, 23), 3, false},
		{"but no more than it lasts", at(3, 27, 8), at(4, 9, 0), 3, true},
		{"begun in the evening in Bogotá, a day later in UTC", at(3, 2, 23), at(3, 6, 0), 3, true},
		{"without any term, the next business day", at(3, 2, 8), at(3, 3, 0), 0, true},
		{"without any term, the same day", at(3, 2, 8), at(3, 2, 23), 0, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := c.begin.Before((terms.Calendar{}).OverdueBefore(c.now, c.days)); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestOverdueBeforeCountsBusinessDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calendar := terms.NewCalendar(anyDay(t, "closure"))
		now := anyDay(t, "now").Begin().Add(time.Duration(rapid.Int64Range(0, 24*3600-1).Draw(t, "second")) * time.Second)
		begin := now.Add(-time.Duration(rapid.Int64Range(-100_000, 9_000_000).Draw(t, "age")) * time.Second)
		days := rapid.IntRange(0, 40).Draw(t, "days")
		want := calendar.BusinessDaysBetween(document.DayOf(begin), document.DayOf(now)) > days
		if got := begin.Before(calendar.OverdueBefore(now, days)); got != want {
			t.Fatalf("begin %s, now %s, %d days: before %s, but overdue is %v", begin, now, days, calendar.OverdueBefore(now, days), want)
		}
	})
}

// A term lasts up to its due day, and is overdue from the next business day on.
func TestDueDayIsTheSameRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calendar := terms.NewCalendar(anyDay(t, "closure"))
		made, days := anyDay(t, "made"), rapid.IntRange(0, 40).Draw(t, "days")
		due := calendar.DueDay(made, days)
		if calendar.BusinessDaysBetween(made, due) != days || days > 0 && !calendar.IsBusinessDay(due) {
			t.Fatalf("%s: %d business days end on %s", made, days, due)
		}
		today := due + document.Day(rapid.IntRange(0, 12).Draw(t, "later"))
		overdue := made.Begin().Before(calendar.OverdueBefore(today.Begin(), days))
		if overdue != (calendar.BusinessDaysBetween(due, today) > 0) {
			t.Fatalf("made %s, due %s, today %s: overdue is %v", made, due, today, overdue)
		}
	})
}

func TestCreatedForIsDueDayBackwards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calendar := terms.NewCalendar(anyDay(t, "closure"))
		from, days := anyDay(t, "from"), rapid.IntRange(0, 20).Draw(t, "days")
		to := from + document.Day(rapid.IntRange(0, 20).Draw(t, "length"))
		first, last := calendar.CreatedFor(from, to, days)
		for made := from - 60; made <= to+1; made++ {
			due := calendar.DueDay(made, days)
			if in := first <= made && made <= last; in != (from <= due && due <= to) {
				t.Fatalf("made %s, due %s: within %s and %s is %v", made, due, from, to, in)
			}
		}
	})
}

func TestOverdueBeforeEndsWhereDaysBegin(t *testing.T) {
	if at := (terms.Calendar{}).OverdueBefore(document.Day(40).Begin(), 1000); document.DayOf(at) != 1 {
		t.Errorf("at %s", at)
	}
}

func ExampleCalendar_OverdueBefore() {
	var courts terms.Calendar
	now := time.Date(2026, 4, 8, 15, 0, 0, 0, time.UTC) // the Wednesday after Holy Week
	fmt.Println(courts.OverdueBefore(now, 5))
	// Output: 2026-03-25 05:00:00 +0000 UTC
}
