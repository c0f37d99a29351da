package document

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// Field is a part of a document that people write and correct, by the name it
// has in every interface.
type Field string

const (
	FieldActa             Field = "numero_acta"
	FieldPlaintiff        Field = "demandante"
	FieldDefendant        Field = "demandado"
	FieldRadicado         Field = "radicado"
	FieldCourt            Field = "juzgado"
	FieldCedula           Field = "cedula"
	FieldEmail            Field = "correo"
	FieldPlaintiffAddress Field = "direccion_demandante"
	FieldDefendantAddress Field = "direccion_demandado"
	FieldRemarks          Field = "observaciones"
	FieldTags             Field = "etiquetas" // separated by commas
	FieldType             Field = "document_type"

	// FieldStatus is not written by anybody; a document's history names it.
	FieldStatus Field = "status"
)

// Fields lists the fields that people write.
func Fields() []Field {
	return []Field{FieldActa, FieldPlaintiff, FieldDefendant, FieldRadicado, FieldCourt, FieldCedula, FieldEmail,
		FieldPlaintiffAddress, FieldDefendantAddress, FieldRemarks, FieldTags, FieldType}
}

// Longest values, in code points; and how many tags there may be.
const (
	maxLine    = 10_000
	maxRemarks = 100_000
	maxTag     = 100
	maxTags    = 100
)

// Field returns what the document has in a field, "" for an unknown one.
func (d *Document) Field(f Field) string {
	switch f {
	case FieldTags:
		return strings.Join(d.Tags, ", ")
	case FieldType:
		return string(d.Type)
	case FieldStatus:
		return string(d.Status)
	}
	if p := d.text(f); p != nil {
		return *p
	}
	return ""
}

// SetField writes what a person gave into a field: sanitised and trimmed. What
// cannot stand there is fault.Unprocessable, and the document stays as it was.
func (d *Document) SetField(f Field, value string) error {
	switch f {
	case FieldTags:
		tags, err := ParseTags(value)
		if err == nil {
			d.Tags = tags
		}
		return err
	case FieldType:
		t, err := ParseType(value) // which takes nothing that would need cleaning
		if err == nil && strings.TrimSpace(value) == "" {
			err = fault.New(fault.Unprocessable, "invalid_document_type", "El tipo de documento no puede quedar vacío; por ejemplo: tutela.")
		}
		if err == nil {
			d.Type = t
		}
		return err
	}
	p, clean, longest := d.text(f), sanitize.Line, maxLine
	if p == nil {
		return fault.New(fault.Unprocessable, "unknown_field",
			fmt.Sprintf("El documento no tiene el campo «%s»; los que se pueden corregir son: %s.", ShownField(f), fieldNames()))
	}
	if f == FieldRemarks {
		clean, longest = sanitize.Text, maxRemarks
	}
	value = strings.TrimSpace(clean(value))
	if utf8.RuneCountInString(value) > longest {
		return fault.New(fault.Unprocessable, "field_too_long", fmt.Sprintf("«%s» supera %d caracteres; acórtelo.", f, longest))
	}
	*p = value
	return nil
}

// text returns where the document keeps a field that is plain text; nil for
// any other.
func (d *Document) text(f Field) *string {
	switch f {
	case FieldActa:
		return &d.ActaNumber
	case FieldPlaintiff:
		return &d.Plaintiff
	case FieldDefendant:
		return &d.Defendant
	case FieldRadicado:
		return &d.Radicado
	case FieldCourt:
		return &d.Court
	case FieldCedula:
		return &d.Cedula
	case FieldEmail:
		return &d.Email
	case FieldPlaintiffAddress:
		return &d.PlaintiffAddress
	case FieldDefendantAddress:
		return &d.DefendantAddress
	case FieldRemarks:
		return &d.Remarks
	}
	return nil
}

// ParseTags reads tags that commas separate: sanitised, without empty ones and
// without one that came before.
func ParseTags(s string) ([]string, error) {
	var tags []string
	for tag := range strings.SplitSeq(sanitize.Line(s), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "" || slices.Contains(tags, tag) {
			continue
		}
		if tags = append(tags, tag); len(tags) > maxTags || utf8.RuneCountInString(tag) > maxTag {
			return nil, fault.New(fault.Unprocessable, "invalid_tags",
				fmt.Sprintf("Un documento admite hasta %d etiquetas de hasta %d caracteres, separadas por comas.", maxTags, maxTag))
		}
	}
	return tags, nil
}

// ShownField is the name of any field, known or not, as far as it may be
// repeated to whoever sent it.
func ShownField(f Field) string {
	runes := []rune(sanitize.Line(string(f)))
	return string(runes[:min(len(runes), 50)])
}

func fieldNames() string {
	names := make([]string, len(Fields()))
	for i, f := range Fields() {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}
