package notifyapi_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/apitest"
)

var elsewhere = regexp.MustCompile(`(src|href)="(https?:)?//`)

// The documentation is open to everyone, and loads nothing from another host.
func TestDocumentation(t *testing.T) {
	h := build(t)
	h.Check = nil // these are no routes of the interface
	pageHeader := map[string]string{"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "*"}
	var spec struct {
		OpenAPI string
		Paths   map[string]any
	}
	if err := json.Unmarshal(h.Do(t, apitest.Row{Path: "/openapi.json", Status: 200}), &spec); err != nil || !strings.HasPrefix(spec.OpenAPI, "3.1") || len(spec.Paths) < 15 {
		t.Fatalf("%v, version %s, %d paths", err, spec.OpenAPI, len(spec.Paths))
	}
	for _, path := range []string{"/docs", "/redoc"} {
		page := string(h.Do(t, apitest.Row{Path: path, Status: 200, WantHeader: pageHeader}))
		if elsewhere.MatchString(page) {
			t.Errorf("%s loads something from another host", path)
		}
		for _, src := range regexp.MustCompile(`src="([^"]+)"`).FindAllStringSubmatch(page, -1) {
			h.Do(t, apitest.Row{Path: src[1], Status: 200})
		}
	}
	h.Do(t, apitest.Row{Path: "/redoc/LICENSE", Status: 404})
}

func TestDescriptionIsSpanish(t *testing.T) {
	h := build(t)
	h.Check = nil
	apitest.Spanish(t, json.RawMessage(h.Do(t, apitest.Row{Path: "/openapi.json", Status: 200})))
}
