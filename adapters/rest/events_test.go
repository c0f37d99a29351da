package rest_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// street is a server with one stream of numbers.
type street struct {
	*rest.Server
	url     string
	numbers chan int
	stopped chan struct{}
	ended   atomic.Bool // the session
}

func serveNumbers(t *testing.T) *street {
	t.Helper()
	s := &street{numbers: make(chan int), stopped: make(chan struct{})}
	s.Server = rest.NewServer(rest.Options{
		Logger: slog.New(slog.DiscardHandler), NewID: func() string { return "id" }, Cookie: "lima", Heartbeat: 10 * time.Millisecond,
		Resume: func(_ context.Context, _ account.Secret, background bool) (account.Actor, error) {
			if !background {
				t.Error("listening counts as use of the session")
			}
			if s.ended.Load() {
				return account.Actor{}, fault.New(fault.Unauthenticated, "session_ended", "Ingrese de nuevo.")
			}
			return account.Actor{Username: "ana", Cookie: true}, nil
		},
		Tokens: testTokens(t),
	})
	api := s.NewAPI(rest.Spec{Title: "test", Version: "1", Statuses: map[fault.Kind]int{fault.Unauthenticated: 401}})
	rest.HandleEvents(api, rest.Route{Method: "GET", Path: "/events", ID: "events", Timeout: 200 * time.Millisecond}, map[string]any{"number": struct{ N int }{}},
		func(context.Context, *struct{}) (rest.Events[int], error) {
			return rest.Events[int]{C: s.numbers, Stop: func() { close(s.stopped) }, Show: func(n int) rest.Event {
				return rest.Event{Name: "number", Data: map[string]any{"n": n, "text": "dos\nlíneas"}}
			}}, nil
		})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(ln) }()
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		<-served
	})
	s.url = "http://" + ln.Addr().String()
	return s
}

// listen opens the stream. next returns its next line that says something, ""
// at its end; hangUp closes the connection.
func (s *street) listen(t *testing.T) (next func() string, hangUp func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, "GET", s.url+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", "lima=x")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); res.Body.Close() })
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "text/event-stream" || res.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("answered %d %v", res.StatusCode, res.Header)
	}
	lines := bufio.NewScanner(res.Body)
	return func() string {
		for lines.Scan() {
			if line := lines.Text(); line != "" && line != ":" {
				return line
			}
		}
		return ""
	}, cancel
}

// want demands the next lines; an empty one is the end.
func want(t *testing.T, next func() string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if got := next(); got != line {
			t.Fatalf("got %q, want %q", got, line)
		}
	}
}

func (s *street) wantStopped(t *testing.T) {
	t.Helper()
	select {
	case <-s.stopped:
	case <-time.After(10 * time.Minute):
		t.Fatal("the events are still asked for")
	}
}

func TestEventsArriveOneByOne(t *testing.T) {
	s := serveNumbers(t)
	next, _ := s.listen(t)
	want(t, next, "retry: 2000")
	for n := range 3 {
		s.numbers <- n
		want(t, next, "event: number", fmt.Sprintf(`data: {"n":%d,"text":"dos\nlíneas"}`, n))
	}
	close(s.numbers)
	want(t, next, "")
	s.wantStopped(t)
}

func TestStreamLastsBeyondTheTimeoutOfARequest(t *testing.T) {
	s := serveNumbers(t)
	next, _ := s.listen(t)
	want(t, next, "retry: 2000")
	time.Sleep(300 * time.Millisecond)
	s.numbers <- 1
	want(t, next, "event: number")
}

func TestStreamEndsWithItsSession(t *testing.T) {
	s := serveNumbers(t)
	next, _ := s.listen(t)
	want(t, next, "retry: 2000")
	s.ended.Store(true)
	want(t, next, "event: end", `data: {"code":"session_ended"}`, "")
	s.wantStopped(t)
}

func TestStreamEndsWhenTheClientHangsUp(t *testing.T) {
	s := serveNumbers(t)
	next, hangUp := s.listen(t)
	want(t, next, "retry: 2000")
	hangUp()
	s.wantStopped(t)
}

func TestStreamEndsWhenTheServerStops(t *testing.T) {
	s := serveNumbers(t)
	next, _ := s.listen(t)
	want(t, next, "retry: 2000")
	stopped := make(chan error)
	go func() { stopped <- s.Shutdown(context.Background()) }()
	want(t, next, "")
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	s.wantStopped(t)
}

func TestHeadOfAStreamOpensNone(t *testing.T) {
	s := serveNumbers(t)
	req, err := http.NewRequestWithContext(t.Context(), "HEAD", s.url+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", "lima=x")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		t.Errorf("answered %d %v", res.StatusCode, res.Header)
	}
	s.wantStopped(t)
}
