package readerproc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cotejo/cotejo/core/document"
)

// PageReader reads a document page by page, draws a page of it, counts them or writes some of them; core/pdftext's Reader is one.
type PageReader interface {
	// Read hands each page to visit as soon as it is read; see ports.Reader.
	Read(ctx context.Context, r document.ReadRequest, visit func(p document.Page, total int) error) error
	// Draw draws one page; see ports.Drawer.
	Draw(ctx context.Context, path string, d document.Drawing) ([]byte, error)
	// Count counts pages; see ports.Drawer.
	Count(ctx context.Context, path, password string) (int, error)
	// Excerpt writes pages as a PDF; see ports.Drawer.
	Excerpt(ctx context.Context, path string, pages document.PageRange, to string) error
	// Check reports whether the reader works; see ports.Reader.
	Check(ctx context.Context) (document.Sandbox, error)
}

// Main is the whole life of a reader process; it returns the exit status. It
// keeps stdout for the protocol, so that what C libraries print cannot disturb
// it, takes the settings, sets its own limits, enters its sandbox, makes the
// reader with newReader and serves until the server goes away.
func Main(newReader func(Settings) (PageReader, error)) int {
	return live(func(s Settings) (answerer, error) {
		r, err := newReader(s)
		return pageAnswers{limited{r, s}}, err
	})
}

// answerer does what a request asks for, sends what comes of it and returns the
// last answer: a picture, a number or nothing.
type answerer interface {
	answer(q request, send func(answer) error) (last answer, err error)
}

type pageAnswers struct{ PageReader }

func (r pageAnswers) answer(q request, send func(answer) error) (last answer, err error) {
	if err := send(answer{ID: q.ID, Begun: true}); err != nil {
		return last, err
	}
	ctx := context.Background()
	switch {
	case q.Draw != nil:
		last.Picture, err = r.Draw(ctx, q.Path, *q.Draw)
	case q.Count:
		last.Total, err = r.Count(ctx, q.Path, q.Password)
	case q.Excerpt != nil:
		err = r.Excerpt(ctx, q.Path, q.Excerpt.Pages, q.Excerpt.To)
	case q.Check:
		_, err = r.Check(ctx)
	default:
		err = r.Read(ctx, q.ReadRequest, func(p document.Page, total int) error {
			return send(answer{ID: q.ID, Page: &p, Total: total})
		})
	}
	return last, err
}

// live is the life of a reader process, whatever it reads.
func live(begin func(Settings) (answerer, error)) int {
	out, err := takeStdout()
	if err != nil {
		fmt.Fprintln(os.Stderr, "reader: taking stdout:", err)
		return 1
	}
	in := bufio.NewReader(untilServerDies(os.Stdin))
	var s Settings
	if err := readFrame(in, &s); err != nil {
		fmt.Fprintln(os.Stderr, "reader: taking settings:", err)
		return 1
	}
	if err := limitProcess(s); err != nil {
		writeFrame(out, answer{Fault: toWire(cannotStart(err))})
		return 1
	}
	sandbox, err := enterSandbox()
	if err != nil { // good limits without it are better than no reader
		fmt.Fprintln(os.Stderr, "reader: the sandbox is not complete:", err)
	}
	r, err := begin(s)
	if err != nil {
		writeFrame(out, answer{Fault: toWire(err)})
		return 1
	}
	if err := writeFrame(out, answer{Sandbox: sandbox}); err != nil {
		return 1
	}
	if err := serve(in, out, r); err != nil {
		fmt.Fprintln(os.Stderr, "reader:", err)
		return 1
	}
	return 0
}

// Serve answers requests from in on out until in ends. It is Main without the
// process around it.
func Serve(in io.Reader, out io.Writer, r PageReader) error { return serve(in, out, pageAnswers{r}) }

func serve(in io.Reader, out io.Writer, r answerer) error {
	for {
		var q request
		err := readFrame(in, &q)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("taking a request: %w", err)
		}
		last, err := r.answer(q, func(a answer) error { return writeFrame(out, a) })
		last.ID = q.ID
		if err != nil {
			last.Fault = toWire(err)
		}
		if err := writeFrame(out, last); err != nil {
			return fmt.Errorf("answering: %w", err)
		}
	}
}

// limited gives each document its own CPU time.
type limited struct {
	PageReader
	settings Settings
}

func (l limited) Read(ctx context.Context, r document.ReadRequest, visit func(document.Page, int) error) error {
	if err := limitDocument(l.settings); err != nil {
		return cannotStart(err)
	}
	return l.PageReader.Read(ctx, r, visit)
}

func (l limited) Draw(ctx context.Context, path string, d document.Drawing) ([]byte, error) {
	if err := limitDocument(l.settings); err != nil {
		return nil, cannotStart(err)
	}
	return l.PageReader.Draw(ctx, path, d)
}

func (l limited) Count(ctx context.Context, path, password string) (int, error) {
	if err := limitDocument(l.settings); err != nil {
		return 0, cannotStart(err)
	}
	return l.PageReader.Count(ctx, path, password)
}

func (l limited) Excerpt(ctx context.Context, path string, pages document.PageRange, to string) error {
	if err := limitDocument(l.settings); err != nil {
		return cannotStart(err)
	}
	return l.PageReader.Excerpt(ctx, path, pages, to)
}

// untilServerDies passes r on and ends the process when r does, even while a
// library is busy with a page.
func untilServerDies(r io.Reader) io.Reader {
	passed, to := io.Pipe()
	go func() {
		io.Copy(to, r)
		os.Exit(0)
	}()
	return passed
}
