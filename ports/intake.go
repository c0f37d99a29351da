package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Intake takes filings in and tells what is known of them. It is an inbound
// port: handlers and commands call it.
type Intake interface {
	// Submit takes an upload in: when it returns a task, the original, the
	// task and its place in the queue survive a power cut. Faults: TooLarge,
	// Unprocessable (no PDF), Unavailable (queue or disk full, draining).
	Submit(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error)
	// Task returns a task; NotFound when unknown or expired.
	Task(ctx context.Context, by account.Actor, id string) (document.Task, error)
	List(ctx context.Context, by account.Actor, page document.PageRequest) (document.Listing, error)
	Document(ctx context.Context, by account.Actor, id string) (document.Document, error)
	// Duplicates compares a stored document with all others, most similar first.
	Duplicates(ctx context.Context, by account.Actor, id string) ([]document.Duplicate, error)
	// Verify compares a text that is not stored with all documents.
	Verify(ctx context.Context, by account.Actor, text string, t document.Type) ([]document.Duplicate, error)
	// Health reports on each component. It never fails.
	Health(ctx context.Context) document.Health
}
