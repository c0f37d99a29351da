package riverqueue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/riverqueue/river"
)

// jobArgs are what River stores of a task.
type jobArgs struct {
	TaskID string `json:"task_id"`
	Owner  string `json:"owner,omitempty"`
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
	q.rotate(ctx, job.JobRow, job.Args.Owner)

	err = q.worker.Work(ctx, id)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return errors.Join(err, ctx.Err()) // by which River knows an attempt that does not count
	}
	if postponed, ok := errors.AsType[document.Postponed](err); ok {
		q.log.Debug("task postponed", "task", id, "after", postponed.After, "reason", postponed.Reason)
		q.stepBack(ctx, job.JobRow, job.Args.Owner)
		return river.JobSnooze(postponed.After)
	}
	pause := q.pause(job.Metadata)
	q.log.Warn("task put back", "task", id, "retry_in", pause, "error", err)
	return river.JobSnooze(pause)
}

// begin keeps every other worker from a task until release is called.
func (q *Queue) begin(ctx context.Context, taskID string) (release func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.working[taskID] {
		return nil, errInWork
	}
	shared := q.lease
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

// pause returns how long a failed task waits for its next attempt: twice as long as the last time, up to
// longestPause. The worker counts the attempts and gives up.
func (q *Queue) pause(metadata []byte) time.Duration {
	var before struct{ Snoozes int } // as River counts them
	_ = json.Unmarshal(metadata, &before)
	pause := q.options.RetryAfter
	for n := 0; n < before.Snoozes && pause < longestPause; n++ {
		pause *= 2
	}
	return min(pause, longestPause)
}

const longestPause = 10 * time.Minute
