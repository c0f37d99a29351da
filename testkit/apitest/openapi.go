package apitest

import (
	"encoding/json"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// Conforms returns a check that holds each answer against the published
// description: the status is described, the content type is the described one,
// the body satisfies its schema and has no field that the schema lacks.
func Conforms(spec *huma.OpenAPI) func(t testing.TB, method, path string, status int, h http.Header, body []byte) {
	return func(t testing.TB, method, path string, status int, h http.Header, body []byte) {
		t.Helper()
		op := find(spec, method, path)
		if op == nil {
			return // no route of the interface
		}
		res := op.Responses[strconv.Itoa(status)]
		if res == nil {
			t.Errorf("status %d of %s is not described", status, op.OperationID)
			return
		}
		if len(res.Content) == 0 {
			if len(body) > 0 {
				t.Errorf("%s %d has a body that is not described", op.OperationID, status)
			}
			return
		}
		kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
		media := res.Content[kind]
		if media == nil {
			t.Errorf("content type %q of %s %d is not described", kind, op.OperationID, status)
			return
		}
		if !strings.HasSuffix(kind, "json") {
			return // a file
		}
		var value any
		if err := json.Unmarshal(body, &value); err != nil {
			t.Errorf("the body is no JSON: %v", err)
			return
		}
		var result huma.ValidateResult
		huma.Validate(spec.Components.Schemas, media.Schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, &result)
		for _, err := range result.Errors {
			t.Errorf("%s %d does not conform: %v", op.OperationID, status, err)
		}
		for _, name := range undescribed(spec.Components.Schemas, media.Schema, "", value) {
			t.Errorf("%s %d has the undescribed field %s", op.OperationID, status, name)
		}
	}
}

// find returns the operation that a path belongs to; fixed segments win.
func find(spec *huma.OpenAPI, method, path string) *huma.Operation {
	var best *huma.Operation
	for template, item := range spec.Paths {
		op := map[string]*huma.Operation{
			http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put,
			http.MethodDelete: item.Delete, http.MethodPatch: item.Patch,
		}[method]
		if op != nil && matches(template, path) && (best == nil || !strings.Contains(template, "{")) {
			best = op
		}
	}
	return best
}

func matches(template, path string) bool {
	t, p := strings.Split(template, "/"), strings.Split(path, "/")
	if len(t) != len(p) {
		return false
	}
	for i := range t {
		if t[i] != p[i] && !strings.HasPrefix(t[i], "{") {
			return false
		}
	}
	return true
}

// undescribed lists the fields of value that its schema does not name.
func undescribed(schemas huma.Registry, s *huma.Schema, at string, value any) []string {
	for s != nil && s.Ref != "" {
		s = schemas.SchemaFromRef(s.Ref)
	}
	if s == nil {
		return nil
	}
	var names []string
	switch v := value.(type) {
	case map[string]any:
		if len(s.Properties) == 0 {
			for _, alternative := range append(s.OneOf, s.AnyOf...) {
				if alternative.Ref != "" || alternative.Type == huma.TypeObject {
					return undescribed(schemas, alternative, at, value)
				}
			}
			return nil
		}
		for name, item := range v {
			if s.Properties[name] == nil {
				names = append(names, at+"."+name)
				continue
			}
			names = append(names, undescribed(schemas, s.Properties[name], at+"."+name, item)...)
		}
	case []any:
		for _, item := range v {
			names = append(names, undescribed(schemas, s.Items, at+"[]", item)...)
		}
	}
	return names
}
