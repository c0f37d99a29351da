package blobstore

import (
	"context"
	"net"
	"time"
)

// dialPatiently returns a function that makes connections on which nothing waits
// longer than idle for the other side to take or send a byte: a store that hangs
// in the middle of a file, or a network that swallows it, ends in an error. How
// long a whole file takes does not matter.
func dialPatiently(d *net.Dialer, idle time.Duration) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := d.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return idleTimeoutConn{conn, idle}, nil
	}
}

type idleTimeoutConn struct {
	net.Conn

	idle time.Duration
}

func (p idleTimeoutConn) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(p.idle)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

// Write sends little by little, since the deadline is for all that one call writes.
func (p idleTimeoutConn) Write(b []byte) (written int, err error) {
	for {
		piece := b[written:min(len(b), written+maxWrite)]
		if err := p.SetWriteDeadline(time.Now().Add(p.idle)); err != nil {
			return written, err
		}
		n, err := p.Conn.Write(piece)
		if written += n; err != nil || written == len(b) {
			return written, err
		}
	}
}

const maxWrite = 32 << 10
