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
)

// A client that stops within its body is refused long before a slow upload would be given up.
func TestRefusalDoesNotWaitForTheRest(t *testing.T) {
	t.Parallel()
	s := NewServer(Options{Logger: slog.New(slog.DiscardHandler), NewID: func() string { return "id" }, Everyone: &account.Actor{Username: "ana"}, BodyIdle: time.Hour})
	client, err := net.Dial("tcp", serve(t, s))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := fmt.Fprint(client, "POST /unknown HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n"+strings.Repeat("a", 64<<10)); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(client), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNotFound || !answer.Close {
		t.Errorf("%s, the connection ends: %t", answer.Status, answer.Close)
	}
}

// What nobody waits for any more ends; an upload that was sent whole goes on.
func TestRequestEndsWithItsClient(t *testing.T) {
	s := NewServer(Options{Logger: slog.New(slog.DiscardHandler), NewID: func() string { return "id" }, Everyone: &account.Actor{Username: "ana"}, BodyIdle: patience})
	api := s.NewAPI(Spec{Title: "test", Version: "1"})
	type text struct {
		Body struct {
			Text string `json:"text"`
		}
	}
	s.heavy.kinds[Writes] = newTurns(3) // all of this test
	begun, ended, upload := make(chan struct{}), make(chan error), make(chan context.Context)
	Handle(api, Route{Method: "POST", Path: "/job", ID: "job", Status: 204, Timeout: patience}, func(ctx context.Context, _ *text) (*struct{}, error) {
		begun <- struct{}{}
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	})
	release := make(chan struct{})
	Handle(api, Route{Method: "POST", Path: "/upload", ID: "upload", Status: 204, Timeout: patience, Outlasts: true}, func(ctx context.Context, _ *text) (*struct{}, error) {
		upload <- ctx
		<-release
		return nil, nil
	})
	address := serve(t, s)
	t.Cleanup(func() { close(release) })
	send := func(path string) net.Conn {
		client, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		const body = `{"text":"a"}`
		if _, err := fmt.Fprintf(client, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body); err != nil {
			t.Fatal(err)
		}
		return client
	}

	kept := send("/upload")
	uploading := <-upload
	kept.Close()

	stays := send("/job")
	defer stays.Close()
	<-begun
	leaves := send("/job")
	<-begun
	leaves.Close()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the request whose client left: %v", err)
	}
	select {
	case err := <-ended:
		t.Errorf("the request whose client stayed ended, too: %v", err)
	default:
	}
	if err := uploading.Err(); err != nil {
		t.Errorf("the upload ended with its client: %v", err)
	}
	stays.Close()
	<-ended
}

func TestHungUp(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(client net.Conn) error
		want bool
	}{
		{"silent", func(net.Conn) error { return nil }, false},
		{"sends more", func(c net.Conn) error { _, err := io.WriteString(c, "x"); return err }, false},
		{"closed", net.Conn.Close, true},
		{"reset", func(c net.Conn) error { return errors.Join(c.(*net.TCPConn).SetLinger(0), c.Close()) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			client, server := accepted(t)
			if err := c.do(client); err != nil {
				t.Fatal(err)
			}
			for deadline := time.Now().Add(patience); c.want && !hungUp(server) && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond) // the kernel carries it over
			}
			if got := hungUp(server); got != c.want {
				t.Errorf("hung up: %v, want %v", got, c.want)
			}
		})
	}
	if hungUp(noConn{}) {
		t.Error("a connection without a socket hung up")
	}
}
