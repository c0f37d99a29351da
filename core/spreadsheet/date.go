package spreadsheet

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// A spreadsheet counts days, and knows no zone: its times are those of
// Colombia. Day 0 is chosen so that days from March 1900 on come out right
// although the format takes 1900 for a leap year.
var (
	dayZero1900 = time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	dayZero1904 = time.Date(1904, time.January, 1, 0, 0, 0, 0, time.UTC)
)

const (
	leapDay  = 60        // 29 February 1900, which never was
	lastDay  = 2_958_466 // the day after 31 December 9999
	dayMicro = 24 * 60 * 60 * 1_000_000
)

// DateCell writes a time so that it is read back to the microsecond: as a date
// where that can be, else as ISO text. The zero time is an empty cell.
func DateCell(t time.Time) Cell {
	if t.IsZero() {
		return Cell{}
	}
	local := t.In(document.Colombia())
	wall := time.Date(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
	// Days and the part of a day apart: a Duration holds 292 years alone.
	days := wall.Truncate(24*time.Hour).Unix()/86400 - dayZero1900.Unix()/86400
	part := wall.Sub(wall.Truncate(24 * time.Hour))
	value := strconv.FormatFloat(float64(days)+float64(part)/float64(24*time.Hour), 'f', -1, 64)
	if back, ok := fromSerial(value, false); ok && days > leapDay && back.Equal(t) {
		return Cell{Kind: Date, Value: value}
	}
	return Cell{Kind: Text, Value: t.UTC().Format(time.RFC3339Nano)}
}

// Time returns the time that DateCell wrote as a date.
func (c Cell) Time() (time.Time, bool) {
	if c.Kind != Date {
		return time.Time{}, false
	}
	return fromSerial(c.Value, false)
}

// fromSerial reads a number of days.
func fromSerial(value string, since1904 bool) (time.Time, bool) {
	n, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(n) || n < 0 || n >= lastDay {
		return time.Time{}, false
	}
	day, zero := math.Floor(n), dayZero1900
	switch {
	case since1904:
		zero = dayZero1904
	case day == leapDay:
		return time.Time{}, false
	case day < leapDay:
		zero = dayZero1900.AddDate(0, 0, 1)
	}
	date := zero.AddDate(0, 0, int(day))
	micros := math.Round((n - day) * dayMicro)
	wall := time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, document.Colombia())
	return wall.Add(time.Duration(micros) * time.Microsecond).UTC(), true
}

// dateLayouts are how people and programs write dates. Without a zone they
// are Colombian.
var dateLayouts = []string{
	time.RFC3339Nano, "2006-01-02", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04",
	"2/1/2006", "2/1/2006 15:04:05", "2/1/2006 15:04", "2-1-2006",
}

// parseDate reads what is in a column of dates.
func parseDate(c Cell, since1904 bool) (time.Time, bool) {
	value := strings.TrimSpace(c.Value)
	if c.Kind == Number || c.Kind == Date {
		if t, ok := fromSerial(value, since1904); ok {
			return t, true
		}
	}
	if c.Kind != Text && c.Kind != Date {
		return time.Time{}, false
	}
	for _, layout := range dateLayouts {
		if t, err := time.ParseInLocation(layout, value, document.Colombia()); err == nil && t.Year() >= 1 && t.Year() <= 9999 {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
