package rest

import (
	"io"
	"os"

	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
)

// spilled is the size in bytes from which an answer is sent from a temporary file,
// so that slow clients hold no memory.
const spilled = 1 << 20

// BodyWriter returns where huma writes an answer, which it does at once.
func (e *exchange) BodyWriter() io.Writer { return answerWriter{e} }

type answerWriter struct{ *exchange }

func (w answerWriter) Write(p []byte) (int, error) {
	if len(p) < spilled {
		return w.humaContext.BodyWriter().Write(p)
	}
	ctx := w.humaContext.Context()
	space := w.server.space.hold(requestOf(ctx).user())
	if err := space.grow(ctx, int64(len(p))); err != nil {
		w.server.answer(humafiber.Unwrap(w.humaContext), requestOf(ctx), err)
		return len(p), nil
	}
	file, err := os.CreateTemp(w.server.opts.TempDir, "cotejo-answer-*")
	if err != nil {
		space.release()
		return 0, err
	}
	content := heldContent{file, space}
	_ = os.Remove(file.Name()) // it lives as long as it is open
	n, err := file.Write(p)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = content.Close()
		return 0, err
	}
	w.long = true
	c := humafiber.Unwrap(w.humaContext).Context()
	c.SetBodyStream(&sending{from: content, left: int64(n), conn: c.Conn(), idle: w.server.opts.BodyIdle}, n)
	return n, nil
}
