package docket_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/document"
)

func TestOverdue(t *testing.T) {
	bogota := time.FixedZone("COT", -5*60*60)
	at := func(month time.Month, day, hour int) time.Time {
		return time.Date(2026, month, day, hour, 0, 0, 0, bogota)
	}
	for _, c := range []struct {
		rule      string
		state     docket.State
		made, now time.Time
		days      int
		want      bool
	}{
		{"a pending one beyond the term", docket.Pending, at(3, 2, 8), at(3, 6, 0), 3, true},
		{"the term's last day is still in time", docket.Pending, at(3, 2, 8), at(3, 5, 23), 3, false},
		{"one in process as well", docket.InProcess, at(3, 2, 8), at(3, 6, 0), 3, true},
		{"one that was sent is never overdue", docket.Sent, at(3, 2, 8), at(8, 6, 0), 3, false},
		{"one that was received", docket.Received, at(3, 2, 8), at(8, 6, 0), 3, false},
		{"one that failed waits for a decision, not for time", docket.Failed, at(3, 2, 8), at(8, 6, 0), 3, false},
		{"one that was cancelled", docket.Cancelled, at(3, 2, 8), at(8, 6, 0), 3, false},
		{"Holy Week gives time", docket.Pending, at(3, 27, 8), at(4, 8, 23), 3, false},
		{"but no more than it lasts", docket.Pending, at(3, 27, 8), at(4, 9, 0), 3, true},
		{"made in the evening in Bogotá, a day later in UTC", docket.Pending, at(3, 2, 23), at(3, 6, 0), 3, true},
		{"without any term, the next business day", docket.Pending, at(3, 2, 8), at(3, 3, 0), 0, true},
		{"without any term, the same day", docket.Pending, at(3, 2, 8), at(3, 2, 23), 0, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := (docket.Calendar{}).Overdue(c.state, c.made, c.now, c.days); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestOverdueBeforeIsTheSameRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calendar := docket.NewCalendar(anyDay(t, "closure"))
		now := anyDay(t, "now").Begin().Add(time.Duration(rapid.Int64Range(0, 24*3600-1).Draw(t, "second")) * time.Second)
		made := now.Add(-time.Duration(rapid.Int64Range(-100_000, 9_000_000).Draw(t, "age")) * time.Second)
		days := rapid.IntRange(0, 40).Draw(t, "days")
		if got, want := made.Before(calendar.OverdueBefore(now, days)), calendar.Overdue(docket.Pending, made, now, days); got != want {
			t.Fatalf("made %s, now %s, %d days: before %s, but overdue is %v", made, now, days, calendar.OverdueBefore(now, days), want)
		}
	})
}

func TestOverdueBeforeEndsWhereDaysBegin(t *testing.T) {
	if at := (docket.Calendar{}).OverdueBefore(document.Day(40).Begin(), 1000); document.DayOf(at) != 1 {
		t.Errorf("at %s", at)
	}
}

func ExampleCalendar_OverdueBefore() {
	var courts docket.Calendar
	now := time.Date(2026, 4, 8, 15, 0, 0, 0, time.UTC) // the Wednesday after Holy Week
	fmt.Println(courts.OverdueBefore(now, 5))
	// Output: 2026-03-25 05:00:00 +0000 UTC
}
