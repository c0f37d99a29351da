package blackbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/testkit/dovecot"
	"github.com/cotejo/cotejo/testkit/openapi"
	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
)

// Whatever is sent to whichever operation of the published description, the
// answer is one that the description promises, and never a failure of the
// service. -rapid.checks sets how many requests each operation gets.
func TestNoRequestGetsAnAnswerThatIsNotDescribed(t *testing.T) {
	t.Parallel()
	var log synced
	p, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Log: &log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, p) })
	f := &fuzzer{url: p.URL, token: login(t, p, p.Password).Token, spent: login(t, p, p.Password).Token}
	f.run(t, p, &log, f.fill)
}

func TestNoRequestToTheRegistryGetsAnAnswerThatIsNotDescribed(t *testing.T) {
	t.Parallel()
	box := dovecot.Start(t).Account(t, "notificaciones")
	box.Append(t, "INBOX", report("<one@x.co>"), report("<two@x.co>"), report("<three@x.co>"))
	var log synced
	p, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Args: []string{"notify"}, Log: &log, Env: notifyReadsMail(t, box)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, p) })
	boss := enter(t, p.URL, adminEmail, p.Password)
	f := &fuzzer{url: p.URL, token: boss.token, spent: enter(t, p.URL, adminEmail, p.Password).token}
	f.run(t, p, &log, func(t *testing.T) {
		id := boss.notification(t, 1, "EMAIL")
		boss.notification(t, 2, "PRESENCIAL")
		boss.want(t, 201, "POST", "/juzgados", fields{"nombre": "Juzgado 1 Civil"}, nil)
		box.Await(t, "Cotejo/recibidos", 3)
		var receipts struct{ Items []struct{ ID string } }
		boss.want(t, 200, "GET", "/recibos", nil, &receipts)
		boss.want(t, 200, "PATCH", "/recibos/"+receipts.Items[0].ID, fields{"id_notificacion": id}, nil)
		for _, list := range []string{"/procesos", "/sujetos", "/notificaciones", "/usuarios", "/recibos", "/juzgados"} {
			_, body, err := boss.send("GET", list, nil)
			if err != nil {
				t.Fatal(err)
			}
			f.requests.Learn(openapi.Answer{Body: body})
		}
	})
}

// run sends requests to each operation of the description, once fill has made
// something to ask for.
func (f *fuzzer) run(t *testing.T, p *service.Process, log *synced, fill func(t *testing.T)) {
	described := describe(t, p.URL)
	f.requests = openapi.NewMaker(described, awkwardStrings(t)...)
	fill(t)
	for _, op := range described.Operations {
		t.Run(op.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := f.requests.Draw(t, op)
				for _, fault := range f.faults(t, described, op, r) {
					t.Errorf("%s %.200s: %s\nhead %q\nbody %.500q", r.Method, r.Target, fault, r.Header, r.Body)
				}
			})
		})
	}
	if p.Ended() {
		t.Error("the server is gone")
	}
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "panic") || strings.Contains(line, `"level":"ERROR"`) {
			t.Errorf("the log says %.2000s", line)
		}
	}
}

// fuzzer sends requests and judges the answers.
type fuzzer struct {
	url      string
	token    string
	spent    string // of a session that may be ended and renewed
	requests *openapi.Maker
}

// fill stores a document of each kind, existing so something to ask for.
func (f *fuzzer) fill(t *testing.T) {
	t.Helper()
	c := &service.Client{URL: f.url, Token: f.token, HTTP: http.DefaultClient}
	for _, number := range []string{"1", "2"} {
		call(t, c, "POST", "/documents/manual", `{"numero_acta":"`+number+`","demandante":"ANA","demandado":"EPS","observaciones":"hechos"}`, 201)
		id, err := c.Upload(t.Context(), "a.pdf", onePage("0 0 99 99", "1"), "")
		if err != nil {
			t.Fatal(err)
		}
		ended(t, c, id)
	}
	for _, list := range []string{"/documents", "/tasks"} {
		f.requests.Learn(openapi.Answer{Body: call(t, c, "GET", list, "", 200)})
	}
}

// faults sends a request and lists what is wrong with its answer.
func (f *fuzzer) faults(t *rapid.T, described *openapi.Document, op openapi.Operation, r openapi.Request) []string {
	a, err := f.send(op, r)
	if err != nil {
		return []string{err.Error()}
	}
	f.requests.Learn(a)
	at, known := described.At(r.Method, op.Path) // another method may make it another operation
	switch {
	case r.Method == http.MethodHead && a.Status < 500:
		return nil // it has no body to judge
	case known && !r.Strayed, a.Status >= 500:
		return at.Faults(a)
	case !r.Strayed && a.Status != http.StatusMethodNotAllowed && r.Method != http.MethodOptions && a.Status != http.StatusRequestHeaderFieldsTooLarge:
		return []string{fmt.Sprintf("another method got status %d", a.Status)}
	case a.Status >= 400:
		return openapi.ProblemFaults(a)
	}
	return nil
}

func (f *fuzzer) send(op openapi.Operation, r openapi.Request) (openapi.Answer, error) {
	req, err := http.NewRequestWithContext(context.Background(), r.Method, f.url, bytes.NewReader(r.Body))
	if err != nil {
		return openapi.Answer{}, err
	}
	path, query, asked := strings.Cut(r.Target, "?")
	req.URL = &url.URL{Scheme: "http", Host: req.URL.Host, Opaque: path, RawQuery: query, ForceQuery: asked}
	req.Header = r.Header.Clone()
	switch {
	case op.Public:
	case op.ID == "logout" || op.ID == "closeSession" || op.ID == "refresh":
		req.Header.Set("Authorization", "Bearer "+f.spent)
	default:
		req.Header.Set("Authorization", "Bearer "+f.token)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return openapi.Answer{}, err
	}
	defer res.Body.Close()
	body, err := openapi.ReadBody(res)
	return openapi.Answer{Status: res.StatusCode, Header: res.Header, Body: body}, err
}

// awkwardStrings are those of a public list, where it is at hand.
func awkwardStrings(t *testing.T) []string {
	t.Helper()
	root, err := program.Root()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, "..", "shared", "samples", "payloads", "blns", "blns.json"))
	if err != nil {
		t.Log("no public list of awkward strings here; our own will do")
		return nil
	}
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// synced is a log that several write.
type synced struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *synced) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *synced) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
