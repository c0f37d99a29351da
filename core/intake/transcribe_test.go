package intake_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
)

var crash = fault.New(fault.Unavailable, "reader_crashed", "El lector falló con este archivo.")

// worked works a task until nobody asks for more and returns its document.
func (h *house) worked(t *testing.T, task document.Task) document.Document {
	t.Helper()
	for range 5 {
		if err := h.worker.Work(t.Context(), task.ID); err != nil {
			continue
		}
		d, err := h.service.Document(t.Context(), clerk, task.DocumentID)
		if err != nil {
			t.Fatalf("%v; the task is %+v", err, h.task(t, task.ID))
		}
		return d
	}
	t.Fatal("the task does not end")
	return document.Document{}
}

// spooled are the tasks of which something is kept.
func (h *house) spooled(t *testing.T) (tasks []string) {
	t.Helper()
	if err := h.spool.Each(t.Context(), func(id string, _ time.Time) error { tasks = append(tasks, id); return nil }); err != nil {
		t.Fatal(err)
	}
	return tasks
}

func TestAttachmentsNeedReview(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.pages, h.reader.within, h.reader.faults = 4, []string{"tutela.pdf"}, []error{crash} // the first page comes from the spool
	task := h.submit(t, pdf)
	d := h.worked(t, task)
	result := h.task(t, task.ID).Result
	for _, warnings := range [][]string{d.Warnings(), result.Warnings} {
		if len(warnings) != 1 || !strings.Contains(warnings[0], "«tutela.pdf»") {
			t.Errorf("warnings %q", warnings)
		}
	}
	if !d.NeedsReview || !result.NeedsReview {
		t.Error("needs no review")
	}
}

// However a reading is cut off, no page is read twice, and what comes of it is
// what comes of a reading in one go.
func TestReadingGoesOnWhereItWas(t *testing.T) {
	const pages = 10
	whole := newHouse(t, nil)
	whole.reader.pages = pages
	want := whole.worked(t, whole.submit(t, pdf))
	if n := len(want.Entities); n == 0 || len(want.Entities[0].Boxes) == 0 {
		t.Fatalf("%d entities, or no boxes: nothing is tested", n)
	}
	for rule, failure := range map[string]error{
		"a crash of the reader":        crash,
		"the end of the service":       context.Canceled,
		"a reader that does not start": fault.New(fault.Unavailable, "reader_unavailable", "El lector no arranca."),
	} {
		t.Run(rule, func(t *testing.T) {
			h := newHouse(t, nil)
			h.reader.pages = pages
			h.reader.faults = []error{failure}
			got := h.worked(t, h.submit(t, pdf))
			if !slices.Equal(h.reader.read, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) {
				t.Errorf("pages were read in this order: %v", h.reader.read)
			}
			if got.Text != want.Text || !reflect.DeepEqual(got.Pages, want.Pages) || !reflect.DeepEqual(got.Entities, want.Entities) {
				t.Error("another document came of it")
			}
			if left := h.spooled(t); len(left) != 0 {
				t.Errorf("in the spool is left %v", left)
			}
		})
	}
}

// Past its time a document is stored with the pages that were read, also if an attempt was cut
// off. The others are named.
func TestDocumentPastItsTimeIsStoredInPart(t *testing.T) {
	for rule, faults := range map[string][]error{
		"in one attempt": nil,
		"in two":         {context.Canceled},
	} {
		t.Run(rule, func(t *testing.T) {
			h := newHouse(t, nil)
			h.reader.pages, h.reader.faults = 8, faults
			h.reader.seen = func() { h.clock.advance(4 * time.Minute) }
			h.worker = h.bounded(intake.WorkerOptions{MaxTime: 20 * time.Minute, Share: time.Hour})
			task := h.submit(t, pdf)
			d := h.worked(t, task)
			if len(h.reader.read) < 5 || len(h.reader.read) > 7 || len(d.Pages) != 8 || d.Cedula == "" {
				t.Errorf("of %v there are %d pages, cédula %q", h.reader.read, len(d.Pages), d.Cedula)
			}
			result := h.task(t, task.ID).Result
			for _, warnings := range [][]string{d.Warnings(), result.Warnings} {
				if len(warnings) != 1 || !strings.Contains(warnings[0], "8 no se ley") || strings.Contains(warnings[0], "legible") {
					t.Errorf("warnings %q", warnings)
				}
			}
			if !d.NeedsReview || !result.NeedsReview {
				t.Error("needs no review")
			}
			if left := h.spooled(t); len(left) != 0 {
				t.Errorf("in the spool is left %v", left)
			}
		})
	}
}

// A text whose extraction takes too long is stored without fields, to be reviewed, and found by
// its words.
func TestExtractionPastItsTimeLeavesTheDocument(t *testing.T) {
	h := newHouse(t, nil)
	first := h.worked(t, h.submit(t, pdf))
	h.stalls = true
	h.worker = h.bounded(intake.WorkerOptions{Analysis: time.Second}) // the comparison has as much, and does not stall
	task := h.submit(t, pdf)
	d := h.worked(t, task)
	result := h.task(t, task.ID).Result
	if !d.NeedsReview || d.Cedula != "" || d.Text != first.Text || len(result.Warnings) != 2 || !strings.Contains(result.Warnings[1], "quedó sin ellos") {
		t.Errorf("needs review: %t, cédula %q, warnings %q", d.NeedsReview, d.Cedula, result.Warnings)
	}
	if len(result.Duplicates) != 1 || result.Duplicates[0].DocumentID != first.ID {
		t.Errorf("duplicates %+v", result.Duplicates)
	}
}

func TestComparisonPastItsTimeFailsTheTask(t *testing.T) {
	h := newHouse(t, nil)
	h.worker = h.bounded(intake.WorkerOptions{Analysis: 1})
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	if got := h.task(t, task.ID); got.Status != document.TaskFailed || got.ErrorCode != "analysis_timeout" || h.originals(t) != 1 {
		t.Errorf("the task is %+v, %d originals are kept", got, h.originals(t))
	}
}

func TestAPasswordLivesAsLongAsItsTask(t *testing.T) {
	encrypted := fault.New(fault.Unprocessable, "pdf_password_wrong", "La contraseña no abre el archivo.")
	for _, c := range []struct {
		rule   string
		faults []error
		status document.TaskStatus
		reads  int
	}{
		{"until it is completed", nil, document.TaskCompleted, 1},
		{"over a crash", []error{crash}, document.TaskCompleted, 2},
		{"over an end of the service", []error{context.Canceled}, document.TaskCompleted, 2},
		{"until it has failed", []error{encrypted}, document.TaskFailed, 1},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, nil)
			h.reader.faults = c.faults
			u := upload("a.pdf", pdf, "")
			u.Password = func() string { return "secreta" }
			task, err := h.service.Submit(t.Context(), clerk, u)
			if err != nil {
				t.Fatal(err)
			}
			if kept, err := h.spool.Password(t.Context(), task.ID); kept != "secreta" || err != nil {
				t.Errorf("before the work %q is kept, %v", kept, err)
			}
			for range c.reads {
				_ = h.worker.Work(t.Context(), task.ID)
			}
			if got := h.task(t, task.ID).Status; got != c.status {
				t.Errorf("the task is %s", got)
			}
			if len(h.reader.passwords) != c.reads || slices.ContainsFunc(h.reader.passwords, func(p string) bool { return p != "secreta" }) {
				t.Errorf("the reader got %q", h.reader.passwords)
			}
			if left := h.spooled(t); len(left) != 0 {
				t.Errorf("in the spool is left %v", left)
			}
		})
	}
}

func TestARefusedUploadKeepsNoPassword(t *testing.T) {
	unwritten := errors.New("disk full")
	for _, c := range []struct {
		rule    string
		change  func(h *house, u *document.Upload)
		refused bool
	}{
		{"an unknown type", func(_ *house, u *document.Upload) { u.TypeName = func() string { return "no es un tipo" } }, true},
		{"a failing queue", func(h *house, _ *document.Upload) { h.queue.err = unwritten }, true},
		{"too many pages", func(h *house, _ *document.Upload) { h.drawer.pages = 2001 }, true},
		{"as many as there may be", func(h *house, _ *document.Upload) { h.drawer.pages = 2000 }, false},
		{"pages that cannot be counted are not many", func(h *house, _ *document.Upload) { h.drawer.pages, h.drawer.fails = 1e6, crash }, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, nil)
			u := upload("a.pdf", pdf, "")
			u.Password = func() string { return "secreta" }
			c.change(h, &u)
			_, err := h.service.Submit(t.Context(), clerk, u)
			if (err != nil) != c.refused {
				t.Fatal(err)
			}
			if strings.HasPrefix(c.rule, "too many") {
				if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || f.Code != "too_many_pages" || h.originals(t) != 0 {
					t.Errorf("%v, %d originals kept", err, h.originals(t))
				}
			}
			if c.refused && c.rule != "a failing queue" && len(h.spooled(t)) != 0 { // a failed commit may yet have been written
				t.Errorf("kept is %v", h.spooled(t))
			}
		})
	}
}

func TestSweepClearsTheSpoolOfWhatHasEnded(t *testing.T) {
	h := newHouse(t, nil)
	ended, waiting := h.submit(t, pdf), h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), ended.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{ended.ID, waiting.ID, "unknown"} { // as kills leave them
		if err := h.spool.KeepPassword(t.Context(), id, "secreta"); err != nil {
			t.Fatal(err)
		}
	}
	sweep := func(now time.Time) {
		t.Helper()
		if _, err := (intake.Sweeper{Tasks: h.Tasks(), Sessions: h.Sessions(), Attempts: attempts{}, Blobs: h.blobs, Spool: h.spool, Originals: h.Originals(), Bin: h.Bin(),
			Now: func() time.Time { return now }}).Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	sweep(time.Now())
	if left := h.spooled(t); !slices.Equal(left, []string{waiting.ID, "unknown"}) {
		t.Errorf("at once %v are left", left)
	}
	sweep(time.Now().Add(25 * time.Hour))
	if left := h.spooled(t); !slices.Equal(left, []string{waiting.ID}) {
		t.Errorf("a day later %v are left", left)
	}
}

func TestUnsureReadingNeedsReview(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.text, h.reader.doubt = "MILLAS cava MI IA oe REFERIA LA RESPLESTA", .64
	task := h.submit(t, pdf)
	d := h.worked(t, task)
	result := h.task(t, task.ID).Result
	for _, warnings := range [][]string{d.Warnings(), result.Warnings} {
		if all := strings.Join(warnings, "|"); !strings.Contains(all, "La página 1 se leyó con poca seguridad.") || !strings.Contains(all, "ni el demandante ni el demandado") {
			t.Errorf("warnings %q", warnings)
		}
	}
	if !d.NeedsReview || !result.NeedsReview {
		t.Error("needs no review")
	}
}
