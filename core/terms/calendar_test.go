package terms_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/terms"
)

func day(t interface{ Fatal(...any) }, s string) document.Day {
	d, err := document.ParseDay(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// published is the holidays of each year as calendars printed in Colombia have
// them. Those after 2026 were worked out from the text of the law with another
// program and another formula for Easter.
var published = map[int]string{
	2020: "01-01 01-06 03-23 04-09 04-10 05-01 05-25 06-15 06-22 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25",
	2021: "01-01 01-11 03-22 04-01 04-02 05-01 05-17 06-07 06-14 07-05 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25",
	2022: "01-01 01-10 03-21 04-14 04-15 05-01 05-30 06-20 06-27 07-04 07-20 08-07 08-15 10-17 11-07 11-14 12-08 12-25",
	2023: "01-01 01-09 03-20 04-06 04-07 05-01 05-22 06-12 06-19 07-03 07-20 08-07 08-21 10-16 11-06 11-13 12-08 12-25",
	2024: "01-01 01-08 03-25 03-28 03-29 05-01 05-13 06-03 06-10 07-01 07-20 08-07 08-19 10-14 11-04 11-11 12-08 12-25",
	2025: "01-01 01-06 03-24 04-17 04-18 05-01 06-02 06-23 06-30 06-30 07-20 08-07 08-18 10-13 11-03 11-17 12-08 12-25",
	2026: "01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25",
	2027: "01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25",
	2028: "01-01 01-10 03-20 04-13 04-14 05-01 05-29 06-19 06-26 07-03 07-20 08-07 08-21 10-16 11-06 11-13 12-08 12-25",
	2029: "01-01 01-08 03-19 03-29 03-30 05-01 05-14 06-04 06-11 07-02 07-20 08-07 08-20 10-15 11-05 11-12 12-08 12-25",
	2030: "01-01 01-07 03-25 04-18 04-19 05-01 06-03 06-24 07-01 07-01 07-20 08-07 08-19 10-14 11-04 11-11 12-08 12-25",
}

func TestHolidaysAreThePublishedOnes(t *testing.T) {
	for year, want := range published {
		var got []string
		for _, h := range terms.Holidays(year) {
			got = append(got, h.Day.String()[len("2020-"):])
			if h.Day.String()[:4] != fmt.Sprint(year) || h.Name == "" {
				t.Errorf("%d has %v", year, h)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d:\ngot  %s\nwant %s", year, strings.Join(got, " "), want)
		}
	}
}

// TestEasterByAnotherRule holds Good Friday against Gauss's rule as Meeus gives
// it, which has nothing in common with the one in use but the result.
func TestEasterByAnotherRule(t *testing.T) {
	for year := 1900; year <= 2299; year++ {
		a, b, c := year%19, year/100, year%100
		h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
		l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
		n := h + l - 7*((a+11*h+22*l)/451) + 114
		want := document.DayOf(time.Date(year, time.Month(n/31), n%31+1, 12, 0, 0, 0, time.UTC)) - 2
		for _, h := range terms.Holidays(year) {
			if h.Name == "Viernes Santo" && h.Day != want {
				t.Errorf("Good Friday of %d is %s, want %s", year, h.Day, want)
			}
		}
	}
}

func TestDaysOnWhichCourtsAreClosed(t *testing.T) {
	calendar := terms.NewCalendar(day(t, "2026-10-20"), day(t, "2026-04-02"))
	for _, c := range []struct{ rule, day, why string }{
		{"an ordinary Wednesday is a business day", "2026-03-04", ""},
		{"so is a Monday without a holiday", "2026-03-02", ""},
		{"Saturday is none", "2026-03-07", "Sábado"},
		{"Sunday is none", "2026-03-08", "Domingo"},
		{"a holiday on its own date", "2026-07-20", "Independencia"},
		{"a holiday that moved", "2026-01-12", "Reyes Magos"},
		{"and not on its old date once the vacation is over", "2026-03-19", ""},
		{"a holiday on a Saturday moves not, unless the law says so", "2027-05-03", ""},
		{"a holiday that the law moves goes from Sunday to Monday", "2026-11-02", "Todos los Santos"},
		{"the Friday before Holy Week", "2026-03-27", ""},
		{"Monday of Holy Week", "2026-03-30", "Semana Santa"},
		{"Wednesday of Holy Week", "2026-04-01", "Semana Santa"},
		{"Thursday of Holy Week is a holiday by itself, before any closure", "2026-04-02", "Jueves Santo"},
		{"Easter Sunday", "2026-04-05", "Semana Santa"},
		{"Easter Monday is worked", "2026-04-06", ""},
		{"Holy Week may begin on a moved holiday", "2024-03-25", "San José"},
		{"the day of the Judiciary", "2026-12-17", "Día de la Rama Judicial"},
		{"the day after it", "2026-12-18", ""},
		{"the vacation begins on the 20th", "2027-12-20", "Vacancia judicial"},
		{"the last day before it", "2024-12-19", ""},
		{"the vacation's last day", "2025-01-10", "Vacancia judicial"},
		{"the first day after it", "2025-01-13", ""},
		{"the first day after it may be a holiday", "2027-01-11", "Reyes Magos"},
		{"the last day of the year", "2026-12-31", "Vacancia judicial"},
		{"a closure by configuration", "2026-10-20", "Cierre extraordinario"},
		{"the day after a closure", "2026-10-21", ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			d := day(t, c.day)
			if why := calendar.ClosedFor(d); why != c.why || calendar.IsBusinessDay(d) != (c.why == "") {
				t.Errorf("%s: %q, want %q", c.day, why, c.why)
			}
		})
	}
}

func TestBusinessDaysBetween(t *testing.T) {
	calendar := terms.NewCalendar(day(t, "2026-02-11"))
	for _, c := range []struct {
		rule, from, to string
		want           int
	}{
		{"the first day is not counted", "2026-03-02", "2026-03-02", 0},
		{"the last day is", "2026-03-02", "2026-03-03", 1},
		{"a week has five", "2026-03-02", "2026-03-09", 5},
		{"a weekend has none", "2026-03-06", "2026-03-08", 0},
		{"a moved holiday is left out", "2026-03-20", "2026-03-24", 1},
		{"Holy Week is left out", "2026-03-27", "2026-04-06", 1},
		{"the vacation and the holiday behind it are left out", "2026-12-18", "2027-01-12", 1},
		{"so is the day of the Judiciary", "2026-12-16", "2026-12-18", 1},
		{"a closure is left out", "2026-02-09", "2026-02-13", 3},
		{"backwards there are none", "2026-03-09", "2026-03-02", 0},
		// Of its 261 weekdays 7 and 9 are in the vacation and 5 in Holy Week; then 14
		// holidays, the day of the Judiciary and the closure.
		{"a year", "2025-12-31", "2026-12-31", 261 - 7 - 9 - 5 - 14 - 1 - 1},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if n := calendar.BusinessDaysBetween(day(t, c.from), day(t, c.to)); n != c.want {
				t.Errorf("%d from %s to %s, want %d", n, c.from, c.to, c.want)
			}
		})
	}
}

func anyDay(t *rapid.T, name string) document.Day {
	return day(t, "2019-01-01") + document.Day(rapid.IntRange(0, 13*365).Draw(t, name))
}

func TestBusinessDaysAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calendar := terms.NewCalendar(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) document.Day { return anyDay(t, "closure") }), 0, 20).Draw(t, "closures")...)
		a := anyDay(t, "a")
		b := a + document.Day(rapid.IntRange(0, 400).Draw(t, "to b"))
		c := b + document.Day(rapid.IntRange(0, 400).Draw(t, "to c"))
		if ab, bc, ac := calendar.BusinessDaysBetween(a, b), calendar.BusinessDaysBetween(b, c), calendar.BusinessDaysBetween(a, c); ab+bc != ac {
			t.Fatalf("%s to %s has %d, %s to %s %d, and together %d", a, b, ab, b, c, bc, ac)
		}
		if plain := (terms.Calendar{}).BusinessDaysBetween(a, b); plain < calendar.BusinessDaysBetween(a, b) {
			t.Fatalf("closures added business days between %s and %s", a, b)
		}
	})
}

func ExampleCalendar_BusinessDaysBetween() {
	var courts terms.Calendar
	from, _ := document.ParseDay("2026-03-27") // the Friday before Holy Week
	to, _ := document.ParseDay("2026-04-08")
	fmt.Println(courts.BusinessDaysBetween(from, to), courts.ClosedFor(from+3))
	// Output: 3 Semana Santa
}
