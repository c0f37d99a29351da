package rest

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// The reference page shows the whole description to read, without a script:
// each operation, then each schema. Swagger UI is the page to try things on.
//
//go:embed reference.html
var referenceText string

var referencePage = template.Must(template.New("reference").Parse(referenceText))

// renderReference draws the page of a description.
func renderReference(spec *huma.OpenAPI) ([]byte, error) {
	r := referenceOf(spec)
	var page bytes.Buffer
	err := referencePage.Execute(&page, r)
	return page.Bytes(), err
}

// reference is what the page shows.
type reference struct {
	Info    *huma.Info
	Tags    []referenceTag
	Schemas []referenceSchema
}

type referenceTag struct {
	Name       string
	Operations []referenceOperation
}

type referenceOperation struct {
	ID, Method, Path, Summary, Who string

	Parameters []referenceField
	Body       *referenceType
	Answers    []referenceAnswer
}

type referenceAnswer struct {
	Status, Doc string
	Types       []referenceType
}

type referenceSchema struct {
	Name   string
	Fields []referenceField
}

type referenceField struct {
	Name, In, Doc string
	Required      bool
	Type          referenceType
}

// referenceType is the type of a value; Schema, unless empty, is the section
// that has its fields.
type referenceType struct {
	Text, Schema string
	Fields       []referenceField // of a type without a name
}

func referenceOf(spec *huma.OpenAPI) reference {
	r := reference{Info: spec.Info}
	for _, path := range slices.Sorted(maps.Keys(spec.Paths)) {
		item := spec.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil || op.Hidden {
				continue
			}
			name := "Operaciones"
			if len(op.Tags) > 0 {
				name = op.Tags[0]
			}
			i := slices.IndexFunc(r.Tags, func(t referenceTag) bool { return t.Name == name })
			if i < 0 {
				i = len(r.Tags)
				r.Tags = append(r.Tags, referenceTag{Name: name})
			}
			r.Tags[i].Operations = append(r.Tags[i].Operations, operationOf(op))
		}
	}
	schemas := spec.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		r.Schemas = append(r.Schemas, referenceSchema{name, fieldsOf(schemas[name])})
	}
	return r
}

func operationOf(op *huma.Operation) referenceOperation {
	o := referenceOperation{ID: op.OperationID, Method: op.Method, Path: op.Path, Summary: op.Summary, Who: "Para cualquiera, sin sesión."}
	if len(op.Security) > 0 {
		o.Who = "Con sesión."
		if op.Extensions[adminExtension] == true {
			o.Who = "Con sesión de administrador."
		}
	}
	for _, p := range op.Parameters {
		o.Parameters = append(o.Parameters, referenceField{p.Name, p.In, describe(p.Description, p.Schema), p.Required, typeOf(p.Schema)})
	}
	if op.RequestBody != nil {
		for _, kind := range slices.Sorted(maps.Keys(op.RequestBody.Content)) {
			body := typeOf(op.RequestBody.Content[kind].Schema)
			body.Text = strings.TrimSpace(body.Text + " (" + kind + ")")
			o.Body = &body
		}
	}
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		answer := referenceAnswer{Status: status, Doc: op.Responses[status].Description}
		for _, kind := range slices.Sorted(maps.Keys(op.Responses[status].Content)) {
			answer.Types = append(answer.Types, typeOf(op.Responses[status].Content[kind].Schema))
		}
		o.Answers = append(o.Answers, answer)
	}
	return o
}

func fieldsOf(s *huma.Schema) []referenceField {
	var fields []referenceField
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name]
		fields = append(fields, referenceField{Name: name, Doc: describe("", p), Required: slices.Contains(s.Required, name), Type: typeOf(p)})
	}
	return fields
}

// typeOf says in a word or two what values a schema takes.
func typeOf(s *huma.Schema) referenceType {
	if s == nil {
		return referenceType{}
	}
	if s.Ref != "" {
		name := s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
		return referenceType{Text: name, Schema: name}
	}
	t := referenceType{Text: s.Type}
	switch {
	case s.Type == huma.TypeArray:
		t = typeOf(s.Items)
		t.Text = "lista de " + cmp.Or(t.Text, "valores")
	case len(s.AnyOf) > 0:
		for i, alternative := range s.AnyOf {
			a := typeOf(alternative)
			if i > 0 {
				t.Text += " o "
			}
			t.Text += a.Text
			t.Schema = cmp.Or(t.Schema, a.Schema)
		}
	case len(s.Properties) > 0:
		t.Fields = fieldsOf(s)
	}
	if s.Format != "" {
		t.Text += " (" + s.Format + ")"
	}
	if s.Nullable {
		t.Text += " o null"
	}
	return t
}

// describe is what is said of a value, and what bounds it.
func describe(doc string, s *huma.Schema) string {
	if s == nil {
		return doc
	}
	parts := []string{cmp.Or(doc, s.Description)}
	if len(s.Enum) > 0 {
		parts = append(parts, "Uno de: "+strings.Trim(strings.Join(strings.Fields(fmt.Sprint(s.Enum)), ", "), "[]")+".")
	}
	if s.Minimum != nil {
		parts = append(parts, fmt.Sprintf("Mínimo %v.", *s.Minimum))
	}
	if s.Maximum != nil {
		parts = append(parts, fmt.Sprintf("Máximo %.0f.", *s.Maximum))
	}
	if s.MaxLength != nil {
		parts = append(parts, fmt.Sprintf("Hasta %d caracteres.", *s.MaxLength))
	}
	if s.Default != nil {
		parts = append(parts, fmt.Sprintf("Por defecto %v.", s.Default))
	}
	if len(s.Examples) > 0 {
		parts = append(parts, fmt.Sprintf("Ejemplo: %v", s.Examples[0]))
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}
