package intakeapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/apitest"
)

// meter records the calls it receives.
type meter struct {
	mu       sync.Mutex
	underWay int
	ended    []string
}

func (m *meter) RequestBegan() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.underWay++
}

func (m *meter) RequestEnded(route, method string, status int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.underWay--
	m.ended = append(m.ended, fmt.Sprint(method, " ", route, " ", status))
	if took <= 0 {
		m.ended = append(m.ended, "took no time")
	}
}

func (m *meter) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4")
	fmt.Fprint(w, "up 1\n")
}

func (m *meter) last() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ended[len(m.ended)-1]
}

func measured(m *meter, token string) func(*optionsOf, *depsOf, *house) {
	return func(o *optionsOf, _ *depsOf, _ *house) { o.Meter, o.MetricsToken = m, token }
}

// unchecked has no check against the description, which leaves the page out.
func unchecked(h *house) apitest.Client { return apitest.Client{Base: h.Base} }

func TestMetricsAreForThisMachine(t *testing.T) {
	shown := map[string]string{"Content-Type": "text/plain; version=0.0.4", "Cache-Control": "no-store", "X-Request-ID": "*"}
	refused := func(name, header, value string) apitest.Row {
		return apitest.Row{Name: name, Path: "/metrics", Header: map[string]string{header: value}, Status: 403,
			JSON: `{"code":"metrics_local_only"}`, Lacks: []string{"up 1"}}
	}
	h := build(t, measured(&meter{}, ""))
	unchecked(h).Run(t, []apitest.Row{
		{Name: "without a token", Path: "/metrics", Status: 200, WantHeader: shown},
		{Name: "a token does not matter", Path: "/metrics", Token: "x", Status: 200},
		{Name: "HEAD", Method: "HEAD", Path: "/metrics", Status: 200},
		{Name: "another method", Method: "POST", Path: "/metrics", Status: 405},
		refused("through a proxy on it", "X-Forwarded-For", "203.0.113.7"),
		refused("through a proxy that says so in the standard way", "Forwarded", "for=203.0.113.7"),
		refused("through a proxy that names itself", "Via", "1.1 x"),
		refused("through a proxy of another habit", "X-Real-IP", "203.0.113.7"),
	})
	for host, status := range map[string]int{"localhost:8000": 200, "LOCALHOST": 200, "127.0.0.9": 200, "[::1]:80": 200,
		"cotejo.example.org": 403, "10.0.0.1:8000": 403, "localhost.example.org": 403, "127.0.0.1.example.org": 403} {
		if got := getAs(t, h.Base+"/metrics", host); got != status {
			t.Errorf("called by the name %s: %d, want %d", host, got, status)
		}
	}
}

// getAs asks by another name and returns the status.
func getAs(t *testing.T, url, host string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

func TestMetricsWithATokenOfTheirOwn(t *testing.T) {
	challenge := map[string]string{"WWW-Authenticate": "Bearer"}
	h := build(t, measured(&meter{}, "0123456789abcdef"))
	unchecked(h).Run(t, []apitest.Row{
		{Name: "with it", Path: "/metrics", Token: "0123456789abcdef", Status: 200},
		{Name: "with it, through a proxy", Path: "/metrics", Token: "0123456789abcdef", Header: map[string]string{"X-Forwarded-For": "203.0.113.7"}, Status: 200},
		{Name: "without it, even on this machine", Path: "/metrics", Status: 401, WantHeader: challenge, JSON: `{"code":"metrics_token_required"}`},
		{Name: "with the beginning of it", Path: "/metrics", Token: "0123456789abcde", Status: 401},
		{Name: "with that of an administrator", Path: "/metrics", Token: adminToken, Status: 401},
		{Name: "by another scheme", Path: "/metrics", Header: map[string]string{"Authorization": "Basic 0123456789abcdef"}, Status: 401},
	})
}

// elsewhere is a listener whose clients are on another machine.
type elsewhere struct{ net.Listener }

type farConn struct{ net.Conn }

func (l elsewhere) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return farConn{c}, err
}

func (farConn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(10, 1, 2, 3), Port: 4} }

func TestMetricsAreNotForOtherMachines(t *testing.T) {
	h := build(t, measured(&meter{}, ""))
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = h.server.Serve(elsewhere{ln}) }()
	far := apitest.Client{Base: "http://" + ln.Addr().String()}
	far.Run(t, []apitest.Row{
		{Name: "the page", Path: "/metrics", Status: 403, JSON: `{"code":"metrics_local_only"}`},
		{Name: "all else", Path: prefix + "/health", Status: 200},
	})
}

func TestRequestsAreMeasuredByPatterns(t *testing.T) {
	m := &meter{}
	h := build(t, measured(m, ""))
	for _, c := range []struct {
		row  apitest.Row
		want string
	}{
		{apitest.Row{Path: prefix + "/documents/" + knownDocument, Token: goodToken, Status: 200}, "GET " + prefix + "/documents/:id 200"},
		{apitest.Row{Path: prefix + "/documents/" + unknown, Token: goodToken, Status: 404}, "GET " + prefix + "/documents/:id 404"},
		{apitest.Row{Path: prefix + "/documents/" + unknown, Status: 401}, "GET " + prefix + "/documents/:id 401"},
		{apitest.Row{Path: prefix + "/documents/juan-perez", Token: goodToken, Status: 404}, "GET " + prefix + "/documents/:id 404"},
		{apitest.Row{Path: "/metrics", Status: 200}, "GET /metrics 200"},
		{apitest.Row{Path: "/docs/juan-perez.js", Status: 404}, "GET /docs/:asset 404"},
		{apitest.Row{Path: "/juan-perez", Status: 404}, "GET  404"},
		{apitest.Row{Path: "/", Status: 404}, "GET  404"},
		{apitest.Row{Method: "DELETE", Path: prefix + "/auth/login", Status: 405}, "DELETE  405"},
		{apitest.Row{Method: "OPTIONS", Path: prefix + "/auth/login", Status: 204}, "OPTIONS  204"},
		{apitest.Row{Method: "JUANPEREZ", Path: "/juan-perez", Status: 405}, "other  405"},
		{apitest.Row{Path: "/juan-perez", Header: map[string]string{"X-Long": repeat("x", 40<<10)}, Status: 431}, "GET  431"},
	} {
		unchecked(h).Do(t, c.row)
		if got := m.last(); got != c.want {
			t.Errorf("%s %s: measured as %q, want %q", c.row.Method, c.row.Path, got, c.want)
		}
	}
	if m.underWay != 0 {
		t.Errorf("%d requests under way, want none", m.underWay)
	}
	if got := strings.ToLower(h.log.String()); strings.Contains(got, "juan") || strings.Contains(got, "perez") || strings.Contains(got, "127.0.0.1") {
		t.Errorf("the log repeats what was sent, or by whom: %s", got)
	}
}

// The log has one line a request, as severe as it matters to its reader.
func TestLevelsOfTheAccessLog(t *testing.T) {
	h := build(t, func(o *optionsOf, _ *depsOf, h *house) {
		o.Meter = &meter{}
		o.Logger = slog.New(slog.NewJSONHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		h.intake.DocumentFunc = func(_ context.Context, _ account.Actor, id string) (document.Document, error) {
			if id == knownDocument {
				return document.Document{}, fault.New(fault.Unavailable, "database_unavailable", "Espere.")
			}
			panic("an engine broke")
		}
	})
	for _, c := range []struct {
		path   string
		status int
		want   string
	}{
		{prefix + "/health", 200, "INFO"},
		{"/nada", 404, "INFO"},
		{"/metrics", 200, "DEBUG"},
		{prefix + "/documents/" + knownDocument, 503, "WARN"},
		{prefix + "/documents/" + unknown, 500, "ERROR"},
	} {
		before := len(h.log.String())
		unchecked(h).Do(t, apitest.Row{Path: c.path, Token: goodToken, Status: c.status})
		var line struct {
			Level     string  `json:"level"`
			RequestID string  `json:"request_id"`
			Status    int     `json:"status"`
			MS        float64 `json:"ms"`
			Error     string  `json:"error"`
		}
		if err := json.Unmarshal([]byte(h.log.String()[before:]), &line); err != nil {
			t.Fatalf("%s: no single line: %v: %s", c.path, err, h.log.String()[before:])
		}
		if line.Level != c.want || line.Status != c.status || line.RequestID == "" || line.MS <= 0 || (line.Error != "") != (c.status >= 500) {
			t.Errorf("%s: %+v, want level %s", c.path, line, c.want)
		}
	}
}

// What a service writes while it serves a request can be attributed to it.
func TestLinesOfServicesCarryTheRequest(t *testing.T) {
	h := build(t, func(o *rest.Options, _ *intakeapi.Deps, h *house) {
		log := slog.New(rest.LogRequests(slog.NewJSONHandler(h.log, nil))).With("service", "intake")
		o.Logger = log
		h.intake.HealthFunc = func(ctx context.Context) document.Health {
			log.WarnContext(ctx, "component fails")
			log.Warn("no request in context")
			return document.Health{}
		}
	})
	h.Do(t, apitest.Row{Path: prefix + "/health", Status: 200, Header: map[string]string{"X-Request-ID": "mine"}})
	lines := strings.Split(strings.TrimSpace(h.log.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines: %s", len(lines), h.log.String())
	}
	for i, want := range []int{1, 0, 1} {
		if got := strings.Count(lines[i], `"request_id":"mine"`); got != want {
			t.Errorf("%d request ids in %s, want %d", got, lines[i], want)
		}
	}
}
