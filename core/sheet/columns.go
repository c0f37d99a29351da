package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/text"
)

// Column is a column of a table.
type Column struct {
	Name   string // as the JSON of the service has it
	Label  string // Spanish, as export writes it
	Width  int    // in characters, as shown
	Hidden bool   // of no use to people

	aliases []string // what else it may be called, folded
	field   document.Field
}

// Table is what a sheet of a workbook is written as: its name and its columns.
type Table struct {
	Name    string
	Columns []Column
}

// Register is the table of documents; see RowOf.
func Register() Table { return Table{Name: "Documentos", Columns: Columns()} }

// Columns that are no field which people write.
const (
	colID          = "id"
	colFileName    = "file_name"
	colStatus      = "status"
	colTypedIn     = "is_manual_entry"
	colCreatedAt   = "created_at"
	colConfidence  = "ocr_confidence"
	colValidatedAt = "validated_at"
	colValidatedBy = "validated_by"
)

// moreRemarks is how many columns hold what of the remarks does not fit in
// their own: 100,000 characters of two UTF-16 units each need seven cells.
const moreRemarks = 6

// Columns lists the columns in the order in which export writes them.
func Columns() []Column { return slices.Clone(columns) }

var (
	columns = makeColumns()
	headers = headerNames() // what a header may be called, and the name of its column
)

func makeColumns() []Column {
	columns := []Column{
		{Name: string(document.FieldActa), Label: "Número de acta", Width: 16, aliases: []string{"acta", "no acta", "n acta", "nro acta"}},
		{Name: string(document.FieldRadicado), Label: "Radicado", Width: 26, aliases: []string{"numero radicado", "numero radicacion", "radicacion", "no radicado", "nro radicado"}},
		{Name: string(document.FieldType), Label: "Tipo de documento", Width: 18, aliases: []string{"tipo", "doc type"}},
		{Name: string(document.FieldPlaintiff), Label: "Demandante", Width: 34, aliases: []string{"accionante", "nombre demandante", "demandantes"}},
		{Name: string(document.FieldDefendant), Label: "Demandado", Width: 34, aliases: []string{"accionado", "nombre demandado", "demandados"}},
		{Name: string(document.FieldCourt), Label: "Juzgado", Width: 34, aliases: []string{"despacho"}},
		{Name: string(document.FieldCedula), Label: "Cédula", Width: 14, aliases: []string{"cc", "c c", "numero cedula", "no cedula", "nro cedula", "n cedula", "cedula ciudadania", "cedula demandante",
			"cedula accionante", "identificacion", "numero identificacion", "no identificacion", "documento", "documento identidad", "numero documento", "no documento", "n documento", "n identificacion"}},
		{Name: string(document.FieldEmail), Label: "Correo", Width: 28, aliases: []string{"correo electronico", "email", "e mail"}},
		{Name: string(document.FieldPlaintiffAddress), Label: "Dirección del demandante", Width: 30, aliases: []string{"direccion accionante"}},
		{Name: string(document.FieldDefendantAddress), Label: "Dirección del demandado", Width: 30, aliases: []string{"direccion accionado"}},
		{Name: string(document.FieldRemarks), Label: "Observaciones", Width: 40, aliases: []string{"observacion"}},
		{Name: string(document.FieldTags), Label: "Etiquetas", Width: 20, aliases: []string{"etiqueta"}},
	}
	for i := range columns { // so far all are fields
		columns[i].field = document.Field(columns[i].Name)
	}
	columns = append(columns,
		Column{Name: colFileName, Label: "Archivo", Width: 28, aliases: []string{"nombre archivo"}},
		Column{Name: colStatus, Label: "Estado", Width: 14},
		Column{Name: colTypedIn, Label: "Ingreso manual", Width: 14},
		Column{Name: colCreatedAt, Label: "Fecha de registro", Width: 20, aliases: []string{"fecha", "fecha creacion", "fecha ingreso", "fecha recepcion", "fecha radicacion", "fecha reparto"}},
		Column{Name: colConfidence, Label: "Confianza OCR", Width: 14},
		Column{Name: colValidatedAt, Label: "Fecha de validación", Width: 20},
		Column{Name: colValidatedBy, Label: "Validado por", Width: 16},
		Column{Name: colID, Label: "ID", Width: 38, aliases: []string{"document id", "identificador"}},
	)
	for part := 2; part < 2+moreRemarks; part++ {
		columns = append(columns, Column{Name: remarksPart(part), Label: fmt.Sprintf("Observaciones (%d)", part), Width: 12, Hidden: true})
	}
	return columns
}

func remarksPart(part int) string { return fmt.Sprintf("%s_%d", document.FieldRemarks, part) }

// Header tells in which column of a sheet each column of the register stands.
type Header struct {
	Row  int // its number
	at   map[string]int
	also map[string]int // a second column of the same meaning
}

// MatchHeader reads a row as headers: Spanish labels or JSON names, without
// regard to case, accents, punctuation and articles. Of a row that is no row
// of headers it finds little or nothing; see Missing.
func MatchHeader(r Row) Header {
	h := Header{Row: r.Number, at: map[string]int{}, also: map[string]int{}}
	for i, c := range r.Cells {
		if c.Kind != Text {
			continue
		}
		name, ok := headers[HeaderKey(c.Value)]
		if !ok {
			continue
		}
		if _, taken := h.at[name]; taken {
			h.also[name] = i
			continue
		}
		h.at[name] = i
	}
	return h
}

// Known is how many columns were found.
func (h Header) Known() int { return len(h.at) }

// Has reports whether the sheet has the column of a field.
func (h Header) Has(f document.Field) bool { _, ok := h.at[string(f)]; return ok }

// Missing lists the labels of the columns without which no row can be read.
func (h Header) Missing() []string {
	var missing []string
	for _, c := range columns {
		if _, ok := h.at[c.Name]; !ok && (c.field == document.FieldPlaintiff || c.field == document.FieldDefendant) {
			missing = append(missing, fmt.Sprintf("%s (%s)", c.Label, c.Name))
		}
	}
	if !h.Has(document.FieldActa) && !h.Has(document.FieldRadicado) && !h.has(colID) {
		missing = append([]string{"Número de acta (numero_acta)"}, missing...)
	}
	return missing
}

func (h Header) has(name string) bool { _, ok := h.at[name]; return ok }

// Repeated describes the columns of which there are two; empty when there are none.
func (h Header) Repeated() []string {
	var twice []string
	for _, c := range columns {
		if second, ok := h.also[c.Name]; ok {
			twice = append(twice, fmt.Sprintf("«%s» está en las columnas %s y %s", c.Label, Letter(h.at[c.Name]), Letter(second)))
		}
	}
	return twice
}

// Letter names a column, counted from 0, as spreadsheet programs do.
func Letter(column int) string {
	name := ""
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

func headerNames() map[string]string {
	names := map[string]string{}
	for _, c := range columns {
		for _, alias := range append([]string{c.Name, c.Label}, c.aliases...) {
			names[HeaderKey(alias)] = c.Name
		}
	}
	return names
}

// HeaderKey is the same for two headers that mean the same column.
func HeaderKey(s string) string {
	words := strings.FieldsFunc(text.Fold(sanitize.Line(s)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == 'º' || r == 'ª'
	})
	words = slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"de", "del", "la", "el", "los", "las"}, w)
	})
	return strings.Join(words, " ")
}
