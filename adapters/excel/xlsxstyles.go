package excel

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/adapters/ooxml"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// numberFormat is how a format shows a number.
type numberFormat struct {
	date   bool
	digits int // at least so many, by zeros before them; 0: as many as it has
}

// readStyles learns how styles show numbers (xl/styles.xml).
func (b *book) readStyles(part string) error {
	formats := map[int]numberFormat{} // of the workbook's own
	inCells := false
	return b.Each(part, func(_ *xml.Decoder, t xml.StartElement) error {
		switch t.Name.Local {
		case "numFmt":
			if id, err := strconv.Atoi(ooxml.Attribute(t, "numFmtId")); err == nil && len(formats) < ooxml.MaxParts {
				formats[id] = formatOf(ooxml.Attribute(t, "formatCode"))
			}
		case "cellXfs":
			inCells = true
		case "cellStyleXfs", "cellStyles", "dxfs":
			inCells = false
		case "xf":
			if inCells && len(b.styles) < 1<<16 {
				id, _ := strconv.Atoi(ooxml.Attribute(t, "numFmtId"))
				b.styles = append(b.styles, styleOf(id, formats))
			}
		}
		return nil
	})
}

// styleOf returns the format with a number, of the workbook's own or of those that are always there.
func styleOf(id int, own map[int]numberFormat) numberFormat {
	if f, ok := own[id]; ok {
		return f
	}
	return numberFormat{date: builtInDate(id)}
}

func formatOf(code string) numberFormat {
	f := numberFormat{date: showsDate(code)}
	if len(code) <= maxDigits && strings.Trim(code, "0") == "" {
		f.digits = len(code)
	}
	return f
}

// maxDigits is the most digits that a number has exactly.
const maxDigits = 15

// cell returns the cell of a number.
func (f numberFormat) cell(value string) spreadsheet.Cell {
	if f.date {
		return spreadsheet.Cell{Kind: spreadsheet.Date, Value: value}
	}
	if n, err := strconv.ParseFloat(value, 64); err == nil && f.digits > 0 && n == math.Trunc(n) && 0 <= n && n < math.Pow10(maxDigits) {
		return spreadsheet.Cell{Kind: spreadsheet.Text, Value: fmt.Sprintf("%0*.0f", f.digits, n)} // 000101
	}
	return spreadsheet.Cell{Kind: spreadsheet.Number, Value: value}
}

// formatAt returns the format of a style.
func formatAt(styles []numberFormat, style int) numberFormat {
	if style < 0 || style >= len(styles) {
		return numberFormat{}
	}
	return styles[style]
}

// builtInDate reports whether a format that is always there shows dates or
// times (ECMA-376 part 1, 18.8.30).
func builtInDate(id int) bool {
	return id >= 14 && id <= 22 || id >= 27 && id <= 36 || id >= 45 && id <= 58
}

// showsDate reports whether a format shows a number as a date or a time: it has
// letters of dates that are neither quoted nor in brackets.
func showsDate(format string) bool {
	quoted, bracket := false, false
	format = strings.ToLower(format)
	if format == "general" {
		return false
	}
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\\' || c == '_' || c == '*':
			i++
		case c == '[':
			bracket = true
		case c == ']':
			bracket = false
		case !bracket && strings.IndexByte("ymdhs", c) >= 0:
			return true
		}
	}
	return false
}
