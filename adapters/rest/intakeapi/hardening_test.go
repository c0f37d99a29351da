package intakeapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestHeaders(t *testing.T) {
	every := map[string]string{
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "X-XSS-Protection": "*", "Referrer-Policy": "*",
		"Permissions-Policy": "*", "X-Request-ID": "*", "Cache-Control": "no-store",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
	}
	rows := []apitest.Row{
		{Name: "success", Path: prefix + "/health", Status: 200},
		{Name: "refused", Path: prefix + "/documents", Status: 401},
		{Name: "unknown route", Path: "/x", Status: 404},
		{Name: "unknown method", Method: "BREW", Path: "/x", Status: 405},
		{Name: "an infinite number", Path: prefix + "/duplicates?max_score=Infinity", Token: goodToken, Status: 422,
			JSON: `{"errors":[{"location":"query.max_score","value":"+Inf"}]}`},
		{Name: "not HTTP enough", Path: "/", Header: map[string]string{"X-Long": repeat("x", 40<<10)}, Status: 431},
	}
	for i := range rows {
		rows[i].WantHeader, rows[i].NoHeader = every, []string{"Server", "Strict-Transport-Security"}
	}
	build(t, nil).Run(t, rows)
	for i := range rows {
		rows[i].WantHeader, rows[i].NoHeader = map[string]string{"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}, nil
	}
	build(t, func(o *rest.Options, _ *intakeapi.Deps, _ *house) { o.Production = true }).Run(t, rows)
}

func TestRequestIDs(t *testing.T) {
	h := build(t, nil)
	for name, c := range map[string]struct{ sent, want string }{
		"well-formed":      {"0195f0a0-abc_D.9", "0195f0a0-abc_D.9"},
		"none":             {"", "*"},
		"with a space":     {"a b", "*"},
		"that breaks JSON": {`a"b`, "*"},
		"very long":        {repeat("x", 129), "*"},
	} {
		t.Run(name, func(t *testing.T) {
			row := apitest.Row{Path: prefix + "/health", Status: 200, Header: map[string]string{}, WantHeader: map[string]string{"X-Request-ID": c.want}}
			if c.sent != "" {
				row.Header["X-Request-ID"] = c.sent
			}
			h.Do(t, row)
			if c.want == "*" && c.sent != "" && strings.Contains(h.log.String(), c.sent) {
				t.Error("a malformed request id is in the log")
			}
		})
	}
}

func TestCORS(t *testing.T) {
	preflight := func(origin string) map[string]string {
		return map[string]string{"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
	}
	build(t, nil).Run(t, []apitest.Row{
		{Name: "preflight", Method: "OPTIONS", Path: prefix + "/documents/process", Header: preflight("http://localhost:3000"), Status: 204,
			WantHeader: map[string]string{"Access-Control-Allow-Origin": "http://localhost:3000",
				"Access-Control-Allow-Methods": "GET,POST,PUT,DELETE,OPTIONS", "Access-Control-Allow-Headers": "Authorization,Content-Type,Accept"}},
		{Name: "preflight from elsewhere", Method: "OPTIONS", Path: prefix + "/documents", Header: preflight("http://evil.example"), Status: 204,
			NoHeader: []string{"Access-Control-Allow-Origin"}},
		{Name: "request", Path: prefix + "/health", Header: map[string]string{"Origin": "http://localhost:3000"}, Status: 200,
			WantHeader: map[string]string{"Access-Control-Allow-Origin": "http://localhost:3000", "Vary": "*"}, NoHeader: []string{"Access-Control-Allow-Credentials"}},
		{Name: "a refusal can be read too", Path: prefix + "/documents", Header: map[string]string{"Origin": "http://localhost:3000"}, Status: 401,
			WantHeader: map[string]string{"Access-Control-Allow-Origin": "http://localhost:3000"}},
		{Name: "request from elsewhere", Path: prefix + "/health", Header: map[string]string{"Origin": "http://evil.example"}, Status: 200,
			NoHeader: []string{"Access-Control-Allow-Origin"}},
	})
}

func TestDocumentationPages(t *testing.T) {
	h := build(t, nil)
	page := h.Do(t, apitest.Row{Path: "/docs", Status: 200, WantHeader: map[string]string{"Content-Type": "text/html; charset=utf-8"}})
	links := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllSubmatch(page, -1)
	if len(links) != 4 {
		t.Errorf("%d files on the page, want 4", len(links))
	}
	for _, link := range links {
		path := string(link[1])
		if !strings.HasPrefix(path, "/docs/") {
			t.Errorf("the page loads %s", path)
		}
		if body := h.Do(t, apitest.Row{Path: path, Status: 200, WantHeader: map[string]string{"Content-Type": "*"}}); len(body) < 100 {
			t.Errorf("%s has %d bytes", path, len(body))
		}
		h.Do(t, apitest.Row{Path: path, Status: 200, Header: map[string]string{"Accept-Encoding": "identity"}, NoHeader: []string{"Content-Encoding"}})
	}
	h.Run(t, []apitest.Row{
		{Name: "no file but those", Path: "/docs/..%2fapi.go", Status: 404},
		{Name: "description as JSON", Path: "/openapi.json", Status: 200, WantHeader: map[string]string{"Content-Type": "application/json"}, JSON: `{"openapi":"3.1.0"}`},
		{Name: "description as YAML", Path: "/openapi.yaml", Status: 200, WantHeader: map[string]string{"Content-Type": "application/yaml"}},
	})
	build(t, func(o *rest.Options, _ *intakeapi.Deps, _ *house) { o.Production = true }).Run(t, []apitest.Row{
		{Name: "no page in production", Path: "/docs", Status: 404},
		{Name: "no reference in production", Path: "/redoc", Status: 404},
		{Name: "no script in production", Path: "/docs/start.js", Status: 404},
		{Name: "the description stays", Path: "/openapi.json", Status: 200},
	})
}

func TestTheDescriptionNamesTheFormOfAnUpload(t *testing.T) {
	h := build(t, nil)
	apitest.Contains(t, h.Do(t, apitest.Row{Path: "/openapi.json", Status: 200}), `{"paths":{"/api/v1/documents/process":{"post":{
		"security":[{"bearer":[]}],
		"requestBody":{"required":true,"content":{"multipart/form-data":{"schema":{"required":["file"],"properties":{"file":{"type":"string","format":"binary"},"doc_type":{"type":"string","default":"tutela"}}}}}},
		"responses":{"202":{"headers":{"Location":{},"Retry-After":{}}},"401":{},"413":{},"422":{"content":{"application/problem+json":{}}}}}}},
		"components":{"securitySchemes":{"bearer":{"type":"http","scheme":"bearer"}}}}`)
}

func TestAnotherPrefix(t *testing.T) {
	build(t, func(_ *rest.Options, d *intakeapi.Deps, _ *house) { d.Prefix = "/otra" }).Run(t, []apitest.Row{
		{Name: "there", Path: "/otra/health", Status: 200},
		{Name: "no longer here", Path: "/api/v1/health", Status: 404},
		{Name: "task where it is", Method: "POST", Path: "/otra/documents/process", Token: goodToken, Header: formHeader, Body: form(pdf), Status: 202,
			WantHeader: map[string]string{"Location": "/otra/tasks/" + knownTask}},
	})
}

func TestNoPrefix(t *testing.T) {
	build(t, func(_ *rest.Options, d *intakeapi.Deps, _ *house) { d.Prefix = "/" }).Run(t, []apitest.Row{
		{Name: "there", Path: "/health", Status: 200},
		{Name: "task where it is", Method: "POST", Path: "/documents/process", Token: goodToken, Header: formHeader, Body: form(pdf), Status: 202,
			WantHeader: map[string]string{"Location": "/tasks/" + knownTask}},
	})
}

func TestWithoutAuthenticationEveryoneIsTheGivenActor(t *testing.T) {
	h := build(t, func(o *rest.Options, _ *intakeapi.Deps, _ *house) {
		o.Tokens, o.Identify, o.Everyone = nil, nil, &account.Actor{Username: "admin", Role: account.Admin}
	})
	h.Run(t, []apitest.Row{
		{Name: "without a token", Path: prefix + "/auth/me", Status: 200, JSON: `{"data":{"username":"admin","role":"admin","expires_at":null}}`},
		{Name: "with a bad one", Path: prefix + "/auth/me", Token: "x", Status: 200},
	})
}

func TestLoginIsToldWhereItComesFrom(t *testing.T) {
	h := build(t, nil)
	var from netip.Addr
	h.auth.LoginFunc = func(_ context.Context, _, _ string, addr netip.Addr) (account.Grant, error) {
		from = addr
		return account.Grant{}, nil
	}
	h.Do(t, apitest.Row{Method: "POST", Path: prefix + "/auth/login", Body: `{"username":"a","password":"b"}`, Status: 200,
		Header: map[string]string{"X-Forwarded-For": "10.9.8.7"}})
	if from != netip.MustParseAddr("127.0.0.1") {
		t.Errorf("from %v", from)
	}
}

func TestTheLogTellsEachRequestAndNobodysData(t *testing.T) {
	h := build(t, nil)
	h.Do(t, apitest.Row{Path: prefix + "/documents/" + knownDocument, Token: goodToken, Status: 200, Header: map[string]string{"X-Request-ID": "r1"}})
	h.Do(t, apitest.Row{Method: "POST", Path: prefix + "/duplicates/verify", Token: goodToken, Status: 200, Body: `{"text":"María fue al juzgado"}`})
	h.Do(t, apitest.Row{Method: "POST", Path: prefix + "/auth/login", Status: 401, Body: `{"username":"maria","password":"clave-de-maria"}`})
	h.Do(t, apitest.Row{Path: "/maria?q=maria", Status: 404})
	lines := strings.Split(strings.TrimSpace(h.log.String()), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines, want 4:\n%s", len(lines), h.log)
	}
	apitest.Contains(t, []byte(lines[0]), `{"msg":"request","level":"INFO","request_id":"r1","method":"GET","route":"/api/v1/documents/:id","status":200}`)
	apitest.Contains(t, []byte(lines[2]), `{"route":"/api/v1/auth/login","status":401,"code":"bad_credentials"}`)
	apitest.Contains(t, []byte(lines[3]), `{"route":"","status":404,"code":"route_not_found"}`)
	for _, secret := range []string{"maria", "María", "clave", goodToken, knownDocument, "127.0.0.1"} {
		if strings.Contains(h.log.String(), secret) {
			t.Errorf("the log contains %q:\n%s", secret, h.log)
		}
	}
}

func TestASlowBodyIsNotWaitedForForever(t *testing.T) {
	h := build(t, func(o *rest.Options, _ *intakeapi.Deps, _ *house) { o.BodyIdle = 100 * time.Millisecond })
	conn := dial(t, h.addr)
	fmt.Fprintf(conn, "POST %s/duplicates/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n%s",
		prefix, goodToken, repeat(" ", 9000))
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408 ") || !strings.Contains(string(answer), "request_timeout") {
		t.Errorf("%v: %.300s", err, answer)
	}
}

func TestHTTPThatIsNone(t *testing.T) {
	h := build(t, nil)
	for name, request := range map[string]string{
		"garbage":           "\x16\x03\x01\r\n\r\n",
		"bad length":        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
		"negative length":   "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
		"bad chunk":         "POST " + prefix + "/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"two lengths":       "POST " + prefix + "/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"a hidden length":   "POST " + prefix + "/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length : 4\r\n\r\n{}{}",
		"chunk of no bytes": "POST " + prefix + "/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, h.addr)
			if _, err := io.WriteString(conn, request); err != nil {
				t.Fatal(err)
			}
			answer, _ := io.ReadAll(conn)
			if len(answer) > 0 && !strings.HasPrefix(string(answer), "HTTP/1.1 4") {
				t.Errorf("%.200s", answer)
			}
		})
	}
	h.Do(t, apitest.Row{Path: prefix + "/health", Status: 200})
}

// TestLengthAndEncodingTogetherAreRefused sends requests that two programs may
// split in two ways (RFC 9112, section 6.1).
func TestLengthAndEncodingTogetherAreRefused(t *testing.T) {
	h := build(t, nil)
	body := `{"username":"ana","password":"x"}`
	for name, headers := range map[string]string{
		"length first":   fmt.Sprintf("Content-Length: %d\r\nTransfer-Encoding: chunked\r\n", len(body)),
		"encoding first": fmt.Sprintf("Transfer-Encoding: chunked\r\nContent-Length: %d\r\n", len(body)),
		"other case":     fmt.Sprintf("content-length: %d\r\nTRANSFER-ENCODING: Chunked\r\n", len(body)),
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, h.addr)
			fmt.Fprintf(conn, "POST %s/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n", prefix, headers, len(body), body)
			if answer, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") {
				t.Errorf("%v: %.200s", err, answer)
			}
		})
	}
}

// TestBodiesInChunksShareTheMemory sends bodies that announce no length.
func TestBodiesInChunksShareTheMemory(t *testing.T) {
	h := build(t, func(o *rest.Options, _ *intakeapi.Deps, _ *house) { o.BodyMemory = 100_000 })
	for n, long := range []bool{false, true, false, true, false} {
		size := 10_000
		if long {
			size = 100_000
		}
		req, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+h.addr+prefix+"/duplicates/verify",
			struct{ io.Reader }{strings.NewReader(`{"text":"` + repeat("x", size) + `"}`)})
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+goodToken)
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(res.Body)
		res.Body.Close()
		if refused := res.StatusCode == 503 && strings.Contains(string(answer), "server_busy") && res.Header.Get("Retry-After") != ""; refused != long || !long && res.StatusCode != 200 || err != nil {
			t.Errorf("request %d of %d bytes: %s %s, %v", n, size, res.Status, answer, err)
		}
	}
}

// The answer to what no route will ever see reaches a client that sends all
// before it listens.
func TestRefusedHeadsAreReadAway(t *testing.T) {
	h := build(t, nil)
	for name, c := range map[string]struct{ request, want string }{
		"a large head":      {"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + repeat("x", 1<<20) + "\r\n\r\n", "HTTP/1.1 431 "},
		"a long address":    {"GET /" + repeat("x", 1<<20) + " HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 431 "},
		"HTTP/9.9":          {"GET /api/v1/health HTTP/9.9\r\nHost: x\r\n\r\n", "HTTP/1.1 505 "},
		"HTTP/1.2":          {"GET /api/v1/health HTTP/1.2\r\nHost: x\r\n\r\n", "HTTP/1.1 505 "},
		"HTTP/1.0":          {"GET " + prefix + "/health HTTP/1.0\r\n\r\n", "HTTP/1.1 200 "},
		"an unknown method": {"BREW / HTTP/1.1\r\nHost: x\r\nContent-Length: 4194304\r\n\r\n" + repeat("x", 4<<20), "HTTP/1.1 405 "},
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, h.addr)
			if _, err := io.WriteString(conn, c.request); err != nil {
				t.Fatal(err)
			}
			if answer, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(answer), c.want) {
				t.Errorf("%v: %.200s", err, answer)
			}
		})
	}
}

func TestAStrangeAcceptChangesNothing(t *testing.T) {
	h := build(t, nil)
	for _, accept := range []string{";A,", ",", ";", "text/html;q=0", "q=", "application/xml", "*/*;q=;"} {
		h.Do(t, apitest.Row{Path: prefix + "/health", Header: map[string]string{"Accept": accept}, Status: 200,
			WantHeader: map[string]string{"Content-Type": "application/json"}})
		h.Do(t, apitest.Row{Path: prefix + "/documents", Header: map[string]string{"Accept": accept}, Status: 401,
			WantHeader: map[string]string{"Content-Type": "application/problem+json"}})
	}
}

func TestShutdownWaitsForRequestsUnderWay(t *testing.T) {
	h := build(t, nil)
	entered, leave := make(chan struct{}), make(chan struct{})
	h.auth.ProfileFunc = func(context.Context, account.Actor) (account.Profile, error) {
		close(entered)
		<-leave
		return account.Profile{Username: "ana", Role: account.Member}, nil
	}
	answered := make(chan error, 1)
	go func() {
		req, _ := http.NewRequest(http.MethodGet, h.Base+prefix+"/auth/me", nil)
		req.Header.Set("Authorization", "Bearer "+goodToken)
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			err = json.NewDecoder(res.Body).Decode(&struct{}{})
			res.Body.Close()
		}
		answered <- err
	}()
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- h.server.Shutdown(context.Background()) }()
	for { // until nothing new is taken
		conn, err := http.Get(h.Base + prefix + "/health")
		if err != nil {
			break
		}
		conn.Body.Close()
	}
	select {
	case <-stopped:
		t.Error("Shutdown did not wait")
	default:
	}
	close(leave)
	if err := <-answered; err != nil {
		t.Errorf("the request under way: %v", err)
	}
	if err := <-stopped; err != nil {
		t.Errorf("Shutdown: %v", err)
	}
}

// What is refused costs little more than reading it: whatever the body, the answer is short, and
// nobody is read at length who has not logged in.
func TestRefusedBodiesAreAnsweredShortly(t *testing.T) {
	h := build(t, nil)
	for name, row := range map[string]apitest.Row{
		"colons behind a key":    {Method: "POST", Path: prefix + "/duplicates/verify", Token: goodToken, Status: 422, Body: `{"` + repeat("k", 2000) + `"` + repeat(":", 1<<20)},
		"a mistake in each item": {Method: "PUT", Path: prefix + "/config/ner", Token: adminToken, Status: 422, Body: `{"extractors":[` + repeat("1,", 50_000) + `1]}`},
		"a long login":           {Method: "POST", Path: prefix + "/auth/login", Status: 413, Body: `{"username":"a","password":"` + repeat("x", 4<<10) + `"}`},
		"a long session":         {Method: "POST", Path: prefix + "/auth/session", Status: 413, Body: `{"username":"a","password":"` + repeat("x", 4<<10) + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			if answer := h.Do(t, row); len(answer) > 20<<10 {
				t.Errorf("%d bytes: %.300s", len(answer), answer)
			}
		})
	}
}
