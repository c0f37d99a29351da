package intake

import (
	"context"
	"errors"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// transcript is what was read of an original: its pages without their words,
// which lie in the spool until they are asked for. So a long document takes the
// memory of its text and no more.
type transcript struct {
	document.Reading
	pages ports.SpooledPages
	text  int64 // bytes of the pages
}

// read reads the original, or what an earlier attempt has left of it: each page is
// in the spool before the next.
func (w *Worker) read(ctx context.Context, task document.Task) (t transcript, err error) {
	path, done, err := localFile(ctx, w.Blobs, task.OriginalKey, w.opts.TempDir)
	if err != nil {
		return t, err
	}
	defer done()
	request := document.ReadRequest{Path: path}
	if request.Password, err = w.Spool.Password(ctx, task.ID); err != nil {
		return t, err
	}
	if t, err = w.takeUp(ctx, task.ID); err != nil {
		return t, err
	}
	pages := progress{worker: w, taskID: task.ID, done: len(t.Pages), total: task.PagesTotal}
	defer func() {
		if err == nil {
			return
		}
		t.pages.Close()
		if !errors.Is(err, errTaskEnded) { // settle depends on it
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settlePatience)
			defer cancel()
			_ = pages.note(ctx, 1)
		}
	}()
	if pages.done > task.PagesDone { // the attempt that was killed behind them is one, this is another
		if err := pages.note(ctx, 2); err != nil {
			return t, err
		}
	}
	err = w.Reader.Read(ctx, request.Resume(t.Pages), func(p document.Page, total int) error {
		err := p.CheckSize() // a reader that a document took over may send anything
		if err == nil {
			err = t.pages.Append(p)
		}
		if err == nil {
			err = w.keep(&t, p)
		}
		if err != nil {
			return err
		}
		return pages.read(ctx, total)
	})
	return t, err
}

// takeUp returns what earlier attempts have read.
func (w *Worker) takeUp(ctx context.Context, taskID string) (transcript, error) {
	pages, err := w.Spool.Pages(ctx, taskID)
	if err != nil {
		return transcript{}, err
	}
	t := transcript{pages: pages}
	for n := 1; n <= pages.Len() && err == nil; n++ {
		var p document.Page
		if p, err = pages.Page(n); err == nil {
			err = w.keep(&t, p)
		}
	}
	if err != nil {
		pages.Close()
	}
	return t, err
}

// keep adds a page that is in the spool, unless the document is too large then.
func (w *Worker) keep(t *transcript, p document.Page) error {
	p.Words = nil
	t.Pages = append(t.Pages, p)
	if t.text += int64(len(p.Text)); t.text > w.opts.MaxText || t.pages.Size() > w.opts.MaxSpool {
		return document.TooMuchText(w.opts.MaxText)
	}
	return nil
}

// words returns what looks up the words of a page, counted from 0, where they
// stand in its text as it was cleaned. Looking up the same page again is cheap.
func (t transcript) words(cleaned document.Reading) func(page int) ([]document.Word, error) {
	last, found := -1, []document.Word(nil)
	return func(page int) ([]document.Word, error) {
		if page == last {
			return found, nil
		}
		p, err := t.pages.Page(page + 1)
		if err != nil {
			return nil, err
		}
		last, found = page, p.Words
		if text := cleaned.Pages[page].Text; text != p.Text {
			found = relocated(p.Words, text)
		}
		return found, nil
	}
}

// progress notes how many pages of a task are read.
type progress struct {
	worker      *Worker
	taskID      string
	done, total int
	noted       time.Time
}

// progressEvery is how often progress is written down: each time costs a
// durable write.
const progressEvery = 250 * time.Millisecond

// read notes one page more, of so many.
func (p *progress) read(ctx context.Context, total int) error {
	p.done, p.total = p.done+1, total
	if now := p.worker.Now(); p.done == total || now.Sub(p.noted) >= progressEvery {
		p.noted = now
		return p.note(ctx, 1)
	}
	return nil
}

// note stores how far the reading has got; attempts is how many there were to
// get further. That it cannot be stored is no reason to stop, unless the task
// has ended.
func (p *progress) note(ctx context.Context, attempts int) error {
	if p.total <= 0 {
		return nil
	}
	from, to := stageProgress[document.StageReading], stageProgress[document.StageExtracting]
	err := p.worker.update(ctx, p.taskID, func(t *document.Task) {
		t.PagesTotal = p.total
		t.Reach(p.done, from+(to-from)*float64(p.done)/float64(p.total), attempts, p.worker.Now())
	})
	if errors.Is(err, errTaskEnded) {
		return err
	}
	if err != nil && ctx.Err() == nil {
		p.worker.Logger.WarnContext(ctx, "progress not noted", "task", p.taskID, "error", err)
	}
	return nil
}
