package docket

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sheet"
	"github.com/cotejo/cotejo/core/text"
)

// column is a column of a spreadsheet of cases or of subjects.
type column struct {
	name    string   // as the JSON of the service has it
	exact   bool     // each digit counts
	aliases []string // what else it may be called, as sheet.HeaderKey has it
}

// The column that tells what a sheet is of comes first.
var (
	caseColumns = []column{
		{"radicado", true, []string{"numero radicado", "numero radicacion", "radicacion", "no radicado", "nro radicado", "numero proceso", "no proceso", "nro proceso"}},
		{"descripcion", false, []string{"asunto", "descripcion proceso", "objeto"}},
		{"juzgado_id", false, []string{"juzgado", "id juzgado", "despacho", "id despacho"}},
	}
	subjectColumns = []column{
		{"nombre", false, []string{"nombres", "nombre completo", "nombre sujeto", "nombre o razon social", "razon social", "sujeto"}},
		{"tipo_documento", false, []string{"tipo identificacion", "tipo id"}},
		{"numero_documento", true, []string{"documento", "no documento", "nro documento", "cedula", "identificacion", "numero identificacion"}},
		{"correo", false, []string{"correo electronico", "email", "e mail"}},
		{"telefono", true, []string{"celular", "telefono celular", "numero telefono", "movil"}},
		{"direccion", false, []string{"direccion fisica", "direccion notificacion", "domicilio"}},
		{"tipo", false, []string{"tipo sujeto", "calidad", "parte", "calidad procesal"}},
	}
)

// Header tells in which column of a sheet each thing stands. A sheet with a
// radicado is of cases, one with a nombre of subjects; one with both is of both.
type Header struct {
	at    map[string]int // column of the sheet by name
	twice []string       // names of which there are two columns
}

// MatchHeader reads a row as headers: names as in JSON or as people write them,
// without regard to case, accents and punctuation.
func MatchHeader(r sheet.Row) Header {
	h := Header{at: map[string]int{}}
	for i, c := range r.Cells {
		if c.Kind != sheet.Text {
			continue
		}
		key := sheet.HeaderKey(c.Value)
		for _, known := range slices.Concat(caseColumns, subjectColumns) {
			if key != strings.ReplaceAll(known.name, "_", " ") && !slices.Contains(known.aliases, key) {
				continue
			}
			if _, taken := h.at[known.name]; taken {
				h.twice = append(h.twice, known.name)
			} else {
				h.at[known.name] = i
			}
		}
	}
	return h
}

// HasCases reports whether rows below the header are of cases.
func (h Header) HasCases() bool { return h.has(caseColumns[0].name) }

// HasSubjects reports whether rows below the header are of subjects.
func (h Header) HasSubjects() bool { return h.has(subjectColumns[0].name) }

func (h Header) has(name string) bool { _, ok := h.at[name]; return ok }

// Check is a fault of kind Unprocessable when columns are repeated.
func (h Header) Check() error {
	if len(h.twice) == 0 {
		return nil
	}
	return fault.New(fault.Unprocessable, "headers_repeated",
		"Hay dos columnas para: "+strings.Join(h.twice, ", ")+". Deje una de cada una o cambie el nombre de la otra.")
}

// NoHeader is the fault of a workbook in which no sheet has headers.
func NoHeader() error {
	return fault.New(fault.Unprocessable, "headers_missing",
		"Ninguna hoja tiene los encabezados necesarios: radicado, descripcion y juzgado_id para procesos, o nombre para sujetos. Escríbalos en la primera fila, en cualquier orden.")
}

// ReadCase makes a draft of a row. courtID is that of rows that name none; ok
// is false when the row says nothing of a case.
func (h Header) ReadCase(r sheet.Row, courtID string) (d CaseDraft, faults []sheet.Fault, ok bool) {
	said, faults, ok := h.read(r, caseColumns)
	if said["juzgado_id"] == "" {
		said["juzgado_id"] = courtID
	}
	d, err := CaseDraft{Number: said["radicado"], Description: said["descripcion"], CourtID: said["juzgado_id"]}.Checked()
	return d, withDetails(faults, err), ok
}

// ReadSubject is like ReadCase.
func (h Header) ReadSubject(r sheet.Row) (d SubjectDraft, faults []sheet.Fault, ok bool) {
	said, faults, ok := h.read(r, subjectColumns)
	d, err := SubjectDraft{
		Name: said["nombre"], DocumentType: DocumentType(word(said["tipo_documento"], documentWords)), DocumentNumber: said["numero_documento"],
		Email: said["correo"], Phone: said["telefono"], Address: said["direccion"], Part: Part(word(said["tipo"], partWords)),
	}.Checked()
	return d, withDetails(faults, err), ok
}

func (h Header) read(r sheet.Row, columns []column) (said map[string]string, faults []sheet.Fault, ok bool) {
	said = map[string]string{}
	for _, c := range columns {
		i, there := h.at[c.name]
		cell := r.Cell(i)
		if !there || cell.IsBlank() {
			continue
		}
		ok = true
		value, message := cell.Plain(r.Since1904, c.exact)
		if message != "" {
			faults = append(faults, sheet.Fault{Column: c.name, Message: message, Value: sheet.Shown(cell.Value)})
		}
		said[c.name] = value
	}
	return said, faults, ok
}

// withDetails adds the details of a draft's fault, but of columns whose cells
// were at fault already.
func withDetails(faults []sheet.Fault, err error) []sheet.Fault {
	f, ok := fault.As(err)
	if !ok {
		return faults
	}
	for _, d := range f.Details {
		name := strings.TrimPrefix(d.Location, "body.")
		if slices.ContainsFunc(faults, func(f sheet.Fault) bool { return f.Column == name }) {
			continue
		}
		value, _ := d.Value.(string)
		faults = append(faults, sheet.Fault{Column: name, Message: d.Message, Value: sheet.Shown(value)})
	}
	return faults
}

// What people write in place of the words of the service, folded, without
// anything but letters.
var (
	documentWords = map[string]string{
		"cedula": "CC", "ceduladeciudadania": "CC", "ceduladeextranjeria": "CE", "tarjetadeidentidad": "TI",
		"passport": "PASAPORTE", "pa": "PASAPORTE", "permisoporprotecciontemporal": "PPT",
	}
	partWords = map[string]string{
		"accionante": "DEMANDANTE", "accionado": "DEMANDADO", "accionada": "DEMANDADO", "demandada": "DEMANDADO",
		"vinculada": "VINCULADO", "tercerovinculado": "VINCULADO", "apoderada": "APODERADO", "abogado": "APODERADO", "abogada": "APODERADO",
	}
)

// word returns the word of the service for what a person wrote: C.C. is CC, and
// accionante is DEMANDANTE.
func word(written string, meanings map[string]string) string {
	letters := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, text.Fold(written))
	if meaning, ok := meanings[letters]; ok {
		return meaning
	}
	if letters == "" {
		return written // whatever it is, it is no word
	}
	return strings.ToUpper(letters)
}
