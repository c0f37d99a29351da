package document

import (
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Day is a calendar day in Colombia, independent of the time zone of the machine. It counts from
// the last day of the year 0, so every valid day is positive and zero means no day.
//
// Colombia has been five hours behind UTC all year round since 1993, so a fixed offset replaces
// the time zone database.
type Day int64

// Stored times are in microseconds: the length of a day, and the offset from Day 0 to 1970.
const (
	dayLength = 24 * 60 * 60 * 1_000_000
	dayZero   = 62_135_665_200_000_000
)

var colombia = time.FixedZone("America/Bogota", -5*60*60)

// Colombia is the zone of all calendar days.
func Colombia() *time.Location { return colombia }

// DayOf returns the day on which t falls in Colombia.
func DayOf(t time.Time) Day { return Day((t.UnixMicro() + dayZero) / dayLength) }

// ParseDay reads a day as a client sends it, 2026-03-04. Anything else is
// fault.Unprocessable.
func ParseDay(s string) (Day, error) {
	t, err := time.ParseInLocation(time.DateOnly, s, colombia)
	if err != nil || t.Year() < 1 {
		return 0, fault.New(fault.Unprocessable, "invalid_date",
			"La fecha debe existir y escribirse como AAAA-MM-DD, por ejemplo 2026-03-04.")
	}
	return DayOf(t), nil
}

// Begin returns the first instant of the day, in UTC.
func (d Day) Begin() time.Time { return time.UnixMicro(int64(d)*dayLength - dayZero).UTC() }

// Monday returns the first day of the week of d.
func (d Day) Monday() Day {
	sinceMonday := (int(d.Begin().In(colombia).Weekday()) + 6) % 7
	return d - Day(sinceMonday)
}

// String returns the day in the format of ParseDay.
func (d Day) String() string { return d.Begin().In(colombia).Format(time.DateOnly) }
