package openapi

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Request is a request to send as it is.
type Request struct {
	Method string
	Target string // path and query, escaped or meant to be wrong
	Header http.Header
	Body   []byte

	// Strayed: a parameter of the path may have made it another path, of
	// whatever operation.
	Strayed bool
}

// Maker makes requests of a description: good ones, ones at the limits of what
// is allowed, and broken ones. It is not safe for concurrent use.
type Maker struct {
	Awkward []string // strings that other programs stumble over; see Awkward

	names []string            // of all properties and parameters
	known map[string][]string // values of answers, by name: identifiers mostly
}

// NewMaker returns a maker for the operations of d, with awkward strings beside
// its own.
func NewMaker(d *Document, awkward ...string) *Maker {
	m := &Maker{Awkward: append(slices.Clone(Awkward), awkward...), known: map[string][]string{}}
	seen := map[string]bool{}
	var collect func(*Schema)
	collect = func(s *Schema) {
		if s == nil {
			return
		}
		for name, child := range s.Properties {
			seen[name] = true
			collect(child)
		}
	}
	for _, op := range d.Operations {
		for _, p := range op.Parameters {
			seen[p.Name] = true
		}
		for _, s := range op.Bodies {
			collect(s)
		}
	}
	for name := range seen {
		m.names = append(m.names, name)
	}
	slices.Sort(m.names)
	return m
}

// maxKnown bounds what is kept of one name.
const maxKnown = 200

var identifier = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Learn keeps the identifiers of an answer, to ask for them later.
func (m *Maker) Learn(a Answer) {
	var value any
	if json.Unmarshal(a.Body, &value) == nil {
		m.learn("", value)
	}
}

func (m *Maker) learn(name string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for key, child := range v {
			m.learn(key, child)
		}
	case []any:
		for _, child := range v {
			m.learn(name, child)
		}
	case string:
		name = strings.TrimPrefix(name, "document_")
		if identifier.MatchString(v) && !slices.Contains(m.known[name], v) && len(m.known[name]) < maxKnown {
			m.known[name] = append(m.known[name], v)
		}
	}
}

// often is true in most draws, seldom in few.
func often(t *rapid.T, what string) bool  { return rapid.IntRange(0, 9).Draw(t, what) != 0 }
func seldom(t *rapid.T, what string) bool { return rapid.IntRange(0, 14).Draw(t, what) == 0 }

func sample[T any](t *rapid.T, what string, of ...T) T { return rapid.SampledFrom(of).Draw(t, what) }

// Draw returns a request for an operation.
func (m *Maker) Draw(t *rapid.T, op Operation) Request {
	r := Request{Method: sample(t, "method", op.Methods()...), Header: http.Header{}}
	if seldom(t, "other method") {
		r.Method = sample(t, "method", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get")
	}
	path, query := op.Path, url.Values{}
	var loose []string // parts of a query that are no name=value
	for _, p := range op.Parameters {
		if !p.Required && !rapid.Bool().Draw(t, p.Name) {
			continue
		}
		for range 1 + rapid.IntRange(0, 10).Draw(t, "times")/10 {
			value := m.text(t, p.Name, p.Schema)
			switch p.In {
			case "path":
				r.Strayed = r.Strayed || strays(value)
				path = strings.Replace(path, "{"+p.Name+"}", m.escape(t, value), 1)
			case "query":
				query.Add(p.Name, value)
			case "header":
				r.Header.Add(p.Name, printable(value))
			}
		}
	}
	if seldom(t, "more in the query") {
		loose = append(loose, m.escape(t, m.awkwardText(t))+sample(t, "sign", "=", "", "==", "[]=", "&")+m.escape(t, m.awkwardText(t)))
	}
	r.Target = path
	if rest := strings.Join(append(loose, query.Encode()), "&"); rest != "" {
		r.Target += "?" + rest
	}
	m.drawBody(t, op, &r)
	m.drawHeaders(t, &r)
	return r
}

// strays reports whether a value takes a path elsewhere.
func strays(value string) bool {
	return value == "" || value == "." || value == ".." || strings.ContainsAny(value, "/\\?#%")
}

// escape writes a value into a path or query, seldom wrongly.
func (m *Maker) escape(t *rapid.T, s string) string {
	if seldom(t, "everything escaped") {
		var b strings.Builder
		for _, c := range []byte(s) {
			b.WriteString("%" + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		}
		return b.String()
	}
	return url.PathEscape(s)
}

// printable is a value that a client can send in a header, among others.
func printable(s string) string {
	const longest = 4_000
	s = s[:min(len(s), longest)]
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, s))
}

// drawHeaders adds headers that no description names.
func (m *Maker) drawHeaders(t *rapid.T, r *Request) {
	for range rapid.IntRange(0, 3).Draw(t, "headers") / 2 {
		name := sample(t, "header", "Accept", "Accept-Encoding", "Accept-Language", "Range", "If-Range", "If-None-Match", "If-Match",
			"If-Modified-Since", "Origin", "X-Request-ID", "X-Forwarded-For", "X-Forwarded-Host", "X-HTTP-Method-Override", "Content-Encoding",
			"Cookie", "User-Agent", "Idempotency-Key", "Prefer", "TE", "Via")
		value := m.awkwardText(t)
		if rapid.Bool().Draw(t, "of its kind") {
			value = sample(t, "value", "*", "*/*", "text/html;q=0", "application/xml", "gzip, br;q=0, *;q=0.5", "bytes=0-0", "bytes=-1", "bytes=5-2",
				"bytes=0-1,3-4", "bytes=99999999999999999999-", `"x"`, `W/"x", "y"`, "null", "https://evil.example", "127.0.0.1, ::1", "identity", "es-CO")
		}
		r.Header.Set(name, printable(value))
	}
}
