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
	// Unprocessable (no file that is read, its key was used for another request), Unavailable
	// (queue or disk full, draining).
	Submit(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error)
	// Task returns a task; NotFound when unknown or expired.
	Task(ctx context.Context, by account.Actor, id string) (document.Task, error)
	// ListTasks returns one page of the tasks with that status, of all when it
	// is empty, newest first.
	ListTasks(ctx context.Context, by account.Actor, status document.TaskStatus, page document.PageRequest) (document.TaskListing, error)
	// RetryTask queues a failed task again, as if it had just come in. Faults:
	// NotFound; Conflict when it has not failed or its original is gone;
	// Unavailable as for Submit. key, unless empty, is the caller's name for the
	// request: the same one again, within a day, gets the same answer.
	RetryTask(ctx context.Context, by account.Actor, id, key string) (document.Task, error)
	// CancelTask ends a task that has not ended, as failed with the code
	// cancelled; a worker that has it stops soon. Faults: Forbidden unless an
	// administrator asks; NotFound; Conflict when it has ended.
	CancelTask(ctx context.Context, by account.Actor, id string) (document.Task, error)
	// List returns one page of the documents that f takes, newest first. Fault:
	// Unprocessable for a filter that nothing can pass.
	List(ctx context.Context, by account.Actor, f document.Filter, page document.PageRequest) (document.Listing, error)
	// Search returns one page of the documents that a text finds, and of each
	// the stretch in which it was found.
	Search(ctx context.Context, by account.Actor, s document.Search) (document.Found, error)
	Document(ctx context.Context, by account.Actor, id string) (document.Document, error)
	// Delete removes a document, what it is compared by and its original. Tasks
	// that made it can still be read. Faults: Forbidden unless an administrator
	// asks, NotFound.
	Delete(ctx context.Context, by account.Actor, id string) error
	// Duplicates compares a stored document with all others.
	Duplicates(ctx context.Context, by account.Actor, id string) (document.Related, error)
	// Compare lays two documents side by side: what their texts share, and how
	// far they tell the same. Either may be the other. Fault: NotFound.
	Compare(ctx context.Context, by account.Actor, id, other string) (document.Comparison, error)
	// Verify compares a text that is not stored with all documents.
	Verify(ctx context.Context, by account.Actor, text string, t document.Type) (document.Related, error)
	// Enter stores a document that a person typed in. Faults: Unprocessable
	// (a required field is missing, a value cannot stand in its field, its key
	// was used for another request).
	Enter(ctx context.Context, by account.Actor, e document.Entry) (document.Document, error)
	// Validate stores corrections and marks the document as validated; each
	// change enters its history. It returns the document as it now is. Faults:
	// NotFound, Unprocessable (no field, unknown field, bad value), Stale
	// (none of the given revisions is the document's).
	Validate(ctx context.Context, by account.Actor, id string, c document.Correction) (document.Document, error)
	// History returns one page of what was changed in a document, newest first.
	History(ctx context.Context, by account.Actor, id string, page document.PageRequest) (document.ChangeListing, error)
	// Recurring returns the other documents in which a person occurs. Faults:
	// NotFound, Unprocessable (nothing to look for).
	Recurring(ctx context.Context, by account.Actor, id string, p document.Person) (document.Recurrence, error)
	// Original opens the file that a document was read from; the caller closes
	// it. NotFound when there is no document or it has none.
	Original(ctx context.Context, by account.Actor, id string) (document.Original, error)
	// Page returns a page of that file, counted from 1, to be drawn at dpi.
	// NotFound when there is no document, no file or no such page.
	Page(ctx context.Context, by account.Actor, id string, number, dpi int) (document.Picture, error)
	// Health reports on each component. It never fails.
	Health(ctx context.Context) document.Health
}
