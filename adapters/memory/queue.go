package memory

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Queue implements ports.Queue over the transactions of a Store. What it holds
// ends with the process.
type Queue struct {
	store *Store

	// RetryAfter is the wait after a failure; by default a second. Set it
	// before Run.
	RetryAfter time.Duration

	mu      sync.Mutex
	waiting []waitingTask // in the order in which they begin
	working map[string]bool
	changed chan struct{} // closed and replaced whenever something changes
}

type waitingTask struct {
	id       string
	priority document.Priority
}

// NewQueue returns an empty queue.
func NewQueue(s *Store) *Queue {
	return &Queue{store: s, RetryAfter: time.Second, working: map[string]bool{}, changed: make(chan struct{})}
}

// Enqueue implements ports.Queue. A task that waits already is not queued twice.
func (q *Queue) Enqueue(ctx context.Context, taskID string, priority document.Priority) error {
	return q.store.do(ctx, func(tx *transaction) error {
		tx.after = append(tx.after, func() { q.add(waitingTask{taskID, priority}) })
		return nil
	})
}

// Run hands tasks to worker, that many at once, until ctx ends and those in
// work have returned.
func (q *Queue) Run(ctx context.Context, worker ports.TaskWorker, atOnce int) {
	var all sync.WaitGroup
	for range max(1, atOnce) {
		all.Go(func() {
			for {
				task, ok := q.next(ctx)
				if !ok {
					return
				}
				err := work(ctx, worker, task.id)
				q.done(task.id)
				if err != nil {
					time.AfterFunc(q.RetryAfter, func() { q.add(task) })
				}
			}
		})
	}
	all.Wait()
}

func (q *Queue) add(task waitingTask) {
	q.mu.Lock()
	defer q.mu.Unlock()
	place := len(q.waiting)
	for i, waiting := range q.waiting {
		if waiting.id == task.id {
			return
		}
		if waiting.priority > task.priority {
			place = min(place, i)
		}
	}
	q.waiting = slices.Insert(q.waiting, place, task)
	q.wake()
}

// next takes the first task that is not in work, and waits for one.
func (q *Queue) next(ctx context.Context) (task waitingTask, ok bool) {
	for {
		q.mu.Lock()
		for i, task := range q.waiting {
			if ctx.Err() == nil && !q.working[task.id] {
				q.waiting = append(q.waiting[:i:i], q.waiting[i+1:]...)
				q.working[task.id] = true
				q.mu.Unlock()
				return task, true
			}
		}
		changed := q.changed
		q.mu.Unlock()
		select {
		case <-ctx.Done():
			return waitingTask{}, false
		case <-changed:
		}
	}
}

func (q *Queue) done(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.working, id)
	q.wake()
}

func (q *Queue) wake() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// work turns a panic into an error.
func work(ctx context.Context, worker ports.TaskWorker, id string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("task %s: panic: %v", id, p)
		}
	}()
	return worker.Work(ctx, id)
}
