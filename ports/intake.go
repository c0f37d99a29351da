package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/terms"
)

// Intake takes filings in and returns what is known about them. It is an inbound port:
// handlers and commands call it.
type Intake interface {
	// Submit takes an upload in. After it returns a task, the original, the task and its job
	// survive a power cut. Faults: TooLarge; Unprocessable (an unsupported file, or a key that was
	// used for another request); Unavailable (queue or disk full, draining).
	Submit(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error)
	// Deliver takes in a message or an archive (see document.ContainerKind) and the papers in it. It
	// is durable as Submit is. One that is known already is returned as it was, unless a rule of the
	// mailbox ignored it and none does now: that one is taken in. Faults: as for Submit;
	// not_a_message for another file.
	Deliver(ctx context.Context, by account.Actor, u document.Upload) (document.Delivered, error)
	// Delivery returns a delivery; NotFound when there is none.
	Delivery(ctx context.Context, by account.Actor, id string) (document.Delivery, error)
	// ListDeliveries returns one page of the deliveries that f accepts, newest first, without Body and Parts.
	ListDeliveries(ctx context.Context, by account.Actor, f document.DeliveryFilter, page document.PageRequest) (document.DeliveryListing, error)
	// TakeDelivery takes in a delivery that a rule of the mailbox ignored. No rule applies to it. Faults: NotFound;
	// Conflict unless it is ignored; those of Submit.
	TakeDelivery(ctx context.Context, by account.Actor, id string) (document.Delivery, error)
	// Task returns a task; NotFound when unknown or expired.
	Task(ctx context.Context, by account.Actor, id string) (document.Task, error)
	// ListTasks returns one page of the tasks that f accepts, newest first.
	ListTasks(ctx context.Context, by account.Actor, f document.TaskFilter, page document.PageRequest) (document.TaskListing, error)
	// RetryTask queues a failed task again. Faults: NotFound; Conflict if it has not failed or its
	// original is gone; Unavailable as for Submit.
	RetryTask(ctx context.Context, by account.Actor, r document.Retry) (document.Task, error)
	// CancelTask fails an unfinished task with the code cancelled; its worker stops soon. Faults:
	// Forbidden unless by is an administrator; NotFound; Conflict if it has ended.
	CancelTask(ctx context.Context, by account.Actor, id string) (document.Task, error)
	// List returns one page of the documents that f accepts, newest first. Fault: Unprocessable
	// for a filter that no document can satisfy.
	List(ctx context.Context, by account.Actor, f document.Filter, page document.PageRequest) (document.Listing, error)
	// Search returns one page of the documents that match a query, each with a snippet of the
	// match.
	Search(ctx context.Context, by account.Actor, s document.Search) (document.Found, error)
	Document(ctx context.Context, by account.Actor, id string) (document.Document, error)
	// Term returns the term of a document as of today; the zero Term if none runs.
	Term(d *document.Document) terms.Term
	// DaysLeft returns how many business days are left from today to a day; negative after it.
	DaysLeft(due document.Day) int
	// Delete removes a document and what it is compared by, and puts it into the
	// bin; see RecycleBin. Tasks that made it can still be read. Faults:
	// Forbidden unless an administrator asks, NotFound.
	Delete(ctx context.Context, by account.Actor, id string) error
	// Duplicates compares a stored document with all others.
	Duplicates(ctx context.Context, by account.Actor, id string) (document.Related, error)
	// Compare lays two documents side by side: what their texts share, and how
	// far they tell the same. Either may be the other. Fault: NotFound.
	Compare(ctx context.Context, by account.Actor, id, other string) (document.Comparison, error)
	// Verify compares a text that is not stored with all documents.
	Verify(ctx context.Context, by account.Actor, text string, t document.Type) (document.Related, error)
	// Enter stores a document that a person typed in. Faults: Unprocessable
	// (a required field is missing, a value cannot are in its field, its key
	// was used for another request).
	Enter(ctx context.Context, by account.Actor, e document.Entry) (document.Document, error)
	// Validate stores corrections and marks the document as validated; each
	// change enters its history. It returns the document as it now is. Faults:
	// NotFound, Unprocessable (no field, unknown field, bad value), Stale
	// (none of the given revisions is the document's).
	Validate(ctx context.Context, by account.Actor, id string, c document.Correction) (document.Document, error)
	// ChangeMany changes up to document.MaxBulk documents, each in a transaction of its own: one that is
	// refused does not stop the others. It returns what became of each, in the order of the request. What
	// is typed or tagged stays unapproved. Fault: Unprocessable (action, type, tag, assignee,
	// number of documents).
	ChangeMany(ctx context.Context, by account.Actor, c document.BulkChange) ([]document.BulkResult, error)
	// History returns one page of what was changed in a document, newest first.
	History(ctx context.Context, by account.Actor, id string, page document.PageRequest) (document.ChangeListing, error)
	// Health reports on each component. It never fails.
	Health(ctx context.Context) document.Health
}
