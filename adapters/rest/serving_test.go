package rest

import (
	"context"
	"errors"
	"net"
	"testing"
)

// serve lets a server serve until the test ends, and returns its address.
func serve(t testing.TB, s *Server) (address string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serveOn(t, s, ln)
	return ln.Addr().String()
}

// serveOn lets a server serve the connections of a listener until the test ends.
func serveOn(t testing.TB, s *Server, ln net.Listener) {
	served := make(chan error, 1)
	go func() { served <- s.Serve(ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := errors.Join(s.Shutdown(ctx), <-served); err != nil {
			t.Errorf("stopping: %v", err)
		}
	})
}
