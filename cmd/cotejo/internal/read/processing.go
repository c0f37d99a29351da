package read

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/cotejo/cotejo/adapters/folder"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// processing takes the files of an inbox in and follows what becomes of them.
type processing struct {
	*cli.Output
	backend  cli.Backend
	inbox    *folder.Inbox
	folder   string // as the person calls it
	kind     document.Type
	password string // of protected files; may be empty
	moveTo   string
	watch    bool
	again    bool

	lookEvery time.Duration // while files settle

	display  *cli.Display
	waiting  []folder.File // found, not taken in yet
	settling []folder.File // as of the last look
	others   int           // files of other kinds that settle, as of the last look
	pending  []followed    // taken in, not ended yet
	found    int
	tally    tally
	told     string    // the last remark, so that it is not repeated
	retryAt  time.Time // when the service may take files in again
	answered time.Time // when tasks were last known
	moved    time.Time // when a file was last taken in or refused for good
	busy     time.Time // when there was last something to do
	ending   bool      // nothing is worked any more
}

// followed is a file that was taken in and the task that works it.
type followed struct {
	file   folder.File
	number int
	task   document.Task
	before bool // it was taken in and worked before
	isPart bool // of a file that is put away already
}

const (
	// writingPatience is how long a run without --watch waits for a file that
	// keeps changing when all others are done.
	writingPatience = 30 * time.Second

	// A file that is refused for now is tried again after fullPause; a run
	// without --watch gives up in the end, once nothing else is under way.
	fullPause    = 5 * time.Second
	fullPatience = 2 * time.Minute
)

// run takes in, works and follows until all is done, with watch until ctx
// ends. It returns cli.ErrSomeFailed when a file failed, cli.ErrSomeUnread when
// none did and a document was poorly read or a file was skipped.
func (p *processing) run(ctx context.Context) error {
	p.display = p.Progress(0, "archivos")
	defer p.display.Close()
	if p.DryRun {
		return p.preview(ctx)
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- p.work(working) }()

	err := p.loop(ctx, ended)
	if ctx.Err() != nil && len(p.pending) > 0 {
		p.remark("terminando lo que está en curso; otra vez Ctrl-C lo corta")
	}
	stop()
	if workErr := <-ended; err == nil || ctx.Err() != nil {
		err = errors.Join(err, workErr)
	}
	if ctx.Err() != nil {
		p.ending = true
		err = errors.Join(err, p.follow(context.WithoutCancel(ctx)))
	}
	p.summary(ctx.Err() != nil)
	switch {
	case ctx.Err() != nil && !p.watch:
		return ctx.Err()
	case err != nil && ctx.Err() == nil:
		return err
	}
	return p.tally.err()
}

// work reads what was taken in until ctx ends. Over the network the server does.
func (p *processing) work(ctx context.Context) error {
	if local, ok := p.backend.(cli.Local); ok {
		return local.Work(ctx, func() {})
	}
	<-ctx.Done()
	return nil
}

// pace returns how many files are taken in and not worked yet at once, and how often their
// tasks are asked for. The rest stays in the folder, where an interruption leaves it in plain sight.
func (p *processing) pace() (atOnce int, every time.Duration) {
	if _, ok := p.backend.(cli.Local); ok {
		return 32, 200 * time.Millisecond
	}
	return 8, time.Second // each is a request to a server that others use, too
}

func (p *processing) loop(ctx context.Context, ended chan error) error {
	var changes <-chan struct{}
	if p.watch {
		changes = p.inbox.Watch(ctx)
	}
	p.moved, p.busy, p.answered = time.Now(), time.Now(), time.Now()
	_, every := p.pace()
	tick := time.NewTicker(every)
	defer tick.Stop()
	var looked time.Time
	for due := true; ; {
		if due = due || len(p.settling)+p.others > 0 && time.Since(looked) >= p.lookEvery; due {
			looked, due = time.Now(), false
			if err := p.look(ctx); err != nil {
				return err
			}
		}
		if err := p.takeIn(ctx); err != nil {
			return err
		}
		if err := p.waitOut(p.follow(ctx)); err != nil {
			return err
		}
		if !p.watch && p.done() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-ended:
			ended <- nil
			if err == nil {
				err = ctx.Err()
			}
			return err
		case <-changes:
			due = true
		case <-tick.C:
		}
	}
}

// waitOut returns nil for an outage, so that the next round tries again: always with --watch, otherwise for
// fullPatience after the last answer. It returns any other error.
func (p *processing) waitOut(err error) error {
	if fault.KindOf(err) != fault.Unavailable {
		p.answered = time.Now()
		return err
	}
	if !p.watch && time.Since(p.answered) > fullPatience {
		return err
	}
	p.remark(cli.MessageOf(err) + " Se sigue intentando.")
	return nil
}

// done reports whether nothing is left to do but files that are still being written, which it prints.
func (p *processing) done() bool {
	if len(p.waiting)+len(p.pending) > 0 {
		p.busy = time.Now()
		return false
	}
	if len(p.settling)+p.others > 0 && time.Since(p.busy) < writingPatience {
		return false
	}
	for _, f := range p.settling {
		p.print(p.line(f, statusWriting), f, "aún se está escribiendo; no se tomó")
	}
	return true
}

func (p *processing) look(ctx context.Context) error {
	looked, err := p.inbox.Look(ctx, time.Now())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		var unreadable interface{ Unwrap() []error }
		if !errors.As(err, &unreadable) {
			return fmt.Errorf("no se puede leer la carpeta: %w", err)
		}
		p.remark("hay carpetas que no se pueden leer: " + err.Error())
	}
	p.settling, p.others = looked.Settling, looked.SettlingOthers
	p.waiting = append(p.waiting, looked.Ready...)
	for _, f := range looked.Skipped {
		p.skip(f)
	}
	p.found += len(looked.Ready)
	if len(looked.Ready) > 0 {
		p.display.Expect(p.found)
	}
	return nil
}

// skip describes a file whose name is none of one that is read.
func (p *processing) skip(f folder.File) {
	err := whatItIs(f)
	if errors.Is(err, errVanished) || errors.Is(err, folder.ErrChanged) {
		return // it is found again, if it is there
	}
	p.tally.skipped++
	l := p.line(f, statusSkipped).withError(err)
	p.print(l, f, p.Paint(cli.Yellow, "no se toma: ")+l.Error)
}

// takeIn submits waiting files until the limit of files in work is reached, or the service refuses more.
func (p *processing) takeIn(ctx context.Context) error {
	atOnce, _ := p.pace()
	for len(p.waiting) > 0 && len(p.pending) < atOnce && !time.Now().Before(p.retryAt) {
		f := p.waiting[0]
		c, err := p.take(ctx, f)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch fault.KindOf(err) {
		case fault.Unauthenticated: // the session has ended: no fault of the file
			return err
		case fault.Unavailable, fault.RateLimited:
			if !p.watch && len(p.pending) == 0 && time.Since(p.moved) > fullPatience {
				return err
			}
			p.remark(cli.MessageOf(err) + " Se sigue intentando.")
			p.retryAt = time.Now().Add(fullPause)
			return nil
		}
		p.waiting, p.moved = p.waiting[1:], time.Now()
		switch {
		case err == nil:
			p.pending = append(p.pending, c...)
		case errors.Is(err, folder.ErrChanged), fault.KindOf(err) == fault.Stale, errors.Is(err, errVanished):
			p.found-- // it will be found again, if it is there
			p.display.Expect(p.found)
		case fault.KindOf(err) == fault.Conflict:
			p.tally.known++
			p.finished(noTask, p.line(f, statusKnown).withError(err), f, "ya se había tomado: "+cli.MessageOf(err))
		default:
			p.tally.failed++
			l := p.line(f, statusFailed).withError(err)
			p.putAway(&l, f, failedFolder)
			p.finished(noTask, l, f, p.Paint(cli.Red, "falló: ")+l.Error)
		}
	}
	return nil
}

// take takes a file in and returns what is to be followed.
func (p *processing) take(ctx context.Context, f folder.File) ([]followed, error) {
	if document.HoldsFiles(f.Name) {
		return p.deliver(ctx, f)
	}
	c, err := p.collect(ctx, f)
	if err != nil {
		return nil, err
	}
	p.tally.taken++
	return []followed{{file: f, number: p.tally.taken - 1, task: c.Task, before: c.Before && c.Task.Status.Ended()}}, nil
}

var errVanished = errors.New("the file is gone")

func (p *processing) collect(ctx context.Context, f folder.File) (document.Collected, error) {
	sum, err := f.SHA256()
	if err != nil {
		return document.Collected{}, reading(err)
	}
	content, err := f.Open()
	if err != nil {
		return document.Collected{}, reading(err)
	}
	defer content.Close()
	c, err := p.backend.Collect(ctx, document.FoundFile{
		Upload: document.Upload{Priority: document.Bulk, FileName: filepath.Base(f.Name), Content: content, TypeName: func() string { return string(p.kind) },
			Password: func() string { return p.password }},
		Source: f.Path, SHA256: sum, Again: p.again,
	})
	if errors.Is(err, folder.ErrChanged) {
		return c, folder.ErrChanged
	}
	return c, err
}

// follow polls the tasks under way and prints those that ended, in the order in which
// their files were taken: a file is a duplicate only of earlier ones.
func (p *processing) follow(ctx context.Context) error {
	left := p.pending[:0]
	working := false // on a file that was taken earlier
	for i, one := range p.pending {
		task := one.task
		if !task.Status.Ended() {
			var err error
			if task, err = p.backend.Task(ctx, task.ID); err != nil {
				p.pending = append(left, p.pending[i:]...)
				return err
			}
		}
		if working && task.Status.Ended() && !one.before && !p.ending {
			left = append(left, one) // and it is asked for again
			continue
		}
		working = working || task.Status == document.TaskProcessing
		one.task = task
		switch {
		case task.Status == document.TaskCompleted:
			p.completed(one)
		case task.Status == document.TaskFailed:
			p.tally.failed++
			l := p.line(one.file, statusFailed)
			l.fill(task)
			if !one.isPart {
				p.putAway(&l, one.file, failedFolder)
			}
			p.finished(one.number, l, one.file, p.Paint(cli.Red, "falló: ")+l.Error)
		default:
			if task.PagesTotal > 0 {
				p.display.Pages(one.number, one.file.Name, task.PagesDone, task.PagesTotal)
			}
			left = append(left, one)
			continue
		}
	}
	p.pending = left
	return nil
}

func (p *processing) completed(one followed) {
	status := statusProcessed
	if one.before {
		status = statusKnown
		p.tally.known++
	} else {
		p.tally.processed++
	}
	l := p.line(one.file, status)
	l.fill(one.task)
	if len(l.Duplicates) > 0 && !one.before {
		p.tally.duplicated++
	}
	if l.PoorlyRead && !one.before {
		p.tally.poorlyRead++
	}
	if len(l.Doubts) > 0 && !one.before {
		p.tally.doubtful++
	}
	if !one.isPart {
		p.putAway(&l, one.file, doneFolder)
	}
	p.finished(one.number, l, one.file, p.described(l))
}

// putAway moves a file that is done where --move says.
func (p *processing) putAway(l *processLine, f folder.File, below string) {
	if p.moveTo == "" {
		return
	}
	to, err := f.MoveTo(filepath.Join(p.moveTo, below))
	switch {
	case err == nil:
		l.MovedTo = to
	case errors.Is(err, folder.ErrChanged):
		p.remark(cli.DisplayName(f.Name) + " cambió después de tomarse; se tomará otra vez")
	default:
		p.tally.stuck++
		p.remark("no se pudo mover " + cli.DisplayName(f.Name) + ": " + err.Error())
	}
}
