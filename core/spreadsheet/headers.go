package spreadsheet

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/text"
)

// headerNames lists what people write above a column, as HeaderKey returns it, by
// the name that the column has in the JSON of a service. It is one table for both
// services: what a court calls its columns does not depend on who reads them.
var headerNames = map[string][]string{
	// the register of documents
	"numero_acta": {"acta", "no acta", "n acta", "nro acta", "num acta", "acta reparto", "numero acta reparto"},
	"radicado": {
		"numero radicado",
		"numero radicacion",
		"radicacion",
		"no radicado",
		"nro radicado",
		"n radicado",
		"num radicado",
		"no radicacion",
		"nro radicacion",
		"numero proceso",
		"no proceso",
		"nro proceso",
		"n proceso",
		"codigo unico radicacion",
		"cui",
		"expediente",
		"no expediente",
		"numero expediente",
	},
	"document_type": {"tipo", "doc type", "clase", "tipo accion", "tipo proceso", "clase proceso", "tipo escrito", "clase escrito"},
	"demandante": {
		"accionante",
		"nombre demandante",
		"demandantes",
		"nombre accionante",
		"accionantes",
		"tutelante",
		"nombre completo accionante",
		"nombres apellidos accionante",
		"parte demandante",
		"parte accionante",
	},
	"demandado": {
		"accionado",
		"nombre demandado",
		"demandados",
		"nombre accionado",
		"accionados",
		"accionada",
		"accionadas",
		"entidad accionada",
		"entidad demandada",
		"entidades accionadas",
		"parte demandada",
		"parte accionada",
	},
	"juzgado": court,
	"cedula": slices.Concat(
		identityNumber,
		[]string{
			"cedula demandante",
			"cedula accionante",
			"cc demandante",
			"cc accionante",
			"c c demandante",
			"c c accionante",
			"documento accionante",
			"documento demandante",
			"identificacion accionante",
			"identificacion demandante",
		},
	),
	"correo":               email,
	"direccion_demandante": slices.Concat(address, []string{"direccion accionante"}),
	"direccion_demandado":  {"direccion accionado", "direccion accionada"},
	"observaciones":        {"observacion", "notas", "nota", "comentarios", "comentario", "anotaciones", "anotacion"},
	"etiquetas":            {"etiqueta", "tags"},
	"derecho": {"derechos", "derecho invocado", "derechos invocados", "derecho vulnerado", "derechos vulnerados", "derecho fundamental", "derechos fundamentales",
		"derecho tutelado", "derechos tutelados", "derecho fundamental invocado", "derechos fundamentales invocados", "derecho fundamental vulnerado", "derechos fundamentales vulnerados"},
	"file_name": {"nombre archivo"},
	"created_at": {"fecha", "fecha creacion", "fecha ingreso", "fecha recepcion", "fecha recibido", "fecha radicacion", "fecha radicado", "fecha reparto",
		"fecha hora reparto", "fecha hora radicacion", "fecha presentacion"},
	"id": {"document id", "identificador"},

	// the register of notifications
	"descripcion":      {"asunto", "descripcion proceso", "objeto"},
	"juzgado_id":       slices.Concat(court, []string{"juzgado", "id juzgado", "id despacho"}),
	"nombre":           {"nombres", "nombre completo", "nombres apellidos", "nombre sujeto", "nombre o razon social", "razon social", "sujeto"},
	"tipo_documento":   {"tipo identificacion", "tipo id", "tipo documento identidad"},
	"numero_documento": identityNumber,
	"telefono":         {"celular", "telefono celular", "numero telefono", "no telefono", "numero celular", "no celular", "movil", "telefono contacto"},
	"direccion":        address,
	"tipo":             {"tipo sujeto", "calidad", "parte", "calidad procesal", "tipo parte"},
}

// Names that more than one column has, each in its service.
var (
	identityNumber = []string{
		"cedula",
		"cc",
		"c c",
		"numero cedula",
		"no cedula",
		"nro cedula",
		"n cedula",
		"num cedula",
		"cedula ciudadania",
		"cedula o nit",
		"cc o nit",
		"cc nit",
		"documento",
		"documento identidad",
		"numero documento",
		"no documento",
		"nro documento",
		"n documento",
		"num documento",
		"numero documento identidad",
		"no documento identidad",
		"identificacion",
		"numero identificacion",
		"no identificacion",
		"nro identificacion",
		"n identificacion",
		"num identificacion",
	}
	email = []string{
		"correo electronico",
		"email",
		"e mail",
		"mail",
		"correos",
		"correo notificacion",
		"correo notificaciones",
		"correo accionante",
		"correo demandante",
		"correo electronico accionante",
		"correo electronico demandante",
	}
	court = []string{
		"despacho",
		"despacho judicial",
		"juzgado reparto",
		"despacho reparto",
		"juzgado asignado",
		"despacho asignado",
		"nombre juzgado",
		"nombre despacho",
	}
	address = []string{"direccion", "direccion fisica", "direccion notificacion", "direccion notificaciones", "direccion residencia", "domicilio"}
)

// Vocabulary maps what a header may be called, as HeaderKey returns it, to the
// name of the column.
type Vocabulary map[string]string

// NewVocabulary returns the vocabulary of columns of these names: each name
// itself, and what else people call the column.
func NewVocabulary(names ...string) Vocabulary {
	v := Vocabulary{}
	for _, name := range names {
		for _, other := range headerNames[name] {
			v[other] = name
		}
	}
	for _, name := range names { // a column of that very name comes first
		v[HeaderKey(name)] = name
	}
	return v
}

// Match reports which columns of a sheet are understood.
type Match struct {
	Row      int             // number of the row of headers
	At       map[string]int  // column of the sheet, from 0, by name
	Repeated map[string]int  // a second column of the same name
	Ignored  []IgnoredColumn // not understood, from left to right

	headed   []bool            // by column of the sheet
	headings map[string]string // what stands above a column, by name
}

// IgnoredColumn is a column of a sheet from which nothing is taken.
type IgnoredColumn struct {
	Column int    // from 0
	Header string // as it is written; empty for data without a header
}

// String names the column for people.
func (c IgnoredColumn) String() string {
	if c.Header == "" {
		return "columna " + Letter(c.Column) + " (sin encabezado)"
	}
	return Abbreviate(c.Header)
}

// Match reads a row as headers: without regard to case, accents, punctuation
// and articles. A row that holds no headers matches little or nothing.
func (v Vocabulary) Match(r Row) Match {
	m := Match{Row: r.Number, At: map[string]int{}, Repeated: map[string]int{}, headed: make([]bool, len(r.Cells)), headings: map[string]string{}}
	var rest []int
	for i, c := range r.Cells {
		if c.IsBlank() {
			continue
		}
		m.headed[i] = true
		name, known := v[HeaderKey(c.Value)]
		if upper, lower, two := strings.Cut(c.Value, "\n"); two && !known {
			name, known = v[HeaderKey(lower+" "+upper)] // ACCIONANTE, and NOMBRE below it
		}
		switch _, taken := m.At[name]; {
		case !known || c.Kind != Text:
			rest = append(rest, i)
		case taken:
			m.Repeated[name] = i
		default:
			m.take(name, i, c)
		}
	}
	for _, i := range rest {
		c := r.Cells[i]
		if name := v.part(c); name != "" && m.index(name) < 0 {
			m.take(name, i, c)
		} else {
			m.Ignored = append(m.Ignored, IgnoredColumn{i, c.Value})
		}
	}
	return m
}

func (m *Match) take(name string, column int, c Cell) {
	m.At[name], m.headings[name] = column, Abbreviate(c.Value)
}

// part returns the column that one line of a header names: the lower one, else the upper one
// if it stands over this column alone.
func (v Vocabulary) part(c Cell) string {
	upper, lower, two := strings.Cut(c.Value, "\n")
	if !two || c.Kind != Text {
		return ""
	}
	if name := v[HeaderKey(lower)]; name != "" || c.Over != "" {
		return name
	}
	return v[HeaderKey(upper)]
}

// Inspect adds to Ignored the columns in which r, a row below the headers, has
// data that no header names.
func (m *Match) Inspect(r Row) {
	for i, c := range r.Cells {
		if c.IsBlank() || i < len(m.headed) && m.headed[i] {
			continue
		}
		for len(m.headed) <= i {
			m.headed = append(m.headed, false)
		}
		m.headed[i] = true // once is enough
		m.ignore(IgnoredColumn{Column: i})
	}
}

// Drop makes columns that nothing is taken from ignored ones; r is the row of headers.
func (m *Match) Drop(r Row, names ...string) {
	for _, name := range names {
		if i, ok := m.At[name]; ok {
			delete(m.At, name)
			m.ignore(IgnoredColumn{i, r.Cell(i).Value})
		}
	}
}

func (m *Match) ignore(c IgnoredColumn) {
	at, _ := slices.BinarySearchFunc(m.Ignored, c.Column, func(c IgnoredColumn, column int) int { return c.Column - column })
	m.Ignored = slices.Insert(m.Ignored, at, c)
}

// IgnoredColumns names the columns from which nothing is taken; it is not nil.
func (m Match) IgnoredColumns() []string {
	names := make([]string, len(m.Ignored))
	for i, c := range m.Ignored {
		names[i] = c.String()
	}
	return names
}

// index returns the column of the sheet with that name, -1 when there is none.
func (m Match) index(name string) int {
	if i, ok := m.At[name]; ok {
		return i
	}
	return -1
}

// Letter names a column, counted from 0, as spreadsheet programs do.
func Letter(column int) string {
	name := ""
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// ending is a plural or another gender: Accionante(s), Demandado/a.
var ending = regexp.MustCompile(`(?i)\(\s*(s|es|a|as|o|os)\s*\)|/(s|es|a|as|o|os)\b`)

// HeaderKey returns the same for two headers that mean the same column.
func HeaderKey(s string) string {
	words := strings.FieldsFunc(text.Fold(ending.ReplaceAllString(sanitize.Line(s), " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == 'º' || r == 'ª'
	})
	words = slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"de", "del", "la", "el", "los", "las", "y"}, w)
	})
	return strings.Join(words, " ")
}
