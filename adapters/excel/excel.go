// Package excel writes workbooks of Excel (.xlsx, ECMA-376) and reads them,
// old ones (.xls, BIFF8) as well.
//
// Both ways it holds one row at a time, so that a register of a million rows
// takes no more memory than one of ten. That, and that a reader must know a
// number from a text that looks like one, is why it does not stand on a
// library that builds workbooks in memory.
package excel

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/cotejo/cotejo/core/sheet"
	"github.com/cotejo/cotejo/ports"
)

// MediaType is that of the workbooks that Writer writes.
const MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Writer writes workbooks of one sheet. The same rows make the same bytes. It is safe for concurrent use.
type Writer struct{}

var _ ports.WorkbookWriter = Writer{}

// maxRows is how many rows a sheet has.
const maxRows = 1 << 20

// Write implements ports.WorkbookWriter.
func (Writer) Write(ctx context.Context, w io.Writer, table sheet.Table, rows func(add func([]sheet.Cell) error) error) error {
	z := zip.NewWriter(w)
	// The sheet is the same few words over and over: the fastest level makes
	// it nearly as small as the best, in a third of the time.
	z.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed) })
	for _, p := range parts(table.Name) {
		if err := writePart(z, p.name, p.content); err != nil {
			return err
		}
	}
	out, err := z.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return fmt.Errorf("writing a workbook: %w", err)
	}
	s := &sheetWriter{columns: table.Columns, out: bufio.NewWriterSize(out, 64<<10)}
	s.begin()
	if err := rows(func(cells []sheet.Cell) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return s.add(cells)
	}); err != nil {
		return err
	}
	s.end()
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("writing a workbook: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("writing a workbook: %w", err)
	}
	return nil
}

func writePart(z *zip.Writer, name, content string) error {
	out, err := z.Create(name)
	if err == nil {
		_, err = io.WriteString(out, content)
	}
	if err != nil {
		return fmt.Errorf("writing a workbook: %w", err)
	}
	return nil
}

// sheetWriter writes the XML of a sheet. What it cannot write, out remembers
// until it is flushed.
type sheetWriter struct {
	columns []sheet.Column
	out     *bufio.Writer
	row     int
	scratch []byte
}

func (s *sheetWriter) begin() {
	s.out.WriteString(xmlHead + `<worksheet xmlns="` + mainSpace + `"><sheetViews><sheetView workbookViewId="0">` +
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`)
	for i, c := range s.columns {
		style, hidden := styleText, ""
		if c.Hidden {
			hidden = ` hidden="1"`
		}
		fmt.Fprintf(s.out, `<col min="%d" max="%d" width="%d" style="%d"%s customWidth="1"/>`, i+1, i+1, c.Width, style, hidden)
	}
	s.out.WriteString(`</cols><sheetData>`)
	s.open()
	for i, c := range s.columns {
		s.text(i, styleHeader, c.Label)
	}
	s.out.WriteString(`</row>`)
}

func (s *sheetWriter) end() {
	shown := 0
	for _, c := range s.columns {
		if !c.Hidden {
			shown++
		}
	}
	fmt.Fprintf(s.out, `</sheetData><autoFilter ref="A1:%s%d"/></worksheet>`, sheet.Letter(shown-1), s.row)
}

func (s *sheetWriter) add(cells []sheet.Cell) error {
	if s.row == maxRows {
		return tooManyRows()
	}
	s.open()
	for i, c := range cells {
		switch c.Kind {
		case sheet.Text:
			style := styleText
			if looksLikeFormula(c.Value) {
				style = styleQuoted
			}
			s.text(i, style, c.Value)
		case sheet.Number:
			s.number(i, styleNumber, c.Value)
		case sheet.Date:
			s.number(i, styleDate, c.Value)
		}
	}
	_, err := s.out.WriteString(`</row>`)
	return err
}

func (s *sheetWriter) open() {
	s.row++
	s.scratch = append(strconv.AppendInt(append(s.scratch[:0], `<row r="`...), int64(s.row), 10), `">`...)
	s.out.Write(s.scratch)
}

// cell begins a cell: <c r="B7" s="2"
func (s *sheetWriter) cell(column, style int) {
	b := append(s.scratch[:0], `<c r="`...)
	b = append(b, sheet.Letter(column)...)
	b = strconv.AppendInt(b, int64(s.row), 10)
	b = append(b, `" s="`...)
	b = strconv.AppendInt(b, int64(style), 10)
	s.scratch = append(b, '"')
	s.out.Write(s.scratch)
}

func (s *sheetWriter) text(column, style int, value string) {
	s.cell(column, style)
	s.out.WriteString(` t="inlineStr"><is><t xml:space="preserve">`)
	escape(s.out, value)
	s.out.WriteString(`</t></is></c>`)
}

func (s *sheetWriter) number(column, style int, value string) {
	s.cell(column, style)
	s.out.WriteString(`><v>`)
	escape(s.out, value)
	s.out.WriteString(`</v></c>`)
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
