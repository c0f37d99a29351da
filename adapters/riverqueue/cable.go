package riverqueue

import (
	"context"
	"errors"
	"net"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

// cable is what all connections of a pool run through. Once it is cut they are
// closed, whatever they wait for, and no new one is made: River ends at once then,
// where it would otherwise wait for a server that says nothing.
type cable struct {
	dial pgconn.DialFunc

	mu    sync.Mutex
	cut   bool
	conns map[*strand]bool
}

var errCut = errors.New("the connections of the queue were given up")

func newCable(dial pgconn.DialFunc) *cable {
	return &cable{dial: dial, conns: map[*strand]bool{}}
}

// Dial is a pgconn.DialFunc.
func (c *cable) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := c.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	s := &strand{Conn: conn, of: c}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut {
		return nil, errors.Join(errCut, conn.Close())
	}
	c.conns[s] = true
	return s, nil
}

// Cut closes all connections.
func (c *cable) Cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = true
	for s := range c.conns {
		_ = s.Conn.Close()
	}
	clear(c.conns)
}

// strand is one connection of a cable.
type strand struct {
	net.Conn

	of *cable
}

func (s *strand) Close() error {
	s.of.mu.Lock()
	delete(s.of.conns, s)
	s.of.mu.Unlock()
	return s.Conn.Close()
}
