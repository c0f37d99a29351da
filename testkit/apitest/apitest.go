// Package apitest tests an HTTP interface from outside, a row a request.
package apitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Row is one request and what must come back.
type Row struct {
	Name   string
	Method string // GET
	Path   string
	Token  string            // sent as a bearer token unless empty
	Header map[string]string // a Host or Content-Length among them is not sent
	Body   any               // an io.Reader or string is sent as it is, anything else as JSON

	Status     int
	WantHeader map[string]string // each the whole value, or "*" for any
	NoHeader   []string          // must be absent
	// JSON is a fragment of the answer: each key that it has must be there with
	// its value; lists are compared item by item. "*" stands for any value.
	JSON string
	// Lacks must not occur in the answer.
	Lacks []string
}

// Client sends rows to a server.
type Client struct {
	Base  string                                                                          // "http://127.0.0.1:8000"
	Check func(t testing.TB, method, path string, status int, h http.Header, body []byte) // further checks of every answer; may be nil
}

// Run sends each row in a subtest.
func (c Client) Run(t *testing.T, rows []Row) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) { c.Do(t, row) })
	}
}

// Do sends one row and returns the body of the answer.
func (c Client) Do(t testing.TB, row Row) []byte {
	t.Helper()
	req := c.request(t, row)
	client := http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		t.Fatalf("%s %s: %v", req.Method, row.Path, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("reading the answer: %v", err)
	}
	if res.StatusCode != row.Status {
		t.Errorf("status %d, want %d; body %.500s", res.StatusCode, row.Status, body)
	}
	for name, want := range row.WantHeader {
		if got := strings.Join(res.Header.Values(name), ", "); got == "" || want != "*" && got != want {
			t.Errorf("header %s is %q, want %q", name, got, want)
		}
	}
	for _, name := range row.NoHeader {
		if got := res.Header.Get(name); got != "" {
			t.Errorf("header %s is %q, want none", name, got)
		}
	}
	for _, lack := range row.Lacks {
		if strings.Contains(string(body), lack) {
			t.Errorf("the answer contains %q: %.500s", lack, body)
		}
	}
	if row.JSON != "" {
		Contains(t, body, row.JSON)
	}
	if c.Check != nil {
		path, _, _ := strings.Cut(row.Path, "?")
		c.Check(t, req.Method, strings.TrimSuffix(path, "/"), res.StatusCode, res.Header, body)
	}
	return body
}

func (c Client) request(t testing.TB, row Row) *http.Request {
	t.Helper()
	method := row.Method
	if method == "" {
		method = http.MethodGet
	}
	var body io.Reader
	contentType := ""
	switch b := row.Body.(type) {
	case nil:
	case io.Reader:
		body = b
	case string:
		body, contentType = strings.NewReader(b), "application/json"
	default:
		data, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		body, contentType = strings.NewReader(string(data)), "application/json"
	}
	req, err := http.NewRequest(method, c.Base+row.Path, body)
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if row.Token != "" {
		req.Header.Set("Authorization", "Bearer "+row.Token)
	}
	for name, value := range row.Header {
		req.Header.Set(name, value)
	}
	return req
}

// Contains fails the test unless the JSON text got has all of the fragment want.
func Contains(t testing.TB, got []byte, want string) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatalf("the expected fragment is no JSON: %v", err)
	}
	if err := json.Unmarshal(got, &g); err != nil {
		t.Errorf("the answer is no JSON: %v: %.500s", err, got)
		return
	}
	if diff := missing("", g, w); diff != "" {
		t.Errorf("%s\nanswer: %.800s", diff, got)
	}
}

// missing says what of want is not in got, "" when nothing is.
func missing(at string, got, want any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s is %v, want an object", at, got)
		}
		for key, value := range w {
			item, ok := g[key]
			if !ok {
				return fmt.Sprintf("%s.%s is missing", at, key)
			}
			if diff := missing(at+"."+key, item, value); diff != "" {
				return diff
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Sprintf("%s is %v, want %d items", at, got, len(w))
		}
		for i := range w {
			if diff := missing(fmt.Sprintf("%s[%d]", at, i), g[i], w[i]); diff != "" {
				return diff
			}
		}
		return ""
	case string:
		if w == "*" {
			return ""
		}
	}
	if got != want {
		return fmt.Sprintf("%s is %v, want %v", at, got, want)
	}
	return ""
}
