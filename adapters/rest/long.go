package rest

import (
	"context"
	"io"
	"os"

	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
)

// longAtOnce is how many answers of routes that are Long are made at once: each
// takes five times its text. Who waits has the time of the route.
const longAtOnce = 1

// turns has room for those that are made.
type turns chan struct{}

// take waits for a turn, and returns what gives it back.
func (t turns) take(ctx context.Context) (done func(), err error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// spilled is from how many bytes on an answer lies on disk while it is sent, so
// that slow clients keep no memory.
const spilled = 1 << 20

// BodyWriter returns where huma writes an answer, which it does at once.
func (e *exchange) BodyWriter() io.Writer { return answerWriter{e} }

type answerWriter struct{ *exchange }

func (w answerWriter) Write(p []byte) (int, error) {
	if len(p) < spilled {
		return w.humaContext.BodyWriter().Write(p)
	}
	file, err := os.CreateTemp("", "cotejo-answer-*")
	if err != nil {
		return 0, err
	}
	_ = os.Remove(file.Name()) // it lives as long as it is open
	n, err := file.Write(p)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return 0, err
	}
	w.long = true
	c := humafiber.Unwrap(w.humaContext).Context()
	c.SetBodyStream(&sending{from: file, left: int64(n), conn: c.Conn(), idle: w.idle}, n)
	return n, nil
}
