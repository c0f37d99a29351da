package spreadsheet

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/cotejo/cotejo/core/document"
)

// RowOf returns the cells of a document, one for each column of Columns. SetPairs fills those about other documents.
func RowOf(d *document.Document) []Cell {
	cells := make([]Cell, len(columns))
	for i, c := range columns {
		if c.cell != nil {
			cells[i] = c.cell(d)
		}
	}
	return cells
}

// statusLabels are the statuses as people read them.
var statusLabels = map[document.Status]string{
	document.Processed: "Procesado", document.ManualEntry: "Ingresado a mano", document.Imported: "Importado", document.Validated: "Validado",
}

// LinkOriginal links the name of the file in a row that RowOf returned.
func LinkOriginal(row []Cell, url string) { row[fileNameAt].Link = url }

var fileNameAt, duplicateOfAt = columnIndex(colFileName), columnIndex(colDuplicateOf)

func columnIndex(name string) int {
	return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
}

// dueCell is empty where no term runs.
func dueCell(d *document.Document) Cell {
	if d.Deadline() == 0 {
		return Cell{}
	}
	return DateCell(d.Deadline().Begin())
}

// confidenceCell is empty where nothing was read.
func confidenceCell(d *document.Document) Cell {
	if d.OCRConfidence == 0 {
		return Cell{}
	}
	return Cell{Kind: Number, Value: strconv.FormatFloat(d.OCRConfidence, 'f', -1, 64)}
}

func yesOrNo(yes bool) Cell {
	if yes {
		return Cell{Kind: Text, Value: "Sí"}
	}
	return Cell{Kind: Text, Value: "No"}
}

// TextCell holds as much of a text as a cell can; nothing when it is empty.
func TextCell(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Cell{Kind: Text, Value: split(s)[0]}
}

func part(parts []string, number int) Cell {
	if number > len(parts) || parts[number-1] == "" {
		return Cell{}
	}
	return Cell{Kind: Text, Value: parts[number-1]}
}

// split cuts a text into pieces that fit into a cell; it has at least one.
func split(s string) []string {
	if len(s) <= MaxCell { // no character has more UTF-16 units than bytes
		return []string{s}
	}
	var parts []string
	start, units := 0, 0
	for i, r := range s {
		n := max(1, utf16.RuneLen(r))
		if units+n > MaxCell {
			parts = append(parts, s[start:i])
			start, units = i, 0
		}
		units += n
	}
	return append(parts, s[start:])
}

// DefaultName is the name of an exported workbook that the client does not name.
const DefaultName = "indice_documentos"

// Extensions of the files that export writes.
const (
	WorkbookExtension = ".xlsx"
	CSVExtension      = ".csv"
)

// FileName returns a safe file name for the one that a client asked for, with or without the extension.
func FileName(asked, extension string) string {
	asked = strings.TrimSpace(asked)
	if begin := len(asked) - len(extension); begin >= 0 && strings.EqualFold(asked[begin:], extension) {
		asked = asked[:begin]
	}
	return document.CleanName(asked, DefaultName) + extension
}
