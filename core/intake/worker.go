package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/terms"
	"github.com/cotejo/cotejo/ports"
)

// WorkerDeps are the dependencies of a worker; all are required.
type WorkerDeps struct {
	Tx         ports.Transactor
	Documents  ports.Documents
	Tasks      ports.Tasks
	Index      dedup.Index
	Blobs      ports.Blobs
	Spool      ports.Spool
	Reader     ports.Reader
	Comparer   *Comparer
	Extraction *Extraction
	Pairs      ports.Pairs
	PageWords  ports.PageWords
	Letters    ports.Letters
	Now        func() time.Time
	Logger     *slog.Logger
}

// WorkerOptions configure a worker; the zero value means the defaults.
type WorkerOptions struct {
	Attempts int           // at a document that makes no progress, alone; 3
	TaskTTL  time.Duration // how long an ended task is kept; 7 days
	MaxText  int64         // of a document, in bytes; 6 MB
	MaxSpool int64         // what the pages of a document may take in the spool, in bytes; 256 MB
	MaxTime  time.Duration // of reading a document, after which its other pages are left out; an hour
	Analysis time.Duration // of its text: extraction, and then comparison; 10 minutes each
	Share    time.Duration // of reading before others that wait; 30 seconds
	Terms    terms.Table   // of documents; none by default
	TempDir  string        // for copies of originals that are no local files; the system's
}

// Worker turns queued tasks into documents. It is safe for concurrent use.
type Worker struct {
	WorkerDeps
	opts    WorkerOptions
	pairing pairing
	letters lettering
	created time.Time
	turns   turns
	large   chan struct{} // has room for the one long text that is analysed
	excused sync.Map      // IDs of tasks whose last attempt does not count, though that could not be stored
}

var _ ports.TaskWorker = (*Worker)(nil)

// NewWorker returns a worker over deps. opts may be nil.
func NewWorker(deps WorkerDeps, opts *WorkerOptions) *Worker {
	w := &Worker{WorkerDeps: deps, created: deps.Now(), large: make(chan struct{}, 1)}
	if opts != nil {
		w.opts = *opts
	}
	if w.opts.Attempts <= 0 {
		w.opts.Attempts = 3
	}
	if w.opts.TaskTTL <= 0 {
		w.opts.TaskTTL = DefaultTaskTTL
	}
	if w.opts.MaxText <= 0 {
		w.opts.MaxText = 6 << 20
	}
	if w.opts.MaxSpool <= 0 {
		w.opts.MaxSpool = 256 << 20
	}
	if w.opts.MaxTime <= 0 {
		w.opts.MaxTime = time.Hour
	}
	if w.opts.Analysis <= 0 {
		w.opts.Analysis = 10 * time.Minute
	}
	if w.opts.Share <= 0 {
		w.opts.Share = 30 * time.Second
	}
	w.pairing = pairing{deps.Pairs, deps.Documents}
	w.letters = lettering{deps.Letters, deps.Index}
	return w
}

// Work implements ports.TaskWorker. It may be killed at any point and run again: the document, its
// fingerprint and the end of the task are one commit. It does nothing if the task has ended.
//
// A fault of the file ends the task as failed, and Work returns nil. Work returns an error, which
// makes the queue try again, if the service failed or the cause is unknown. Attempts are counted
// before they begin, so a document that crashes the reader or the server each time exhausts them.
// The first attempt since a document's last progress may be beside others and proves nothing.
// Further ones are alone.
func (w *Worker) Work(ctx context.Context, taskID string) error {
	started := w.Now()
	turn, err := w.takeTurn(ctx, taskID)
	if err == nil {
		defer turn.end()
		var task document.Task
		if task, err = w.begin(ctx, taskID, started); err == nil {
			if turn.alone {
				w.Logger.InfoContext(ctx, "task worked alone, since an earlier attempt was cut off", "task", taskID, "attempts", task.Attempts)
			}
			if err = w.process(ctx, task, turn, started); err != nil && !errors.Is(err, errTaskEnded) {
				err = w.settle(ctx, taskID, err)
			}
		}
	}
	if fault.KindOf(err) == fault.NotFound {
		err = errTaskEnded // another worker ended it
	}
	if err == nil || errors.Is(err, errTaskEnded) {
		return w.Spool.Remove(context.WithoutCancel(ctx), taskID)
	}
	return err
}

// errTaskEnded reports that a task has ended: a user cancelled it, or another server processed it.
// It must not change any more.
var errTaskEnded = errors.New("the task has ended")

// update changes a task if it has not ended.
func (w *Worker) update(ctx context.Context, taskID string, change func(*document.Task)) error {
	return w.Tasks.Update(ctx, taskID, func(t *document.Task) error {
		if t.Status.Ended() {
			return errTaskEnded
		}
		change(t)
		return nil
	})
}

// takeTurn waits until a task may be worked, alone if it is a suspect.
func (w *Worker) takeTurn(ctx context.Context, taskID string) (*turn, error) {
	task, err := w.Tasks.Get(ctx, taskID)
	if err != nil {
		return nil, err
	}
	if _, excused := w.excused.Load(taskID); excused {
		task.Excuse()
	}
	suspect := task.Attempts > 0 && !task.Status.Ended() && !w.exhausted(&task)
	if suspect {
		if err := w.calmed(task.Attempts); err != nil {
			return nil, err
		}
	}
	return w.turns.take(ctx, suspect)
}

// exhausted reports whether a task has no attempts left. The first one was beside others.
func (w *Worker) exhausted(t *document.Task) bool { return t.Attempts > w.opts.Attempts }

// begin counts an attempt. It ends a task without attempts left.
func (w *Worker) begin(ctx context.Context, taskID string, now time.Time) (task document.Task, err error) {
	_, excused := w.excused.LoadAndDelete(taskID)
	err = w.update(ctx, taskID, func(t *document.Task) {
		if excused {
			t.Excuse()
		}
		if w.exhausted(t) {
			w.fail(ctx, t, errExhausted)
		} else {
			t.Begin()
			t.Status, t.Stage = document.TaskProcessing, document.StageReading
			t.Reach(0, stageProgress[document.StageReading], 1, now)
			if t.StartedAt.IsZero() {
				t.StartedAt = now.UTC()
			}
		}
		task = *t
	})
	if err == nil && task.Status.Ended() {
		return task, errTaskEnded
	}
	if err != nil && excused {
		w.excused.Store(taskID, true)
	}
	return task, err
}

// longText is the size in bytes above which texts are analysed and stored one at a time: this
// takes ten times their memory.
const longText = 1 << 20

// process processes a task, from its original to its document.
func (w *Worker) process(ctx context.Context, task document.Task, turn *turn, started time.Time) error {
	reading, err := w.read(ctx, task, turn)
	if err != nil {
		return err
	}
	defer reading.pages.Close()
	if reading.text > longText {
		select {
		case w.large <- struct{}{}:
			defer func() { <-w.large }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := w.advance(ctx, task.ID, document.StageExtracting, turn); err != nil {
		return err
	}
	extractor, err := w.Extraction.current(ctx)
	if err != nil {
		return err
	}
	detector, err := w.Comparer.current(ctx)
	if err != nil {
		return err
	}
	found, err := w.analyse(ctx, task, reading, extractor, detector)
	if err != nil {
		return err
	}
	reading.Pages = nil // the document has their text
	if err := w.advance(ctx, task.ID, document.StageComparing, turn); err != nil {
		return err
	}
	err = w.Tx.InTx(ctx, func(ctx context.Context) error { return w.save(ctx, task, found, detector, started) })
	if err != nil {
		return err
	}
	w.Logger.InfoContext(ctx, "task completed", "task", task.ID, "document", task.DocumentID, "pages", len(found.doc.Pages),
		"ms", w.Now().Sub(started).Milliseconds())
	return nil
}

// save compares and stores in one transaction. Of two equal documents processed at the same time,
// the one that commits last finds the other.
func (w *Worker) save(ctx context.Context, task document.Task, a analysis, detector *dedup.Detector, started time.Time) error {
	doc, prints, warnings := a.doc, a.prints, a.warnings
	copies, err := w.Documents.WithSHA256(ctx, doc.SHA256)
	if err != nil {
		return fmt.Errorf("looking for copies: %w", err)
	}
	limited, cancel := context.WithTimeout(ctx, w.opts.Analysis)
	defer cancel()
	related, err := w.Comparer.related(limited, detector, prints, copies)
	if pastItsTime(ctx, err) {
		err = errAnalysis
	}
	if err != nil {
		return err
	}
	mass := related.Mass
	related, later, err := inOrder(ctx, w.Documents, doc.ID, task.Arrived(), related)
	if err != nil {
		return err
	}
	warned := 0
	for _, o := range later {
		if err := w.report(ctx, o, doc); err != nil {
			return err
		}
		if o.list == 0 && warned < document.MaxOthers {
			warned++
			warnings = append(warnings, fmt.Sprintf("El documento «%s», que llegó después, es un posible duplicado de este.", o.FileName))
		}
	}
	now := w.Now().UTC()
	doc.CreatedAt, doc.ArrivedAt = now, task.Arrived()
	doc.Due = w.opts.Terms.Due(&doc)
	doc.ProcessingTime = now.Sub(started)
	doc.Duplicates = len(related.Duplicates)
	if doc.Duplicates > 0 {
		doc.DuplicateState = document.OpenDuplicate
	}
	if err := w.Documents.Create(ctx, doc); err != nil {
		return fmt.Errorf("storing the document: %w", err)
	}
	if err := w.PageWords.Put(ctx, doc.ID, a.words); err != nil {
		return fmt.Errorf("storing where the words stand: %w", err)
	}
	if err := w.pairing.found(ctx, doc.ID, doc.ArrivedAt, related, later); err != nil {
		return err
	}
	if err := w.Index.Put(ctx, prints...); err != nil {
		return fmt.Errorf("storing the fingerprint: %w", err)
	}
	if err := w.letters.place(ctx, detector, prints[0], mass); err != nil {
		return err
	}
	related.Bound()
	return w.update(ctx, task.ID, func(t *document.Task) {
		t.Status, t.Progress = document.TaskCompleted, 1
		t.CompletedAt, t.ExpiresAt = now, now.Add(w.opts.TaskTTL)
		t.Result = &document.TaskResult{
			DocumentID: doc.ID, FileName: doc.FileName, Type: doc.Type, Suggested: doc.Suggested,
			Plaintiff: doc.Plaintiff, Defendant: doc.Defendant,
			OCRConfidence: doc.OCRConfidence, Pages: len(doc.Pages),
			ProcessingTime: doc.ProcessingTime, NeedsReview: doc.NeedsReview, PoorlyRead: a.poorlyRead, Doubts: doc.OpenDoubts(),
			Warnings: warnings, Related: related,
		}
	})
}

// overtaker is a document that arrived after another but was stored before it.
type overtaker struct {
	document.Duplicate
	list     int // of document.Related.Lists; 0 for duplicates
	received time.Time
}

// report adds doc to the related documents of an overtaker.
func (w *Worker) report(ctx context.Context, o overtaker, doc document.Document) error {
	err := w.reportTask(ctx, o, doc)
	if err == nil && o.list == 0 {
		err = w.Documents.Update(ctx, o.DocumentID, func(d *document.Document) error {
			d.Duplicates++
			if d.DuplicateState == document.NoDuplicate {
				d.DuplicateState = document.OpenDuplicate
			}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("reporting to a document that arrived later: %w", err)
	}
	return nil
}

// reportTask adds doc to the result of the task that made an overtaker, unless that has expired.
func (w *Worker) reportTask(ctx context.Context, o overtaker, doc document.Document) error {
	tasks, err := w.Tasks.ByDocument(ctx, []string{o.DocumentID})
	task, known := tasks[o.DocumentID]
	if err != nil || !known {
		return err
	}
	return w.Tasks.Update(ctx, task.ID, func(t *document.Task) error {
		if t.Result == nil {
			return nil
		}
		list := t.Result.Lists()[o.list]
		*list = append(*list, o.Mirrored(doc.ID, doc.FileName))
		slices.SortStableFunc(*list, bySimilarity)
		if o.list > 0 {
			*list = (*list)[:min(len(*list), document.MaxOthers)]
		}
		t.Result.Bound()
		return nil
	})
}

func bySimilarity(a, b document.Duplicate) int { return cmp.Compare(b.Similarity, a.Similarity) }

// settle decides about a task whose attempt failed. It returns nil if the task has ended,
// otherwise the error that makes the queue try again.
func (w *Worker) settle(ctx context.Context, taskID string, cause error) error {
	excused := ctx.Err() != nil || isOutsideFile(cause) || errors.As(cause, &document.Postponed{})
	storing, cancel := context.WithTimeout(context.WithoutCancel(ctx), settlePatience)
	defer cancel()
	err := w.update(storing, taskID, func(t *document.Task) {
		switch {
		case excused:
			t.Excuse()
		case endsTask(cause) || w.exhausted(t):
			w.fail(ctx, t, cause)
			cause = nil
		}
	})
	switch {
	case errors.Is(err, errTaskEnded):
		return err
	case err == nil:
		return cause
	case excused:
		w.excused.Store(taskID, true)
	}
	return errors.Join(cause, err)
}

// settlePatience bounds how long the end of an attempt waits to be stored, even during shutdown.
const settlePatience = 5 * time.Second

// ocrUnavailable is the fault code if Tesseract or one of its languages is not installed. An
// administrator has to install it and retry the task.
const ocrUnavailable = "ocr_unavailable"

// endsTask reports whether another attempt would fail the same way: the file is at fault, or the
// machine lacks a program.
func endsTask(err error) bool {
	if f, ok := fault.As(err); ok && f.Code == ocrUnavailable {
		return true
	}
	switch fault.KindOf(err) {
	case fault.Unprocessable, fault.TooLarge, fault.NotFound, fault.Invalid, fault.Timeout:
		return true
	}
	return false
}

// isOutsideFile reports whether the cause lies outside the file, for example a full disk. It may
// also have crashed the reader.
func isOutsideFile(err error) bool {
	f, ok := fault.As(err)
	return ok && f.Kind == fault.Unavailable && f.Code != "reader_crashed" && f.Code != ocrUnavailable
}

// errExhausted is the fault of a document that has exhausted its attempts without a known cause,
// for example because each one crashed the server.
var errExhausted = fault.New(fault.Unprocessable, "processing_failed",
	"El documento no se pudo procesar en varios intentos. Abra el PDF en su equipo, guárdelo de nuevo y envíelo otra vez; si se repite, avise al administrador e ingréselo a mano.")

// fail ends a task with the fault behind cause.
func (w *Worker) fail(ctx context.Context, t *document.Task, cause error) {
	f, ok := fault.As(cause)
	if !ok {
		f = errExhausted
	}
	w.Logger.InfoContext(ctx, "task failed", "task", t.ID, "code", f.Code, "attempts", t.Attempts, "error", cause)
	t.Fail(f.Code, f.Message, w.Now().UTC(), w.opts.TaskTTL)
}

// stageProgress is the progress at the start of each stage. Reading takes most of the time.
var stageProgress = map[document.Stage]float64{
	document.StageReading:    0.02,
	document.StageExtracting: 0.90,
	document.StageComparing:  0.94,
}

// advance moves a task to a stage. Progress never decreases, even if a killed task starts again.
func (w *Worker) advance(ctx context.Context, taskID string, stage document.Stage, turn *turn) error {
	suspect := false
	err := w.update(ctx, taskID, func(t *document.Task) {
		t.Status, t.Stage = document.TaskProcessing, stage
		t.Reach(0, stageProgress[stage], 1, w.Now())
		suspect = t.Attempts > 1
	})
	if err == nil && !suspect {
		turn.share()
	}
	return err
}
