// Package openapi reads the description that a service publishes of itself
// (OpenAPI 3.1), makes requests of it and holds answers against it: tests that
// walk it cover each route on the day that it is added.
package openapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Document is a description.
type Document struct {
	Operations []Operation // by path, then method
}

// Operation is a method of a path.
type Operation struct {
	ID     string
	Method string
	Path   string // parameters in braces
	Public bool   // no token is asked for
	Admin  bool   // administrators alone: it is marked x-admin-only

	// Anonymous: a request may come without a token, but not with a bad one.
	Anonymous bool

	Parameters   []Parameter
	Bodies       map[string]*Schema // by media type; none when it takes none
	BodyRequired bool

	answers map[string]map[string]*jsonschema.Schema // by status and media type; nil where any body will do
}

// Parameter is a part of the path, the query or the head of a request.
type Parameter struct {
	Name     string  `json:"name"`
	In       string  `json:"in"` // path, query, header
	Required bool    `json:"required"`
	Schema   *Schema `json:"schema"`
}

// Schema is what of a JSON Schema is needed to make values of it.
type Schema struct {
	Ref           string             `json:"$ref"`
	Type          Types              `json:"type"`
	Format        string             `json:"format"`
	Pattern       string             `json:"pattern"`
	Enum          []any              `json:"enum"`
	Default       any                `json:"default"`
	Properties    map[string]*Schema `json:"properties"`
	Required      []string           `json:"required"`
	Additional    json.RawMessage    `json:"additionalProperties"`
	Items         *Schema            `json:"items"`
	AnyOf         []*Schema          `json:"anyOf"`
	Minimum       *float64           `json:"minimum"`
	Maximum       *float64           `json:"maximum"`
	MinLength     int                `json:"minLength"`
	MaxLength     *int               `json:"maxLength"`
	MinProperties int                `json:"minProperties"`
}

// Types are the types of a value; in a document one may stand by itself.
type Types []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *Types) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = Types{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// location names the document among schemas; nothing is fetched from it.
const location = "https://openapi.invalid/openapi.json"

// Parse reads a description in JSON and compiles the schemas of its answers.
// An object that lists its properties may have no others in an answer.
func Parse(data []byte) (*Document, error) {
	var raw struct {
		Paths      map[string]map[string]json.RawMessage `json:"paths"`
		Components struct {
			Schemas map[string]*Schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("reading the description: %w", err)
	}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	shut(whole)
	schemas := jsonschema.NewCompiler()
	schemas.DefaultDraft(jsonschema.Draft2020)
	schemas.AssertFormat()
	if err := schemas.AddResource(location, whole); err != nil {
		return nil, err
	}
	d := &Document{}
	for path, item := range raw.Paths {
		for method, operation := range item {
			op, err := parse(strings.ToUpper(method), path, operation, schemas)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			for _, p := range op.Parameters {
				resolve(p.Schema, raw.Components.Schemas)
			}
			for _, s := range op.Bodies {
				resolve(s, raw.Components.Schemas)
			}
			d.Operations = append(d.Operations, op)
		}
	}
	slices.SortFunc(d.Operations, func(a, b Operation) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method))
	})
	return d, nil
}

func parse(method, path string, data []byte, schemas *jsonschema.Compiler) (Operation, error) {
	type media map[string]struct {
		Schema *Schema `json:"schema"`
	}
	var raw struct {
		ID          string           `json:"operationId"`
		Security    []map[string]any `json:"security"`
		AdminOnly   bool             `json:"x-admin-only"`
		Parameters  []Parameter      `json:"parameters"`
		RequestBody struct {
			Required bool  `json:"required"`
			Content  media `json:"content"`
		} `json:"requestBody"`
		Responses map[string]struct {
			Content media `json:"content"`
		} `json:"responses"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return Operation{}, err
	}
	op := Operation{
		ID: raw.ID, Method: method, Path: path, Public: len(raw.Security) == 0, Parameters: raw.Parameters,
		Anonymous: slices.ContainsFunc(raw.Security, func(r map[string]any) bool { return len(r) == 0 }),
		Bodies:    map[string]*Schema{}, BodyRequired: raw.RequestBody.Required,
		answers: map[string]map[string]*jsonschema.Schema{},
	}
	op.Admin = raw.AdminOnly
	for kind, m := range raw.RequestBody.Content {
		op.Bodies[kind] = m.Schema
	}
	for status, response := range raw.Responses {
		op.answers[status] = map[string]*jsonschema.Schema{}
		for kind := range response.Content {
			op.answers[status][kind] = nil
			if !strings.HasSuffix(kind, "json") {
				continue
			}
			s, err := schemas.Compile(location + "#" + pointer("paths", path, strings.ToLower(method), "responses", status, "content", kind, "schema"))
			if err != nil {
				return Operation{}, err
			}
			op.answers[status][kind] = s
		}
	}
	return op, nil
}

// pointer is a JSON pointer (RFC 6901) as the fragment of an address.
func pointer(steps ...string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
	var b strings.Builder
	for _, s := range steps {
		b.WriteString("/" + escape.Replace(s))
	}
	return b.String()
}

// shut forbids further properties to objects that list theirs.
func shut(node any) {
	switch n := node.(type) {
	case map[string]any:
		if _, lists := n["properties"].(map[string]any); lists && n["additionalProperties"] == true {
			n["additionalProperties"] = false
		}
		for _, child := range n {
			shut(child)
		}
	case []any:
		for _, child := range n {
			shut(child)
		}
	}
}

// resolve puts what references stand for in their place.
func resolve(s *Schema, components map[string]*Schema) {
	if s == nil {
		return
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok && components[name] != nil {
		*s = *components[name]
	}
	resolve(s.Items, components)
	for _, child := range s.Properties {
		resolve(child, components)
	}
	for _, child := range s.AnyOf {
		resolve(child, components)
	}
}

// Get returns an operation by its ID; ok is false when there is none.
func (d *Document) Get(id string) (op Operation, ok bool) {
	i := slices.IndexFunc(d.Operations, func(op Operation) bool { return op.ID == id })
	if i < 0 {
		return Operation{}, false
	}
	return d.Operations[i], true
}

// At returns the operation that answers a method at the path of another, fixed
// segments first; ok is false when none does.
func (d *Document) At(method, path string) (found Operation, ok bool) {
	for _, op := range d.Operations {
		if slices.Contains(op.Methods(), method) && covers(op.Path, path) && (!ok || !strings.Contains(op.Path, "{")) {
			found, ok = op, true
		}
	}
	return found, ok
}

// covers reports whether path is one of those that template stands for.
func covers(template, path string) bool {
	t, p := strings.Split(template, "/"), strings.Split(path, "/")
	for i := range t {
		if len(t) != len(p) || t[i] != p[i] && !strings.HasPrefix(t[i], "{") {
			return false
		}
	}
	return true
}

// Methods lists what a request for the operation's path may use: HEAD goes
// wherever GET does.
func (op Operation) Methods() []string {
	if op.Method == http.MethodGet {
		return []string{http.MethodGet, http.MethodHead}
	}
	return []string{op.Method}
}
