package riverqueue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// jobArgs are what River stores of a task.
type jobArgs struct {
	TaskID string `json:"task_id"`
}

// Kind is stored with each job: it must not change.
func (jobArgs) Kind() string { return "task" }

// errInWork sends a job that meets another of the same task back to wait.
var errInWork = errors.New("the task is in work already")

// worker hands jobs to the queue's TaskWorker.
type worker struct {
	river.WorkerDefaults[jobArgs]
	queue *Queue
}

func (w *worker) Work(ctx context.Context, job *river.Job[jobArgs]) error {
	if !w.queue.begin(job.Args.TaskID) {
		return errInWork
	}
	defer w.queue.end(job.Args.TaskID)

	err := w.queue.worker.Work(ctx, job.Args.TaskID)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = errors.Join(err, w.queue.putBack(ctx, job.ID))
	}
	return fmt.Errorf("task %s: %w", job.Args.TaskID, err) // River's log knows jobs alone
}

func (q *Queue) begin(taskID string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.working[taskID] {
		return false
	}
	q.working[taskID] = true
	return true
}

func (q *Queue) end(taskID string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.working, taskID)
}

// backoff implements river.ClientRetryPolicy. Times are in UTC, because River
// stores them in SQLite as texts that it compares.
type backoff struct{ first time.Duration }

const longestBackoff = 10 * time.Minute

func (b backoff) NextRetry(job *rivertype.JobRow) time.Time {
	wait := b.first
	if wait <= 0 {
		wait = time.Second
	}
	for range job.Attempt - 1 {
		if wait = 2 * wait; wait >= longestBackoff {
			wait = longestBackoff
			break
		}
	}
	return time.Now().UTC().Add(wait)
}
