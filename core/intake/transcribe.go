package intake

import (
	"context"
	"errors"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// transcript is the text of an original. The words of its pages stay in the spool until they are
// needed, so a long document takes no more memory than its text.
type transcript struct {
	document.Reading
	pages ports.SpooledPages
	text  int64         // bytes of the pages
	spent time.Duration // on the pages, in all attempts
}

// read reads the original, continuing after an earlier attempt. It spools each page before it
// reads the next.
func (w *Worker) read(ctx context.Context, task document.Task, turn *turn) (t transcript, err error) {
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
	if pages.done > task.PagesDone { // an earlier attempt got this far
		if err := pages.note(ctx, 2); err != nil {
			return t, err
		}
	}
	if t.spent < w.opts.MaxTime || pages.total == 0 {
		err = w.Reader.Read(ctx, request.Resume(t.Pages), w.visitor(ctx, &t, &pages, turn))
	} else {
		err = errTooLong
	}
	if errors.Is(err, errTooLong) {
		err = w.leaveOut(ctx, &t, &pages)
	}
	return t, err
}

// visitor returns the function that takes over each page that is read. A document may have taken
// over the reader, so its answers are checked, and the time of a page is measured here.
func (w *Worker) visitor(ctx context.Context, t *transcript, pages *progress, turn *turn) func(document.Page, int) error {
	started := w.Now()
	last := started
	return func(p document.Page, total int) error {
		now := w.Now()
		p.Millis, last = now.Sub(last).Milliseconds(), now
		if err := p.CheckSize(); err != nil {
			return err
		}
		if err := w.spool(t, p); err != nil {
			return err
		}
		if err := pages.read(ctx, total); err != nil {
			return err
		}
		turn.share()
		if pages.done == total {
			return nil
		}
		if t.spent >= w.opts.MaxTime {
			return errTooLong
		}
		return w.yield(ctx, turn, started)
	}
}

// errTooLong ends the reading of a document that exceeds the timeout of documents.
var errTooLong = errors.New("the document has been read for as long as one may be")

// leaveOut adds the pages that are not read because the document has had its time.
func (w *Worker) leaveOut(ctx context.Context, t *transcript, pages *progress) error {
	if pages.done < pages.total {
		w.Logger.WarnContext(ctx, "document took too long; leaving out its other pages",
			"task", pages.taskID, "read", pages.done, "pages", pages.total, "limit", w.opts.MaxTime)
	}
	for pages.done < pages.total {
		if err := w.spool(t, document.Page{Number: pages.done + 1, Source: document.OCR, Unreadable: true, Unread: true}); err != nil {
			return err
		}
		if err := pages.read(ctx, pages.total); err != nil {
			return err
		}
	}
	return nil
}

// spool keeps a page for this attempt and later ones.
func (w *Worker) spool(t *transcript, p document.Page) error {
	if err := t.pages.Append(p); err != nil {
		return err
	}
	return w.keep(t, p)
}

// yield returns Postponed if a document has to leave between two pages: a suspect waits, or its
// share of time is used up while other tasks are unfinished.
func (w *Worker) yield(ctx context.Context, turn *turn, started time.Time) error {
	if turn.wanted() {
		return document.Postponed{Reason: "another document has to be read alone"}
	}
	if w.Now().Sub(started) < w.opts.Share {
		return nil
	}
	if backlog, err := w.Tasks.Backlog(ctx); err != nil || backlog.Tasks < 2 {
		return err
	}
	return document.Postponed{Reason: "its share of time is used up"}
}

// takeUp returns the pages that earlier attempts have read.
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

// keep adds a spooled page, unless the document becomes too large.
func (w *Worker) keep(t *transcript, p document.Page) error {
	p.Words = nil
	t.spent += time.Duration(p.Millis) * time.Millisecond
	t.Pages = append(t.Pages, p)
	if t.text += int64(len(p.Text)); t.text > w.opts.MaxText || t.pages.Size() > w.opts.MaxSpool {
		return document.TooMuchText(w.opts.MaxText)
	}
	return nil
}

// words returns a function that looks up the words of a page, counted from 0, with their offsets
// in the cleaned text. It caches the last page.
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

// encodeWords returns the encoded offsets of the words of each page. words returns those of a
// page, counted from 0.
func encodeWords(r document.Reading, words func(page int) ([]document.Word, error)) ([][]byte, error) {
	pages := make([][]byte, len(r.Pages))
	for i, p := range r.Pages {
		on, err := words(i)
		if err != nil {
			return nil, err
		}
		pages[i] = document.WordMap{Width: p.Width, Height: p.Height, Turn: p.Turn, Words: on}.Encode()
	}
	return pages, nil
}

// progress records how many pages of a task are read.
type progress struct {
	worker      *Worker
	taskID      string
	done, total int
	noted       time.Time
}

// progressEvery is the minimum time between two stored progress values, because each is a durable
// write.
const progressEvery = 250 * time.Millisecond

// read records that one more of total pages is read.
func (p *progress) read(ctx context.Context, total int) error {
	p.done, p.total = p.done+1, total
	if now := p.worker.Now(); p.done == total || now.Sub(p.noted) >= progressEvery {
		p.noted = now
		return p.note(ctx, 1)
	}
	return nil
}

// note stores the progress and the number of attempts since the last progress. A failure to store
// it stops the work only if the task has ended.
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
		p.worker.Logger.WarnContext(ctx, "progress not stored", "task", p.taskID, "error", err)
	}
	return nil
}
