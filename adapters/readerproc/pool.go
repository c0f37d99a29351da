// Package readerproc reads PDFs in separate processes, because the libraries that open them may
// crash, hang or exhaust memory on hostile files. Pool is the side of the server, Main that of
// the reader.
//
// The reader is the same program, started again with other arguments:
//
//	// in the server
//	readers := readerproc.New(readerproc.Options{Command: []string{self, "reader"}})
//	defer readers.Close()
//
//	// what the program does when it is started as "reader"
//	os.Exit(readerproc.Main(func(s readerproc.Settings) (readerproc.PageReader, error) {
//		return pdftext.New(pdftext.Deps{PDF: mupdf.New(), OCR: tesseract.New(tesseract.Options{}), Now: time.Now},
//			&pdftext.Options{Mode: pdftext.Mode(s.Mode), MaxPages: s.MaxPages}), nil
//	}))
//
// A reader serves one document at a time, and many in its lifetime. It limits its memory, CPU
// time, file size and open files, has no secrets in its environment, dies with the server, and
// runs in a sandbox: it cannot open a socket, start a program or reach another process, and sees
// only its input, the models of Tesseract and its own temporary folder.
package readerproc

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Options tune a Pool. Only Command is required.
type Options struct {
	Command []string // program and arguments that end in Main

	Slots           int           // documents read at once; default 2
	MaxWaiting      int           // that may wait for a slot, more are refused; default: any number
	MemoryMB        int           // that a reader may take beyond what it starts with; default 2048
	PageTimeout     time.Duration // default 1 minute
	DocumentTimeout time.Duration // default 2 hours
	StartTimeout    time.Duration // default 30 seconds
	Recycle         int           // documents after which a reader is replaced; default 200
	RecyclePages    int           // pages after which a reader is replaced; default 2000

	// Passed on in Settings.
	MaxPages  int
	Mode      string
	Languages []string
	Without   []string

	TempDir string       // where readers have their temporary folders; default: the system's
	Logger  *slog.Logger // default: none
}

func (o Options) withDefaults() Options {
	setInt := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	setTime := func(v *time.Duration, d time.Duration) {
		if *v <= 0 {
			*v = d
		}
	}
	setInt(&o.Slots, 2)
	setInt(&o.MemoryMB, 2048)
	setInt(&o.Recycle, 200)
	setInt(&o.RecyclePages, 2000)
	setTime(&o.PageTimeout, time.Minute)
	setTime(&o.DocumentTimeout, 2*time.Hour)
	setTime(&o.StartTimeout, 30*time.Second)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Pool is a ports.Reader and ports.Drawer that hands each document to a reader
// process. It is
// safe for concurrent use. Readers start when they are first needed.
type Pool struct {
	options Options
	slots   chan *process // one entry a slot; nil where no reader runs
	closed  chan struct{}

	started, crashed, timedOut atomic.Int64
	waiting                    atomic.Int64 // for a slot or in one
	sandbox                    atomic.Value // document.Sandbox: of the reader that started last
}

var (
	_ ports.Reader = (*Pool)(nil)
	_ ports.Drawer = (*Pool)(nil)
)

// New returns a pool that starts its processes on demand. It removes the temporary folders that the
// readers of killed programs left. The caller must Close the pool.
func New(o Options) *Pool {
	o = o.withDefaults()
	removeAbandoned(o.TempDir)
	p := &Pool{options: o, slots: make(chan *process, o.Slots), closed: make(chan struct{})}
	for range o.Slots {
		p.slots <- nil
	}
	return p
}

// Read waits for a free slot and reads the document; see ports.Reader. When ctx
// ends, so does the reader. A crash or a timeout ends the reader as well: the
// next document gets a new one.
func (p *Pool) Read(ctx context.Context, r document.ReadRequest, visit func(page document.Page, total int) error) error {
	path, err := filepath.Abs(r.Path)
	if err != nil {
		return failed(err)
	}
	r.Path = path
	return p.use(ctx, func(proc *process) error { return proc.read(ctx, r, visit) })
}

// Draw waits for a free slot and draws a page; see ports.Drawer. The end of ctx,
// a crash or a timeout end the reader, as in Read.
func (p *Pool) Draw(ctx context.Context, path string, d document.Drawing) ([]byte, error) {
	a, err := p.ask(ctx, path, request{Draw: &d}, drawTimeout(d.Page, p.options.PageTimeout))
	return a.Picture, err
}

// Count waits for a free slot and counts the pages; see ports.Drawer. The end of
// ctx, a crash or a timeout end the reader, as in Read.
func (p *Pool) Count(ctx context.Context, path, password string) (int, error) {
	a, err := p.ask(ctx, path, request{Count: true, ReadRequest: document.ReadRequest{Password: password}}, countTimeout(p.options.PageTimeout))
	return a.Total, err
}

// Excerpt waits for a free slot and writes pages as a PDF; see ports.Drawer. The end of ctx, a crash
// or a timeout end the reader, as in Read.
func (p *Pool) Excerpt(ctx context.Context, path string, pages document.PageRange, to string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return failed(err)
	}
	return p.use(ctx, func(proc *process) error { return proc.excerpt(ctx, path, pages, to) })
}

// ask sends a request to a reader and returns its single answer. late is the error of a timeout.
func (p *Pool) ask(ctx context.Context, path string, q request, late error) (a answer, err error) {
	if q.Path, err = filepath.Abs(path); err != nil {
		return a, failed(err)
	}
	err = p.use(ctx, func(proc *process) (err error) {
		a, err = proc.single(ctx, q, late)
		return err
	})
	return a, err
}

// use calls do with an idle or new reader and counts the outcome. It replaces a reader that died while it
// was idle.
func (p *Pool) use(ctx context.Context, do func(proc *process) error) error {
	if n := p.waiting.Add(1); p.options.MaxWaiting > 0 && n > int64(p.options.Slots+p.options.MaxWaiting) {
		p.waiting.Add(-1)
		return busy()
	}
	defer p.waiting.Add(-1)
	for {
		proc, err := p.acquire(ctx)
		if err != nil {
			return err
		}
		used := proc.documents > 0
		err = do(proc)
		if f, ok := fault.As(err); ok && f.Kind == fault.Timeout {
			p.timedOut.Add(1)
		} else if ok && f.Code == codeCrashed {
			p.crashed.Add(1)
		}
		p.release(proc)
		if !errors.Is(err, errGone) || !used {
			return err
		}
	}
}

// Stats are counts of reader processes since the pool was made.
type Stats struct {
	Started  int64 // and became ready
	Crashed  int64 // ended by themselves, at work or idle
	TimedOut int64 // were ended because a page or a document took too long
}

// Stats returns the counts so far.
func (p *Pool) Stats() Stats {
	return Stats{Started: p.started.Load(), Crashed: p.crashed.Load(), TimedOut: p.timedOut.Load()}
}

// Check starts a reader if none is running, and asks it once in its life whether it works, if one
// can be had at once: a busy pool works. See ports.Reader.
func (p *Pool) Check(ctx context.Context) (document.Sandbox, error) {
	select {
	case <-p.closed:
		return document.Sandbox{}, closed()
	case proc := <-p.slots:
		proc, err := p.ensure(ctx, proc)
		if err != nil {
			return document.Sandbox{}, err
		}
		err = proc.check(ctx)
		p.release(proc)
		if err != nil {
			return document.Sandbox{}, err
		}
	default:
	}
	return p.Sandbox(), nil
}

// Sandbox returns what the kernel denies to the reader that started last. It is not Known while
// none has started.
func (p *Pool) Sandbox() document.Sandbox {
	sandbox, _ := p.sandbox.Load().(document.Sandbox)
	return sandbox
}

// learnSandbox keeps what a started reader reports, and warns of what the kernel lacks.
func (p *Pool) learnSandbox(reported document.Sandbox) {
	reported.Known = true
	if p.sandbox.Swap(reported) != reported && !reported.Complete() {
		p.options.Logger.Warn("the kernel lacks part of the readers' sandbox; use Linux 5.13 or later with seccomp and Landlock",
			"calls_denied", reported.Calls, "files_denied", reported.Files)
	}
}

// Close lets running readings end, then stops all readers and removes their
// folders. It may be called twice.
func (p *Pool) Close() error {
	select {
	case <-p.closed:
		return nil
	default:
		close(p.closed)
	}
	for range p.options.Slots {
		if proc := <-p.slots; proc != nil {
			proc.stop()
		}
	}
	return nil
}

// acquire takes a slot and sees that a reader runs in it.
func (p *Pool) acquire(ctx context.Context) (*process, error) {
	select {
	case <-p.closed:
		return nil, closed()
	default:
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.closed:
		return nil, closed()
	case proc := <-p.slots:
		return p.ensure(ctx, proc)
	}
}

// ensure returns proc, or a new process when proc is nil or has died while
// idle. On an error the slot is free again.
func (p *Pool) ensure(ctx context.Context, proc *process) (*process, error) {
	if proc != nil && proc.alive() {
		return proc, nil
	}
	if proc != nil {
		p.crashed.Add(1)
		p.options.Logger.Warn("idle reader died", "pid", proc.cmd.Process.Pid, "reason", proc.obituary())
		proc.stop()
	}
	proc, err := start(ctx, p.options)
	if err != nil {
		p.slots <- nil
		return nil, err
	}
	p.started.Add(1)
	p.learnSandbox(proc.sandbox)
	p.options.Logger.Debug("reader started", "pid", proc.cmd.Process.Pid)
	return proc, nil
}

// release frees a slot; a reader that is dead or old leaves it.
func (p *Pool) release(proc *process) {
	if !proc.alive() || proc.documents >= p.options.Recycle || proc.pages >= p.options.RecyclePages {
		proc.stop()
		proc = nil
	} else {
		proc.folder.empty()
	}
	p.slots <- proc
}
