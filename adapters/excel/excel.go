// Package excel writes Excel workbooks (.xlsx, ECMA-376) and reads them, also old ones (.xls,
// BIFF8).
//
// It holds a few rows at a time, so a register of a million rows takes little more memory than
// one of ten. It writes with excelize, which moves data over some megabytes to a temporary
// file. It reads with its own parser: the reader must distinguish a number from a text of
// digits, and must not trust the sizes that a workbook declares.
package excel

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/ports"
)

// Writer writes workbooks of one sheet. The same rows make the same bytes. It is safe for concurrent use.
type Writer struct {
	// TempDir holds the rows of a large sheet until it is done; "" means the system's.
	TempDir string
}

var _ ports.WorkbookWriter = Writer{}

// maxRows is how many rows a sheet has.
const maxRows = excelize.TotalRows

// Write implements ports.WorkbookWriter. A text is cut at spreadsheet.MaxCell.
// Whatever becomes of it, no temporary file is left.
func (w Writer) Write(ctx context.Context, out io.Writer, table spreadsheet.Table, rows func(add func([]spreadsheet.Cell) error) error) (err error) {
	file := excelize.NewFile(excelize.Options{TmpDir: w.TempDir})
	defer func() {
		if closing := file.Close(); err == nil {
			err = failed(closing)
		}
	}()
	s, err := begin(file, table)
	if err != nil {
		return failed(err)
	}
	if err := rows(func(cells []spreadsheet.Cell) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return s.add(cells)
	}); err != nil {
		return err
	}
	if err := s.end(); err != nil {
		return failed(err)
	}
	return failed(save(ctx, file, out))
}

func failed(err error) error {
	if err != nil {
		return fmt.Errorf("writing a workbook: %w", err)
	}
	return nil
}

// sheetWriter writes the rows of a sheet.
type sheetWriter struct {
	file   *excelize.File
	stream *excelize.StreamWriter
	table  spreadsheet.Table
	styles styles
	row    int
	lines  int // that the highest cell of the row takes
	links  []link
	cells  []excelize.Cell
	values []any // what is handed on of a row: pointers into cells, nil where a cell is empty
}

// link is a hyperlink of a cell.
type link struct{ cell, url string }

// maxLinks bounds the hyperlinks of a sheet: excelize compares each with all
// others, and Excel takes no more than 65,530.
const maxLinks = 5_000

// begin makes the sheet with its columns and writes their headers.
func begin(file *excelize.File, table spreadsheet.Table) (*sheetWriter, error) {
	styles, err := prepare(file, table.Name)
	if err != nil {
		return nil, err
	}
	stream, err := file.NewStreamWriter(table.Name)
	if err != nil {
		return nil, err
	}
	n := len(table.Columns)
	s := &sheetWriter{file: file, stream: stream, table: table, styles: styles, cells: make([]excelize.Cell, n), values: make([]any, n)}
	if err := stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return nil, err
	}
	for i, c := range table.Columns {
		if err := s.column(i+1, c); err != nil {
			return nil, err
		}
		s.put(i, styles.header, c.Label)
		s.lines = max(s.lines, linesOf(c.Label, c.Width))
	}
	return s, s.flush()
}

func (s *sheetWriter) column(number int, c spreadsheet.Column) error {
	if err := s.stream.SetColWidth(number, number, float64(c.Width)); err != nil {
		return err
	}
	style := s.styles.text
	if c.Hidden {
		style = s.styles.line
	}
	if err := s.stream.SetColStyle(number, number, style); err != nil {
		return err
	}
	if !c.Hidden {
		return nil
	}
	return s.stream.SetColVisible(number, number, false)
}

// add writes a row of at most as many cells as there are columns.
func (s *sheetWriter) add(cells []spreadsheet.Cell) error {
	if s.row == maxRows {
		return tooManyRows()
	}
	clear(s.values)
	s.lines = 1
	for i, c := range cells {
		if column := s.table.Columns[i]; c.Kind == spreadsheet.Text && !column.Hidden {
			s.lines = max(s.lines, linesOf(c.Value, column.Width))
		}
		switch c.Kind {
		case spreadsheet.Text:
			style := s.styles.text
			switch {
			case looksLikeFormula(c.Value):
				style = s.styles.quoted
			case s.table.Columns[i].Hidden:
				style = s.styles.line // which makes no row high that people see
			case c.Link != "" && len(s.links) < maxLinks:
				style = s.styles.link
				s.links = append(s.links, link{spreadsheet.Letter(i) + strconv.Itoa(s.row+1), c.Link})
			}
			s.put(i, style, mark(c.Value))
		case spreadsheet.Date:
			t, ok := c.Time()
			if !ok {
				return failed(fmt.Errorf("%q is not a date", c.Value))
			}
			s.put(i, s.styles.date, t.In(document.Colombia())) // of numbers only 15 digits are written: not enough for microseconds
		case spreadsheet.Number:
			n, err := strconv.ParseFloat(c.Value, 64)
			if err != nil {
				return failed(err)
			}
			style := s.styles.number
			if s.table.Columns[i].Percent {
				style = s.styles.percent
			}
			s.put(i, style, n)
		}
	}
	return failed(s.flush())
}

func (s *sheetWriter) put(column, style int, value any) {
	s.cells[column] = excelize.Cell{StyleID: style, Value: value}
	s.values[column] = &s.cells[column]
}

func (s *sheetWriter) flush() error {
	s.row++
	return s.stream.SetRow("A"+strconv.Itoa(s.row), s.values, excelize.RowOpts{Height: lineHeight * float64(min(s.lines, maxLines))})
}

// Rows have their height written, since not every program finds it by itself.
const (
	lineHeight = 15 // points
	maxLines   = 12 // of a long remark the rest is seen in the cell
)

// linesOf estimates how many lines a text takes in a column of that width, in characters.
func linesOf(s string, width int) int {
	lines := 0
	for line := range strings.SplitSeq(s, "\n") {
		// A line ends with a whole word: a tenth of the room is lost.
		lines += 1 + max(0, utf8.RuneCountInString(line)*11/10-1)/width
		if lines >= maxLines {
			break
		}
	}
	return lines
}

// end lets people filter by what they see, and ends the sheet.
func (s *sheetWriter) end() error {
	shown := 0
	for _, c := range s.table.Columns {
		if !c.Hidden {
			shown++
		}
	}
	if err := s.file.AutoFilter(s.table.Name, fmt.Sprintf("A1:%s%d", spreadsheet.Letter(shown-1), s.row), nil); err != nil {
		return err
	}
	if err := printed(s.file, s.table, s.row); err != nil {
		return err
	}
	for _, l := range s.links {
		if err := s.file.SetCellHyperLink(s.table.Name, l.cell, l.url, "External"); err != nil {
			return err
		}
	}
	return s.stream.Flush()
}

// looksLikeFormula reports whether a program that is careless with text, or a
// person who edits the cell, could make a formula of it.
func looksLikeFormula(s string) bool {
	switch s[0] {
	case '=', '+', '-', '@', '\t', '\r':
		return true
	}
	return false
}
