package openapi_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/testkit/openapi"
)

func TestDrawnRequestsCanBeSent(t *testing.T) {
	d := parsed(t)
	m := openapi.NewMaker(d)
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.SampledFrom(d.Operations).Draw(t, "operation")
		r := m.Draw(t, op)
		path, _, _ := strings.Cut(r.Target, "?")
		if _, err := url.PathUnescape(path); err != nil || strings.ContainsAny(r.Target, " \r\n\x00{}") {
			t.Errorf("target %q: %v", r.Target, err)
		}
		for name, values := range r.Header {
			if strings.ContainsAny(values[0], "\r\n\x00") || http.CanonicalHeaderKey(name) != name {
				t.Errorf("header %q: %q", name, values)
			}
		}
		if r.Strayed && op.ID == "add" {
			t.Error("a path without parameters has strayed")
		}
	})
}

// Good requests must be among the drawn ones, and broken ones of each kind.
func TestDrawnRequestsAreGoodAndBad(t *testing.T) {
	d := parsed(t)
	m := openapi.NewMaker(d)
	m.Learn(openapi.Answer{Body: []byte(`{"data":[{"document_id":"0195f0a0-0000-7000-8000-000000000001"}]}`)})
	thing, _ := d.Get("thing")
	add, _ := d.Get("add")
	seen := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		for range 40 {
			r := m.Draw(t, thing)
			seen["known"] = seen["known"] || r.Target == "/things/0195f0a0-0000-7000-8000-000000000001" && r.Method == "GET"
			seen["strayed"] = seen["strayed"] || r.Strayed
			r = m.Draw(t, add)
			var body struct {
				At   *string
				Next json.RawMessage
			}
			err := json.Unmarshal(r.Body, &body)
			json := strings.HasPrefix(r.Header.Get("Content-Type"), "application/json")
			seen["good"] = seen["good"] || err == nil && json && body.At != nil
			seen["incomplete"] = seen["incomplete"] || err == nil && body.At == nil
			seen["no JSON"] = seen["no JSON"] || err != nil && len(r.Body) > 0
			seen["no body"] = seen["no body"] || len(r.Body) == 0
			seen["another type"] = seen["another type"] || !json
			seen["a key twice"] = seen["a key twice"] || strings.Count(strings.ToLower(string(r.Body)), `"at":`) > 1
		}
	})
	for _, kind := range []string{"known", "strayed", "good", "incomplete", "no JSON", "no body", "another type", "a key twice"} {
		if !seen[kind] {
			t.Errorf("no request was of the kind %q", kind)
		}
	}
}
