package excel

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/adapters/ooxml"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// readSheet hands the rows of a sheet to visit. What the sheet says of its own
// dimensions is not believed, nor needed.
func (b *book) readSheet(s sheet, number int, visit func(spreadsheet.Row) error) error {
	merged, err := b.mergedCells(s.part)
	if err != nil {
		return err
	}
	row := spreadsheet.Row{Sheet: number, SheetName: s.name, Hidden: s.hidden, Since1904: b.since1904}
	last := 0
	hand := func() error {
		if row.Number == 0 {
			return nil
		}
		last = row.Number
		row.Cells = merged.fill(row.Number, row.Cells)
		return visit(row)
	}
	column := -1
	err = b.Each(s.part, func(d *xml.Decoder, t xml.StartElement) error {
		switch t.Name.Local {
		case "row":
			if err := hand(); err != nil {
				return err
			}
			n, err := position(ooxml.Attribute(t, "r"), last+1, maxRows)
			if err != nil {
				return fmt.Errorf("row %d follows row %q: %w", last, ooxml.Attribute(t, "r"), err)
			}
			row.Number, row.Cells, column = n, nil, -1
		case "c":
			if row.Number == 0 {
				return errors.New("a cell outside of a row")
			}
			at, err := columnOf(ooxml.Attribute(t, "r"), column+1)
			if err != nil {
				return err
			}
			column = at
			cell, err := b.cell(d, t)
			if err != nil || cell.Kind == spreadsheet.Empty || column >= maxColumns {
				return err
			}
			for len(row.Cells) < column {
				row.Cells = append(row.Cells, spreadsheet.Cell{})
			}
			row.Cells = append(row.Cells, cell)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return hand()
}

// mergedCells reads the merged cells of a sheet: they stand behind its rows.
func (b *book) mergedCells(part string) (*merges, error) {
	in, err := b.Open(part)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	m := &merges{}
	text := bufio.NewReaderSize(in, 64<<10)
	for {
		tag, err := text.ReadSlice('>')
		if ref := mergedRange.FindSubmatch(tag); ref != nil {
			m.add(areaOf(ref))
		}
		if errors.Is(err, io.EOF) {
			return m, nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

var mergedRange = regexp.MustCompile(`<(?:\w+:)?mergeCell\s[^>]*ref="([A-Za-z]+)([0-9]+):([A-Za-z]+)([0-9]+)"`)

// areaOf is what a match of mergedRange spans; columns or rows that cannot be are 0.
func areaOf(ref [][]byte) area {
	left, _ := columnOf(string(ref[1]), 0)
	top, _ := strconv.Atoi(string(ref[2]))
	right, _ := columnOf(string(ref[3]), 0)
	bottom, _ := strconv.Atoi(string(ref[4]))
	return area{top: top, bottom: bottom, left: left, right: right}
}

var errPlace = errors.New("it is out of place")

// position reads the number of a row: empty means the next one.
func position(s string, next, most int) (int, error) {
	if s == "" {
		s = strconv.Itoa(next)
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < next || n > most {
		return 0, errPlace
	}
	return n, nil
}

// columnOf reads the column of a reference such as B7, counted from 0: an empty
// one means the next.
func columnOf(ref string, next int) (int, error) {
	if ref == "" {
		ref = spreadsheet.Letter(next)
	}
	n := 0
	for _, c := range []byte(strings.ToUpper(strings.TrimRight(ref, "0123456789"))) {
		if c < 'A' || c > 'Z' || n > lastColumn {
			return 0, errPlace
		}
		n = n*26 + int(c-'A') + 1
	}
	if n-1 < next || n > lastColumn {
		return 0, errPlace
	}
	return n - 1, nil
}

// cell reads a cell that has begun, up to its end.
func (b *book) cell(d *xml.Decoder, t xml.StartElement) (spreadsheet.Cell, error) {
	kind := ooxml.Attribute(t, "t")
	var value strings.Builder
	inValue := false
	for {
		token, err := d.RawToken()
		if err != nil {
			return spreadsheet.Cell{}, unexpectedEnd(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			switch x.Name.Local {
			case "v":
				inValue = true
			case "is":
				text, err := richText(d, "is")
				if err != nil {
					return spreadsheet.Cell{}, err
				}
				value.WriteString(text)
			case "c", "row":
				return spreadsheet.Cell{}, errors.New("a cell without an end")
			}
		case xml.CharData:
			if inValue {
				if value.Len()+len(x) > ooxml.MaxToken {
					return spreadsheet.Cell{}, tooBig(nil)
				}
				value.Write(x)
			}
		case xml.EndElement:
			switch x.Name.Local {
			case "v":
				inValue = false
			case "c":
				return b.meaning(kind, ooxml.Attribute(t, "s"), value.String())
			}
		}
	}
}

// meaning says what a value of a cell is (ECMA-376 part 1, 18.18.11).
func (b *book) meaning(kind, style, value string) (spreadsheet.Cell, error) {
	if value == "" {
		return spreadsheet.Cell{}, nil
	}
	switch kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(value))
		text, ok := b.strings.at(i)
		if err != nil || !ok {
			return spreadsheet.Cell{}, fmt.Errorf("there is no shared text %q", value)
		}
		if text == "" {
			return spreadsheet.Cell{}, nil
		}
		return spreadsheet.Cell{Kind: spreadsheet.Text, Value: text}, nil
	case "inlineStr":
		return spreadsheet.Cell{Kind: spreadsheet.Text, Value: value}, nil
	case "str":
		return spreadsheet.Cell{Kind: spreadsheet.Text, Value: unescape(value)}, nil
	case "b":
		if ooxml.IsTrue(value) {
			return spreadsheet.Cell{Kind: spreadsheet.Bool, Value: "1"}, nil
		}
		return spreadsheet.Cell{Kind: spreadsheet.Bool, Value: "0"}, nil
	case "e":
		return spreadsheet.Cell{Kind: spreadsheet.Failure, Value: value}, nil
	case "d":
		return spreadsheet.Cell{Kind: spreadsheet.Date, Value: value}, nil
	}
	s, err := strconv.Atoi(style)
	if err != nil {
		s = -1
	}
	return formatAt(b.styles, s).cell(value), nil
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
