package spreadsheet

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/text"
)

// Record is the data of a document in a row.
type Record struct {
	Sheet string
	Row   int // its number
	ID    string
	// Says lists the fields that have a value. What is empty in a row says
	// nothing: it takes nothing away from a document.
	Says []document.Field

	// Notes are remarks on what is taken as it stands.
	Notes []Fault

	doc    document.Document
	rights []string // invoked; they are tags beside those of doc
	remark string   // another line of remarks
}

// Read makes a record of a row. ok is false for a row in which nothing stands
// that the register has a column for. A record with faults is of no use.
//
// A row with an ID was written by export, or is as good as that, and is taken
// as it is: status, file name and confidence as well. Any other must name both
// parties and bear a number; what its other columns have that cannot be read is a note.
func (h Header) Read(r Row) (rec Record, faults []Fault, ok bool) {
	rec = Record{Sheet: r.SheetName, Row: r.Number}
	written := r.Cell(h.column(colID))
	refuse := func(column, message string, c Cell) {
		fault := Fault{column, h.headings[column], message, Abbreviate(c.Value)}
		if written.IsBlank() && !isNeeded(column) {
			fault.Message += " La fila se toma sin este dato."
			rec.Notes = append(rec.Notes, fault)
			return
		}
		faults = append(faults, fault)
	}
	for _, c := range columns {
		cell := r.Cell(h.column(c.Name))
		if cell.IsBlank() {
			continue
		}
		ok = true
		if strings.ContainsRune(cell.Value, utf8.RuneError) {
			rec.Notes = append(rec.Notes, Fault{c.Name, h.headings[c.Name], "Tiene caracteres dañados («\ufffd»); compruebe el dato.", Abbreviate(cell.Value)})
		}
		if c.field == "" || c.Hidden {
			continue // see restore and remarks
		}
		value, message := cell.Plain(r.Since1904, identifies(c.field))
		if message == "" && written.IsBlank() && mayLackValue(c.field) && document.IsNoValue(value) {
			rec.Notes = append(rec.Notes, Fault{c.Name, h.headings[c.Name], "Es una palabra por «ninguno»; se toma como vacío.", Abbreviate(value)})
			continue
		}
		switch c.field {
		case document.FieldRemarks:
			value += h.moreRemarks(r)
		case document.FieldType:
			value = typeName(value)
		}
		if message == "" {
			message = complaint(rec.doc.SetField(c.field, value))
		}
		if message != "" {
			refuse(c.Name, message, cell)
			continue
		}
		if rec.doc.Field(c.field) != "" {
			rec.Says = append(rec.Says, c.field)
		}
	}
	if !ok {
		return rec, nil, false
	}
	if c := r.Cell(h.column(colRight)); !c.IsBlank() {
		value, message := c.Plain(r.Since1904, false)
		if message != "" {
			refuse(colRight, message, c)
		}
		rec.invoke(value)
	}
	h.restore(r, &rec, refuse)
	rec.doc.Type = cmp.Or(rec.doc.Type, h.sheetType)
	if rec.doc.Radicado != "" && !rec.doc.HasWholeRadicado() {
		rec.Notes = append(rec.Notes, Fault{string(document.FieldRadicado), h.headings[string(document.FieldRadicado)],
			"No tiene las 23 cifras de un radicado completo; se toma como está.", Abbreviate(rec.doc.Radicado)})
	}
	if rec.ID == "" {
		for _, f := range []document.Field{document.FieldPlaintiff, document.FieldDefendant} {
			if !rec.says(f) && !slices.ContainsFunc(faults, func(x Fault) bool { return x.Column == string(f) }) {
				refuse(string(f), "Falta este dato.", Cell{})
			}
		}
		if len(faults) > 0 && isTotal(r) {
			return Record{Sheet: r.SheetName, Row: r.Number, Notes: []Fault{{Message: "Es una línea de totales: no se toma."}}}, nil, false
		}
		if len(faults) == 0 && len(rec.doc.Numbers()) == 0 {
			refuse(string(document.FieldActa), "Falta el número de acta, o un radicado.", Cell{})
		}
	}
	return rec, faults, true
}

// isNeeded reports whether a row cannot be taken without what a column says, or would be taken
// for another document.
func isNeeded(column string) bool {
	switch column {
	case colID, string(document.FieldPlaintiff), string(document.FieldDefendant), string(document.FieldActa), string(document.FieldRadicado),
		string(document.FieldType):
		return true
	}
	return false
}

// isTotal reports whether a row counts or sums up the rows above it.
func isTotal(r Row) bool {
	for _, c := range r.Cells {
		if c.Kind == Text && !c.IsBlank() {
			first, _, _ := strings.Cut(HeaderKey(c.Value), " ")
			return first == "total" || first == "totales" || first == "subtotal"
		}
	}
	return false
}

// restore reads the columns that are no fields.
func (h Header) restore(r Row, rec *Record, refuse func(column, message string, c Cell)) {
	id := r.Cell(h.column(colID))
	if value := strings.ToLower(strings.TrimSpace(id.Value)); !id.IsBlank() {
		if !uuid.MatchString(value) {
			refuse(colID, "No es un ID de este servicio; déjelo vacío para un documento nuevo.", id)
		}
		rec.ID = value
	}
	date := func(name string, to *time.Time) {
		if c := r.Cell(h.column(name)); !c.IsBlank() {
			t, ok := parseDate(c, r.Since1904)
			if !ok {
				refuse(name, "No es una fecha; escríbala como fecha de Excel, 2026-03-04 o 04/03/2026.", c)
			}
			*to = t
		}
	}
	date(colCreatedAt, &rec.doc.CreatedAt)
	var due time.Time
	if date(colDue, &due); !due.IsZero() {
		if message := complaint(rec.doc.SetField(document.FieldDue, document.DayOf(due).String())); message != "" {
			refuse(colDue, message, r.Cell(h.column(colDue)))
		}
	}
	plain := func(name string) string {
		value, _ := r.Cell(h.column(name)).Plain(r.Since1904, false)
		return value
	}
	if name := plain(colFileName); name != "" {
		rec.doc.FileName = document.CleanFileName(name)
	}
	if rec.ID == "" {
		return
	}
	date(colValidatedAt, &rec.doc.ValidatedAt)
	rec.doc.ValidatedBy = sanitize.Line(plain(colValidatedBy))
	if c := r.Cell(h.column(colStatus)); !c.IsBlank() {
		var ok bool
		if rec.doc.Status, ok = statusOf(c.Value); !ok {
			refuse(colStatus, "El estado debe ser Procesado, Ingresado a mano, Importado o Validado.", c)
		}
	}
	rec.doc.TypedIn = rec.doc.Status == document.ManualEntry
	answer := func(name string, to *bool) {
		c := r.Cell(h.column(name))
		if c.IsBlank() {
			return
		}
		switch text.Fold(plain(name)) {
		case "si", "verdadero":
			*to = true
		case "no", "falso":
			*to = false
		default:
			refuse(name, "Debe ser Sí o No.", c)
		}
	}
	answer(colTypedIn, &rec.doc.TypedIn)
	answer(colReview, &rec.doc.NeedsReview)
	if c := r.Cell(h.column(colConfidence)); !c.IsBlank() {
		n, err := strconv.ParseFloat(strings.TrimSpace(c.Value), 64)
		if err != nil || !(n >= 0 && n <= 1) {
			refuse(colConfidence, "Debe ser un número de 0 a 1.", c)
		}
		rec.doc.OCRConfidence = n
	}
}

// statusOf reads a status: its label, or its name in JSON.
func statusOf(s string) (document.Status, bool) {
	for _, status := range document.Statuses() {
		if key := HeaderKey(s); key == HeaderKey(statusLabels[status]) || key == HeaderKey(string(status)) {
			return status, true
		}
	}
	return "", false
}

// invoke notes which rights are invoked. They become tags; what is too long for
// a tag becomes a remark.
func (rec *Record) invoke(rights string) {
	tags, err := document.ParseTags(strings.NewReplacer(";", ",", "\n", ",").Replace(rights))
	if err == nil {
		rec.rights = tags
		return
	}
	rec.remark = "Derecho: " + strings.TrimSpace(sanitize.Line(rights))
	rec.Notes = append(rec.Notes, Fault{colRight, "", "Es demasiado largo para ser una etiqueta; quedó en las observaciones.", Abbreviate(rights)})
}

// complete adds the rights to the tags and remarks of d, as far as there is room.
func (rec Record) complete(d *document.Document) {
	for _, right := range rec.rights {
		_ = d.SetField(document.FieldTags, d.Field(document.FieldTags)+","+right)
	}
	if !strings.Contains(d.Remarks, rec.remark) {
		_ = d.SetField(document.FieldRemarks, d.Remarks+"\n"+rec.remark)
	}
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Document makes a new document of the record; id and now serve where the row
// has none.
func (rec Record) Document(id string, now time.Time) document.Document {
	d := rec.doc
	rec.complete(&d)
	d.ID = cmp.Or(rec.ID, id)
	d.Type = cmp.Or(d.Type, document.Tutela)
	d.Status = cmp.Or(d.Status, document.Imported)
	if d.CreatedAt.IsZero() {
		d.CreatedAt = now
	}
	if d.FileName == "" {
		name := "Acta " + d.ActaNumber
		if d.ActaNumber == "" {
			name = "Radicado " + d.Radicado
		}
		d.FileName = document.CleanFileName(name)
	}
	return d
}

// Change writes the fields that the record has a value for into d, and nothing
// else.
func (rec Record) Change(d *document.Document) error {
	for _, f := range rec.Says {
		if err := d.SetField(f, rec.doc.Field(f)); err != nil {
			return err
		}
	}
	rec.complete(d)
	return nil
}

// Numbers are the keys of the numbers by which the document can be known.
func (rec Record) Numbers() []document.Key { return rec.doc.Numbers() }

func (rec Record) says(f document.Field) bool { return slices.Contains(rec.Says, f) }

func (h Header) column(name string) int { return h.index(name) }

// moreRemarks joins what of the remarks did not fit in their column.
func (h Header) moreRemarks(r Row) string {
	var b strings.Builder
	for n := range moreRemarks {
		b.WriteString(r.Cell(h.column(remarksPart(2 + n))).Value)
	}
	return b.String()
}

// maxExact is where a spreadsheet begins to lose digits of a number: it keeps
// fifteen.
const maxExact = 1e15

// identifies reports whether each digit of a field counts.
func identifies(f document.Field) bool {
	return f == document.FieldActa || f == document.FieldRadicado || f == document.FieldCedula
}

// mayLackValue reports whether registers have words for nothing in the column of a field.
func mayLackValue(f document.Field) bool {
	return identifies(f) || f == document.FieldEmail || f == document.FieldCourt
}

// Plain returns what a cell means in a column of text, or what is wrong with it
// in Spanish. exact says that each digit counts, as in the number of a document.
func (c Cell) Plain(since1904, exact bool) (value, message string) {
	switch c.Kind {
	case Number:
		n, err := strconv.ParseFloat(c.Value, 64)
		switch {
		case err != nil || math.IsNaN(n) || math.IsInf(n, 0):
			return "", "No es un número que se pueda leer."
		case math.Abs(n) >= maxExact:
			return "", "Excel solo guarda 15 cifras de un número y pudo perder las demás; dé a la columna formato de texto y escríbalo de nuevo."
		}
		n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64) // as it is shown
		return strconv.FormatFloat(n, 'f', -1, 64), ""
	case Date:
		if exact {
			return "", "Excel lo convirtió en una fecha; dé a la columna formato de texto y escríbalo de nuevo."
		}
		t, ok := parseDate(c, since1904)
		if !ok {
			return "", "No es una fecha que se pueda leer."
		}
		return t.In(document.Colombia()).Format(time.DateOnly), ""
	case Bool:
		if c.Value == "1" {
			return "VERDADERO", ""
		}
		return "FALSO", ""
	case Failure:
		return "", "La fórmula de la celda da un error; corríjala o escriba el valor."
	}
	return c.Value, ""
}

// typeName turns how people write a type into its slug, where it is one.
func typeName(s string) string {
	words := strings.FieldsFunc(text.Fold(s), func(r rune) bool { return r == ' ' || r == '_' })
	slug := strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "de" }), "_")
	if slug == "accion_tutela" {
		return string(document.Tutela)
	}
	if slices.Contains(document.Types(), document.Type(slug)) {
		return slug
	}
	return s
}

func complaint(err error) string {
	if err == nil {
		return ""
	}
	if f, ok := fault.As(err); ok {
		return f.Message
	}
	return "No es válido."
}

// maxShown is how much of a value is repeated in a report, in code points.
const maxShown = 100

// Abbreviate returns a value as a report repeats it.
func Abbreviate(s string) string {
	runes := []rune(sanitize.Line(s))
	if len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return string(runes)
}
