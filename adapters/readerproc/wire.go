package readerproc

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// The server and a reader talk in frames: four bytes of length, big-endian,
// then JSON. The server sends Settings once and then a request a document; the
// reader answers when it is ready, with its Sandbox alone, and for each document an
// answer a page, or some rows, and an empty one, or a fault, at the end.

// maxFrame bounds a frame: the largest page that document.Page.CheckSize takes is
// smaller, and so is the picture of a page.
const maxFrame = 32 << 20

// Settings are the settings of a reader, which the server sends when it starts.
type Settings struct {
	MemoryMB   int // beyond what the process starts with; 0: no limit
	CPUSeconds int // for one document; 0: no limit
	MaxPages   int
	Mode       string   // when pages are recognised
	Languages  []string // trained data for pages
	Without    []string // steps of their preparation that are not taken
}

type request struct {
	ID int // of the document; its answers repeat it
	document.ReadRequest
	Draw    *document.Drawing // a page, instead of reading
	Count   bool              // the pages, instead of reading
	Check   bool              // that the reader works, instead of reading
	Excerpt *excerptRequest   // pages, instead of reading
}

type excerptRequest struct {
	Pages document.PageRange
	To    string // path of the PDF to write
}

type answer struct {
	ID      int
	Begun   bool // the request was taken up; answers to it follow
	Page    *document.Page
	Picture []byte // of the page to draw
	Total   int    // pages of the document
	Rows    []spreadsheet.Row
	Fault   *wireFault

	Sandbox document.Sandbox // in the first answer
}

type wireFault struct {
	Kind    fault.Kind
	Code    string
	Message string
	Cause   string
}

// toWire turns any error into a fault that travels.
func toWire(err error) *wireFault {
	f, ok := fault.As(err)
	if !ok {
		f, _ = fault.As(failed(err))
	}
	w := &wireFault{Kind: f.Kind, Code: f.Code, Message: f.Message}
	if cause := errors.Unwrap(f); cause != nil {
		w.Cause = cause.Error()
	}
	return w
}

func (w *wireFault) fault() error {
	if w.Cause == "" {
		return fault.New(w.Kind, w.Code, w.Message)
	}
	return fault.Wrap(errors.New(discreet(w.Cause)), w.Kind, w.Code, w.Message)
}

func writeFrame(w io.Writer, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encoding a frame: %w", err)
	}
	if len(body) > maxFrame {
		return frameTooLarge(len(body))
	}
	frame := binary.BigEndian.AppendUint32(make([]byte, 0, len(body)+4), uint32(len(body)))
	_, err = w.Write(append(frame, body...))
	return err
}

// readLength reads the length of a frame. It returns io.EOF when the other side has ended
// between two frames.
func readLength(r io.Reader) (uint32, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > maxFrame {
		return 0, fmt.Errorf("a frame of %d bytes is over the limit of %d", n, maxFrame)
	}
	return n, nil
}

// readFrame reads what a trusted side sent: the reader takes requests of the server with it. The
// server takes answers with readAnswer. It returns io.EOF when the other side has ended between
// two frames.
func readFrame(r io.Reader, v any) error {
	n, err := readLength(r)
	if err != nil {
		return err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return io.ErrUnexpectedEOF
	}
	if err := json.Unmarshal(body, v); err != nil {
		return fmt.Errorf("decoding a frame: %w", err)
	}
	return nil
}
