package intakeapi_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/apitest"
	"github.com/cotejo/cotejo/testkit/openapi"
)

func TestEveryKindOfFaultHasItsStatus(t *testing.T) {
	want := map[fault.Kind]int{
		fault.Invalid: 422, fault.Unauthenticated: 401, fault.Forbidden: 403, fault.NotFound: 404, fault.Conflict: 409, fault.Stale: 412,
		fault.RuleViolated: 422, fault.TooLarge: 413, fault.Unprocessable: 422, fault.Locked: 423, fault.RateLimited: 429,
		fault.Unavailable: 503, fault.Timeout: 503, fault.Internal: 500,
	}
	h := build(t, nil)
	h.Check = nil // the route of this test answers what it never would
	for _, kind := range fault.Kinds() {
		h.intake.ListFunc = func(context.Context, account.Actor, document.Filter, document.PageRequest) (document.Listing, error) {
			return document.Listing{}, fmt.Errorf("listing: %w", fault.Wrap(io.ErrClosedPipe, kind, "some_code", "Haga algo.").
				With(fault.Detail{Location: "body.x", Message: "Mal.", Value: 7}))
		}
		row := apitest.Row{Name: string(kind), Path: prefix + "/documents", Token: goodToken, Status: want[kind],
			JSON:  `{"detail":"Haga algo.","code":"some_code","errors":[{"location":"body.x","message":"Mal.","value":7}]}`,
			Lacks: []string{"closed pipe"}}
		switch want[kind] {
		case 429, 503:
			row.WantHeader = map[string]string{"Retry-After": "*"}
		case 401:
			row.WantHeader = map[string]string{"WWW-Authenticate": "Bearer"}
		default:
			row.NoHeader = []string{"Retry-After", "WWW-Authenticate"}
		}
		h.Run(t, []apitest.Row{row})
		lines := strings.Split(strings.TrimSpace(h.log.String()), "\n")
		level := map[int]string{500: "ERROR", 503: "WARN"}[want[kind]]
		apitest.Contains(t, []byte(lines[len(lines)-1]), `{"level":"`+cmp.Or(level, "INFO")+`"}`)
	}
}

func TestAFaultThatKnowsWhenToTryAgainSaysSo(t *testing.T) {
	h := build(t, nil)
	h.Check = nil
	h.intake.ListFunc = func(context.Context, account.Actor, document.Filter, document.PageRequest) (document.Listing, error) {
		return document.Listing{}, fault.New(fault.RateLimited, "x", "Espere.").RetryIn(1500 * time.Millisecond)
	}
	h.Do(t, apitest.Row{Path: prefix + "/documents", Token: goodToken, Status: 429, WantHeader: map[string]string{"Retry-After": "2"}})
}

func TestWhatIsNoFaultIsAGenericErrorAndStandsInTheLog(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an error": func() error { return fmt.Errorf("SELECT * FROM secretos") },
		"a panic":  func() error { panic("SELECT * FROM secretos") },
	} {
		t.Run(name, func(t *testing.T) {
			h := build(t, nil)
			h.intake.ListFunc = func(context.Context, account.Actor, document.Filter, document.PageRequest) (document.Listing, error) {
				return document.Listing{}, fail()
			}
			row := apitest.Row{Path: prefix + "/documents", Token: goodToken, Status: 500, Header: map[string]string{"X-Request-ID": "mine-1"},
				WantHeader: map[string]string{"X-Request-ID": "mine-1", "X-Content-Type-Options": "nosniff"},
				JSON:       `{"code":"internal_error","instance":"mine-1"}`, Lacks: []string{"secretos", "goroutine", ".go"}}
			h.Do(t, row)
			h.Do(t, row) // and the server lives
			for _, part := range []string{"secretos", `"request_id":"mine-1"`, `"status":500`, `"level":"ERROR"`} {
				if !strings.Contains(h.log.String(), part) {
					t.Errorf("the log lacks %q: %s", part, h.log)
				}
			}
		})
	}
}

func TestAHandlerThatOutlastsItsDeadlineIsUnavailable(t *testing.T) {
	h := build(t, nil)
	h.intake.ListFunc = func(ctx context.Context, _ account.Actor, _ document.Filter, _ document.PageRequest) (document.Listing, error) {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("a request without a deadline")
		}
		return document.Listing{}, fmt.Errorf("querying: %w", context.DeadlineExceeded)
	}
	h.Do(t, apitest.Row{Path: prefix + "/documents", Token: goodToken, Status: 503, JSON: `{"code":"timeout"}`,
		WantHeader: map[string]string{"Retry-After": "*"}})
}

// Every text that JSONTestSuite calls no JSON is refused by every route that
// takes JSON.
// https://github.com/nst/JSONTestSuite
func TestWhatIsNoJSON(t *testing.T) {
	bodies := map[string]string{
		"nothing": "", "blank": " ", "bare word": "nul", "single quotes": "{'a':1}", "trailing comma": `["a",]`, "comment": "{}//",
		"unclosed": `{"a":`, "two values": "{}{}", "NaN": "[NaN]", "leading zero": "[01]", "control character": "[\"\x00\"]",
		"lone bracket": "]", "bad escape": `["\x"]`, "half an escape": `["\u00"]`,
	}
	files, err := filepath.Glob("../../../../shared/samples/payloads/JSONTestSuite/test_parsing/n_*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bodies[filepath.Base(file)] = string(data)
	}
	h := build(t, nil)
	described, err := openapi.Parse(h.Do(t, apitest.Row{Path: "/openapi.json", Status: 200}))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, op := range described.Operations {
		if op.Bodies["application/json"] == nil {
			continue
		}
		asked++
		path := strings.NewReplacer("{id}", knownDocument, "{task_id}", knownTask).Replace(op.Path)
		for name, body := range bodies {
			if body == "" && !op.BodyRequired {
				continue
			}
			status := 422
			if (op.Path == prefix+"/auth/login" || op.Path == prefix+"/auth/session") && len(body) > rest.MaxLogin {
				status = 413
			}
			h.Run(t, []apitest.Row{{Name: name + path, Method: op.Method, Path: path, Token: adminToken, Body: body, Status: status,
				WantHeader: map[string]string{"Content-Type": "application/problem+json"}}})
		}
	}
	if asked < 6 {
		t.Errorf("%d routes take JSON, there were 6", asked)
	}
}

// FuzzLoginBody holds that no body at all makes the server fail.
func FuzzLoginBody(f *testing.F) {
	f.Add(`{"username":"ana","password":"secreto"}`)
	f.Add(`{"username":["x"],"password":{"a":null}}`)
	f.Add("{\"username\":\"\xff\"")
	h := build(f, nil)
	f.Fuzz(func(t *testing.T, body string) {
		req, err := http.NewRequest(http.MethodPost, h.Base+prefix+"/auth/login", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if s := res.StatusCode; s != 200 && s != 401 && s != 413 && s != 422 {
			t.Errorf("status %d for %q", s, body)
		}
	})
}
