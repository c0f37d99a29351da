package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/core/text"
)

// Unknown keys of a body are ignored, so a misspelt one would lose its value in silence. While a
// body is read, unknownKeys collects those of the outermost object; once it has turned out to be
// JSON, warnings names those that resemble a known key. Reading costs the same whatever is sent.
const (
	maxKeyWarnings = 5
	maxUnknownKeys = 100 // compared with the known ones, in one body

	warningHeader = "Warning"
)

// unknownKeys is an io.Writer of a JSON text. It keeps at most maxUnknownKeys keys, none longer
// than what can resemble a known key. Of text that is not JSON it may keep anything.
type unknownKeys struct {
	known []string

	depth             int
	inString, escaped bool
	isLast            bool   // a string of the outermost object was the last token
	last              []byte // that string, with its quotes, cut if it is too long
	kept              [][]byte
}

// Write never fails.
func (k *unknownKeys) Write(p []byte) (int, error) {
	for _, b := range p {
		if k.inString {
			k.inString = b != '"' || k.escaped
			k.escaped = b == '\\' && !k.escaped
			k.extend(b)
			continue
		}
		switch b {
		case ' ', '\t', '\r', '\n':
			continue
		case '"':
			k.inString, k.isLast, k.last = true, k.depth == 1, k.last[:0]
			k.extend(b)
			continue
		case '{', '[':
			k.depth++
		case '}', ']':
			k.depth--
		case ':':
			if k.isLast {
				k.keep()
			}
		}
		k.isLast = false
	}
	return len(p), nil
}

// extend adds a byte to the last string. Each byte of a key may be written as six.
func (k *unknownKeys) extend(b byte) {
	if k.isLast && len(k.last) <= 6*text.LongestDistance {
		k.last = append(k.last, b)
	}
}

// keep keeps the last string if it is an unknown key.
func (k *unknownKeys) keep() {
	if len(k.kept) < maxUnknownKeys && len(k.last) <= 6*text.LongestDistance && !slices.Contains(k.known, string(k.last[1:len(k.last)-1])) {
		k.kept = append(k.kept, bytes.Clone(k.last))
	}
}

// warnings returns the values of the header Warning.
func (k *unknownKeys) warnings() []string {
	var found []string
	for _, quoted := range k.kept {
		var name string
		if len(found) == maxKeyWarnings || json.Unmarshal(quoted, &name) != nil || slices.Contains(k.known, name) {
			continue
		}
		if meant := meantKey(name, k.known); meant != "" {
			// Header fields are ASCII: other characters are percent-encoded, as in RFC 8187.
			found = append(found, fmt.Sprintf(`299 - "El campo '%s' no se conoce y no tiene efecto; quiso decir '%s'?"`, url.PathEscape(name), meant))
		}
	}
	return found
}

// meantKey returns the known key that an unknown one stands for: the nearest by its letters, or
// else one of its meaning; empty if there is none.
func meantKey(name string, known []string) string {
	folded := text.Fold(name)
	if near := text.Nearest(folded, known); near != "" {
		return near
	}
	for _, words := range sameMeaning {
		if !slices.Contains(words, folded) {
			continue
		}
		for _, w := range words {
			if slices.Contains(known, w) {
				return w
			}
		}
	}
	return ""
}

// sameMeaning lists names that clients give to one thing. Of several that a route knows, the first
// is proposed.
var sameMeaning = [][]string{
	{"correo", "email", "e_mail", "mail", "correo_electronico"},
	{"telefono", "phone", "celular", "movil", "tel"},
	{"direccion", "address", "domicilio"},
	{"nombre", "name", "nombre_completo", "full_name"},
	{"descripcion", "description", "asunto"},
	{"observaciones", "observacion", "remarks", "notes", "notas", "comentarios"},
	{"radicado", "numero_radicado", "radicacion", "case_number"},
	{"juzgado", "court", "despacho"},
	{"juzgado_id", "id_juzgado", "court_id"},
	{"demandante", "plaintiff", "accionante"},
	{"demandado", "defendant", "accionado"},
	{"direccion_demandante", "plaintiff_address"},
	{"direccion_demandado", "defendant_address"},
	{"cedula", "numero_documento", "documento", "identificacion", "document_number", "id_number"},
	{"numero_acta", "acta"},
	{"doc_type", "document_type", "tipo", "tipo_documento", "type"},
	{"etiquetas", "tags"},
	{"id_proceso", "proceso_id", "case_id"},
	{"id_sujeto", "sujeto_id", "subject_id"},
	{"canal", "channel"},
	{"estado", "status", "state"},
	{"password", "contrasena", "clave"},
	{"username", "usuario", "user"},
	{"rol", "role"},
}

// bodySchema returns the schema of the JSON body of an operation; nil if it has none.
func (a *API) bodySchema(op *huma.Operation) *huma.Schema {
	if op.RequestBody == nil || op.RequestBody.Content[jsonType] == nil {
		return nil
	}
	schemas := a.huma.OpenAPI().Components.Schemas
	schema := op.RequestBody.Content[jsonType].Schema
	for schema != nil && schema.Ref != "" {
		schema = schemas.SchemaFromRef(schema.Ref)
	}
	return schema
}

// knownKeys returns the keys that the body of an operation may have, sorted.
func (a *API) knownKeys(op *huma.Operation) []string {
	schema := a.bodySchema(op)
	if schema == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(schema.Properties))
}
