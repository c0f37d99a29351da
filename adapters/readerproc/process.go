package readerproc

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// process is a running reader, as the server sees it.
type process struct {
	options   Options
	cmd       *exec.Cmd
	requests  io.WriteCloser
	answers   chan answer   // closed when the reader says nothing more
	exited    chan struct{} // closed when the process is gone
	stderr    *excerpt
	folder    folder // its TMPDIR
	guard     string // what keeps it from the network
	documents int    // read so far
	pages     int
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
	p.cmd.Dir = p.folder.path
	p.cmd.Env = environment(p.folder.path)
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

// listen passes the reader's answers on until it is silent, then waits for its end.
func (p *process) listen(out io.Reader) {
	r := bufio.NewReader(out)
	for {
		var a answer
		if err := readFrame(r, &a); err != nil {
			break
		}
		p.answers <- a
	}
	close(p.answers)
	kill(p.cmd.Process) // it may have closed its pipe and live on
	p.cmd.Wait()
	close(p.exited)
}

// greet sends the settings and waits for "ready".
func (p *process) greet(ctx context.Context) error {
	settings := Settings{MemoryMB: p.options.MemoryMB, MaxPages: p.options.MaxPages, Mode: p.options.Mode,
		CPUSeconds: int(p.options.DocumentTimeout.Seconds()) + 1}
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
		p.guard = a.Guard
		return nil
	case <-timer.C:
		return cannotStart(errors.New("the reader did not become ready in time"))
	case <-ctx.Done():
		return ctx.Err()
	}
}

// read has the document read. When it fails for another reason than the
// document itself, the process is dead.
func (p *process) read(ctx context.Context, path string, progress func(done, total int)) (document.Reading, error) {
	if err := p.ask(request{Path: path}); err != nil {
		return document.Reading{}, err
	}
	var reading document.Reading
	whole := time.NewTimer(p.options.DocumentTimeout)
	defer whole.Stop()
	page := time.NewTimer(p.options.PageTimeout)
	defer page.Stop()
	for {
		select {
		case a, ok := <-p.answers:
			switch {
			case !ok:
				<-p.exited
				return document.Reading{}, p.crashed()
			case a.ID != p.documents: // a reader out of step is not to be believed
				p.stop()
				return document.Reading{}, crashed(errors.New("an answer to another request"))
			case a.Fault != nil:
				return document.Reading{}, a.Fault.fault()
			case a.Page == nil:
				return reading, nil
			}
			p.pages++
			reading.Pages = append(reading.Pages, *a.Page)
			if progress != nil {
				progress(len(reading.Pages), a.Total)
			}
			page.Reset(p.options.PageTimeout)
		case <-page.C:
			p.stop()
			return document.Reading{}, pageTimeout(len(reading.Pages)+1, p.options.PageTimeout)
		case <-whole.C:
			p.stop()
			return document.Reading{}, documentTimeout(p.options.DocumentTimeout)
		case <-ctx.Done():
			p.stop()
			return document.Reading{}, ctx.Err()
		}
	}
}

// draw has a page drawn. When it fails for another reason than the document or
// the page, the process is dead.
func (p *process) draw(ctx context.Context, path string, d drawing) ([]byte, error) {
	if err := p.ask(request{Path: path, Draw: &d}); err != nil {
		return nil, err
	}
	p.pages++
	timer := time.NewTimer(p.options.PageTimeout)
	defer timer.Stop()
	select {
	case a, ok := <-p.answers:
		switch {
		case !ok:
			<-p.exited
			return nil, p.crashed()
		case a.ID != p.documents:
			p.stop()
			return nil, crashed(errors.New("an answer to another request"))
		case a.Fault != nil:
			return nil, a.Fault.fault()
		}
		return a.PNG, nil
	case <-timer.C:
		p.stop()
		return nil, drawTimeout(d.Page, p.options.PageTimeout)
	case <-ctx.Done():
		p.stop()
		return nil, ctx.Err()
	}
}

// ask sends the next request. When it fails, the process is dead.
func (p *process) ask(q request) error {
	p.documents++
	p.stderr.reset()
	q.ID = p.documents
	if err := writeFrame(p.requests, q); err != nil {
		kill(p.cmd.Process)
		<-p.exited
		return p.crashed()
	}
	return nil
}

func (p *process) alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// stop ends the process at once and removes its folder.
func (p *process) stop() {
	kill(p.cmd.Process)
	for range p.answers { // whatever it was about to say
	}
	<-p.exited
	p.requests.Close()
	p.folder.remove()
}

func (p *process) crashed() error {
	return crashed(p.obituary())
}

// obituary says how the process ended, with an excerpt of what it wrote.
func (p *process) obituary() error {
	<-p.exited
	text := p.cmd.ProcessState.String()
	if last := discreet(p.stderr.String()); last != "" {
		text += ": " + last
	}
	return errors.New(text)
}

// environment holds what the libraries need and nothing else: no secret of the
// server reaches the reader.
func environment(folder string) []string {
	env := []string{
		"LANG=C.UTF-8",
		"OMP_THREAD_LIMIT=1", // pages run side by side instead
		"MALLOC_ARENA_MAX=2", // arenas of 64 MB each count against the memory limit
		"TMPDIR=" + folder,
	}
	for _, name := range []string{"PATH", "TESSDATA_PREFIX"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
