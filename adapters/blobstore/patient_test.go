package blobstore

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"
)

// TestASilentStoreIsGivenUp connects to a server that accepts and then neither
// reads nor writes: one that sends a byte now and then is waited for.
func TestASilentStoreIsGivenUp(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	const idle = 200 * time.Millisecond
	accepted := make(chan net.Conn, 1)
	go func() {
		conn, err := silent.Accept()
		if err == nil {
			accepted <- conn
		}
	}()
	conn, err := dialPatiently(&net.Dialer{}, idle)(t.Context(), "tcp", silent.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	server := <-accepted
	defer server.Close()

	go func() { // for longer than idle, but never so long in silence
		for range 10 {
			time.Sleep(idle / 8)
			server.Write([]byte{'x'})
		}
	}()
	for range 10 {
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			t.Fatalf("a slow server: %v", err)
		}
	}
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("reading from a silent server: %v", err)
	}
	if _, err := conn.Write(make([]byte, 64<<20)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("writing to a server that takes nothing: %v", err)
	}
}
