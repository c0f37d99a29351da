package rest

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// noConn is a connection whose deadlines do not matter.
type noConn struct{ net.Conn }

func (noConn) SetReadDeadline(time.Time) error { return nil }

// accepted returns both ends of a connection: a client's, and what the server reads.
func accepted(t *testing.T) (client, server net.Conn) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	client, err = net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	server, err = listener{ln}.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); server.Close() })
	return client, server
}

func TestWhatCameInWhileTheProcessStoodStillIsRead(t *testing.T) {
	client, server := accepted(t)
	if _, err := client.Write([]byte("GET")); err != nil {
		t.Fatal(err)
	}
	p := make([]byte, 8)
	_ = server.SetReadDeadline(time.Now().Add(-time.Minute))
	if n, err := server.Read(p); string(p[:n]) != "GET" || err != nil {
		t.Errorf("read %q, %v", p[:n], err)
	}
	_ = server.SetReadDeadline(time.Now().Add(-time.Minute))
	if n, err := server.Read(p); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("of a client that stopped in the middle: %q, %v; want a deadline", p[:n], err)
	}
}

func TestAConnectionThatWasNeverUsedJustEnds(t *testing.T) {
	_, server := accepted(t)
	_ = server.SetReadDeadline(time.Now().Add(-time.Minute))
	if n, err := server.Read(make([]byte, 8)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("%d, %v; want an end", n, err)
	}
}
