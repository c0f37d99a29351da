// Package spreadsheet says how the register of documents is in a spreadsheet:
// which columns there are and what they may be called, what a cell may hold,
// and how a document becomes a row and a row a document.
//
// It knows nothing of file formats: an adapter turns files into rows, and rows
// into files.
package spreadsheet

import "strings"

// Kind says what a cell holds.
type Kind uint8

const (
	Empty   Kind = iota
	Text         // Value is the text
	Number       // Value is the number as the file writes it: 52418903, 5.2E+07
	Date         // Value is a number that is shown as a date or a time, or an ISO date
	Bool         // Value is 1 or 0
	Failure      // Value is what the program shows for a failed formula: #N/A
)

// Cell is the content of a cell as it was read, not yet interpreted.
type Cell struct {
	Kind  Kind   `json:"k,omitempty"`
	Value string `json:"v,omitempty"`
	Link  string `json:"-"` // URL of what the cell names, when it is written

	// Of merged cells the first has the value. Those below it in its column repeat it, and say
	// so; those to the right are empty, and say what is over them.
	Continued bool   `json:"c,omitempty"`
	Over      string `json:"o,omitempty"`
}

// Row is one row of a workbook.
type Row struct {
	Sheet     int    `json:"s,omitempty"` // from 0, in the order of the workbook
	Number    int    `json:"n"`           // from 1, as spreadsheet programs show it
	Cells     []Cell `json:"c"`           // from column A on
	SheetName string `json:"t,omitempty"`
	Hidden    bool   `json:"h,omitempty"` // the sheet is
	Since1904 bool   `json:"m,omitempty"` // numbers of days count from 1904, not 1900
}

// TextSize returns the bytes of text in the cells.
func (r Row) TextSize() (n int) {
	for _, c := range r.Cells {
		n += len(c.Value)
	}
	return n
}

// MaxCell is how many UTF-16 units a cell holds.
const MaxCell = 32_767

// Cell returns the cell of a column, counted from 0: empty beyond the last.
func (r Row) Cell(column int) Cell {
	if column < 0 || column >= len(r.Cells) {
		return Cell{}
	}
	return r.Cells[column]
}

// IsBlank reports whether nothing can be seen in the cell.
func (c Cell) IsBlank() bool {
	return c.Kind == Empty || c.Kind == Text && strings.TrimSpace(c.Value) == ""
}

// IsBlank reports whether nothing can be seen in the row, leaving out what began above it.
func (r Row) IsBlank() bool {
	for _, c := range r.Cells {
		if !c.IsBlank() && !c.Continued {
			return false
		}
	}
	return true
}
