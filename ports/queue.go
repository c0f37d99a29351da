package ports

import "context"

// Queue hands tasks to workers, at least once each, across restarts.
type Queue interface {
	// Enqueue adds a task to the queue within the transaction of ctx, so that
	// both become durable together.
	Enqueue(ctx context.Context, taskID string) error
}

// TaskWorker does the work of one queued task. A nil error ends the job, any
// other has it tried again later; repeating a finished task must do nothing.
type TaskWorker interface {
	Work(ctx context.Context, taskID string) error
}
