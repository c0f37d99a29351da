package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// problemType is the media type of RFC 9457.
const problemType = "application/problem+json"

// protocol are statuses that any request may get, since they are not about its
// operation: no HTTP, too slow, head too large.
var protocol = []int{http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestHeaderFieldsTooLarge}

// Faults lists where an answer is not what the operation promises: a status
// or media type that is not described, a body against its schema, an error that
// is not a whole problem, a failure of the service.
func (op Operation) Faults(a Answer) []string {
	var faults []string
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if a.Status >= 500 && a.Status != http.StatusServiceUnavailable {
		add("status %d", a.Status)
	}
	if a.Status >= 400 {
		faults = append(faults, ProblemFaults(a)...)
	}
	if slices.Contains(protocol, a.Status) || a.Status == http.StatusNotModified {
		return faults
	}
	described, ok := op.answers[strconv.Itoa(a.Status)]
	if !ok {
		add("status %d is not described", a.Status)
		return faults
	}
	if len(described) == 0 {
		if len(a.Body) > 0 {
			add("%d bytes of a body that is not described", len(a.Body))
		}
		return faults
	}
	kind, _, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	schema, ok := described[kind]
	if err != nil || !ok {
		add("content type %q is not described for %d", a.Header.Get("Content-Type"), a.Status)
		return faults
	}
	if schema == nil {
		return faults
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.Body))
	if err != nil {
		add("the body is no JSON: %v", err)
		return faults
	}
	if err := schema.Validate(value); err != nil {
		add("the body is not as described: %v", err)
	}
	return faults
}

// ReadBody reads the body of an answer to its end. A stream of events has none:
// of it nothing is read.
func ReadBody(res *http.Response) ([]byte, error) {
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return nil, nil
	}
	return io.ReadAll(res.Body)
}

// ProblemFaults lists what an error lacks of a problem (RFC 9457) and of the
// headers that go with its status.
func ProblemFaults(a Answer) []string {
	var faults []string
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if got := a.Header.Get("Content-Type"); got != problemType {
		add("an error of type %q", got)
	}
	var p struct {
		Type, Title, Detail, Instance, Code string
		Status                              int
	}
	if err := json.Unmarshal(a.Body, &p); err != nil {
		add("an error that is no JSON: %v", err)
		return faults
	}
	for name, value := range map[string]string{"type": p.Type, "title": p.Title, "detail": p.Detail, "instance": p.Instance, "code": p.Code} {
		if strings.TrimSpace(value) == "" {
			add("an error without %s", name)
		}
	}
	if p.Status != a.Status {
		add("an error that tells of status %d", p.Status)
	}
	if p.Instance != a.Header.Get("X-Request-ID") {
		add("instance %q of request %q", p.Instance, a.Header.Get("X-Request-ID"))
	}
	for status, header := range map[int]string{401: "WWW-Authenticate", 405: "Allow", 429: "Retry-After", 503: "Retry-After"} {
		if a.Status == status && a.Header.Get(header) == "" {
			add("%d without %s", status, header)
		}
	}
	return faults
}
