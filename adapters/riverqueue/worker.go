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

// errInWork means that another job of the same task is being worked.
var errInWork = errors.New("the task is in work already")

// errNoLocks means that tasks cannot be locked until the database is back.
var errNoLocks = errors.New("no connection to the database")

// worker hands jobs to the queue's TaskWorker.
type worker struct {
	river.WorkerDefaults[jobArgs]
	queue *Queue
}

func (w *worker) Work(ctx context.Context, job *river.Job[jobArgs]) error {
	q, id := w.queue, job.Args.TaskID
	release, err := q.begin(ctx, id)
	if errors.Is(err, errInWork) || errors.Is(err, errNoLocks) {
		return river.JobSnooze(q.options.RetryAfter) // counts no attempt
	} else if err != nil {
		return fmt.Errorf("locking task %s: %w", id, err)
	}
	defer release()

	err = q.worker.Work(ctx, id)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return errors.Join(err, ctx.Err()) // by which River knows an attempt that does not count
	}
	q.log.Warn("task failed", "task", id, "attempt", job.Attempt, "error", err)
	return err
}

// begin keeps every other worker from a task until release is called.
func (q *Queue) begin(ctx context.Context, taskID string) (release func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.working[taskID] {
		return nil, errInWork
	}
	shared := q.term
	if shared != nil {
		if err := shared.take(ctx, taskID); err != nil {
			return nil, err
		}
	}
	q.working[taskID] = true
	return func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.working, taskID)
		if shared != nil {
			shared.release(taskID)
		}
	}, nil
}

// backoff implements river.ClientRetryPolicy. Times are in UTC, because River
// stores them in SQLite as texts that it compares.
type backoff struct{ first time.Duration }

const longestBackoff = 10 * time.Minute

func (b backoff) NextRetry(job *rivertype.JobRow) time.Time {
	wait := b.first
	for range job.Attempt - 1 {
		if wait = 2 * wait; wait >= longestBackoff {
			wait = longestBackoff
			break
		}
	}
	return time.Now().UTC().Add(wait)
}
