package readerproc

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// process is a running reader, as the server sees it.
type process struct {
	options   Options
	cmd       *exec.Cmd
	requests  io.WriteCloser
	answers   chan answer   // closed when the reader says nothing more
	exited    chan struct{} // closed when the process is gone
	stderr    *excerpt
	folder    folder
	sandbox   document.Sandbox
	documents int // read so far
	pages     int
	checked   bool  // its reader said that it works
	begun     bool  // it took the last request up
	broken    error // what was wrong with its last answer; read it once exited is closed
}

// start runs a reader and waits until it is ready.
func start(ctx context.Context, o Options) (*process, error) {
	folder, err := makeFolder(o.TempDir)
	if err != nil {
		return nil, cannotStart(err)
	}
	p := &process{options: o, folder: folder, answers: make(chan answer), exited: make(chan struct{}), stderr: &excerpt{}}
	if err := p.launch(); err != nil {
		folder.remove()
		return nil, cannotStart(err)
	}
	if err := p.greet(ctx); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

func (p *process) launch() error {
	if len(p.options.Command) == 0 {
		return errors.New("readerproc: Options.Command is empty")
	}
	p.cmd = exec.Command(p.options.Command[0], p.options.Command[1:]...)
	p.cmd.Dir = p.folder.path // by which the reader knows its folder
	p.cmd.Env = environment()
	p.cmd.Stderr = p.stderr
	p.cmd.SysProcAttr = isolation()
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.requests = in
	go p.listen(out)
	return nil
}

// listen passes the reader's answers on until it is silent, waits for its end and
// removes its folder, whether anybody asks for the process again or not.
func (p *process) listen(out io.Reader) {
	r := bufio.NewReader(out)
	for {
		a, err := readAnswer(r)
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				p.broken = err
			}
			break
		}
		p.answers <- a
	}
	close(p.answers)
	kill(p.cmd.Process) // it may have closed its pipe and live on
	p.cmd.Wait()
	p.folder.remove()
	close(p.exited)
}

// greet sends the settings and waits for "ready".
func (p *process) greet(ctx context.Context) error {
	settings := Settings{MemoryMB: p.options.MemoryMB, MaxPages: p.options.MaxPages, Mode: p.options.Mode,
		Languages: p.options.Languages, Without: p.options.Without, CPUSeconds: int(p.options.DocumentTimeout.Seconds()) + 1}
	if err := writeFrame(p.requests, settings); err != nil {
		return cannotStart(err)
	}
	timer := time.NewTimer(p.options.StartTimeout)
	defer timer.Stop()
	select {
	case a, ok := <-p.answers:
		if !ok {
			return cannotStart(p.obituary())
		}
		if a.Fault != nil {
			return a.Fault.fault()
		}
		p.sandbox = a.Sandbox
		return nil
	case <-timer.C:
		return cannotStart(errors.New("the reader did not become ready in time"))
	case <-ctx.Done():
		return ctx.Err()
	}
}

// read sends a document to the process. When it fails for another reason than the
// document itself, the process is dead.
func (p *process) read(ctx context.Context, r document.ReadRequest, visit func(page document.Page, total int) error) error {
	inside, err := p.take(r.Path)
	if err != nil {
		return err
	}
	q := request{ReadRequest: r}
	q.Path = inside
	if r.Searchable != "" {
		if q.Searchable, err = p.folder.expect(); err != nil {
			return p.cannotHold(err)
		}
	}
	if err := p.ask(q); err != nil {
		return err
	}
	whole := time.NewTimer(p.options.DocumentTimeout)
	defer whole.Stop()
	page := time.NewTimer(p.options.PageTimeout)
	defer page.Stop()
	at := r.Done + 1 // the page that is being read
	count := 0
	for {
		select {
		case a, ok := <-p.answers:
			if err := p.sound(a, ok); err != nil {
				return err
			}
			if a.Begun {
				continue
			}
			if a.Page == nil {
				return p.handOver(r.Searchable)
			}
			p.pages++
			count++
			if n, most := a.Page.Number, p.options.MaxPages; n < at || n > a.Total || !r.Wants(n) || most > 0 && count > most {
				p.stop()
				return crashed(errors.New("an answer with a page that was not requested"))
			}
			at = a.Page.Number + 1
			if err := visit(*a.Page, a.Total); err != nil {
				p.stop()
				return err
			}
			page.Reset(p.options.PageTimeout)
		case <-page.C:
			p.stop()
			return pageTimeout(at, p.options.PageTimeout)
		case <-whole.C:
			p.stop()
			return documentTimeout(p.options.DocumentTimeout)
		case <-ctx.Done():
			p.stop()
			return ctx.Err()
		}
	}
}

// take brings the file at path to where the reader sees it.
func (p *process) take(path string) (string, error) {
	inside, err := p.folder.take(path)
	if err != nil {
		return "", p.cannotHold(err)
	}
	return inside, nil
}

// cannotHold tells why a file could not be put into the folder. That of a reader
// that has died is gone.
func (p *process) cannotHold(err error) error {
	if _, gone := os.Lstat(p.folder.at(inputFolder)); gone != nil {
		return errors.Join(errGone, p.crashed())
	}
	return unwritten(err)
}

// unwritten is the fault of a file that could not be copied.
func unwritten(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fault.DiskFull(err) // nothing to do with the document
	}
	return failed(err)
}

// handOver brings what the reader wrote to where it was asked for, if it was.
func (p *process) handOver(to string) error {
	if to == "" {
		return nil
	}
	if err := p.folder.give(to); err != nil {
		return unwritten(err)
	}
	return nil
}

// single has something done that has one answer. When it fails for another
// reason than the document or the page, the process is dead.
func (p *process) single(ctx context.Context, q request, late error) (_ answer, err error) {
	if q.Path, err = p.take(q.Path); err != nil {
		return answer{}, err
	}
	p.pages++
	return p.exchange(ctx, q, p.options.PageTimeout, late)
}

// excerpt has a PDF written and brings it to where it was asked for. When it fails for
// another reason than the document or its pages, the process is dead.
func (p *process) excerpt(ctx context.Context, path string, pages document.PageRange, to string) error {
	inside, err := p.take(path)
	if err != nil {
		return err
	}
	output, err := p.folder.expect()
	if err != nil {
		return p.cannotHold(err)
	}
	p.pages++
	limit := min(excerptPatience*p.options.PageTimeout, p.options.DocumentTimeout)
	q := request{ReadRequest: document.ReadRequest{Path: inside}, Excerpt: &excerptRequest{pages, output}}
	if _, err := p.exchange(ctx, q, limit, excerptTimeout(limit)); err != nil {
		return err
	}
	return p.handOver(to)
}

// excerptPatience is how many times longer than a page an excerpt may take: it has many pages,
// which are neither drawn nor recognised.
const excerptPatience = 5

// check asks the process, once in its life, whether its reader works.
func (p *process) check(ctx context.Context) error {
	if p.checked {
		return nil
	}
	_, err := p.exchange(ctx, request{Check: true}, p.options.StartTimeout, cannotStart(errors.New("the reader did not become ready in time")))
	p.checked = err == nil
	return err
}

// exchange sends a request and waits for its one answer.
func (p *process) exchange(ctx context.Context, q request, patience time.Duration, late error) (answer, error) {
	if err := p.ask(q); err != nil {
		return answer{}, err
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case a, ok := <-p.answers:
			if err := p.sound(a, ok); err != nil || !a.Begun {
				return a, err
			}
		case <-timer.C:
			p.stop()
			return answer{}, late
		case <-ctx.Done():
			p.stop()
			return answer{}, ctx.Err()
		}
	}
}

// sound returns the fault of an answer, or what is wrong with the reader that
// gave it: then the process is dead.
func (p *process) sound(a answer, ok bool) error {
	switch {
	case !ok && !p.begun:
		return errors.Join(errGone, p.crashed())
	case !ok:
		return p.crashed()
	case a.ID != p.documents: // a reader out of step is not to be believed
		p.stop()
		return crashed(errors.New("an answer to another request"))
	case a.Fault != nil:
		return a.Fault.fault()
	}
	p.begun = true
	return nil
}

// ask sends the next request. When it fails, the process is dead.
func (p *process) ask(q request) error {
	p.documents++
	p.begun = false
	p.stderr.reset()
	q.ID = p.documents
	if err := writeFrame(p.requests, q); err != nil {
		kill(p.cmd.Process)
		return errors.Join(errGone, p.crashed())
	}
	return nil
}

// errGone says that a reader had died before it was asked: the document has not
// met it.
var errGone = errors.New("the reader died while it was idle")

func (p *process) alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// stop ends the process at once and waits until it and its folder are gone.
func (p *process) stop() {
	kill(p.cmd.Process)
	for range p.answers { // whatever it was about to say
	}
	<-p.exited
	p.requests.Close()
}

func (p *process) crashed() error {
	return crashed(p.obituary())
}

// obituary says how the process ended, with an excerpt of what it wrote.
func (p *process) obituary() error {
	<-p.exited
	text := p.cmd.ProcessState.String()
	if p.broken != nil {
		text += ": " + discreet(p.broken.Error())
	}
	if last := discreet(p.stderr.String()); last != "" {
		text += ": " + last
	}
	return errors.New(text)
}

// environment holds what the libraries need and nothing else: no secret of the
// server reaches the reader.
func environment() []string {
	env := []string{
		"LANG=C.UTF-8",
		"OMP_THREAD_LIMIT=1", // pages run side by side instead
		"MALLOC_ARENA_MAX=2", // arenas of 64 MB each count against the memory limit
		// glibc reuses the memory of a page's picture for the next instead of
		// returning it to the kernel, which would zero it page by page.
		"MALLOC_MMAP_THRESHOLD_=67108864",
		"MALLOC_TRIM_THRESHOLD_=134217728",
	}
	for _, name := range []string{"PATH", "TESSDATA_PREFIX"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
