package spreadsheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// Column is a column of a table.
type Column struct {
	Name   string // as the JSON of the service has it
	Label  string // Spanish, as export writes it
	Width  int    // in characters, as shown
	Hidden bool   // of no use to people
	Aside  bool   // not printed

	Percent bool // its numbers are shares of 1

	field document.Field
	cell  func(d *document.Document) Cell // nil where SetPairs fills it
}

// Table is the name and the columns of a sheet to write.
type Table struct {
	Name    string
	Columns []Column
}

// Register is the table of documents; see RowOf.
func Register() Table { return Table{Name: "Documentos", Columns: Columns()} }

// Columns that are no field which people write.
const (
	colID          = "id"
	colRight       = "derecho" // which export does not write: it becomes tags
	colFileName    = "file_name"
	colStatus      = "status"
	colTypedIn     = "is_manual_entry"
	colReview      = "needs_review"
	colCreatedAt   = "created_at"
	colConfidence  = "ocr_confidence"
	colValidatedAt = "validated_at"
	colValidatedBy = "validated_by"
	colRepresented = "representado"
	colDuplicateOf = "duplicate_of"
	colReason      = "duplicate_reason"
	colDecision    = "duplicate_decision"
	colOtherClaim  = "other_claim_of"
	colDue         = string(document.FieldDue)
)

// exportOnly are columns that are understood only in sheets that export wrote: those with an ID.
// In any other sheet they are reported as not understood.
var exportOnly = []string{colRepresented, colStatus, colTypedIn, colReview, colConfidence, colValidatedAt, colValidatedBy}

// moreRemarks is how many columns hold what of the remarks does not fit in
// their own: 100,000 characters of two UTF-16 units each need seven cells.
const moreRemarks = 6

// Columns lists the columns in the order in which export writes them.
func Columns() []Column { return slices.Clone(columns) }

var (
	columns = makeColumns()
	headers = vocabulary()
)

func makeColumns() []Column {
	columns := []Column{
		{Name: string(document.FieldActa), Label: "Número de acta", Width: 14},
		{Name: string(document.FieldRadicado), Label: "Radicado", Width: 26},
		{Name: string(document.FieldType), Label: "Tipo de documento", Width: 15},
		{Name: string(document.FieldPlaintiff), Label: "Demandante", Width: 26},
		{Name: string(document.FieldDefendant), Label: "Demandado", Width: 26},
		{Name: string(document.FieldCourt), Label: "Juzgado", Width: 26},
		{Name: string(document.FieldCedula), Label: "Cédula", Width: 14},
		{Name: string(document.FieldEmail), Label: "Correo", Width: 24},
		{Name: string(document.FieldPlaintiffAddress), Label: "Dirección del demandante", Width: 22},
		{Name: string(document.FieldDefendantAddress), Label: "Dirección del demandado", Width: 22},
		{Name: string(document.FieldRemarks), Label: "Observaciones", Width: 32},
		{Name: string(document.FieldTags), Label: "Etiquetas", Width: 16},
	}
	for i := range columns { // so far all are fields
		field := document.Field(columns[i].Name)
		columns[i].field = field
		columns[i].cell = func(d *document.Document) Cell { return TextCell(d.Field(field)) }
	}
	columns = append(columns,
		Column{Name: colFileName, Label: "Archivo", Width: 22, cell: func(d *document.Document) Cell { return TextCell(d.FileName) }},
		Column{Name: colStatus, Label: "Estado", Width: 14, cell: func(d *document.Document) Cell { return TextCell(statusLabels[d.Status]) }},
		Column{Name: colTypedIn, Label: "Ingreso manual", Width: 10, cell: func(d *document.Document) Cell { return yesOrNo(d.TypedIn) }},
		Column{Name: colReview, Label: "Por revisar", Width: 9, cell: func(d *document.Document) Cell { return yesOrNo(d.NeedsReview) }},
		Column{Name: colCreatedAt, Label: "Fecha de registro", Width: 20, cell: func(d *document.Document) Cell { return DateCell(d.CreatedAt) }},
		Column{Name: colDue, Label: "Vence", Width: 12, cell: dueCell},
		Column{Name: colConfidence, Label: "Confianza OCR", Width: 11, Percent: true, cell: confidenceCell},
		Column{Name: colValidatedAt, Label: "Fecha de validación", Width: 20, cell: func(d *document.Document) Cell { return DateCell(d.ValidatedAt) }},
		Column{Name: colValidatedBy, Label: "Validado por", Width: 16, cell: func(d *document.Document) Cell { return TextCell(d.ValidatedBy) }},
		Column{Name: colDuplicateOf, Label: "Duplicado de", Width: 22},
		Column{Name: colReason, Label: "Motivo", Width: 32},
		Column{Name: colDecision, Label: "Decisión", Width: 22},
		Column{Name: colOtherClaim, Label: "Otra solicitud de", Width: 22},
		Column{Name: colRepresented, Label: "Representado", Width: 26, cell: func(d *document.Document) Cell { return TextCell(d.Represented()) }},
		Column{Name: colID, Label: "ID", Width: 38, Aside: true, cell: func(d *document.Document) Cell { return TextCell(d.ID) }},
	)
	for number := 2; number < 2+moreRemarks; number++ {
		columns = append(columns, Column{Name: remarksPart(number), Label: fmt.Sprintf("Observaciones (%d)", number), Width: 12, Hidden: true,
			cell: func(d *document.Document) Cell { return part(split(d.Remarks), number) }})
	}
	return columns
}

func remarksPart(part int) string { return fmt.Sprintf("%s_%d", document.FieldRemarks, part) }

// Header tells in which column of a sheet each column of the register stands.
type Header struct {
	Match
	sheetType document.Type // of its rows, where no column says it
}

// SheetType returns the document type that the name of the sheet gives to its rows. It is empty if
// a column has the type, or if the name has none.
func (h Header) SheetType() document.Type { return h.sheetType }

// typeOfSheet returns the type that a sheet's name has the words of: DESACATOS, Tutelas 2026.
func typeOfSheet(name string) (found document.Type) {
	words := strings.Fields(HeaderKey(name))
	for _, t := range document.Types() {
		all := true
		for part := range strings.SplitSeq(string(t), "_") {
			all = all && slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, part) })
		}
		if !all || t == document.Otro {
			continue
		}
		if found != "" {
			return "" // of two kinds
		}
		found = t
	}
	return found
}

// Numbers returns the columns of the sheet that identify a document: ID, acta, radicado.
func (h Header) Numbers() (columns []int) {
	for _, name := range []string{colID, string(document.FieldActa), string(document.FieldRadicado)} {
		if h.has(name) {
			columns = append(columns, h.index(name))
		}
	}
	return columns
}

// MatchHeader reads a row as headers: Spanish labels, JSON names, or what else
// courts write. A row that holds no headers matches little or nothing; see Missing.
func MatchHeader(r Row) Header { return MapHeader(r, Mapping{}) }

// KnownColumns returns the number of columns that were found.
func (h Header) KnownColumns() int { return len(h.At) }

// Has reports whether the sheet has the column of a field.
func (h Header) Has(f document.Field) bool { return h.has(string(f)) }

// Missing lists the labels of the columns without which no row can be read.
func (h Header) Missing() []string {
	var missing []string
	for _, c := range columns {
		if !h.has(c.Name) && (c.field == document.FieldPlaintiff || c.field == document.FieldDefendant) {
			missing = append(missing, fmt.Sprintf("%s (%s)", c.Label, c.Name))
		}
	}
	if !h.Has(document.FieldActa) && !h.Has(document.FieldRadicado) && !h.has(colID) {
		missing = append([]string{"Número de acta (numero_acta)"}, missing...)
	}
	return missing
}

func (h Header) has(name string) bool { return h.index(name) >= 0 }

// RepeatedColumns describes the columns of which there are two.
func (h Header) RepeatedColumns() []string {
	var twice []string
	for _, c := range append(slices.Clone(columns), Column{Name: colRight, Label: "Derecho"}) {
		if second, ok := h.Repeated[c.Name]; ok {
			twice = append(twice, fmt.Sprintf("«%s» está en las columnas %s y %s", c.Label, Letter(h.At[c.Name]), Letter(second)))
		}
	}
	return twice
}

func vocabulary() Vocabulary {
	names := []string{colRight}
	for _, c := range columns {
		names = append(names, c.Name)
	}
	v := NewVocabulary(names...)
	for _, c := range columns {
		v[HeaderKey(c.Label)] = c.Name
	}
	return v
}

// LabelOf returns the Spanish name of a column of the register, or its own name without one.
func LabelOf(name string) string {
	for _, c := range Columns() {
		if c.Name == name {
			return c.Label
		}
	}
	return name
}
