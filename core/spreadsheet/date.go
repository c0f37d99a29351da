package spreadsheet

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/text"
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

// dateLayouts are how programs write dates, and people times. Without a zone they are Colombian.
var dateLayouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02",
	"2006-01-02 3:04:05 pm", "2006-01-02 3:04 pm",
}

// parseDate reads what is in a column of dates.
func parseDate(c Cell, since1904 bool) (time.Time, bool) {
	value := strings.TrimSpace(c.Value)
	if c.Kind == Number || c.Kind == Date {
		if t, ok := fromSerial(value, since1904); ok {
			return t, true
		}
	}
	if c.Kind == Empty || c.Kind == Bool || c.Kind == Failure {
		return time.Time{}, false
	}
	for _, s := range []string{value, inOrder(value)} {
		for _, layout := range dateLayouts {
			if t, err := time.ParseInLocation(layout, s, document.Colombia()); err == nil && t.Year() >= 1 && t.Year() <= 9999 {
				return t.UTC(), true
			}
		}
	}
	return time.Time{}, false
}

var (
	// What people put around a date: the day of the week, "de", "del", commas.
	aroundDate = regexp.MustCompile(`^(lunes|martes|miercoles|jueves|viernes|sabado|domingo)[., ]+|\b(de|del|a las|hora|horas|hrs?)\b\.?|,`)
	halfOfDay  = regexp.MustCompile(`\b([ap])[. ]*m\b\.?`)
	threeParts = regexp.MustCompile(`^(\w+)[-/. ]+(\w+)[-/. ]+(\d+)( [0-9:. apm]+)?$`)
	eightDigit = regexp.MustCompile(`^(\d{4})(\d\d)(\d\d)$`)
)

// inOrder writes a date as people write it ("4 de marzo de 2026", "04-mar-26", "2026/03/04",
// "04/03/2026 3:15 p. m.") in the first of dateLayouts that fits; else it returns "".
func inOrder(s string) string {
	s = strings.Join(strings.Fields(aroundDate.ReplaceAllString(text.Fold(s), " ")), " ")
	s = halfOfDay.ReplaceAllString(s, "${1}m")
	if m := eightDigit.FindStringSubmatch(s); m != nil {
		s = m[1] + "-" + m[2] + "-" + m[3]
	}
	m := threeParts.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	day, month, year := m[1], m[2], m[3]
	switch {
	case len(day) == 4: // the year comes first
		day, year = year, day
	case monthOf(day) > 0 && !isDigits(day): // marzo 4 de 2026
		day, month = month, day
	}
	switch {
	case len(year) == 2 && year < "50": // papers that are kept are not older than 1950
		year = "20" + year
	case len(year) == 2:
		year = "19" + year
	}
	d, _ := strconv.Atoi(day)
	y, err := strconv.Atoi(year)
	if err != nil || !isDigits(day) || len(day) > 2 || len(year) != 4 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d%s", y, monthOf(month), d, m[4])
}

// monthOf returns the number of a month in digits or of the first three letters or more of its
// name, 0 where s is none.
func monthOf(s string) int {
	if isDigits(s) {
		n, err := strconv.Atoi(s)
		if err != nil || n > 12 {
			return 0
		}
		return n
	}
	if strings.HasPrefix("setiembre", s) && len(s) > 2 {
		return 9
	}
	for i, name := range text.Months {
		if len(s) > 2 && strings.HasPrefix(name, s) {
			return i + 1
		}
	}
	return 0
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
