package intake

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// transcript is what was read of an original: its pages without their words,
// which lie in the spool until they are asked for. So a long document takes the
// memory of its text and no more.
type transcript struct {
	document.Reading
	pages ports.SpooledPages
}

// read reads the original, or what an earlier try has left of it: each page is
// in the spool before the next. A crash of the reader costs an attempt, which is
// counted before the next: a poisonous file runs out of them, a killed service
// costs it none. A page that took too long would do so again.
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
	defer func() {
		if err != nil {
			t.pages.Close()
		}
	}()
	progress := w.progress(ctx, task.ID)
	for attempts := task.ReadAttempts; ; {
		err = w.Reader.Read(ctx, request.Resume(t.Pages), func(p document.Page, total int) error {
			if err := t.add(p); err != nil {
				return err
			}
			progress(len(t.Pages), total)
			return nil
		})
		if err == nil || !blamesFile(err) || ctx.Err() != nil {
			return t, err
		}
		attempts++
		w.Logger.WarnContext(ctx, "reading failed", "task", task.ID, "attempt", attempts, "page", len(t.Pages)+1, "error", err)
		if err := w.Tasks.Update(ctx, task.ID, func(t *document.Task) error { t.ReadAttempts = attempts; return nil }); err != nil {
			return t, err
		}
		if attempts >= w.opts.ReadAttempts || fault.KindOf(err) == fault.Timeout {
			return t, fault.Wrap(err, fault.Unprocessable, faultCode(err), faultMessage(err))
		}
	}
}

// takeUp returns what earlier tries have read.
func (w *Worker) takeUp(ctx context.Context, taskID string) (transcript, error) {
	pages, err := w.Spool.Pages(ctx, taskID)
	if err != nil {
		return transcript{}, err
	}
	t := transcript{pages: pages}
	for n := 1; n <= pages.Len(); n++ {
		p, err := pages.Page(n)
		if err != nil {
			pages.Close()
			return transcript{}, err
		}
		p.Words = nil
		t.Pages = append(t.Pages, p)
	}
	return t, nil
}

// add takes in the next page.
func (t *transcript) add(p document.Page) error {
	if err := t.pages.Append(p); err != nil {
		return err
	}
	p.Words = nil
	t.Pages = append(t.Pages, p)
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

// blamesFile reports whether the file may be to blame for a failure that said
// nothing of it.
func blamesFile(err error) bool {
	f, ok := fault.As(err)
	return ok && (f.Kind == fault.Timeout || f.Kind == fault.Unavailable && f.Code == "reader_crashed")
}

// progressEvery is how often progress is written down: each time costs a
// durable write.
const progressEvery = 250 * time.Millisecond

// progress returns a function that notes how many pages are read. That it
// cannot be noted is no reason to stop.
func (w *Worker) progress(ctx context.Context, taskID string) func(done, total int) {
	from, to := stageProgress[document.StageReading], stageProgress[document.StageExtracting]
	var noted time.Time
	return func(done, total int) {
		now := w.Now()
		if total <= 0 || done < total && now.Sub(noted) < progressEvery {
			return
		}
		noted = now
		err := w.Tasks.Update(ctx, taskID, func(t *document.Task) error {
			t.PagesDone, t.PagesTotal = max(t.PagesDone, done), total
			t.Progress = max(t.Progress, from+(to-from)*float64(done)/float64(total))
			return nil
		})
		if err != nil && ctx.Err() == nil {
			w.Logger.WarnContext(ctx, "progress not noted", "task", taskID, "error", err)
		}
	}
}
