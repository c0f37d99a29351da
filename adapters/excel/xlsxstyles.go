package excel

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// readStyles learns which styles show numbers as dates (xl/styles.xml).
func (b *book) readStyles(part string) error {
	formats := map[int]bool{} // of the workbook's own, whether they show dates
	inCells := false
	return b.each(part, func(_ *xml.Decoder, t xml.StartElement) error {
		switch t.Name.Local {
		case "numFmt":
			if id, err := strconv.Atoi(attribute(t, "numFmtId")); err == nil && len(formats) < maxParts {
				formats[id] = showsDate(attribute(t, "formatCode"))
			}
		case "cellXfs":
			inCells = true
		case "cellStyleXfs", "cellStyles", "dxfs":
			inCells = false
		case "xf":
			if inCells && len(b.dates) < 1<<16 {
				id, _ := strconv.Atoi(attribute(t, "numFmtId"))
				own, ok := formats[id]
				b.dates = append(b.dates, own || !ok && builtInDate(id))
			}
		}
		return nil
	})
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
