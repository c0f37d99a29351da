package rest

import (
	"errors"
	"io"
	"net"
	"time"

	"github.com/gofiber/fiber/v2"
)

// body is the body of a request, as it comes in. It waits for a slow client
// only so long, tells a body that was cut off from one that ended, and knows
// whether its end was reached: the connection may be kept only then, since what
// is left would be taken for the next request.
type body struct {
	stream io.Reader // nil: there is none
	conn   net.Conn
	idle   time.Duration // longest wait for a byte
	until  time.Time     // no byte is waited for after it; zero: no such time
	length int           // announced; negative when it is not known beforehand

	read int
	end  error // io.EOF, or why there is nothing more to be had

	memory  *budget // that what is read takes from; nil: it is not kept
	taken   int64   // of memory
	refused error   // why memory was not given
}

// charge takes the memory for n bytes that were read. A client that is slow to
// send the rest holds no more than that.
func (b *body) charge(n int) error {
	if b.memory == nil || b.read <= freeBody {
		return nil
	}
	if !b.memory.take(int64(n) * bodyCost) {
		b.refused = errOverloaded
		return b.refused
	}
	b.taken += int64(n) * bodyCost
	return nil
}

// release gives back what was taken; what is read afterwards is dropped.
func (b *body) release() {
	if b.memory != nil {
		b.memory.left.Add(b.taken)
	}
	b.memory, b.taken = nil, 0
}

func newBody(c *fiber.Ctx, idle time.Duration) *body {
	b := &body{
		stream: c.Context().RequestBodyStream(),
		conn:   c.Context().Conn(),
		idle:   idle,
		length: c.Request().Header.ContentLength(),
	}
	if b.stream == nil {
		b.end = io.EOF
	}
	return b
}

func (b *body) Read(p []byte) (int, error) {
	if b.end != nil {
		return 0, b.end
	}
	deadline := time.Now().Add(b.idle)
	if !b.until.IsZero() && b.until.Before(deadline) {
		deadline = b.until
	}
	if err := b.conn.SetReadDeadline(deadline); err != nil {
		b.end = err
		return 0, err
	}
	n, err := b.stream.Read(p)
	b.read += n
	if errors.Is(err, io.EOF) && b.read < b.length {
		err = io.ErrUnexpectedEOF
	}
	b.end = err
	if refused := b.charge(n); refused != nil {
		return 0, refused
	}
	return n, err
}

const (
	// maxDrain is how much of a body that nobody wants is read, so that a
	// client which sends all before it listens gets its answer: several times
	// the largest upload in ordinary settings.
	maxDrain = 256 << 20

	maxDrainTime = time.Minute
	drainIdle    = 5 * time.Second // a client that waits for the answer before it sends the rest gets it then
)

const (
	// maxLinger is how much of a request that cannot be read is waited for.
	maxLinger = 4 << 20

	lingerIdle = 100 * time.Millisecond
)

// linger discards input until none arrives. Closing a connection with unread input resets it, and the
// client may lose the answer.
func linger(conn net.Conn) {
	buffer := make([]byte, 32<<10)
	for left := maxLinger; left > 0; {
		if conn.SetReadDeadline(time.Now().Add(lingerIdle)) != nil {
			return
		}
		n, err := conn.Read(buffer)
		if err != nil {
			return
		}
		left -= n
	}
}

// drain discards the rest of the body and reports whether it reached the end within bounds.
func (b *body) drain() bool {
	if b.end == nil && b.length-b.read <= maxDrain {
		b.until, b.idle = time.Now().Add(maxDrainTime), min(b.idle, drainIdle)
		_, _ = io.CopyN(io.Discard, b, maxDrain+1)
	}
	return errors.Is(b.end, io.EOF)
}
