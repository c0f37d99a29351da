package openapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/openapi"
)

const description = `{"openapi":"3.1.0","paths":{
	"/things/{id}":{"get":{"operationId":"thing","x-admin-only":true,"security":[{"bearer":[]}],
		"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string","format":"uuid"}}],
		"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}},"204":{},
			"403":{},"404":{"content":{"application/problem+json":{"schema":{"type":"object"}}}},
			"206":{"content":{"application/pdf":{"schema":{"type":"string"}}}}}}},
	"/things":{"post":{"operationId":"add","requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}},"responses":{}}}},
	"components":{"schemas":{"Thing":{"type":"object","additionalProperties":true,"required":["at"],
		"properties":{"at":{"type":"string","format":"date-time"},"next":{"anyOf":[{"type":"null"},{"$ref":"#/components/schemas/Other"}]}}},
		"Other":{"type":["object","null"],"additionalProperties":true,"properties":{"n":{"type":"integer","minimum":1}}}}}}`

func parsed(t *testing.T) *openapi.Document {
	t.Helper()
	d, err := openapi.Parse([]byte(description))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestADescriptionIsRead(t *testing.T) {
	d := parsed(t)
	if len(d.Operations) != 2 {
		t.Fatalf("%d operations", len(d.Operations))
	}
	add, thing := d.Operations[0], d.Operations[1]
	if add.ID != "add" || !add.Public || add.Admin || !add.BodyRequired || len(add.Methods()) != 1 {
		t.Errorf("%+v", add)
	}
	if n := add.Bodies["application/json"].Properties["next"].AnyOf[1].Properties["n"]; n == nil || n.Type[0] != "integer" || *n.Minimum != 1 {
		t.Error("references are not resolved")
	}
	if thing.Public || !thing.Admin || thing.Method != "GET" || thing.Parameters[0].Schema.Format != "uuid" || len(thing.Methods()) != 2 {
		t.Errorf("%+v", thing)
	}
}

func TestFaultsOfAnswers(t *testing.T) {
	problem := func(status int) string {
		return fmt.Sprintf(`{"type":"about:blank","title":"t","status":%d,"detail":"d","instance":"r1","code":"c"}`, status)
	}
	for _, c := range []struct {
		name   string
		status int
		kind   string
		body   string
		fault  string // part of the only fault; "" for none
	}{
		{"as described", 200, "application/json", `{"at":"2026-03-04T15:04:05Z","next":{"n":1}}`, ""},
		{"null where it may be", 200, "application/json; charset=utf-8", `{"at":"2026-03-04T15:04:05Z","next":null}`, ""},
		{"nothing", 204, "", "", ""},
		{"something instead of nothing", 204, "", "x", "not described"},
		{"a file", 206, "application/pdf", "%PDF", ""},
		{"missing", 200, "application/json", `{}`, "at"},
		{"too many", 200, "application/json", `{"at":"2026-03-04T15:04:05Z","secret":1}`, "secret"},
		{"too many further down", 200, "application/json", `{"at":"2026-03-04T15:04:05Z","next":{"m":1}}`, "'m'"},
		{"too small", 200, "application/json", `{"at":"2026-03-04T15:04:05Z","next":{"n":0}}`, "minimum"},
		{"no time", 200, "application/json", `{"at":"yesterday"}`, "date-time"},
		{"no JSON", 200, "application/json", `{`, "no JSON"},
		{"another type", 200, "text/html", `{}`, "text/html"},
		{"another status", 201, "application/json", `{}`, "201"},
		{"an error", 404, "application/problem+json", problem(404), ""},
		{"an error of any request", 431, "application/problem+json", problem(431), ""},
		{"an error of another status", 404, "application/problem+json", problem(422), "422"},
		{"an error without a code", 404, "application/problem+json", strings.Replace(problem(404), `"c"`, `" "`, 1), "code"},
	} {
		t.Run(c.name, func(t *testing.T) {
			op, _ := parsed(t).Get("thing")
			faults := op.Faults(openapi.Answer{Status: c.status, Body: []byte(c.body),
				Header: http.Header{"Content-Type": {c.kind}, "X-Request-Id": {"r1"}}})
			if len(faults) > 1 || (len(faults) == 1) != (c.fault != "") || !strings.Contains(strings.Join(faults, ""), c.fault) {
				t.Errorf("faults %q, want one with %q", faults, c.fault)
			}
		})
	}
	op, _ := parsed(t).Get("thing")
	if faults := op.Faults(openapi.Answer{Status: 500, Header: http.Header{}, Body: []byte("x")}); len(faults) < 3 {
		t.Errorf("a plain 500 has the faults %q", faults)
	}
}

func ExampleDocument() {
	d, err := openapi.Parse([]byte(description))
	if err != nil {
		panic(err)
	}
	for _, op := range d.Operations {
		fmt.Println(op.Method, op.Path, "public:", op.Public)
	}
	// Output:
	// POST /things public: true
	// GET /things/{id} public: false
}

func TestTheOperationAtAPath(t *testing.T) {
	d := parsed(t)
	for _, c := range []struct{ method, path, want string }{
		{"GET", "/things/{id}", "thing"}, {"HEAD", "/things/7", "thing"}, {"POST", "/things", "add"}, {"PUT", "/things", ""}, {"GET", "/things/7/8", ""},
	} {
		if op, ok := d.At(c.method, c.path); op.ID != c.want || ok != (c.want != "") {
			t.Errorf("%s %s is %q", c.method, c.path, op.ID)
		}
	}
}
