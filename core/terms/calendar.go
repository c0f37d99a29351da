package terms

import (
	"cmp"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// Calendar tells the days on which Colombian courts work. The zero value
// follows the law alone.
//
// Courts rest on Saturdays and Sundays, on the holidays of Ley 51 de 1983, in
// Holy Week, in the collective holidays from 20 December to 10 January (Ley 270
// de 1996, article 146) and on 17 December, the day of the Judiciary (Decreto
// 2766 de 1980).
type Calendar struct {
	closures map[document.Day]bool
}

// NewCalendar returns a calendar with closures beside those of the law: strikes,
// moves, a holiday of one town.
func NewCalendar(closures ...document.Day) Calendar {
	c := Calendar{closures: make(map[document.Day]bool, len(closures))}
	for _, d := range closures {
		c.closures[d] = true
	}
	return c
}

// ClosedFor says in Spanish why courts are closed on d; it is empty when d is a
// business day.
func (c Calendar) ClosedFor(d document.Day) string {
	year, month, day := dateOf(d)
	for _, h := range holidays {
		if h.on(year) == d {
			return h.name
		}
	}
	switch easter := easterSunday(year); {
	case easter-6 <= d && d <= easter:
		return "Semana Santa"
	case month == time.December && day >= 20, month == time.January && day <= 10:
		return "Vacancia judicial"
	case month == time.December && day == 17:
		return "Día de la Rama Judicial"
	case c.closures[d]:
		return "Cierre extraordinario"
	}
	switch d - d.Monday() {
	case 5:
		return "Sábado"
	case 6:
		return "Domingo"
	}
	return ""
}

// IsBusinessDay reports whether courts work on d.
func (c Calendar) IsBusinessDay(d document.Day) bool { return c.ClosedFor(d) == "" }

// BusinessDaysBetween counts the business days after from up to and with to, as
// procedural terms are counted: the day on which something happens is not one
// of them. It is 0 when to is not after from.
func (c Calendar) BusinessDaysBetween(from, to document.Day) int {
	n := 0
	for d := from + 1; d <= to; d++ {
		if c.IsBusinessDay(d) {
			n++
		}
	}
	return n
}

// OverdueBefore returns the time such that what began before it is overdue at now: more than days
// business days have passed since its day.
func (c Calendar) OverdueBefore(now time.Time, days int) time.Time {
	// What began today is in time, and what began on earlier days that at most days business days
	// follow.
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

// DueDay returns the last day of a term that begins on made: days business days follow made until
// then.
func (c Calendar) DueDay(made document.Day, days int) document.Day {
	d := made
	for ; days > 0; days-- {
		for d++; !c.IsBusinessDay(d); d++ {
		}
	}
	return d
}

// CreatedFor returns the range of first days, both included, whose DueDay is between from and to. It is empty if first is after last.
func (c Calendar) CreatedFor(from, to document.Day, days int) (first, last document.Day) {
	for first = from; first > 1 && c.DueDay(first-1, days) >= from; first-- {
	}
	for last = to; last >= first && c.DueDay(last, days) > to; last-- {
	}
	return first, last
}

// Holiday is a day of rest for all who work in Colombia.
type Holiday struct {
	Day  document.Day
	Name string // Spanish
}

// Holidays returns the holidays of a year, earliest first. Two may fall on one
// day, as Sagrado Corazón and San Pedro y San Pablo did on 30 June 2025.
func Holidays(year int) []Holiday {
	all := make([]Holiday, len(holidays))
	for i, h := range holidays {
		all[i] = Holiday{h.on(year), h.name}
	}
	slices.SortStableFunc(all, func(a, b Holiday) int { return cmp.Compare(a.Day, b.Day) })
	return all
}

// holiday is a rule of Ley 51 de 1983: a date, or when month is 0 the number of
// days after Easter Sunday. One that moves is kept on the next Monday unless it
// falls on one.
type holiday struct {
	name  string
	month time.Month
	day   int
	moves bool
}

var holidays = []holiday{
	{name: "Año Nuevo", month: time.January, day: 1},
	{name: "Reyes Magos", month: time.January, day: 6, moves: true},
	{name: "San José", month: time.March, day: 19, moves: true},
	{name: "Jueves Santo", day: -3},
	{name: "Viernes Santo", day: -2},
	{name: "Día del Trabajo", month: time.May, day: 1},
	{name: "Ascensión del Señor", day: 39, moves: true},
	{name: "Corpus Christi", day: 60, moves: true},
	{name: "Sagrado Corazón de Jesús", day: 68, moves: true},
	{name: "San Pedro y San Pablo", month: time.June, day: 29, moves: true},
	{name: "Independencia", month: time.July, day: 20},
	{name: "Batalla de Boyacá", month: time.August, day: 7},
	{name: "Asunción de la Virgen", month: time.August, day: 15, moves: true},
	{name: "Día de la Raza", month: time.October, day: 12, moves: true},
	{name: "Todos los Santos", month: time.November, day: 1, moves: true},
	{name: "Independencia de Cartagena", month: time.November, day: 11, moves: true},
	{name: "Inmaculada Concepción", month: time.December, day: 8},
	{name: "Navidad", month: time.December, day: 25},
}

func (h holiday) on(year int) document.Day {
	d := easterSunday(year) + document.Day(h.day)
	if h.month != 0 {
		d = dayOn(year, h.month, h.day)
	}
	if monday := d.Monday(); h.moves && d != monday {
		return monday + 7
	}
	return d
}

// easterSunday is the Sunday after the Paschal full moon, by the epact of the
// Gregorian calendar (Knuth, The Art of Computer Programming, 1.3.2, exercise
// 14).
func easterSunday(year int) document.Day {
	golden := year%19 + 1 // in the moon's cycle of 19 years
	century := year/100 + 1
	leapYearsDropped := 3*century/4 - 12
	moonCorrection := (8*century+5)/25 - 5
	epact := ((11*golden+20+moonCorrection-leapYearsDropped)%30 + 30) % 30
	if epact == 25 && golden > 11 || epact == 24 {
		epact++
	}
	fullMoon := 44 - epact
	if fullMoon < 21 {
		fullMoon += 30
	}
	dayAfter := dayOn(year, time.March, fullMoon) + 1
	return dayAfter.Monday() + 6
}

func dayOn(year int, month time.Month, day int) document.Day {
	return document.DayOf(time.Date(year, month, day, 12, 0, 0, 0, time.UTC))
}

// dateOf relies on days in Colombia beginning at five o'clock in UTC.
func dateOf(d document.Day) (year int, month time.Month, day int) { return d.Begin().Date() }
