package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// RunQueue tests a queue. start returns a new, empty one that hands its tasks
// to worker, several at once, until the test ends, and retries soon; and the
// transactor of the database that it writes to.
func RunQueue(t *testing.T, start func(t *testing.T, worker ports.TaskWorker) (ports.Queue, ports.Transactor)) {
	for _, r := range []struct {
		name string
		test func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor)
	}{
		{"a task is worked", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			must(t, q.Enqueue(t.Context(), "t1", "", document.Interactive))
			w.wait("t1")
		}},
		{"a task is worked once its transaction is committed, not before", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			var committed, early atomic.Bool
			w.work = func(string) error {
				if !committed.Load() {
					early.Store(true)
				}
				return nil
			}
			must(t, tx.InTx(t.Context(), func(ctx context.Context) error {
				must(t, q.Enqueue(ctx, "t1", "", document.Interactive))
				committed.Store(true) // from here on, whatever happens is after the end of change
				return nil
			}))
			w.wait("t1")
			wantEqual(t, early.Load(), false)
		}},
		{"a task of a failed transaction is never worked", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			wantEqual(t, tx.InTx(t.Context(), func(ctx context.Context) error {
				must(t, q.Enqueue(ctx, "t1", "", document.Interactive))
				return errChange
			}), errChange)
			for i := range 5 {
				id := fmt.Sprint("after", i)
				must(t, q.Enqueue(t.Context(), id, "", document.Interactive))
				w.wait(id)
			}
			wantEqual(t, w.times("t1"), 0)
		}},
		{"a failed task is tried again", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			var tries atomic.Int32
			w.work = func(string) error {
				if tries.Add(1) < 3 {
					return errors.New("not yet")
				}
				return nil
			}
			must(t, q.Enqueue(t.Context(), "t1", "", document.Interactive))
			w.wait("t1")
			wantEqual(t, tries.Load(), int32(3))
		}},
		{"a panic is a failure and stops nothing", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			var tries atomic.Int32
			w.work = func(id string) error {
				if id == "t1" && tries.Add(1) < 2 {
					panic("worker")
				}
				return nil
			}
			must(t, q.Enqueue(t.Context(), "t1", "", document.Interactive))
			must(t, q.Enqueue(t.Context(), "t2", "", document.Interactive))
			w.wait("t2")
			w.wait("t1")
		}},
		{"a finished task that is queued again is worked again", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			for range 3 {
				must(t, q.Enqueue(t.Context(), "t1", "", document.Interactive))
				w.wait("t1") // River may not have noted the end yet
			}
		}},
		{"a task that is queued while in work is worked again afterwards, not beside", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			begun, finish := make(chan bool), make(chan bool)
			var atOnce, runs atomic.Int32
			w.work = func(id string) error {
				if id != "t1" {
					return nil
				}
				defer atOnce.Add(-1)
				if atOnce.Add(1) > 1 {
					t.Error("one task is worked twice at once")
				}
				if runs.Add(1) == 1 {
					close(begun)
					<-finish
				}
				return nil
			}
			must(t, q.Enqueue(t.Context(), "t1", "", document.Interactive))
			<-begun
			must(t, q.Enqueue(t.Context(), "t1", "", document.Interactive))
			must(t, q.Enqueue(t.Context(), "t2", "", document.Interactive))
			w.wait("t2")
			close(finish)
			w.wait("t1")
			w.wait("t1")
		}},
		{"what somebody waits for begins before what is one of many, and of the same priority the first", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			var mu sync.Mutex
			var order []string
			held, busy := make(chan bool), make(chan bool, 8)
			w.work = func(id string) error {
				if strings.HasPrefix(id, "hold") { // all workers, so that the others wait
					busy <- true
					<-held
					return nil
				}
				mu.Lock()
				defer mu.Unlock()
				order = append(order, id)
				return nil
			}
			for n := range 2 {
				must(t, q.Enqueue(t.Context(), fmt.Sprint("hold", n), "", document.Interactive))
			}
			<-busy
			<-busy
			for n, p := range []document.Priority{document.Bulk, document.Bulk, document.Interactive, document.Bulk, document.Interactive} {
				must(t, q.Enqueue(t.Context(), fmt.Sprint(n), "", p))
			}
			close(held)
			for n := range 5 {
				w.wait(fmt.Sprint(n))
			}
			mu.Lock()
			defer mu.Unlock()
			place := map[string]int{}
			for i, id := range order {
				place[id] = i
			}
			for _, bulk := range []string{"0", "1", "3"} { // two work at once: neighbours may change places
				if place[bulk] < 1 || place["2"] > 1+place[bulk] || place["4"] > 1+place[bulk] {
					t.Errorf("worked in the order %v", order)
					break
				}
			}
		}},
		{"tasks queued in parallel are all worked", func(t *testing.T, w *recorder, q ports.Queue, tx ports.Transactor) {
			var all sync.WaitGroup
			for i := range 8 {
				all.Go(func() {
					for j := range 10 {
						if err := tx.InTx(t.Context(), func(ctx context.Context) error {
							return q.Enqueue(ctx, fmt.Sprint(i, "-", j), "", document.Interactive)
						}); err != nil {
							t.Error(err)
						}
					}
				})
			}
			all.Wait()
			for i := range 8 {
				for j := range 10 {
					w.wait(fmt.Sprint(i, "-", j))
				}
			}
		}},
	} {
		t.Run(r.name, func(t *testing.T) {
			w := newRecorder()
			q, tx := start(t, w)
			r.test(t, w, q, tx)
		})
	}
}

// recorder is a ports.TaskWorker that remembers which tasks it finished.
type recorder struct {
	work func(taskID string) error // set before the first task; nil succeeds

	mu       sync.Mutex
	changed  *sync.Cond
	finished map[string]int
	awaited  map[string]int
}

func newRecorder() *recorder {
	w := &recorder{finished: map[string]int{}, awaited: map[string]int{}}
	w.changed = sync.NewCond(&w.mu)
	return w
}

func (w *recorder) Work(_ context.Context, taskID string) error {
	if w.work != nil {
		if err := w.work(taskID); err != nil {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.finished[taskID]++
	w.changed.Broadcast()
	return nil
}

// wait waits until the task was finished once more than it was waited for.
func (w *recorder) wait(taskID string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.awaited[taskID]++
	for w.finished[taskID] < w.awaited[taskID] {
		w.changed.Wait()
	}
}

func (w *recorder) times(taskID string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.finished[taskID]
}
