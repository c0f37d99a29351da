package sheet

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/cotejo/cotejo/core/document"
)

// RowOf returns the cells of a document, one a column of Columns.
func RowOf(d *document.Document) []Cell {
	cells := make([]Cell, len(columns))
	remarks := split(d.Remarks)
	for i, c := range columns {
		switch {
		case c.field == document.FieldRemarks:
			cells[i] = part(remarks, 1)
		case c.field != "":
			cells[i] = TextCell(d.Field(c.field))
		}
	}
	tail := cells[len(document.Fields()):]
	copy(tail, []Cell{
		TextCell(d.FileName), TextCell(statusLabels[d.Status]), yesOrNo(d.TypedIn), yesOrNo(d.NeedsReview), DateCell(d.CreatedAt),
		confidenceCell(d.OCRConfidence),
		DateCell(d.ValidatedAt), TextCell(d.ValidatedBy), TextCell(d.ID),
	})
	for n := range moreRemarks {
		cells[len(columns)-moreRemarks+n] = part(remarks, 2+n)
	}
	return cells
}

// statusLabels are the statuses as people read them.
var statusLabels = map[document.Status]string{
	document.Processed: "Procesado", document.ManualEntry: "Ingresado a mano", document.Imported: "Importado", document.Validated: "Validado",
}

// LinkOriginal links the name of the file in a row that RowOf returned.
func LinkOriginal(row []Cell, url string) { row[fileNameAt].Link = url }

var fileNameAt = slices.IndexFunc(columns, func(c Column) bool { return c.Name == colFileName })

// confidenceCell is empty where nothing was read.
func confidenceCell(confidence float64) Cell {
	if confidence == 0 {
		return Cell{}
	}
	return Cell{Kind: Number, Value: strconv.FormatFloat(confidence, 'f', -1, 64)}
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

// DefaultName is what an exported workbook is called when nobody names it.
const DefaultName = "indice_documentos"

// Extensions of the files that export writes.
const (
	WorkbookExtension = ".xlsx"
	CSVExtension      = ".csv"
)

// FileName makes a safe file name of what a client asked for, with the
// extension that it may have or not.
func FileName(asked string) string {
	asked = strings.TrimSpace(asked)
	if len(asked) >= 5 && strings.EqualFold(asked[len(asked)-5:], WorkbookExtension) {
		asked = asked[:len(asked)-5]
	}
	return document.CleanName(asked, DefaultName) + WorkbookExtension
}
