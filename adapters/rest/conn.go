package rest

import (
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lateRead is how long a Read looks once more for bytes that came in while its
// deadline passed.
const lateRead = 10 * time.Millisecond

// listener makes each of its connections a conn.
type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c}, nil
}

// conn is a client's connection with two manners that net's lacks. When this
// process stood still for longer than a deadline (a machine that is paused or
// has too much to do), what the client had sent in time is still read. And a
// client that never sent a byte is not told that it was slow: browsers open
// connections before they need them, and would take that for the answer to
// their next request.
type conn struct {
	net.Conn

	heard bool // something was read
}

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n == 0 && errors.Is(err, os.ErrDeadlineExceeded) && c.SetReadDeadline(time.Now().Add(lateRead)) == nil {
		n, err = c.Conn.Read(p)
	}
	c.heard = c.heard || n > 0
	if !c.heard && errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}

// hungUp reports whether the client has closed its side of the connection, or half of it,
// and everything that it sent has been read from the kernel. It reads nothing itself.
func hungUp(c net.Conn) bool {
	if own, ok := c.(*conn); ok {
		c = own.Conn
	}
	socket, ok := c.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	gone := false
	_ = raw.Control(func(fd uintptr) {
		n, _, err := unix.Recvfrom(int(fd), make([]byte, 1), unix.MSG_PEEK|unix.MSG_DONTWAIT)
		gone = n == 0 && err == nil || errors.Is(err, unix.ECONNRESET)
	})
	return gone
}
