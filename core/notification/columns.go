package notification

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/core/text"
)

// column is a column of a spreadsheet of cases or of subjects.
type column struct {
	name  string // as the JSON of the service has it
	exact bool   // each digit counts
}

// The column that reports what a sheet is of comes first.
var (
	caseColumns    = []column{{"radicado", true}, {"descripcion", false}, {"juzgado_id", false}, {"demandante", false}, {"demandado", false}}
	subjectColumns = []column{
		{"nombre", false},
		{"tipo_documento", false},
		{"numero_documento", true},
		{"correo", false},
		{"telefono", true},
		{"direccion", false},
		{"tipo", false},
	}

	headers = spreadsheet.NewVocabulary(slices.Concat(names(caseColumns), names(subjectColumns))...)
)

func names(columns []column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

// Header tells in which column of a sheet each thing stands. A sheet with a
// radicado is of cases, one with a nombre of subjects; one with both is of both. Where a sheet of
// cases has no nombre, and a document or an address, those are the plaintiff's.
type Header struct {
	spreadsheet.Match
	plaintiffs bool // the subjects are the plaintiffs
}

// particulars are what a sheet of cases has if it registers the plaintiffs.
var particulars = []string{"numero_documento", "correo", "telefono", "direccion"}

// MatchHeader reads a row as headers: names as in JSON or as people write them,
// without regard to case, accents and punctuation.
func MatchHeader(r spreadsheet.Row) Header {
	h := Header{Match: headers.Match(r)}
	if !h.HasCases() {
		h.Drop(r, names(caseColumns)...)
	}
	if !h.HasSubjects() && h.has("demandante") && slices.ContainsFunc(particulars, h.has) {
		h.plaintiffs = true
		h.Drop(r, "tipo") // of the case
		h.At["nombre"] = h.At["demandante"]
	}
	if !h.HasSubjects() {
		h.Drop(r, names(subjectColumns)...)
	}
	return h
}

// HasCases reports whether rows below the header are of cases.
func (h Header) HasCases() bool { return h.has(caseColumns[0].name) }

// HasSubjects reports whether rows below the header are of subjects.
func (h Header) HasSubjects() bool { return h.has(subjectColumns[0].name) }

func (h Header) has(name string) bool { _, ok := h.At[name]; return ok }

// Check is a fault of kind Unprocessable when columns are repeated.
func (h Header) Check() error {
	if len(h.Repeated) == 0 {
		return nil
	}
	return fault.New(fault.Unprocessable, "headers_repeated",
		"Hay dos columnas para: "+strings.Join(slices.Sorted(maps.Keys(h.Repeated)), ", ")+". Deje una de cada una o cambie el nombre de la otra.")
}

// NoHeader is the fault of a workbook in which no sheet has headers.
func NoHeader() error {
	return fault.New(
		fault.Unprocessable,
		"headers_missing",
		"Ninguna hoja tiene los encabezados necesarios: radicado, juzgado_id y descripcion (o demandante y demandado) para procesos, o nombre para sujetos. Escríbalos en la primera fila, en cualquier orden.",
	)
}

// CaseRow is a case as a row names it: its court by ID or by name.
type CaseRow struct {
	CaseDraft
	Sheet string
	Row   int    // its number
	Court string // name; empty where CourtID is known
}

// SubjectRow is a subject as a row names it.
type SubjectRow struct {
	SubjectDraft
	Sheet string
	Row   int // its number
}

// ReadCase returns the case of a row. courtID is the court of rows that name none; ok
// is false when the row has no case.
func (h Header) ReadCase(r spreadsheet.Row, courtID string) (c CaseRow, faults []spreadsheet.Fault, ok bool) {
	said, faults, ok := h.read(r, caseColumns)
	court, name := cmp.Or(said["juzgado_id"], courtID), ""
	switch {
	case strings.TrimSpace(court) == "":
		court = noCourt
		faults = append(faults, spreadsheet.Fault{Column: "juzgado_id",
			Message: "Falta el juzgado: escriba en la fila su nombre o su identificador, o diga el de todo el libro (--court-id)."})
	case !isUUID(strings.ToLower(strings.TrimSpace(court))) && CourtKey(court) != "":
		var names checker
		name, court = names.line("juzgado_id", court, maxName), noCourt
		faults = withDetails(faults, names.fault("el proceso"))
	}
	description := cmp.Or(said["descripcion"], againstEachOther(said["demandante"], said["demandado"]))
	d, err := CaseDraft{Number: said["radicado"], Description: description, CourtID: court}.Checked()
	if name != "" {
		d.CourtID = ""
	}
	return CaseRow{d, r.SheetName, r.Number, name}, withDetails(faults, err), ok
}

// againstEachOther describes a case by its parties: Ana López contra Nueva EPS.
func againstEachOther(plaintiff, defendant string) string {
	plaintiff, defendant = strings.TrimSpace(plaintiff), strings.TrimSpace(defendant)
	switch {
	case defendant == "":
		return plaintiff
	case plaintiff == "":
		return "Contra " + defendant
	}
	return plaintiff + " contra " + defendant
}

// noCourt stands for the ID of a court that is yet to be looked for.
const noCourt = "00000000-0000-0000-0000-000000000000"

// ReadSubject is like ReadCase.
func (h Header) ReadSubject(r spreadsheet.Row) (u SubjectRow, faults []spreadsheet.Fault, ok bool) {
	said, faults, ok := h.read(r, subjectColumns)
	if h.plaintiffs {
		said["tipo"] = string(Plaintiff)
		if len(document.NamesOf(said["nombre"])) > 1 {
			faults = append(faults, spreadsheet.Fault{Column: "demandante", Message: "Son varias personas: registre cada una como sujeto.", Value: spreadsheet.Abbreviate(said["nombre"])})
		}
	}
	d, err := SubjectDraft{
		Name: said["nombre"], DocumentType: DocumentType(word(said["tipo_documento"], documentWords)), DocumentNumber: said["numero_documento"],
		Email: said["correo"], Phone: said["telefono"], Address: said["direccion"], Part: Part(word(said["tipo"], partWords)),
	}.Checked()
	return SubjectRow{d, r.SheetName, r.Number}, withDetails(faults, err), ok
}

func (h Header) read(r spreadsheet.Row, columns []column) (said map[string]string, faults []spreadsheet.Fault, ok bool) {
	said = map[string]string{}
	for _, c := range columns {
		i, there := h.At[c.name]
		cell := r.Cell(i)
		if !there || cell.IsBlank() {
			continue
		}
		ok = true
		value, message := cell.Plain(r.Since1904, c.exact)
		if message != "" {
			faults = append(faults, spreadsheet.Fault{Column: c.name, Message: message, Value: spreadsheet.Abbreviate(cell.Value)})
		}
		said[c.name] = value
	}
	return said, faults, ok
}

// withDetails adds the details of a draft's fault, but of columns whose cells
// were at fault already.
func withDetails(faults []spreadsheet.Fault, err error) []spreadsheet.Fault {
	f, ok := fault.As(err)
	if !ok {
		return faults
	}
	for _, d := range f.Details {
		name := strings.TrimPrefix(d.Location, "body.")
		if slices.ContainsFunc(faults, func(f spreadsheet.Fault) bool { return f.Column == name }) {
			continue
		}
		value, _ := d.Value.(string)
		faults = append(faults, spreadsheet.Fault{Column: name, Message: d.Message, Value: spreadsheet.Abbreviate(value)})
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
		return written // whatever it is, it is not a word
	}
	return strings.ToUpper(letters)
}
