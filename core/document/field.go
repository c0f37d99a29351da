package document

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// Field is a part of a document that people enter and correct. Its value is the name in every
// interface.
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
	FieldDue              Field = "vence" // day on which the term ends, as ParseDay; empty for no term

	// FieldStatus appears only in a document's history.
	FieldStatus Field = "status"
	// FieldAssignee appears only in a document's history.
	FieldAssignee Field = "assignee"
	// FieldDecision is a decision about a pair of documents. In the history, its value begins with
	// the ID of the other document.
	FieldDecision Field = "duplicate_decision"
)

// Fields lists the fields that people can set.
func Fields() []Field {
	return []Field{FieldActa, FieldPlaintiff, FieldDefendant, FieldRadicado, FieldCourt, FieldCedula, FieldEmail,
		FieldPlaintiffAddress, FieldDefendantAddress, FieldRemarks, FieldTags, FieldType, FieldDue}
}

// Maximum lengths in code points, and the maximum number of tags.
const (
	maxLine    = 10_000
	maxRemarks = 100_000
	maxTag     = 100
	maxTags    = 100
)

// Field returns the value of a field, or "" for an unknown field.
func (d *Document) Field(f Field) string {
	switch f {
	case FieldTags:
		return strings.Join(d.Tags, ", ")
	case FieldType:
		return string(d.Type)
	case FieldStatus:
		return string(d.Status)
	case FieldAssignee:
		return d.Assignee
	case FieldDue:
		if d.Due == 0 {
			return ""
		}
		return d.Due.String()
	}
	if p := d.text(f); p != nil {
		return *p
	}
	return ""
}

// A term that ends in another year is a slip of the pen.
const firstDueYear, lastDueYear = 1991, 2100

// SetField sanitises and trims a value and stores it in d. An invalid value returns
// fault.Unprocessable and leaves the document unchanged.
func (d *Document) SetField(f Field, value string) error {
	switch f {
	case FieldTags:
		tags, err := ParseTags(value)
		if err == nil {
			d.Tags = tags
		}
		return err
	case FieldType:
		t, err := ParseType(value) // accepts nothing that needs sanitising
		if err == nil && strings.TrimSpace(value) == "" {
			err = fault.New(fault.Unprocessable, "invalid_document_type", "El tipo de documento no puede quedar vacío; por ejemplo: tutela.")
		}
		if err == nil {
			d.Type = t
		}
		return err
	case FieldDue:
		if value = strings.TrimSpace(value); value == "" {
			d.Due = 0
			return nil
		}
		due, err := ParseDay(value)
		if year := due.Begin().Year(); err == nil && (year < firstDueYear || year > lastDueYear) {
			err = fault.New(fault.Unprocessable, "invalid_date", fmt.Sprintf("Un término acaba entre los años %d y %d; revise la fecha.", firstDueYear, lastDueYear))
		}
		if err == nil {
			d.Due = due
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
		return fault.New(fault.Unprocessable, "field_too_long", fmt.Sprintf("Debe tener como máximo %d caracteres.", longest))
	}
	*p = value
	return nil
}

// text returns a pointer to a plain text field; nil for any other.
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

// ParseTags returns the tags of a comma-separated list, sanitised, without empty tags and
// repetitions.
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

// ShownField returns a sanitised, bounded field name, safe to return to the client that sent it.
func ShownField(f Field) string {
	return shownValue(string(f))
}

func fieldNames() string {
	names := make([]string, len(Fields()))
	for i, f := range Fields() {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}
