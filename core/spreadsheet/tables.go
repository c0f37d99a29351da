package spreadsheet

import (
	"slices"
	"strings"
)

// maxTitles is how many rows may precede the headers of a sheet.
const maxTitles = 10

// Tables finds the tables in the rows of a workbook: on each visible sheet the headers, which
// take one row or two, and the rows below them. Rows whose number is merged over several lines are
// one row.
type Tables struct {
	// Match returns how many columns r has as headers, and whether they are all that is needed.
	Match func(r Row) (known int, complete bool)
	// Begin is called with the headers of a sheet. Those of two rows are one, with the lower's number.
	Begin func(r Row) error
	// Visit is called with each row below them.
	Visit func(r Row) error
	// Numbers returns the columns whose merged cells make lines one row, after Begin; nil: no
	// lines are one row.
	Numbers func() []int
	// Anywhere: headers may stand below any number of titles.
	Anywhere bool

	sheets  []Sheet
	titles  int  // rows of the sheet before its headers
	above   *Row // the row before, as long as no headers are found
	headers *Row // found, and not begun: the next row may belong to them
	held    *Row // the next may continue it
}

// Sheet is a sheet of a workbook with rows.
type Sheet struct {
	Number int // from 1
	Name   string
	Hidden bool
	Rows   int  // that are not blank; of a sheet that is taken, below its headers
	Taken  bool // its headers were found
}

// Names returns the names of sheets; it is not nil.
func Names(sheets []Sheet) []string {
	names := make([]string, len(sheets))
	for i, s := range sheets {
		names[i] = s.Name
	}
	return names
}

// Take takes the next row.
func (t *Tables) Take(r Row) error {
	if len(t.sheets) == 0 || t.sheets[len(t.sheets)-1].Number != r.Sheet+1 {
		if err := t.flush(); err != nil {
			return err
		}
		t.sheets = append(t.sheets, Sheet{Number: r.Sheet + 1, Name: r.SheetName, Hidden: r.Hidden})
		t.titles, t.above = 0, nil
	}
	sheet := &t.sheets[len(t.sheets)-1]
	sheet.Rows++
	switch {
	case sheet.Hidden:
		return nil
	case !sheet.Taken:
		t.look(r, sheet)
		return nil
	case t.headers != nil:
		second := Joined(*t.headers, r)
		if t.continuesHeaders(r, second) {
			t.headers, sheet.Rows = nil, 0
			return t.Begin(second)
		}
	}
	return t.data(r)
}

// look sees whether a row has the headers of its sheet, by itself or with the one above it.
func (t *Tables) look(r Row, sheet *Sheet) {
	if t.titles++; t.titles > maxTitles && !t.Anywhere {
		return
	}
	known, complete := t.Match(r)
	if t.above != nil && t.above.Number+1 == r.Number {
		both := Joined(*t.above, r)
		if more, enough := t.Match(both); enough && more > known {
			r, complete = both, true
		}
	}
	t.above = &r
	if complete {
		sheet.Taken, sheet.Rows, t.headers = true, 0, &r
	}
}

// continuesHeaders reports whether a row below headers is their second row: texts alone, of which
// the columns above become more.
func (t *Tables) continuesHeaders(r, both Row) bool {
	if r.Number != t.headers.Number+1 {
		return false
	}
	for _, c := range r.Cells {
		if !c.IsBlank() && c.Kind != Text {
			return false
		}
	}
	before, _ := t.Match(*t.headers)
	known, complete := t.Match(both)
	return complete && known > before
}

// data takes a row below headers.
func (t *Tables) data(r Row) error {
	if err := t.begin(); err != nil {
		return err
	}
	if t.held != nil && t.continues(r) {
		t.held.append(r)
		return nil
	}
	err := t.release()
	t.held = &r
	return err
}

// begin begins the table of the headers that were found.
func (t *Tables) begin() error {
	if t.headers == nil {
		return nil
	}
	headers := *t.headers
	t.headers = nil
	return t.Begin(headers)
}

// continues reports whether r is another line of the row before: its number is the same merged
// cell.
func (t *Tables) continues(r Row) bool {
	return t.Numbers != nil && slices.ContainsFunc(t.Numbers(), func(column int) bool { return r.Cell(column).Continued })
}

func (t *Tables) release() error {
	if t.held == nil {
		return nil
	}
	r := *t.held
	t.held = nil
	return t.Visit(r)
}

func (t *Tables) flush() error {
	if err := t.begin(); err != nil {
		return err
	}
	return t.release()
}

// End ends the last table, and returns the sheets that had rows.
func (t *Tables) End() ([]Sheet, error) { return t.sheets, t.flush() }

// append adds the values of a line to a row: another value of a column stands behind the first.
func (r *Row) append(line Row) {
	for i, c := range line.Cells {
		if c.IsBlank() || c.Continued {
			continue
		}
		for len(r.Cells) <= i {
			r.Cells = append(r.Cells, Cell{})
		}
		own := &r.Cells[i]
		if own.IsBlank() {
			*own = c
		} else if !strings.Contains(own.Value, c.Value) {
			*own = Cell{Kind: Text, Value: own.Value + "; " + c.Value}
		}
	}
}

// Joined returns headers of two rows as one: what a column says above, a line break, and what it
// says below. What stands over several columns counts for each.
func Joined(above, below Row) Row {
	both := below
	both.Cells = make([]Cell, max(len(above.Cells), len(below.Cells)))
	for i := range both.Cells {
		up, down := above.Cell(i), below.Cell(i)
		switch {
		case down.Continued, down.IsBlank():
			both.Cells[i] = up
		case up.Over != "":
			both.Cells[i] = Cell{Kind: Text, Value: up.Over + "\n" + down.Value, Over: up.Over}
		case up.IsBlank():
			both.Cells[i] = down
		default:
			both.Cells[i] = Cell{Kind: Text, Value: up.Value + "\n" + down.Value}
		}
	}
	return both
}
