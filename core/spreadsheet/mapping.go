package spreadsheet

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Mapping is a person's choice of what the columns of a workbook hold. The zero value says
// nothing: headers are found and matched by name.
type Mapping struct {
	Sheet int `json:"sheet"` // from 1; with Row where the headers stand
	Row   int `json:"row"`   // as spreadsheet programs show it; 0: wherever they are found
	// Columns gives columns of the sheet, by letter, the names of columns of the
	// register; an empty name has the column ignored.
	Columns map[string]string `json:"columns"`
}

var letters = regexp.MustCompile(`^[A-Z]{1,3}$`)

// ParseMapping reads a mapping as a client sends it, in JSON. An empty text is
// no mapping. Fault: Unprocessable for malformed JSON, for a column that the register lacks and
// for a column that two columns of the sheet are mapped to.
func ParseMapping(s string) (Mapping, error) {
	var m Mapping
	if strings.TrimSpace(s) == "" {
		return m, nil
	}
	invalid := func(message string) error { return fault.New(fault.Unprocessable, "invalid_mapping", message) }
	if err := json.Unmarshal([]byte(s), &m); err != nil {
		return m, fault.Wrap(err, fault.Unprocessable, "invalid_mapping", `Las columnas se asignan así: {"sheet": 1, "row": 3, "columns": {"B": "demandante", "C": ""}}.`)
	}
	if m.Row < 0 || m.Row > 0 && m.Sheet < 1 {
		return m, invalid("La fila y la hoja de los encabezados se cuentan desde 1.")
	}
	takenBy := map[string]string{}
	for _, letter := range slices.Sorted(maps.Keys(m.Columns)) {
		name := m.Columns[letter]
		switch other := takenBy[name]; {
		case !letters.MatchString(letter):
			return m, invalid(fmt.Sprintf("«%s» no es la letra de una columna; escríbala como en Excel: B.", Abbreviate(letter)))
		case name == "":
		case !slices.ContainsFunc(MappableColumns(), func(c Column) bool { return c.Name == name }):
			return m, invalid(fmt.Sprintf("«%s» no es una columna del registro.", Abbreviate(name)))
		case other != "":
			return m, invalid(fmt.Sprintf("Las columnas %s y %s no pueden ser ambas «%s»; deje una.", other, letter, name))
		default:
			takenBy[name] = letter
		}
	}
	return m, nil
}

// MappableColumns lists the columns of the register that a column of a sheet may be.
func MappableColumns() []Column {
	var all []Column
	for _, c := range columns {
		if _, known := headerNames[c.Name]; known {
			all = append(all, c)
		}
	}
	return append(all, Column{Name: colRight, Label: "Derecho invocado"})
}

// MapHeader is MatchHeader, except for the columns that m says something of.
func MapHeader(r Row, m Mapping) Header {
	others := r
	others.Cells = slices.Clone(r.Cells)
	for letter := range m.Columns {
		if i := columnOf(letter); i < len(others.Cells) {
			others.Cells[i] = Cell{}
		}
	}
	h := Header{Match: headers.Match(others)}
	for letter, name := range m.Columns {
		i := columnOf(letter)
		for len(h.headed) <= i {
			h.headed = append(h.headed, false)
		}
		if h.headed[i] = name != "" || !r.Cell(i).IsBlank(); name == "" {
			if h.headed[i] {
				h.ignore(IgnoredColumn{i, r.Cell(i).Value})
			}
			continue
		}
		h.Drop(r, name) // what was taken for it by its header
		if second, ok := h.Repeated[name]; ok {
			delete(h.Repeated, name)
			h.ignore(IgnoredColumn{second, r.Cell(second).Value})
		}
		h.take(name, i, r.Cell(i))
	}
	if !h.has(colID) {
		h.Drop(r, exportOnly...)
	}
	if !h.Has(document.FieldType) {
		h.sheetType = typeOfSheet(r.SheetName)
	}
	return h
}

// columnOf is Letter backwards.
func columnOf(letter string) int {
	n := 0
	for _, r := range letter {
		n = 26*n + int(r-'A') + 1
	}
	return n - 1
}

// Layout reports where the headers of a workbook stand, and how each of its columns is
// understood.
type Layout struct {
	Sheet, Row int // from 1; 0 when nothing was read
	Columns    []SheetColumn
	// Problem says in Spanish why no row can be read so far: columns are missing, or
	// there are two of one.
	Problem string
}

// SheetColumn is a column of a sheet.
type SheetColumn struct {
	Letter  string
	Header  string // as it is written, cut
	Name    string // of the column of the register; empty when it is ignored
	Samples []string
}

const (
	maxLayout  = 200 // columns
	maxSamples = 3   // of a column
)

// Layout describes the columns that have a header.
func (h Header) Layout(r Row) Layout {
	l := Layout{Sheet: r.Sheet + 1, Row: r.Number}
	for i := range min(len(h.headed), maxLayout) {
		c := SheetColumn{Letter: Letter(i), Header: Abbreviate(r.Cell(i).Value)}
		for name, at := range h.At {
			if at == i {
				c.Name = name
			}
		}
		l.Columns = append(l.Columns, c)
	}
	return l
}

// Sample adds the values of a row to the first that its columns have.
func (l *Layout) Sample(r Row) {
	for i, cell := range r.Cells[:min(len(r.Cells), maxLayout)] {
		if i == len(l.Columns) {
			l.Columns = append(l.Columns, SheetColumn{Letter: Letter(i)})
		}
		if c := &l.Columns[i]; !cell.IsBlank() && len(c.Samples) < maxSamples {
			value, message := cell.Plain(r.Since1904, false)
			if message != "" {
				value = cell.Value
			}
			c.Samples = append(c.Samples, Abbreviate(value))
		}
	}
}
