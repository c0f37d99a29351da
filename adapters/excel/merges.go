package excel

import (
	"slices"

	"github.com/cotejo/cotejo/core/spreadsheet"
)

// maxMerges bounds the merged cells of a sheet that are looked at.
const maxMerges = 10_000

// merges are the merged cells of a sheet, and the values of those that the rows so far began.
type merges struct {
	areas  []area // by first row
	sorted bool
	next   int // the first area that has not begun
	begun  []area
	width  int // of those that have begun: they lie beside one another
}

// area is what one merged cell spans, rows from 1 and columns from 0, both ends included.
type area struct {
	top, bottom, left, right int
	value                    spreadsheet.Cell // of its first cell
}

func (a area) columns() int { return a.right - a.left + 1 }

// add adds a merged cell. One that cannot be is not there.
func (m *merges) add(a area) {
	a.right = min(a.right, maxColumns-1)
	if a.top <= a.bottom && a.left <= a.right && len(m.areas) < maxMerges {
		m.areas = append(m.areas, a)
	}
}

// fill gives the cells of a row what merged cells over them say. Rows come in their order.
func (m *merges) fill(row int, cells []spreadsheet.Cell) []spreadsheet.Cell {
	if !m.sorted {
		slices.SortStableFunc(m.areas, func(a, b area) int { return a.top - b.top })
		m.sorted = true
	}
	m.begun = slices.DeleteFunc(m.begun, func(a area) bool {
		if a.bottom < row {
			m.width -= a.columns()
		}
		return a.bottom < row
	})
	for ; m.next < len(m.areas) && m.areas[m.next].top <= row; m.next++ {
		a := m.areas[m.next]
		if a.top == row && a.left < len(cells) { // where it is less, the first row is blank
			a.value = cells[a.left]
		}
		if a.value.Kind != spreadsheet.Empty && a.bottom >= row && m.width+a.columns() <= maxColumns {
			m.begun = append(m.begun, a)
			m.width += a.columns()
		}
	}
	for _, a := range m.begun {
		for len(cells) <= a.right {
			cells = append(cells, spreadsheet.Cell{})
		}
		if row > a.top && cells[a.left].Kind == spreadsheet.Empty {
			cells[a.left] = a.value
			cells[a.left].Continued = true
		}
		for column := a.left + 1; column <= a.right; column++ {
			if cells[column].Kind == spreadsheet.Empty && a.value.Kind == spreadsheet.Text {
				cells[column].Over = a.value.Value
			}
		}
	}
	return cells
}
