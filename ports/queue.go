package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
)

// Queue hands tasks to workers, at least once each, across restarts.
type Queue interface {
	// Enqueue adds a task to the queue within the transaction of ctx, so that
	// both become durable together. Of tasks that wait, one of the lowest
	// priority number begins next, the first that came of these.
	Enqueue(ctx context.Context, taskID string, priority document.Priority) error
}

// TaskWorker does the work of one queued task. A nil error ends the job, any
// other has it tried again later, without end: it is for the worker to give a
// task up. Repeating a finished task must do nothing.
type TaskWorker interface {
	Work(ctx context.Context, taskID string) error
}
