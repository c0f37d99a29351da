// Package terms knows the procedural terms of courts: on which days courts work, and until when a
// kind of paper is to be answered. A term is a hint with its basis, never a decision.
package terms

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/cotejo/cotejo/core/document"
)

// Rule is the term that a type of document has.
type Rule struct {
	Type     document.Type `json:"type"`
	Purpose  string        `json:"purpose"`            // what is due, in Spanish: "Fallo"
	Days     int           `json:"days"`               // after the day of receipt; 0 for no term
	Calendar bool          `json:"calendar,omitempty"` // calendar days, not business days
	Basis    string        `json:"basis"`              // the article
	Note     string        `json:"note,omitempty"`     // what may change the term, in Spanish
}

//go:embed rules.json
var statutory []byte

// Table has the terms of a court. It is immutable; the zero value has none.
type Table struct {
	rules    map[document.Type]Rule
	calendar Calendar
}

// NewTable returns the statutory terms, counted on a calendar. A rule of a court replaces that of
// its type.
func NewTable(c Calendar, court ...Rule) Table {
	rules, err := ParseRules(statutory)
	if err != nil {
		panic("terms: rules.json: " + err.Error())
	}
	t := Table{rules: map[document.Type]Rule{}, calendar: c}
	for _, r := range append(rules, court...) {
		t.rules[r.Type] = r
	}
	maps.DeleteFunc(t.rules, func(_ document.Type, r Rule) bool { return r.Days == 0 })
	return t
}

// maxDays bounds a term.
const maxDays = 1000

// ParseRules parses a JSON array of rules, at most one of each type.
func ParseRules(data []byte) ([]Rule, error) {
	var rules []Rule
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&rules); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, errors.New("text behind the array")
	}
	named := map[document.Type]bool{}
	for _, r := range rules {
		switch t, err := document.ParseType(string(r.Type)); {
		case err != nil || t != r.Type:
			return nil, fmt.Errorf("invalid type %q", r.Type)
		case named[r.Type]:
			return nil, fmt.Errorf("%s: two rules", r.Type)
		case r.Days < 0 || r.Days > maxDays:
			return nil, fmt.Errorf("%s: %d days; use 0 to %d", r.Type, r.Days, maxDays)
		case r.Days > 0 && (r.Purpose == "" || r.Basis == ""):
			return nil, fmt.Errorf("%s: purpose or basis missing", r.Type)
		}
		named[r.Type] = true
	}
	return rules, nil
}

// Term is the term of a document. The zero value is none.
type Term struct {
	Due  document.Day
	Left int          // business days from today to Due; negative after it
	From document.Day // day of receipt
	Rule Rule         // zero when a person set Due
}

// Due returns the day on which the term of a document ends, or 0 if it has none. Imported documents
// have none: the day on which they were received is not known.
func (t Table) Due(d *document.Document) document.Day {
	r, ok := t.rules[d.Type]
	from := document.DayOf(d.Arrived())
	switch {
	case !ok || !d.IsRead() && !d.TypedIn:
		return 0
	case r.Calendar:
		return from + document.Day(r.Days)
	}
	return t.calendar.DueDay(from, r.Days)
}

// Term returns the term of a document as of today.
func (t Table) Term(d *document.Document, today document.Day) Term {
	due := d.Deadline()
	if due == 0 {
		return Term{}
	}
	term := Term{Due: due, Left: t.Left(due, today), From: document.DayOf(d.Arrived())}
	if due == t.Due(d) {
		term.Rule = t.rules[d.Type]
	}
	return term
}

// farthest is how many days from today Left counts, so that a date centuries away costs no more than one in three years.
const farthest = 1000

// Left returns how many business days are left from today to due, as far as the next 1,000 days have them. After due it is
// negative: how many have passed since, at least one, and at most those of the last 1,000 days.
func (t Table) Left(due, today document.Day) int {
	due = min(max(due, today-farthest), today+farthest)
	if today > due {
		return -max(1, t.calendar.BusinessDaysBetween(due, today))
	}
	return t.calendar.BusinessDaysBetween(today, due)
}
