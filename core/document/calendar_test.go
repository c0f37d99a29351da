package document_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestADayIsColombian(t *testing.T) {
	for _, c := range []struct{ rule, at, day, monday string }{
		{"midnight in Bogotá is five in UTC", "2026-03-04T05:00:00Z", "2026-03-04", "2026-03-02"},
		{"before it is still yesterday", "2026-03-04T04:59:59.999999Z", "2026-03-03", "2026-03-02"},
		{"the zone of the time does not matter", "2026-03-04T13:59:59+09:00", "2026-03-03", "2026-03-02"},
		{"a week begins on Monday", "2026-03-02T12:00:00Z", "2026-03-02", "2026-03-02"},
		{"and ends on Sunday", "2026-03-09T04:00:00Z", "2026-03-08", "2026-03-02"},
		{"a week may begin in another year", "2026-01-01T12:00:00Z", "2026-01-01", "2025-12-29"},
		{"before 1970", "1969-12-31T12:00:00Z", "1969-12-31", "1969-12-29"},
		{"a leap day", "2028-02-29T12:00:00Z", "2028-02-29", "2028-02-28"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			if d := document.DayOf(at); d.String() != c.day || d.Monday().String() != c.monday {
				t.Errorf("%s of the week of %s, want %s of %s", d, d.Monday(), c.day, c.monday)
			}
		})
	}
	if d := document.DayOf(time.Time{}); d != 0 {
		t.Errorf("no time is day %d, want none", d)
	}
}

func TestDaysRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := document.Day(rapid.Int64Range(1, 3_600_000).Draw(t, "day"))
		if back, err := document.ParseDay(d.String()); err != nil || back != d {
			t.Fatalf("%s became %v, %v", d, back, err)
		}
		if document.DayOf(d.Begin()) != d || document.DayOf(d.Begin().Add(-time.Microsecond)) != d-1 {
			t.Fatalf("%s does not begin at %s", d, d.Begin())
		}
		if m := d.Monday(); m > d || d-m > 6 || m.Monday() != m {
			t.Fatalf("the week of %s begins on %s", d, m)
		}
	})
}

func TestParseDayRefuses(t *testing.T) {
	for _, s := range []string{"", "2026-02-29", "2026-13-01", "04/03/2026", "2026-3-4", "2026-03-04T00:00:00Z", "0000-01-01", "20260304", " 2026-03-04", "-2026-03-04"} {
		if d, err := document.ParseDay(s); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%q: %v, %v", s, d, err)
		}
	}
}

func ExampleDayOf() {
	late := time.Date(2026, 3, 5, 3, 0, 0, 0, time.UTC) // ten in the evening in Bogotá
	fmt.Println(document.DayOf(late), document.DayOf(late).Monday())
	// Output: 2026-03-04 2026-03-02
}
