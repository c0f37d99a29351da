package notifyapi_test

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/apitest"
)

var elsewhere = regexp.MustCompile(`(src|href)="(https?:)?//`)

// The documentation is open to everyone, names every operation, and loads
// nothing from another host.
func TestDocumentation(t *testing.T) {
	h := build(t)
	h.Check = nil // these are no routes of the interface
	pageHeader := map[string]string{"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "*"}
	var spec struct {
		OpenAPI string
		Paths   map[string]map[string]struct{ Summary string }
	}
	if err := json.Unmarshal(h.Do(t, apitest.Row{Path: "/openapi.json", Status: 200}), &spec); err != nil || !strings.HasPrefix(spec.OpenAPI, "3.1") || len(spec.Paths) < 15 {
		t.Fatalf("%v, version %s, %d paths", err, spec.OpenAPI, len(spec.Paths))
	}
	swagger := string(h.Do(t, apitest.Row{Path: "/docs", Status: 200, WantHeader: pageHeader}))
	for _, src := range regexp.MustCompile(`src="([^"]+)"`).FindAllStringSubmatch(swagger, -1) {
		h.Do(t, apitest.Row{Path: src[1], Status: 200})
	}
	page := string(h.Do(t, apitest.Row{Path: "/redoc", Status: 200, WantHeader: pageHeader, Lacks: []string{"<script", "ZgotmplZ"}}))
	if elsewhere.MatchString(page + swagger) {
		t.Error("a page loads something from another host")
	}
	for path, methods := range spec.Paths {
		for method, op := range methods {
			for _, part := range []string{strings.ToUpper(method) + "</span> " + path, html.EscapeString(op.Summary)} {
				if !strings.Contains(page, part) {
					t.Errorf("the reference lacks %q", part)
				}
			}
		}
	}
	for _, link := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+link[1]+`"`) {
			t.Errorf("a link leads to #%s, which is nowhere", link[1])
		}
	}
}

func TestDescriptionIsSpanish(t *testing.T) {
	h := build(t)
	h.Check = nil
	apitest.Spanish(t, json.RawMessage(h.Do(t, apitest.Row{Path: "/openapi.json", Status: 200})))
}
