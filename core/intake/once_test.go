package intake_test

import (
	"context"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// request is one that takes a key; body tells requests apart. It returns the ID
// of what it made.
type request func(ctx context.Context, by account.Actor, key, body string) (string, error)

// keyed are the requests that make something each time they come.
var keyed = map[string]func(h *house) request{
	"upload": func(h *house) request {
		return func(ctx context.Context, by account.Actor, key, body string) (string, error) {
			u := upload("a.pdf", pdf+body, "")
			u.Key = key
			task, err := h.service.Submit(ctx, by, u)
			return task.ID, err
		}
	},
	"upload of another type": func(h *house) request {
		return func(ctx context.Context, by account.Actor, key, body string) (string, error) {
			u := upload("a.pdf", pdf, map[string]string{"1": "tutela", "2": "desacato"}[body])
			u.Key = key
			task, err := h.service.Submit(ctx, by, u)
			return task.ID, err
		}
	},
	"upload with another password": func(h *house) request {
		return func(ctx context.Context, by account.Actor, key, body string) (string, error) {
			u := upload("a.pdf", pdf, "")
			u.Key, u.Password = key, func() string { return body }
			task, err := h.service.Submit(ctx, by, u)
			return task.ID, err
		}
	},
	"entry": func(h *house) request {
		return func(ctx context.Context, by account.Actor, key, body string) (string, error) {
			e := entry(map[document.Field]string{document.FieldRemarks: body})
			e.Key = key
			d, err := h.service.Enter(ctx, by, e)
			return d.ID, err
		}
	},
}

func TestTheSameRequestWithTheSameKeyIsDoneOnce(t *testing.T) {
	for name, of := range keyed {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			do := of(h)
			first, err := do(t.Context(), clerk, "k", "1")
			if err != nil {
				t.Fatal(err)
			}
			if again, err := do(t.Context(), clerk, "k", "1"); err != nil || again != first {
				t.Errorf("again: %s, %v, want %s", again, err, first)
			}
			if _, err := do(t.Context(), clerk, "k", "2"); fault.KindOf(err) != fault.Unprocessable {
				t.Errorf("another request: %v", err)
			}
			wantMade(t, h, 1)
			made := 1
			for rule, request := range map[string]func() (string, error){
				"another key":    func() (string, error) { return do(t.Context(), clerk, "l", "1") },
				"no key":         func() (string, error) { return do(t.Context(), clerk, "", "1") },
				"another caller": func() (string, error) { return do(t.Context(), account.Actor{Username: "eva"}, "k", "1") },
			} {
				if id, err := request(); err != nil || id == first {
					t.Errorf("%s: %s, %v", rule, id, err)
				}
				made++
			}
			h.clock.advance(24 * time.Hour)
			if id, err := do(t.Context(), clerk, "k", "1"); err != nil || id == first {
				t.Errorf("a day later: %s, %v", id, err)
			}
			wantMade(t, h, made+1)
		})
	}
}

// wantMade fails the test unless n uploads or n entries are kept, and as many
// originals as uploads.
func wantMade(t *testing.T, h *house, n int) {
	t.Helper()
	page := document.PageRequest{Number: 1, Size: 1}
	documents, err := h.service.List(t.Context(), clerk, document.Filter{}, page)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := h.service.ListTasks(t.Context(), clerk, document.TaskFilter{}, page)
	if err != nil {
		t.Fatal(err)
	}
	if got := documents.Total + tasks.Total; got != n {
		t.Errorf("%d were made, want %d", got, n)
	}
	if got := h.originals(t); got != tasks.Total {
		t.Errorf("%d originals of %d uploads", got, tasks.Total)
	}
}

func TestOfParallelRequestsWithOneKeyOneIsDone(t *testing.T) {
	for name, of := range keyed {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			do := of(h)
			var all sync.WaitGroup
			ids := make([]string, 16)
			for i := range ids {
				all.Go(func() {
					id, err := do(t.Context(), clerk, "k", "1")
					if err != nil {
						t.Error(err)
					}
					ids[i] = id
				})
			}
			all.Wait()
			for _, id := range ids {
				if id != ids[0] || id == "" {
					t.Fatalf("the answers differ: %q", ids)
				}
			}
			wantMade(t, h, 1)
		})
	}
}

func TestARetryWithTheSameKeyIsDoneOnce(t *testing.T) {
	h := newHouse(t, nil)
	damaged := fault.New(fault.Unprocessable, "damaged", "El PDF está dañado.")
	h.reader.faults = []error{damaged, damaged}
	task := h.submit(t, pdf)
	fail := func() {
		t.Helper()
		if err := h.worker.Work(t.Context(), task.ID); err != nil || h.task(t, task.ID).Status != document.TaskFailed {
			t.Fatalf("%v, %+v", err, h.task(t, task.ID))
		}
	}
	retry := func(key string) error {
		got, err := h.service.RetryTask(t.Context(), clerk, document.Retry{TaskID: task.ID, Key: key})
		if err == nil && (got.ID != task.ID || got.Status != document.TaskPending) {
			return fmt.Errorf("answered %+v", got)
		}
		return err
	}
	fail()
	if err := retry("k"); err != nil {
		t.Fatal(err)
	}
	if err := retry("k"); err != nil {
		t.Errorf("again: %v", err)
	}
	if err := retry("l"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("again, by another key: %v", err)
	}
	fail()
	if err := retry("k"); err != nil || h.task(t, task.ID).Status != document.TaskFailed {
		t.Errorf("the old key after it failed again: %v, %s", err, h.task(t, task.ID).Status)
	}
	if err := retry("l"); err != nil || h.task(t, task.ID).Status != document.TaskPending {
		t.Errorf("a new key after it failed again: %v, %s", err, h.task(t, task.ID).Status)
	}
}

func TestWhatFailedIsNotRemembered(t *testing.T) {
	h := newHouse(t, nil)
	do := keyed["upload"](h)
	h.queue.err = io.ErrClosedPipe
	if _, err := do(t.Context(), clerk, "k", "1"); err == nil {
		t.Fatal("queueing did not fail")
	}
	h.queue.err = nil
	if _, err := do(t.Context(), clerk, "k", "2"); err != nil {
		t.Errorf("after a failure, with another body: %v", err)
	}
}

func TestAKeyOfOneKindOfRequestIsNoKeyOfAnother(t *testing.T) {
	h := newHouse(t, nil)
	if _, err := keyed["upload"](h)(t.Context(), clerk, "k", "1"); err != nil {
		t.Fatal(err)
	}
	if _, err := keyed["entry"](h)(t.Context(), clerk, "k", "1"); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("got %v", err)
	}
}
