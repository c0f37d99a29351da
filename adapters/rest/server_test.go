package rest

import (
	"context"
	"io"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
)

// A server that is stopped while it starts ends, whichever comes first.
func TestAServerMayBeStoppedAtAnyTime(t *testing.T) {
	for i := range 200 {
		s := NewServer(Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Everyone: &account.System})
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		served := make(chan error)
		go func() { served <- s.Serve(ln) }()
		time.Sleep(time.Duration(i%20) * 10 * time.Microsecond)
		if err := s.Shutdown(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := <-served; err != nil {
			t.Fatalf("start %d: %v", i, err)
		}
	}
}
