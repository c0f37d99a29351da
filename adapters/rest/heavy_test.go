package rest

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// heavyServer has a light route and heavy ones that report who began and wait for release.
type heavyServer struct {
	*Server
	url      string
	began    chan string
	release  chan struct{}
	comparer *turns
}

// zeros is a file that no client receives at once.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }
func (zeros) Close() error               { return nil }

func newHeavyServer(t *testing.T) *heavyServer {
	t.Helper()
	s := NewServer(Options{Logger: slog.New(slog.DiscardHandler), NewID: func() string { return "id" }, Everyone: &account.Actor{}, BodyIdle: patience})
	s.opts.Everyone = nil
	s.guard = func(_ context.Context, c *fiber.Ctx) (account.Actor, error) {
		return account.Actor{Username: c.Get("X-User")}, nil
	}
	s.heavy.processors = newTurns(1)
	h := &heavyServer{Server: s, began: make(chan string, 100), release: make(chan struct{}), comparer: s.heavy.kinds[Comparisons]}
	api := s.NewAPI(Spec{Title: "test", Version: "1", Statuses: map[fault.Kind]int{fault.Unavailable: http.StatusServiceUnavailable}})
	Handle(api, Route{Method: "GET", Path: "/light", ID: "light", Status: 204}, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
	Handle(api, Route{Method: "GET", Path: "/compare", ID: "compare", Status: 204, Heavy: Comparisons, Timeout: patience},
		func(ctx context.Context, _ *struct{}) (*struct{}, error) {
			h.began <- Actor(ctx).Username
			<-h.release
			return nil, nil
		})
	HandleFile(api, Route{Method: "GET", Path: "/export", ID: "export", Heavy: Exports, Timeout: patience}, []string{"text/csv"},
		func(context.Context, *struct{}) (*File, error) {
			return &File{Type: "text/csv", Size: 1 << 30, Content: zeros{}}, nil
		})
	h.url = "http://" + serve(t, s)
	return h
}

// get sends a request of a user. The caller closes the body.
func (h *heavyServer) get(ctx context.Context, user, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-User", user)
	return (&http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
}

// awaitWaiting returns once so many comparisons of a user wait.
func (h *heavyServer) awaitWaiting(t *testing.T, user string, n int) {
	t.Helper()
	for {
		h.comparer.mu.Lock()
		waiting := len(h.comparer.waiting[user])
		h.comparer.mu.Unlock()
		if waiting == n {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(time.Millisecond):
		}
	}
}

func TestHeavyRequestsWaitInTurn(t *testing.T) {
	h := newHeavyServer(t)
	ends := make(chan error, 100)
	send := func(ctx context.Context, user string) {
		go func() {
			res, err := h.get(ctx, user, "/compare")
			if err == nil {
				err = res.Body.Close()
			}
			ends <- err
		}()
	}
	send(t.Context(), "ana")
	if user := <-h.began; user != "ana" {
		t.Fatalf("%s began", user)
	}
	for range maxWaiting {
		send(t.Context(), "ana")
	}
	h.awaitWaiting(t, "ana", maxWaiting)

	res, err := h.get(t.Context(), "ana", "/compare")
	if err != nil {
		t.Fatal(err)
	}
	problem, _ := io.ReadAll(res.Body)
	res.Body.Close()
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "5" || !strings.Contains(string(problem), "too_many_waiting") {
		t.Errorf("one more: %s, %v: %s", res.Status, res.Header, problem)
	}

	gone, hangUp := context.WithCancel(t.Context())
	send(gone, "eva")
	h.awaitWaiting(t, "eva", 1)
	hangUp()
	<-ends
	h.awaitWaiting(t, "eva", 0)
	send(t.Context(), "eva")
	h.awaitWaiting(t, "eva", 1)

	for _, user := range []string{"ana", "luz"} {
		res, err := h.get(t.Context(), user, "/light")
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusNoContent {
			t.Errorf("light request of %s: %s", user, res.Status)
		}
	}
	for _, want := range []string{"ana", "eva", "ana"} {
		h.release <- struct{}{}
		if user := <-h.began; user != want {
			t.Errorf("%s began, want %s", user, want)
		}
	}
	close(h.release)
	for range maxWaiting + 2 {
		if err := <-ends; err != nil {
			t.Error(err)
		}
	}
}

// A client that receives slowly has no turn.
func TestSlowDownloadHoldsNoTurn(t *testing.T) {
	h := newHeavyServer(t)
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		res, err := h.get(ctx, "ana", "/export")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		defer cancel()
		if res.StatusCode != http.StatusOK {
			t.Error(res.Status)
		}
	}
}

func TestStepPassesProcessorOn(t *testing.T) {
	w := newHeavyWork()
	w.processors, w.slice = newTurns(1), 0
	begin := func(user string) *heavyTurn {
		turn, err := w.begin(t.Context(), Exports, user)
		if err != nil {
			t.Fatal(err)
		}
		return turn
	}
	ana, eva := begin("ana"), begin("eva")
	if err := errors.Join(ana.step(t.Context()), ana.step(t.Context())); err != nil { // nobody else wants it
		t.Fatal(err)
	}
	got, back := make(chan error, 1), make(chan error, 1)
	go func() { got <- eva.step(t.Context()) }()
	for !w.processors.isWanted() {
		time.Sleep(time.Millisecond)
	}
	go func() { back <- ana.step(t.Context()) }()
	if err := <-got; err != nil {
		t.Fatal(err)
	}
	select {
	case <-back:
		t.Error("both have the one processor")
	default:
	}
	eva.end()
	if err := <-back; err != nil {
		t.Fatal(err)
	}
	ana.end()
	if n := w.processors.free; n != 1 || w.kinds[Exports].free != allowances()[Exports].atOnce {
		t.Errorf("left behind: %d processors, %d exports", n, w.kinds[Exports].free)
	}
}

func TestUserHasOneTurnOfImports(t *testing.T) {
	w := newHeavyWork()
	imports := w.kinds[Imports]
	if _, ok := imports.join("ana"); !ok {
		t.Fatal("no turn")
	}
	second, _ := imports.join("ana")
	other, _ := imports.join("eva")
	select {
	case <-other.ready:
	default:
		t.Error("another user waits behind the second import of one")
	}
	select {
	case <-second.ready:
		t.Error("a user has two turns")
	default:
	}
	imports.pass("eva")
	select {
	case <-second.ready:
		t.Error("a user has two turns")
	default:
	}
	imports.pass("ana")
	<-second.ready
}

// A user has few writes in work at once, whatever the route. Reads, logins and what a user does with sessions wait for nobody.
func TestWritesWaitInTurn(t *testing.T) {
	for rule, c := range map[string]struct {
		route Route
		want  Heavy
	}{
		"what changes something":              {Route{Method: http.MethodPost}, Writes},
		"what deletes":                        {Route{Method: http.MethodDelete}, Writes},
		"what reads":                          {Route{Method: http.MethodGet}, ""},
		"what reads and is heavy":             {Route{Method: http.MethodGet, Heavy: Exports}, Exports},
		"what changes something and is heavy": {Route{Method: http.MethodPut, Heavy: Texts}, Texts},
		"a login":                             {Route{Method: http.MethodPost, Public: true}, ""},
		"the end of a session":                {Route{Method: http.MethodPost, NoTurn: true}, ""},
	} {
		if got := c.route.kind(); got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
	writes := newHeavyWork().kinds[Writes]
	begins := func(user string) bool {
		mine, _ := writes.join(user)
		select {
		case <-mine.ready:
			return true
		default:
			return false
		}
	}
	for i := range 100 {
		if got, want := begins("ana"), i < writesOfUser; got != want {
			t.Fatalf("write %d of one user begins: %v", i+1, got)
		}
	}
	if !begins("eva") {
		t.Error("another user waits behind the hundred writes of one")
	}
}

// What a client still sends holds no turn: it takes one for each part of the work.
func TestTurnsOfAnUploadEnd(t *testing.T) {
	h := newHeavyServer(t)
	writes := h.heavy.kinds[Writes]
	ctx := context.WithValue(t.Context(), requestKey{}, &request{server: h.Server, heavy: Writes, actor: account.Actor{Username: "ana"}})
	for range 3 * writesOfUser {
		done, err := TakeTurn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		done()
	}
	if len(writes.running) > 0 || writes.free != allowances()[Writes].atOnce {
		t.Errorf("turns left behind: %v, %d free", writes.running, writes.free)
	}
}
