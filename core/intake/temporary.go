package intake

import (
	"errors"
	"io"
	"os"
)

// temporary is a file that Close removes.
type temporary struct{ *os.File }

func (t temporary) Close() error { return errors.Join(t.File.Close(), os.Remove(t.Name())) }

// spaceWriter asks for the space of what it writes before it writes it.
type spaceWriter struct {
	io.Writer
	space func(bytes int64) error
}

// inSpace returns a writer to w that asks for space, or w itself if space is nil.
func inSpace(w io.Writer, space func(bytes int64) error) io.Writer {
	if space == nil {
		return w
	}
	return spaceWriter{w, space}
}

func (w spaceWriter) Write(p []byte) (int, error) {
	if err := w.space(int64(len(p))); err != nil {
		return 0, err
	}
	return w.Writer.Write(p)
}
