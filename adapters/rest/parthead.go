package rest

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// partHeads passes a form on without the control characters in the heads of its
// parts: mime/multipart would refuse the whole form for one in a file name. What
// the parts hold passes as it is.
type partHeads struct {
	r    *bufio.Reader
	mark []byte // the line before a head

	newLine []byte // mark behind the end of a line

	rest   []byte // read and not passed on yet; of r's buffer
	err    error  // after rest
	inHead bool
	inLine bool // the last piece did not end its line
}

func newPartHeads(r io.Reader, boundary string) *partHeads {
	return &partHeads{r: bufio.NewReaderSize(r, 32<<10), mark: []byte("--" + boundary), newLine: []byte("\n--" + boundary)}
}

func (h *partHeads) Read(p []byte) (int, error) {
	for len(h.rest) == 0 {
		if h.err != nil {
			return 0, h.err
		}
		h.next()
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

// next takes the next line of a head, or what comes before the next head.
func (h *partHeads) next() {
	if h.inHead {
		h.line()
		return
	}
	if _, err := h.r.Peek(1); err != nil {
		h.err = err
		return
	}
	held, _ := h.r.Peek(h.r.Buffered())
	n := h.before(held)
	if n == 0 {
		h.line()
		return
	}
	h.rest, h.inLine = held[:n], held[n-1] != '\n'
	h.r.Discard(n)
}

// before returns how many of the held bytes come before a line that begins as a mark does, or may do so once more is held.
func (h *partHeads) before(held []byte) int {
	if !h.inLine && bytes.HasPrefix(held, h.mark) {
		return 0
	}
	if i := bytes.Index(held, h.newLine); i >= 0 {
		return i + 1
	}
	if last := bytes.LastIndexByte(held, '\n') + 1; (last > 0 || !h.inLine) && bytes.HasPrefix(h.mark, held[last:]) {
		return last
	}
	return len(held)
}

// line takes the next line, or as much of it as the buffer holds.
func (h *partHeads) line() {
	line, err := h.r.ReadSlice('\n')
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		h.err = err
	}
	begins := !h.inLine
	h.inLine = errors.Is(err, bufio.ErrBufferFull)
	h.rest = line
	switch bare := bytes.TrimRight(line, " \t\r\n"); {
	case h.inHead && begins && len(bare) == 0:
		h.inHead = false
	case h.inHead:
		h.rest = withoutControls(line)
	case begins && bytes.Equal(bare, h.mark):
		h.inHead = true
	}
}

// withoutControls removes control characters in place, except tabs and the line end.
func withoutControls(line []byte) []byte {
	end := len(bytes.TrimRight(line, "\r\n"))
	kept := line[:0]
	for i, c := range line {
		if i >= end || c == '\t' || c >= ' ' && c != 0x7f {
			kept = append(kept, c)
		}
	}
	return kept
}
