package mupdf

import (
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// A page is drawn in any order. Most programs draw one column after the other; some draw line
// by line across both. This file finds columns by the gutter between them. It also puts the
// lines together that MuPDF parts because justification made their spaces wide.

const (
	minGutter      = 0.8  // of the height of a line
	minColumnLines = 6    // lines on both sides of a gutter; fewer are a letterhead or signatures
	fullLine       = 0.75 // of the width of its column, from which on a line is prose
	fullLines      = 0.6  // share of such lines in a column: cells of tables and forms are shorter
	minLineWords   = 3    // on average in a line of a column
	equalSpaces    = 0.1  // of the height of a line: by how much the spaces of a justified line differ

	// Bounds of the work on a hostile page.
	maxParts  = 64 // of a row
	maxNested = 3  // gutters within columns
)

// row is the part of lines on one baseline that are drawn one after the other: lines[first:end].
type row struct{ first, end int }

// interval is a vertical band of a page.
type interval struct{ x0, x1 float64 }

// inColumns returns lines that are drawn across columns in the order in which they are read.
func inColumns(lines []textLine, nested int) []textLine {
	if nested > maxNested {
		return lines
	}
	rows := rowsOf(lines)
	for i := 0; i < len(rows); {
		if n := rows[i].end - rows[i].first; n < 2 || n > maxParts {
			i++
			continue
		}
		end, gutter := followGutter(lines, rows, i)
		if end-i < minColumnLines {
			i = end
			continue
		}
		left, right := parted(lines[rows[i].first:rows[end-1].end], gutter)
		if isColumn(left) && isColumn(right) {
			begin := lines[rows[i].first].beginsBlock
			left, right = inColumns(left, nested+1), inColumns(right, nested+1)
			left[0].beginsBlock, right[0].beginsBlock = begin, true
			copy(lines[rows[i].first:], append(left, right...))
			if end < len(rows) {
				lines[rows[end].first].beginsBlock = true
			}
		}
		i = end
	}
	return lines
}

// rowsOf groups lines that are drawn one after the other on one baseline, from left to right.
func rowsOf(lines []textLine) (rows []row) {
	for i, l := range lines {
		if i > 0 && isBeside(lines[i-1], l) {
			rows[len(rows)-1].end++
			continue
		}
		rows = append(rows, row{i, i + 1})
	}
	return rows
}

// isBeside reports whether next stands to the right of l on its baseline.
func isBeside(l, next textLine) bool {
	shared := min(l.box.Y1, next.box.Y1) - max(l.box.Y0, next.box.Y0)
	return l.isLevel && next.isLevel && next.box.X0 >= l.box.X1 && 2*shared > max(height(l.box), height(next.box))
}

func height(b document.Box) float64 { return b.Y1 - b.Y0 }

// followGutter follows the gaps of the first row downwards as long as one of them stays free of
// words. It returns the row where this ends, and the widest such gap of the rows before.
func followGutter(lines []textLine, rows []row, first int) (end int, gutter interval) {
	free := gapsOf(lines[rows[first].first:rows[first].end])
	end = first + 1
	for lowest := lines[rows[first].first].box; end < len(rows); end++ {
		current := lines[rows[end].first:rows[end].end]
		box := current[0].box
		if !current[0].isLevel || len(current) > maxParts || box.Y0 < lowest.Y0 {
			break
		}
		isFar := box.Y0-lowest.Y1 > height(lowest)
		if len(current) == 1 && isFar && box.X1 <= widest(free).x1 {
			break // what follows a left column at a distance may be a footer
		}
		next := shared(free, gapsOf(current))
		next = slices.DeleteFunc(next, func(gap interval) bool { return gap.x1-gap.x0 < minGutter*height(box) })
		if len(next) == 0 {
			break
		}
		free, lowest = next, box
	}
	return end, widest(free)
}

// gapsOf returns the bands beside and between the lines of a row.
func gapsOf(row []textLine) []interval {
	const edge = 1e9 // far beyond any page
	var gaps []interval
	if len(row) > 1 {
		for i := range row[1:] {
			gaps = append(gaps, interval{row[i].box.X1, row[i+1].box.X0})
		}
		return gaps
	}
	return []interval{{-edge, row[0].box.X0}, {row[0].box.X1, edge}}
}

// shared returns the intersections of two sorted lists of bands.
func shared(a, b []interval) (both []interval) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if x0, x1 := max(a[i].x0, b[j].x0), min(a[i].x1, b[j].x1); x0 < x1 {
			both = append(both, interval{x0, x1})
		}
		if a[i].x1 < b[j].x1 {
			i++
		} else {
			j++
		}
	}
	return both
}

func widest(gaps []interval) interval {
	return slices.MaxFunc(gaps, func(a, b interval) int {
		if a.x1-a.x0 < b.x1-b.x0 {
			return -1
		}
		return 1
	})
}

// parted returns the lines on both sides of a gutter. A block begins where the distance to the
// line above is wide.
func parted(lines []textLine, gutter interval) (left, right []textLine) {
	const wide = 0.5 // of the height of a line
	for _, l := range lines {
		side := &left
		if l.box.X0 >= gutter.x1 {
			side = &right
		}
		if n := len(*side); n > 0 {
			above := (*side)[n-1].box
			l.beginsBlock = l.box.Y0-above.Y1 > wide*height(above)
		}
		*side = append(*side, l)
	}
	return left, right
}

// isColumn reports whether lines are prose that fills a column.
func isColumn(lines []textLine) bool {
	rows := rowsOf(lines)
	words := 0
	column := interval{lines[0].box.X0, lines[0].box.X1}
	for _, l := range lines {
		column = interval{min(column.x0, l.box.X0), max(column.x1, l.box.X1)}
		words += len(l.words)
	}
	full := 0
	for _, r := range rows {
		if lines[r.end-1].box.X1-lines[r.first].box.X0 >= fullLine*(column.x1-column.x0) {
			full++
		}
	}
	return len(rows) >= minColumnLines && words >= minLineWords*len(rows) && float64(full) >= fullLines*float64(len(rows))
}

// joinJustified marks lines that continue the one before because all spaces of their row are
// equal: justification made them wide. Another line of the paragraph follows, and its words
// stand under those spaces. Cells of a table stand at unequal distances or one under the other.
func joinJustified(lines []textLine) []textLine {
	rows := rowsOf(lines)
	for i, r := range rows[:max(0, len(rows)-1)] {
		parts, below := lines[r.first:r.end], lines[rows[i+1].first:rows[i+1].end]
		if len(parts) > 2 && len(parts) <= maxParts && !below[0].beginsBlock &&
			areEqual(spacesOf(parts), equalSpaces*height(parts[0].box)) && coversGap(below, parts) {
			for j := range parts[1:] {
				parts[j+1].continues = true
			}
		}
	}
	return lines
}

// coversGap reports whether a word of below stands under the middle of a gap between parts.
func coversGap(below, parts []textLine) bool {
	for _, gap := range gapsOf(parts) {
		middle := (gap.x0 + gap.x1) / 2
		for _, l := range below {
			if slices.ContainsFunc(l.words, func(w document.Word) bool { return w.Box.X0 < middle && middle < w.Box.X1 }) {
				return true
			}
		}
	}
	return false
}

// spacesOf returns the widths of the spaces between the words of a row.
func spacesOf(row []textLine) (widths []float64) {
	var last document.Box
	for i, l := range row {
		for j, w := range l.words {
			if i+j > 0 {
				widths = append(widths, w.Box.X0-last.X1)
			}
			last = w.Box
		}
	}
	return widths
}

func areEqual(widths []float64, tolerance float64) bool {
	return slices.Max(widths)-slices.Min(widths) <= tolerance
}
