package metrics_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"github.com/cotejo/cotejo/adapters/metrics"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/mock"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func newMetrics() *metrics.Metrics {
	return metrics.New(metrics.Build{Service: "tests", Version: "1.2.3"}, nil)
}

// page returns what m shows, in the text format.
func page(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatalf("answered %d %s", w.Code, w.Header().Get("Content-Type"))
	}
	return w.Body.String()
}

// shows fails the test unless each line is on the page.
func shows(t *testing.T, m *metrics.Metrics, lines ...string) {
	t.Helper()
	got := page(t, m)
	for _, line := range lines {
		if !strings.Contains("\n"+got, "\n"+line+"\n") {
			family, _, _ := strings.Cut(line, "{")
			t.Errorf("no line %s; there are\n%s", line, strings.Join(regexp.MustCompile(`(?m)^`+strings.Fields(family)[0]+`.*`).FindAllString(got, -1), "\n"))
		}
	}
}

// worker is a ports.TaskWorker whose answers a test sets.
type worker func(ctx context.Context, taskID string) error

func (w worker) Work(ctx context.Context, taskID string) error { return w(ctx, taskID) }

// reader is a ports.Reader that has read something.
type reader struct {
	reading document.Reading
	err     error
}

func (r reader) Read(_ context.Context, _ document.ReadRequest, visit func(document.Page, int) error) error {
	for _, p := range r.reading.Pages {
		if err := visit(p, len(r.reading.Pages)); err != nil {
			return err
		}
	}
	return r.err
}
func (reader) Check(context.Context) (document.Sandbox, error) { return document.Sandbox{}, nil }

func TestRequestsAreCountedByRouteMethodAndClassOfStatus(t *testing.T) {
	m := newMetrics()
	for _, r := range []struct {
		route, method string
		status        int
	}{{"/documents/:id", "GET", 200}, {"/documents/:id", "GET", 206}, {"/documents/:id", "GET", 404}, {"", "other", 405}} {
		m.RequestBegan()
		m.RequestEnded(r.route, r.method, r.status, 7*time.Millisecond)
	}
	m.RequestBegan()
	shows(t, m,
		`cotejo_http_requests_total{method="GET",route="/documents/:id",status="2xx"} 2`,
		`cotejo_http_requests_total{method="GET",route="/documents/:id",status="4xx"} 1`,
		`cotejo_http_requests_total{method="other",route="",status="4xx"} 1`,
		`cotejo_http_request_duration_seconds_count{method="GET",route="/documents/:id"} 3`,
		`cotejo_http_request_duration_seconds_bucket{method="GET",route="/documents/:id",le="0.005"} 0`,
		`cotejo_http_request_duration_seconds_bucket{method="GET",route="/documents/:id",le="0.01"} 3`,
		`cotejo_http_requests_in_flight 1`)
}

func TestSandboxIsShownOnceKnown(t *testing.T) {
	m := newMetrics()
	var sandbox document.Sandbox
	m.Sandbox(func() document.Sandbox { return sandbox })
	shows(t, m, `cotejo_reader_sandbox{restriction="calls"} NaN`, `cotejo_reader_sandbox{restriction="files"} NaN`)
	sandbox = document.Sandbox{Known: true, Calls: true}
	shows(t, m, `cotejo_reader_sandbox{restriction="calls"} 1`, `cotejo_reader_sandbox{restriction="files"} 0`,
		`cotejo_reader_sandbox{restriction="privileges"} 0`)
}

func TestPagesAreTimedBySource(t *testing.T) {
	m := newMetrics()
	r := m.Reader(reader{reading: document.Reading{Pages: []document.Page{
		{Source: document.OCR, Millis: 1500}, {Source: document.OCR, Millis: 500}, {Source: document.TextLayer, Millis: 30},
		{Source: "ANA LÓPEZ", Millis: 1}, // a reader that a file has taken over
	}}})
	pages := 0
	err := r.Read(t.Context(), document.ReadRequest{}, func(document.Page, int) error { pages++; return nil })
	if err != nil || pages != 4 {
		t.Fatalf("got %d pages, %v", pages, err)
	}
	shows(t, m, `cotejo_page_reading_duration_seconds_count{source="ocr"} 2`, `cotejo_page_reading_duration_seconds_sum{source="ocr"} 2`,
		`cotejo_page_reading_duration_seconds_sum{source="text"} 0.03`)
	if strings.Contains(page(t, m), "ANA") {
		t.Error("a source of the reader's own is a label")
	}
}

// openTasks opens a database for one test.
func openTasks(t *testing.T) ports.Tasks {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db.Tasks()
}

func TestTasksAreCountedByOutcome(t *testing.T) {
	tasks := openTasks(t)
	end := func(status document.TaskStatus, code string) worker {
		return func(ctx context.Context, id string) error {
			return tasks.Update(ctx, id, func(task *document.Task) error {
				task.Status, task.ErrorCode = status, code
				return nil
			})
		}
	}
	next := end(document.TaskCompleted, "")
	m := newMetrics()
	w := m.Worker(worker(func(ctx context.Context, id string) error { return next(ctx, id) }), tasks)
	shows(t, m, `cotejo_tasks_total{code="",outcome="completed"} 0`)

	crash := fault.New(fault.Unavailable, "reader_unavailable", "No arranca.")
	for id, work := range map[string]worker{
		"a": end(document.TaskCompleted, ""),
		"b": end(document.TaskFailed, "pdf_damaged"),
		"c": end(document.TaskFailed, "JUAN PÉREZ"),
		"d": func(context.Context, string) error { return crash },
		"e": func(context.Context, string) error { return errors.New("disk of ANA") },
		"f": func(context.Context, string) error { return nil }, // left as it was
	} {
		if err := tasks.Create(t.Context(), document.Task{ID: id, Status: document.TaskPending}); err != nil {
			t.Fatal(err)
		}
		next = work
		for range 2 { // an ended task that is worked again does nothing, and counts for nothing
			if err := w.Work(t.Context(), id); err != nil && id != "d" && id != "e" {
				t.Fatal(err)
			}
		}
	}
	next = func(context.Context, string) error { return nil }
	if err := w.Work(t.Context(), "unknown"); err != nil {
		t.Fatal(err)
	}
	shows(t, m,
		`cotejo_tasks_total{code="",outcome="completed"} 1`,
		`cotejo_tasks_total{code="pdf_damaged",outcome="failed"} 1`,
		`cotejo_tasks_total{code="other",outcome="failed"} 1`,
		`cotejo_tasks_total{code="reader_unavailable",outcome="put_back"} 2`,
		`cotejo_tasks_total{code="internal_error",outcome="put_back"} 2`)
	if strings.Contains(page(t, m), `outcome="processing"`) || strings.Contains(page(t, m), `outcome="pending"`) {
		t.Error("a task that has not ended is counted")
	}
}

func TestBacklog(t *testing.T) {
	tasks := openTasks(t)
	m := newMetrics()
	m.Backlog(tasks, func() time.Time { return noon })
	shows(t, m, "cotejo_queue_tasks 0", "cotejo_queue_oldest_task_age_seconds 0")
	for id, age := range map[string]time.Duration{"a": time.Minute, "b": time.Hour, "c": -time.Hour} {
		if err := tasks.Create(t.Context(), document.Task{ID: id, Status: document.TaskPending, CreatedAt: noon.Add(-age)}); err != nil {
			t.Fatal(err)
		}
	}
	shows(t, m, "cotejo_queue_tasks 3", "cotejo_queue_oldest_task_age_seconds 3600")
	for _, id := range []string{"a", "b"} {
		if err := tasks.Update(t.Context(), id, func(task *document.Task) error { task.Status = document.TaskCompleted; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	shows(t, m, "cotejo_queue_tasks 1", "cotejo_queue_oldest_task_age_seconds 0") // of the future: a clock was put back
}

// failing are tasks that cannot be counted.
type failing struct{ ports.Tasks }

func (failing) Backlog(context.Context) (document.Backlog, error) {
	return document.Backlog{}, errors.New("the disk is gone")
}

func TestWhatCannotBeMeasuredHidesNothingElse(t *testing.T) {
	var log bytes.Buffer
	m := metrics.New(metrics.Build{}, slog.New(slog.NewTextHandler(&log, nil)))
	m.Backlog(failing{}, time.Now)
	shows(t, m, "cotejo_http_requests_in_flight 0")
	if got := log.String(); !strings.Contains(got, "the disk is gone") || !strings.Contains(got, "level=WARN") {
		t.Errorf("log %q", got)
	}
}

func TestRefusedLoginsAreCountedByReason(t *testing.T) {
	var answer error
	m := newMetrics()
	auth := m.Auth(&mock.AuthMock{LoginFunc: func(context.Context, string, string, netip.Addr) (account.Grant, error) {
		return account.Grant{AccessToken: "t"}, answer
	}})
	for _, answer = range []error{nil, fault.New(fault.Unauthenticated, "bad_credentials", "No."), fault.New(fault.Unauthenticated, "bad_credentials", "No."),
		fault.New(fault.RateLimited, "too_many_logins", "No."), errors.New("x")} {
		grant, err := auth.Login(t.Context(), "ana.lopez", "secreto", netip.MustParseAddr("203.0.113.7"))
		if err != answer || grant.AccessToken != "t" {
			t.Fatalf("got %v, %v", grant, err)
		}
	}
	shows(t, m, `cotejo_login_refusals_total{code="bad_credentials"} 2`, `cotejo_login_refusals_total{code="too_many_logins"} 1`,
		`cotejo_login_refusals_total{code="internal_error"} 1`)
}

func TestLookupsAreTimed(t *testing.T) {
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	m := newMetrics()
	index := m.Index(dedup.NewMemory())
	fp := detector.Fingerprint(dedup.Filing{ID: "a", Text: "Unos hechos que se cuentan aquí con bastantes palabras para compararlos."})
	if err := index.Put(t.Context(), fp); err != nil {
		t.Fatal(err)
	}
	if found, err := index.Lookup(t.Context(), nil, fp.Keys(), 5); err != nil || len(found) != 1 {
		t.Fatalf("found %d, %v", len(found), err)
	}
	shows(t, m, "cotejo_dedup_lookup_duration_seconds_count 1")
}

func TestPoolsAndCounts(t *testing.T) {
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(3)
	m := newMetrics()
	m.Pool("reader", db)
	m.Count("reader_crashes_total", "Crashes.", func() int64 { return 7 })
	shows(t, m, `go_sql_max_open_connections{db_name="reader"} 3`, "cotejo_reader_crashes_total 7")
}

// The names follow the conventions that dashboards and alerts count on.
func TestNamesAreIdiomatic(t *testing.T) {
	m := newMetrics()
	tasks := openTasks(t)
	m.Backlog(tasks, time.Now)
	m.Count("reader_starts_total", "Starts.", func() int64 { return 0 })
	m.Worker(worker(nil), tasks)
	m.Index(dedup.NewMemory())
	m.RequestBegan()
	m.RequestEnded("/x", "GET", 200, 0)
	r := m.Reader(reader{reading: document.Reading{Pages: []document.Page{{Source: document.OCR}}}})
	if err := r.Read(t.Context(), document.ReadRequest{}, func(document.Page, int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	problems, err := promlint.New(strings.NewReader(page(t, m))).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}
