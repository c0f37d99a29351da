package intake

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// WorkerDeps is what a worker needs; all of it is required.
type WorkerDeps struct {
	Tx        ports.Transactor
	Documents ports.Documents
	Tasks     ports.Tasks
	Settings  ports.Settings
	Index     dedup.Index
	Blobs     ports.Blobs
	Spool     ports.Spool
	Reader    ports.Reader
	Tunings   ports.Tunings

	// NewExtractor makes what finds entities under a configuration.
	NewExtractor func(ner.Config) (ports.Extractor, error)

	Boilerplate ports.Boilerplate

	Now    func() time.Time
	Logger *slog.Logger
}

// WorkerOptions tune a worker; the zero value means the defaults.
type WorkerOptions struct {
	ReadAttempts int           // crashes of the reader that one document may cost; 2
	TaskTTL      time.Duration // how long an ended task is kept; 7 days
	TempDir      string        // for copies of originals that are no local files; the system's
}

// Worker turns queued tasks into documents. It is safe for concurrent use.
type Worker struct {
	WorkerDeps
	opts    WorkerOptions
	compare comparer
	extract extracting
}

var _ ports.TaskWorker = (*Worker)(nil)

// NewWorker returns a worker over deps. opts may be nil.
func NewWorker(deps WorkerDeps, opts *WorkerOptions) *Worker {
	w := &Worker{WorkerDeps: deps}
	if opts != nil {
		w.opts = *opts
	}
	if w.opts.ReadAttempts <= 0 {
		w.opts.ReadAttempts = 2
	}
	if w.opts.TaskTTL <= 0 {
		w.opts.TaskTTL = 7 * 24 * time.Hour
	}
	w.compare = comparer{settings: deps.Settings, index: deps.Index, documents: deps.Documents, tables: deps.Boilerplate, log: deps.Logger}
	w.extract = extracting{tunings: deps.Tunings, build: deps.NewExtractor}
	return w
}

// Work implements ports.TaskWorker. It may be killed at any point and run
// again: the document, its fingerprint and the end of the task are one commit,
// and a task that has ended is left alone.
//
// A fault of the file ends the task as failed, which is work done: Work
// returns nil. It returns an error, to be tried again, when the service itself
// could not do its part.
func (w *Worker) Work(ctx context.Context, taskID string) error {
	task, err := w.Tasks.Get(ctx, taskID)
	if fault.KindOf(err) == fault.NotFound || err == nil && task.Status.Ended() {
		return w.Spool.Remove(ctx, taskID)
	}
	if err != nil {
		return err
	}
	started := w.Now()
	if err := w.advance(ctx, taskID, document.StageReading, func(t *document.Task) {
		if t.StartedAt.IsZero() {
			t.StartedAt = started.UTC()
		}
	}); err != nil {
		return err
	}

	reading, err := w.read(ctx, task)
	if err != nil {
		return w.giveUp(ctx, taskID, err)
	}
	defer reading.pages.Close()
	if err := w.advance(ctx, taskID, document.StageExtracting, nil); err != nil {
		return err
	}
	extractor, err := w.extract.current(ctx)
	if err != nil {
		return err
	}
	detector, err := w.compare.current(ctx)
	if err != nil {
		return err
	}
	doc, fp, err := w.analyse(task, reading, extractor, detector)
	if err != nil {
		return w.giveUp(ctx, taskID, err)
	}
	if err := w.advance(ctx, taskID, document.StageComparing, nil); err != nil {
		return err
	}
	err = w.Tx.InTx(ctx, func(ctx context.Context) error { return w.save(ctx, task, doc, detector, fp, started) })
	if err != nil {
		return err
	}
	w.Logger.InfoContext(ctx, "task completed", "task", taskID, "document", doc.ID, "pages", len(doc.Pages), "ms", w.Now().Sub(started).Milliseconds())
	w.forget(ctx, taskID)
	return nil
}

// forget removes what nobody needs of a task that has ended. What cannot be
// removed goes with the next sweep.
func (w *Worker) forget(ctx context.Context, taskID string) {
	if err := w.Spool.Remove(context.WithoutCancel(ctx), taskID); err != nil {
		w.Logger.WarnContext(ctx, "spool not cleared", "task", taskID, "error", err)
	}
}

// analyse makes the document and its fingerprint of what was read. A panic of
// an engine is a fault of this one file: trying again would end the same way.
func (w *Worker) analyse(task document.Task, read transcript, extractor ports.Extractor, detector *dedup.Detector) (doc document.Document, fp dedup.Fingerprint, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			w.Logger.Error("analysis panicked", "task", task.ID, "panic", cause, "stack", string(debug.Stack()))
			err = fault.New(fault.Unprocessable, "analysis_failed",
				"El documento se leyó, pero su texto no se pudo analizar; avise al administrador e ingréselo a mano.")
		}
	}()
	reading := cleaned(read.Reading)
	doc = document.Document{
		ID: task.DocumentID, FileName: task.FileName, Type: task.Type, Status: document.Processed,
		Text: reading.Text(), Pages: pageInfos(reading), OCRConfidence: reading.Confidence(),
		OriginalKey: task.OriginalKey, SHA256: task.SHA256,
	}
	extracted := extractor.Extract(doc.Text)
	fill(&doc, extracted)
	words := read.words(reading)
	if doc.Entities, err = locate(extracted.Entities, doc.Pages, words); err != nil {
		return doc, fp, err
	}
	if doc.Alternatives, err = locate(extracted.Alternatives, doc.Pages, words); err != nil {
		return doc, fp, err
	}
	doc.Suggested = suggest(doc.Text)
	return doc, detector.Fingerprint(doc.Filing()), nil
}

// save compares and stores in one transaction, so that of two equal papers
// that arrive together the later one sees the earlier.
func (w *Worker) save(ctx context.Context, task document.Task, doc document.Document, detector *dedup.Detector, fp dedup.Fingerprint, started time.Time) error {
	copies, err := w.Documents.WithSHA256(ctx, doc.SHA256)
	if err != nil {
		return fmt.Errorf("looking for copies: %w", err)
	}
	related, err := w.compare.related(ctx, detector, fp, copies)
	if err != nil {
		return err
	}
	now := w.Now().UTC()
	doc.CreatedAt = now
	doc.ProcessingTime = now.Sub(started)
	doc.Duplicates = len(related.Duplicates)
	if err := w.Documents.Create(ctx, doc); err != nil {
		return fmt.Errorf("storing the document: %w", err)
	}
	if err := w.Index.Put(ctx, fp); err != nil {
		return fmt.Errorf("storing the fingerprint: %w", err)
	}
	return w.Tasks.Update(ctx, task.ID, func(t *document.Task) error {
		t.Status, t.Stage, t.Progress = document.TaskCompleted, document.StageSaving, 1
		t.CompletedAt, t.ExpiresAt = now, now.Add(w.opts.TaskTTL)
		t.Result = &document.TaskResult{
			DocumentID: doc.ID, FileName: doc.FileName, Type: doc.Type, Suggested: doc.Suggested,
			Plaintiff: doc.Plaintiff, Defendant: doc.Defendant,
			OCRConfidence: doc.OCRConfidence, Pages: len(doc.Pages),
			ProcessingTime: doc.ProcessingTime, Related: related,
		}
		return nil
	})
}

// giveUp ends the task as failed when the file is at fault, and returns any
// other error to have the task tried again.
func (w *Worker) giveUp(ctx context.Context, taskID string, err error) error {
	switch fault.KindOf(err) {
	case fault.Unprocessable, fault.TooLarge, fault.NotFound, fault.Invalid:
	default:
		return fmt.Errorf("reading: %w", err)
	}
	w.Logger.InfoContext(ctx, "task failed", "task", taskID, "code", faultCode(err), "error", err)
	now := w.Now().UTC()
	failed := w.Tasks.Update(ctx, taskID, func(t *document.Task) error {
		t.Status = document.TaskFailed
		t.Error, t.ErrorCode = faultMessage(err), faultCode(err)
		t.CompletedAt, t.ExpiresAt = now, now.Add(w.opts.TaskTTL)
		return nil
	})
	if failed == nil {
		w.forget(ctx, taskID)
	}
	return failed
}

func faultCode(err error) string {
	f, _ := fault.As(err)
	return f.Code
}

func faultMessage(err error) string {
	f, _ := fault.As(err)
	return f.Message
}

// stageProgress is how much of a task is done when a stage begins. Reading
// takes nearly all of the time.
var stageProgress = map[document.Stage]float64{
	document.StageReading:    0.02,
	document.StageExtracting: 0.90,
	document.StageComparing:  0.94,
	document.StageSaving:     0.97,
}

// advance moves a task to a stage. Progress never goes back, even when a
// killed task begins anew.
func (w *Worker) advance(ctx context.Context, taskID string, stage document.Stage, also func(*document.Task)) error {
	return w.Tasks.Update(ctx, taskID, func(t *document.Task) error {
		t.Status, t.Stage = document.TaskProcessing, stage
		t.Progress = max(t.Progress, stageProgress[stage])
		if also != nil {
			also(t)
		}
		return nil
	})
}
