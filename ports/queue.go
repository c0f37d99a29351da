package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
)

// Queue delivers tasks to workers at least once each, across restarts.
type Queue interface {
	// Enqueue adds a task to the queue in the transaction of ctx, so that both become durable
	// together. The waiting tasks with the lowest priority number run next, their owners in
	// rotation, each owner's oldest first. Without an owner a task is in rotation by itself.
	Enqueue(ctx context.Context, taskID, owner string, priority document.Priority) error
}

// TaskWorker processes one queued task. After a nil error the job is done; after any other it
// is retried without limit, after document.Postponed when that says: the worker decides when a task fails. Repeating a finished task
// must do nothing.
type TaskWorker interface {
	Work(ctx context.Context, taskID string) error
}
