package ports

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/pagination"
)

// Transactor runs several calls in one transaction. Every store call with the context of
// change belongs to it: it commits when change returns nil and rolls back otherwise. change
// must use no other context and do nothing slow; it may run again after a conflict.
// Transactions do not nest.
type Transactor interface {
	InTx(ctx context.Context, change func(ctx context.Context) error) error
}

// Viewer runs several reads on one snapshot: every store call with the context of read sees
// the same state. Such a context must not be used for changes. Within a transaction, read
// belongs to the transaction. A service reads every answer that takes several store calls in
// one view; a store does the same for every call that takes several statements.
type Viewer interface {
	InView(ctx context.Context, read func(ctx context.Context) error) error
}

// Documents keeps documents. Unknown IDs are faults of kind NotFound.
type Documents interface {
	// Create stores a new document; a taken ID is a fault of kind Conflict.
	Create(ctx context.Context, d document.Document) error
	Get(ctx context.Context, id string) (document.Document, error)
	// Update reads the document, calls change and stores the result, in one transaction. If change
	// fails, nothing is stored.
	Update(ctx context.Context, id string, change func(*document.Document) error) error
	Delete(ctx context.Context, id string) error
	// List returns one page of the documents that the filter accepts, newest first or in the order
	// of Filter.ByDue. It ignores Filter.Urgency.
	List(ctx context.Context, f document.Filter, page document.PageRequest) (document.Listing, error)
	// Each calls visit with every document that the filter accepts, oldest first, until visit
	// fails. It reads one snapshot. Text, Pages, Entities, Alternatives, Suggested, Duplicates, Due
	// and Assignee are empty.
	Each(ctx context.Context, f document.Filter, visit func(*document.Document) error) error
	// EachPaired is Each with the pairs in which the document is the later one, and the file names
	// of the earlier ones: the most similar first, at most document.MaxOthers.
	EachPaired(ctx context.Context, f document.Filter, visit func(d *document.Document, earlier []document.EarlierPair) error) error
	// Summaries returns the rows of those IDs that exist, by ID.
	Summaries(ctx context.Context, ids []string) (map[string]document.Summary, error)
	// WithSHA256 returns the IDs of documents whose original has that hash, oldest first.
	WithSHA256(ctx context.Context, sha256 string) ([]string, error)
}

// Loader stores many documents at once, several times as fast as Documents and the
// dedup index do one by one.
type Loader interface {
	// Load stores new documents with their fingerprints and search entries, all or none; a taken
	// ID is a fault of kind Conflict. It may block other writers: a batch should take a fraction
	// of a second.
	Load(ctx context.Context, batch []document.Loadable) error
}

// Recurrences finds documents by particulars of people. Documents updates it in the same
// commit.
type Recurrences interface {
	// WithKeys returns the documents that have at least one of keys, except the document with the
	// ID except: the newest, at most limit, and the total.
	WithKeys(ctx context.Context, keys []document.Key, except string, limit int) (document.Matches, error)
	// Counts returns how many documents have each of keys. Keys that no document has
	// are missing.
	Counts(ctx context.Context, keys []document.Key) (map[document.Key]int, error)
	// Bearers returns, for each of keys that documents have, the ID of the one
	// that has it; of several the smallest and the greatest. Keys that no
	// document has are missing.
	Bearers(ctx context.Context, keys []document.Key) (map[document.Key][]string, error)
}

// History records the changes that people made to documents. It is append-only and outlives
// its document.
type History interface {
	// Append adds changes, in their order.
	Append(ctx context.Context, changes []document.Change) error
	// List returns one page of the history of a document, newest first; an empty page if it has
	// none.
	List(ctx context.Context, documentID string, page document.PageRequest) (document.ChangeListing, error)
}

// Claims remembers requests by their idempotency keys.
type Claims interface {
	// Claim stores want, unless its owner has used its key before; then it returns the stored
	// claim, and taken is true. It deletes expired claims first. Call it in the transaction of the
	// request.
	Claim(ctx context.Context, want document.Claim, now time.Time) (held document.Claim, taken bool, err error)
	// Held returns the claim of an owner and key; NotFound if there is none or it has expired.
	Held(ctx context.Context, owner, key string, now time.Time) (document.Claim, error)
}

// Tallies counts documents. It is up to date with each commit, and its cost does not depend on
// the number of documents.
type Tallies interface {
	// ByKind returns a tally for each type and status that documents have, in
	// no order.
	ByKind(ctx context.Context) ([]document.Tally, error)
	// PerDay returns the number of new documents for each day, from and to included; days without
	// any are missing.
	PerDay(ctx context.Context, from, to document.Day) (map[document.Day]int, error)
	// PerDayAndType returns a tally for each day and type that documents have, from
	// and to included, by day and then by type. Their Status is empty.
	PerDayAndType(ctx context.Context, from, to document.Day) ([]document.DayTally, error)
}

// Tasks keeps the processing of uploads. Unknown IDs are faults of kind NotFound.
type Tasks interface {
	Create(ctx context.Context, t document.Task) error
	Get(ctx context.Context, id string) (document.Task, error)
	// Update is like Documents.Update.
	Update(ctx context.Context, id string, change func(*document.Task) error) error
	// List returns one page of the tasks that f accepts, newest first. Expired tasks are left out.
	List(ctx context.Context, f document.TaskFilter, now time.Time, page document.PageRequest) (document.TaskListing, error)
	// ByDocument returns the tasks that created those documents, without their results, by document ID.
	// Documents without a task are missing.
	ByDocument(ctx context.Context, documentIDs []string) (map[string]document.Task, error)
	// ForgetOriginal removes the key of a deleted original from its tasks. An unknown or empty key
	// changes nothing.
	ForgetOriginal(ctx context.Context, key string) error
	// DeleteExpired deletes ended tasks that have expired, and returns their number.
	DeleteExpired(ctx context.Context, now time.Time) (int, error)
	// Backlog describes the unfinished tasks.
	Backlog(ctx context.Context) (document.Backlog, error)
}

// OriginalKeys reports which originals are in use.
type OriginalKeys interface {
	// Referenced returns the subset of keys that a task, a document, one in the bin or a delivery refers to.
	Referenced(ctx context.Context, keys []string) (map[string]bool, error)
}

// Sessions keeps logins. Unknown IDs are faults of kind NotFound.
type Sessions interface {
	Create(ctx context.Context, s account.Session) error
	Get(ctx context.Context, id string) (account.Session, error)
	// SpendRefresh adds one to the session's refreshes if fewer than limit are
	// spent and moves its expiry to expires, in one atomic step; otherwise it
	// changes nothing and returns a fault of kind Unauthenticated.
	SpendRefresh(ctx context.Context, id string, limit int, expires time.Time) (account.Session, error)
	// Extend moves the expiry of a session to expires, never to an earlier time. An unknown
	// session is not an error.
	Extend(ctx context.Context, id string, expires time.Time) error
	Delete(ctx context.Context, id string) error
	// DeleteOf deletes the sessions of a user and returns their number.
	DeleteOf(ctx context.Context, username string) (int, error)
	// DeleteExpired deletes sessions that ended before now and returns their number.
	DeleteExpired(ctx context.Context, now time.Time) (int, error)
}

// Tunings keeps all configurations of one subject. It is append-only.
type Tunings[C any] interface {
	// Current returns the latest configuration, or the default. Within a transaction it locks the
	// configuration until the end.
	Current(ctx context.Context) (document.TuningOf[C], error)
	// Append stores t under the number after the last and returns it.
	Append(ctx context.Context, t document.TuningOf[C]) (document.TuningOf[C], error)
	// Get returns the configuration of that number; 0 is the default. Fault: NotFound.
	Get(ctx context.Context, number int) (document.TuningOf[C], error)
	// List returns one page of them, newest first.
	List(ctx context.Context, page document.PageRequest) (pagination.Of[document.TuningOf[C]], error)
}

// Examples keeps corrections of extracted values. Documents deletes those of a deleted
// document.
type Examples interface {
	// Put stores examples in place of earlier ones of the same documents and fields, and keeps
	// only the latest keep examples.
	Put(ctx context.Context, examples []document.Example, keep int) error
	// Of returns the examples of a document, by field.
	Of(ctx context.Context, documentID string) ([]document.Example, error)
	// Each calls visit with every example, by document and field, until visit fails. It reads one
	// snapshot.
	Each(ctx context.Context, visit func(*document.Example) error) error
}

// Boilerplate keeps the table of boilerplate of the collection, one for all servers of the
// database. Package dedup defines its content.
type Boilerplate interface {
	// Edition returns the edition of the stored table, or the zero Edition. It is cheap enough to
	// be called before each comparison.
	Edition(ctx context.Context) (dedup.Edition, error)
	// Load returns the stored table and its edition, or nil.
	Load(ctx context.Context) (dedup.Edition, []byte, error)
	// Replace stores a table as edition e, in place of the edition before. Fault: Conflict if
	// another one is stored: another server was faster.
	Replace(ctx context.Context, e dedup.Edition, table []byte) error
}

// Pinger is a store that can be checked.
type Pinger interface {
	// Ping checks that the store answers and can be written. Fault: Unavailable.
	Ping(ctx context.Context) error
}
