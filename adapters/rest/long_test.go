package rest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestTurnsRotateAmongUsers(t *testing.T) {
	turns := newTurns(1)
	turns.join("ana") // has it
	holder := "ana"
	places := map[string]*turn{}
	for _, name := range []string{"ana 1", "ana 2", "ana 3", "eva 1", "eva 2", "luz 1"} {
		user, _, _ := strings.Cut(name, " ")
		places[name], _ = turns.join(user)
	}
	for _, want := range []string{"ana 1", "eva 1", "luz 1", "ana 2", "eva 2", "ana 3"} {
		turns.pass(holder)
		holder, _, _ = strings.Cut(want, " ")
		for name, place := range places {
			select {
			case <-place.ready:
				if name != want {
					t.Errorf("%s has the turn, want %s", name, want)
				}
				delete(places, name)
			default:
				if name == want {
					t.Errorf("%s does not have the turn", want)
				}
			}
		}
	}
	turns.pass(holder)
	if turns.free != 1 || len(turns.users)+len(turns.waiting)+len(turns.running) != 0 {
		t.Errorf("left behind: %d free, users %v, waiting %v", turns.free, turns.users, turns.waiting)
	}
}

func TestTurnIsNotKeptForTheCancelled(t *testing.T) {
	turns := newTurns(1)
	done, err := turns.take(t.Context(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 {
		if _, err := turns.take(gone, "eva"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	later, _ := turns.join("luz")
	done()
	select {
	case <-later.ready:
	default:
		t.Error("the turn was not passed on")
	}
	turns.pass("luz")
	if turns.free != 1 || len(turns.users)+len(turns.waiting) != 0 {
		t.Errorf("left behind: %d free, users %v, waiting %v", turns.free, turns.users, turns.waiting)
	}
}

const patience = 10 * time.Minute

// slowServer has routes of all kinds that take a body, and a Heavy one that takes none.
func slowServer(t *testing.T) (url string, read <-chan string) {
	t.Helper()
	s := NewServer(Options{Logger: slog.New(slog.DiscardHandler), NewID: func() string { return "id" }, Everyone: &account.Actor{Username: "ana"}, BodyIdle: patience})
	api := s.NewAPI(Spec{Title: "test", Version: "1"})
	type text struct {
		Body struct {
			Text string `json:"text"`
		}
	}
	type form struct{ Stream }
	nothing := func(context.Context, *text) (*struct{}, error) { return nil, nil }
	Handle(api, Route{Method: "GET", Path: "/long", ID: "get", Status: 204, Heavy: Texts, Timeout: patience}, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
	Handle(api, Route{Method: "PUT", Path: "/long", ID: "long", Status: 204, Heavy: Texts, Timeout: patience}, nothing)
	Handle(api, Route{Method: "PUT", Path: "/short", ID: "short", Status: 204, Timeout: patience}, nothing)
	Handle(api, Route{Method: "POST", Path: "/form", ID: "form", Status: 204, Heavy: Imports, Timeout: patience, Body: FormBody("file", nil)}, func(ctx context.Context, in *form) (*struct{}, error) {
		upload, err := in.Open("file", 1<<20)
		if err == nil {
			_, err = io.Copy(io.Discard, upload)
		}
		if err == nil {
			err = AwaitTurn(ctx)
		}
		return nil, err
	})
	s.heavy.kinds[Imports] = newTurns(1)
	Handle(api, Route{Method: "GET", Path: "/form", ID: "other", Status: 204, Heavy: Imports, Timeout: patience}, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	watched, read := apitest.WatchReads(ln)
	serveOn(t, s, watched)
	return ln.Addr().String(), read
}

// A request has no turn before its body is there, and ends well however long that took.
func TestSlowBodyHoldsNobody(t *testing.T) {
	address, read := slowServer(t)
	client := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	const form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
	for _, c := range []struct{ method, path, kind, begin, end string }{
		{"PUT", "/long", "application/json", `{"text":"`, `"}`},
		{"PUT", "/short", "application/json", `{"text":"`, `"}`},
		{"POST", "/form", "multipart/form-data; boundary=b", form, "\r\n--b--\r\n"},
	} {
		t.Run(c.path, func(t *testing.T) {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			begin := c.begin + strings.Repeat("x", 128<<10)
			if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
				c.method, c.path, c.kind, len(begin)+len(c.end), begin); err != nil {
				t.Fatal(err)
			}
			<-read
			for _, path := range []string{"/long", "/form"} {
				res, err := client.Get("http://" + address + path)
				if err != nil {
					t.Fatal(err)
				}
				res.Body.Close()
				if res.StatusCode != http.StatusNoContent {
					t.Errorf("another request to %s: %s", path, res.Status)
				}
			}
			if _, err := io.WriteString(conn, c.end); err != nil {
				t.Fatal(err)
			}
			slow, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer slow.Body.Close()
			if slow.StatusCode != http.StatusNoContent {
				answer, _ := io.ReadAll(slow.Body)
				t.Errorf("the slow request: %s %s", slow.Status, answer)
			}
		})
	}
}
