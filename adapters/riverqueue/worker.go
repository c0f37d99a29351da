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

// errNoLocks sends a job back to wait until tasks can be locked again.
var errNoLocks = errors.New("the database is away")

// worker hands jobs to the queue's TaskWorker.
type worker struct {
	river.WorkerDefaults[jobArgs]
	queue *Queue
}

func (w *worker) Work(ctx context.Context, job *river.Job[jobArgs]) error {
	release, err := w.queue.begin(ctx, job.Args.TaskID)
	if err != nil {
		return err
	}
	defer release()

	err = w.queue.worker.Work(ctx, job.Args.TaskID)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = errors.Join(err, w.queue.putBack(ctx, job.ID))
	}
	return fmt.Errorf("task %s: %w", job.Args.TaskID, err) // River's log knows jobs alone
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

// putBack makes a job that is being cancelled available again. River, which
// hears of an error next, leaves a job alone that is no longer running.
func (q *Queue) putBack(ctx context.Context, jobID int64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	mark := "?"
	if q.options.URL != "" {
		mark = "$1"
	}
	_, err := q.db.ExecContext(ctx, `UPDATE river_job SET state = 'available', attempt = attempt - 1
		WHERE id = `+mark+` AND state = 'running' AND attempt > 0`, jobID)
	return err
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
