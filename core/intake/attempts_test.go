package intake_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
)

// killed has a task worked, as often as it is postponed, and returns whether the work was cut off
// as by the end of the process: nothing of it runs on, and another server begins.
func (h *house) killed(t *testing.T, id string) bool {
	t.Helper()
	for {
		err, killed := h.tryOnce(t, id)
		postponed, ok := errors.AsType[document.Postponed](err)
		if !ok && err != nil {
			t.Fatal(err)
		}
		if !ok {
			return killed
		}
		h.clock.advance(postponed.After)
	}
}

// tryOnce has a task worked once.
func (h *house) tryOnce(t *testing.T, id string) (err error, killed bool) {
	defer func() {
		if killed = recover() != nil; killed {
			h.worker = h.bounded(intake.WorkerOptions{TempDir: t.TempDir()})
		}
	}()
	return h.worker.Work(t.Context(), id), false
}

func TestKillingDocumentExhaustsAttempts(t *testing.T) {
	for stage, prepare := range map[string]func(h *house){
		"before a page is read": func(h *house) { h.reader.kills = func(page int) bool { return true } },
		"at a later page":       func(h *house) { h.reader.kills = func(page int) bool { return page == 6 } },
		"behind the last page":  func(h *house) { h.building = func() { panic("killed") } },
	} {
		t.Run(stage, func(t *testing.T) {
			h := newHouse(t, nil)
			h.reader.pages = 10
			prepare(h)
			task := h.submit(t, pdf)
			kills := 0
			for h.killed(t, task.ID) {
				if kills++; kills > 10 {
					t.Fatal("the document kills the server for ever")
				}
			}
			got := h.task(t, task.ID)
			if kills != 4 || got.Status != document.TaskFailed || got.ErrorCode != "processing_failed" || got.Error == "" || got.ExpiresAt.IsZero() {
				t.Errorf("after %d kills the task is %+v", kills, got)
			}
			if left := h.spooled(t); len(left) != 0 {
				t.Errorf("in the spool is left %v", left)
			}
		})
	}
}

// A server is killed from outside 200 times, before it has run for long.
func TestKillsFromOutsideFailNoTask(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.pages = 3
	rng := rand.New(rand.NewPCG(1, 1))
	left := 0 // pages until the next kill
	h.reader.kills = func(int) bool { left--; return left < 0 }
	var tasks []document.Task
	for kill := range 200 {
		if kill%5 == 0 {
			tasks = append(tasks, h.submit(t, pdf))
		}
		left = rng.IntN(3)
		for _, task := range tasks {
			if _, killed := h.tryOnce(t, task.ID); killed {
				break
			}
		}
	}
	h.reader.kills = nil
	for _, task := range tasks {
		h.killed(t, task.ID)
		if got := h.task(t, task.ID); got.Status != document.TaskCompleted {
			t.Errorf("the task is %s %s", got.Status, got.ErrorCode)
		}
	}
}

// slowReader reads documents of two pages, each page when the test says so. A page that may not be
// read ends its server.
type slowReader struct{ pages chan slowPage }

type slowPage struct {
	task string // the content of the original
	page int
	read chan<- bool
}

func (r slowReader) Check(context.Context) (document.Sandbox, error) { return document.Sandbox{}, nil }

func (r slowReader) Read(ctx context.Context, request document.ReadRequest, visit func(document.Page, int) error) error {
	content, err := os.ReadFile(request.Path)
	if err != nil {
		return err
	}
	for n := request.Done + 1; n <= 2; n++ {
		read := make(chan bool)
		r.pages <- slowPage{strings.TrimPrefix(string(content), pdf), n, read}
		select {
		case sound := <-read:
			if !sound {
				panic("killed")
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		page := document.Page{Number: n, Source: document.TextLayer, Confidence: 1, Text: filing, Words: wordsOf(filing)}
		if err := visit(page, 2); err != nil {
			return err
		}
	}
	return nil
}

// Documents that were in work at the death of a server are read alone until they have got further.
func TestSuspectsAreReadAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		pages := make(chan slowPage, 9)
		tasks := map[string]string{}
		for _, name := range []string{"a", "b", "c"} {
			tasks[name] = h.submit(t, pdf+name).ID
		}
		var worker *intake.Worker
		work := func(name string) {
			go func() {
				defer func() { _ = recover() }()
				for errors.As(worker.Work(t.Context(), tasks[name]), &document.Postponed{}) {
				}
			}()
			synctest.Wait()
		}
		inWork := func(want ...string) (now []slowPage) {
			t.Helper()
			synctest.Wait()
			var got []string
			for len(pages) > 0 {
				p := <-pages
				now, got = append(now, p), append(got, fmt.Sprint(p.task, p.page))
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("in work are %v, want %v", got, want)
			}
			return now
		}

		worker = h.reading(slowReader{pages}, intake.WorkerOptions{TempDir: t.TempDir()})
		work("a")
		work("b")
		for _, p := range inWork("a1", "b1") { // beside each other
			p.read <- false
		}

		worker = h.reading(slowReader{pages}, intake.WorkerOptions{TempDir: t.TempDir()})
		work("c")
		work("a")
		work("b")
		c := inWork("c1")[0] // is no suspect: it leaves at its next page
		c.read <- true
		a := inWork("a1")[0]
		a.read <- true
		b := inWork("b1")[0] // a leaves too
		b.read <- true
		for _, p := range inWork("a2", "b2", "c2") {
			p.read <- true
		}
		synctest.Wait()
		for name, id := range tasks {
			if got := h.task(t, id); got.Status != document.TaskCompleted || got.Attempts > 1 {
				t.Errorf("%s is %s %s after %d attempts", name, got.Status, got.ErrorCode, got.Attempts)
			}
		}
	})
}

// A document whose pages take long leaves its reader to others that wait, as often as it must.
func TestSlowDocumentYields(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.pages = 9
	h.reader.seen = func() { h.clock.advance(20 * time.Second) } // after each page
	slow := h.submit(t, pdf+"slow")
	other := h.submit(t, pdf+"other")
	for _, pages := range []int{3, 6} {
		if err := h.worker.Work(t.Context(), slow.ID); !errors.As(err, &document.Postponed{}) {
			t.Fatalf("Work returns %v", err)
		}
		if got := h.task(t, slow.ID); got.PagesDone != pages || got.Attempts != 0 {
			t.Errorf("after its share the task is %+v", got)
		}
	}
	h.reader.pages, h.reader.seen = 1, nil
	if err := h.worker.Work(t.Context(), other.ID); err != nil {
		t.Fatal(err)
	}
	h.reader.pages = 12 // nobody waits any more
	h.reader.seen = func() { h.clock.advance(20 * time.Second) }
	if err := h.worker.Work(t.Context(), slow.ID); err != nil {
		t.Error(err)
	}
}

func TestProgressRenewsAttempts(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.pages = 10
	last := 0
	h.reader.kills = func(page int) (first bool) { first, last = page > last, max(last, page); return first }
	task := h.submit(t, pdf)
	kills := 0
	for h.killed(t, task.ID) {
		kills++
	}
	if got := h.task(t, task.ID); got.Status != document.TaskCompleted || kills != 10 {
		t.Errorf("after %d kills the task is %s %s", kills, got.Status, got.ErrorCode)
	}
}

func TestRepeatedFaultEndsTask(t *testing.T) {
	unknown := errors.New("a page of 40,000,000 bytes")
	for _, c := range []struct {
		rule  string
		cause error
		tries int // until the task ends; 0: it never does
		code  string
	}{
		{"an unknown error", unknown, 4, "processing_failed"},
		{"an error of the service", fault.New(fault.Internal, "reading_failed", "No se pudo leer."), 4, "reading_failed"},
		{"a crash of the reader", crash, 4, "reader_crashed"},
		{"a reader that cannot start", fault.New(fault.Unavailable, "reader_unavailable", "El lector no arranca."), 0, ""},
		{"a full disk", fault.DiskFull(nil), 0, ""},
		{"a machine without Tesseract", fault.New(fault.Unavailable, "ocr_unavailable", "Falta Tesseract."), 1, "ocr_unavailable"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, nil)
			for range 12 {
				h.reader.faults = append(h.reader.faults, c.cause)
			}
			task := h.submit(t, pdf)
			for try := 1; try <= 12; try++ {
				h.clock.advance(10 * time.Minute)
				err := h.worker.Work(t.Context(), task.ID)
				got := h.task(t, task.ID)
				if ends := try == c.tries; got.Status.Ended() != ends || (err == nil) != ends || got.ErrorCode != c.code && ends {
					t.Fatalf("try %d: %v, the task is %+v", try, err, got)
				} else if ends {
					return
				}
			}
			if got := h.task(t, task.ID); got.Attempts != 0 {
				t.Errorf("%d attempts are counted", got.Attempts)
			}
		})
	}
}

func TestOrderlyStopCountsNoAttempt(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.pages = 4
	task := h.submit(t, pdf)
	for range 12 {
		ctx, cancel := context.WithCancel(t.Context())
		h.reader.kills = func(int) bool { cancel(); return false }
		h.reader.faults = []error{context.Canceled}
		if err := h.worker.Work(ctx, task.ID); err == nil {
			t.Fatal("the work is done")
		}
	}
	if got := h.task(t, task.ID); got.Attempts != 0 || got.PagesDone != 2 {
		t.Errorf("the task is %+v", got)
	}
}

// Whatever a worker is about to do, it leaves a task alone that has ended.
func TestEndedTaskIsNeverReopened(t *testing.T) {
	for moment, prepare := range map[string]func(h *house, end func()){
		"while it is read":     func(h *house, end func()) { h.reader.seen = end },
		"while it is analysed": func(h *house, end func()) { h.building = end },
		"while reading fails": func(h *house, end func()) {
			h.reader.seen, h.reader.faults = end, []error{fault.New(fault.Unprocessable, "pdf_damaged", "Dañado.")}
		},
		"while the reader crashes": func(h *house, end func()) { h.reader.seen, h.reader.faults = end, []error{crash} },
	} {
		t.Run(moment, func(t *testing.T) {
			h := newHouse(t, nil)
			h.reader.pages = 4
			task := h.submit(t, pdf)
			prepare(h, func() {
				err := h.Tasks().Update(t.Context(), task.ID, func(t *document.Task) error {
					t.Status, t.ErrorCode = document.TaskFailed, "cancelled"
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			if err := h.worker.Work(t.Context(), task.ID); err != nil {
				t.Errorf("Work asks to be called again: %v", err)
			}
			if got := h.task(t, task.ID); got.Status != document.TaskFailed || got.ErrorCode != "cancelled" {
				t.Errorf("the task is %s %q", got.Status, got.ErrorCode)
			}
			if _, err := h.service.Document(t.Context(), clerk, task.DocumentID); fault.KindOf(err) != fault.NotFound {
				t.Errorf("a document came of it: %v", err)
			}
			if left := h.spooled(t); len(left) != 0 {
				t.Errorf("in the spool is left %v", left)
			}
		})
	}
}

func TestCancelTaskEndsIt(t *testing.T) {
	for moment, prepare := range map[string]func(h *house, cancel func()){
		"while it waits": func(h *house, cancel func()) { cancel() },
		"while it is read": func(h *house, cancel func()) {
			h.reader.seen = func() { h.reader.seen = nil; h.clock.advance(time.Second); cancel() }
		},
	} {
		t.Run(moment, func(t *testing.T) {
			h := newHouse(t, nil)
			h.reader.pages = 20
			task := h.submit(t, pdf)
			prepare(h, func() {
				cancelled, err := h.service.CancelTask(t.Context(), chief, task.ID)
				if err != nil || cancelled.Status != document.TaskFailed || cancelled.ErrorCode != "cancelled" {
					t.Errorf("%+v, %v", cancelled, err)
				}
			})
			if err := h.worker.Work(t.Context(), task.ID); err != nil {
				t.Error(err)
			}
			if got := h.task(t, task.ID); got.ErrorCode != "cancelled" || got.Error == "" || !got.ExpiresAt.Equal(got.CompletedAt.Add(7*24*time.Hour)) {
				t.Errorf("the task is %+v", got)
			}
			if len(h.reader.read) > 2 {
				t.Errorf("%d pages were read", len(h.reader.read))
			}
			if b, err := h.Tasks().Backlog(t.Context()); b.Tasks != 0 || err != nil {
				t.Errorf("the backlog is %+v, %v", b, err)
			}
			if _, err := h.service.CancelTask(t.Context(), chief, task.ID); fault.KindOf(err) != fault.Conflict {
				t.Errorf("cancelled again: %v", err)
			}
		})
	}
}

func TestCancelTaskNeedsAdmin(t *testing.T) {
	h := newHouse(t, nil)
	task := h.submit(t, pdf)
	if _, err := h.service.CancelTask(t.Context(), clerk, task.ID); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("a clerk cancels: %v", err)
	}
	if _, err := h.service.CancelTask(t.Context(), chief, "no such task"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown task: %v", err)
	}
	if got := h.task(t, task.ID); got.Status != document.TaskPending {
		t.Errorf("the task is %+v", got)
	}
}

func TestHealthTellsOfStillQueue(t *testing.T) {
	h := newHouse(t, nil)
	degraded := func(want bool) {
		t.Helper()
		if got := h.service.Health(t.Context()); (got.Status() == document.Degraded) != want {
			t.Errorf("health %+v", got)
		}
	}
	h.reader.pages = 2
	h.reader.faults = []error{fault.DiskFull(nil)}
	task := h.submit(t, pdf)
	degraded(false)
	h.clock.advance(16 * time.Minute)
	degraded(true)
	if err := h.worker.Work(t.Context(), task.ID); err == nil { // a page more, and the disk is full
		t.Fatal("the work is done")
	}
	degraded(false)
	h.clock.advance(16 * time.Minute)
	h.reader.faults = []error{fault.DiskFull(nil)}
	if err := h.worker.Work(t.Context(), task.ID); err == nil { // no page more
		t.Fatal("the work is done")
	}
	degraded(true)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	degraded(false)
}

func TestTooMuchTextEndsTask(t *testing.T) {
	for rule, o := range map[string]intake.WorkerOptions{
		"the text of all pages": {MaxText: int64(len(filing)) + 20},
		"what the spool takes":  {MaxSpool: int64(len(filing)) + 20},
	} {
		t.Run(rule, func(t *testing.T) {
			h := newHouse(t, nil)
			h.reader.pages = 20 // of which the first is the filing, the others of some bytes each
			task := h.submit(t, pdf)
			if err := h.bounded(o).Work(t.Context(), task.ID); err != nil {
				t.Fatal(err)
			}
			if got := h.task(t, task.ID); got.ErrorCode != "too_much_text" || len(h.reader.read) > 5 {
				t.Errorf("after %d pages the task is %s %q", len(h.reader.read), got.Status, got.ErrorCode)
			}
			if left := h.spooled(t); len(left) != 0 {
				t.Errorf("in the spool is left %v", left)
			}
		})
	}
}
