package ports

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
)

// Transactor makes several calls one. Every store call with the context that
// change receives belongs to the transaction: it is committed when change
// returns nil and undone otherwise. change must use no other context, must do
// nothing slow, and may be run again after a conflict. Transactions do not nest.
type Transactor interface {
	InTx(ctx context.Context, change func(ctx context.Context) error) error
}

// Viewer makes several reads one: every store call with the context that read
// receives sees the same state, whatever others write meanwhile. Such a context
// must not be used to change anything. Within a transaction read belongs to it.
type Viewer interface {
	InView(ctx context.Context, read func(ctx context.Context) error) error
}

// Documents keeps documents. Unknown IDs are faults of kind NotFound.
type Documents interface {
	// Create stores a new document; a taken ID is a fault of kind Conflict.
	Create(ctx context.Context, d document.Document) error
	Get(ctx context.Context, id string) (document.Document, error)
	// Update reads the document, lets change alter it and stores it, all in
	// one transaction. When change fails nothing is stored.
	Update(ctx context.Context, id string, change func(*document.Document) error) error
	Delete(ctx context.Context, id string) error
	// List returns one page of those that the filter takes, newest first.
	List(ctx context.Context, f document.Filter, page document.PageRequest) (document.Listing, error)
	// Each hands every document that the filter takes to visit, oldest first,
	// until visit fails. It sees one state of the store, however long it takes.
	// Text, Pages, Entities, Alternatives, Suggested and Duplicates are left out.
	Each(ctx context.Context, f document.Filter, visit func(*document.Document) error) error
	// Summaries returns the rows of those IDs that exist, by ID.
	Summaries(ctx context.Context, ids []string) (map[string]document.Summary, error)
	// WithSHA256 returns the IDs of documents whose original has that hash, oldest first.
	WithSHA256(ctx context.Context, sha256 string) ([]string, error)
}

// Loader stores many documents at once, several times as fast as Documents and the
// dedup index do one by one.
type Loader interface {
	// Load stores new documents with their fingerprints and what they are searched
	// by, all of them or none; a taken ID is a fault of kind Conflict. Nobody else
	// may be able to write meanwhile: a batch should take a fraction of a second.
	Load(ctx context.Context, batch []document.Loadable) error
}

// Recurrences finds documents by particulars of people. What Documents stores
// is found under its keys from the same commit on.
type Recurrences interface {
	// WithKeys returns the documents that have at least one of keys, but for
	// the one with the ID except: the newest of them, at most limit, and how
	// many there are.
	WithKeys(ctx context.Context, keys []document.Key, except string, limit int) (document.Matches, error)
	// Bearers returns, for each of keys that documents have, the ID of the one
	// that has it; of several the smallest and the greatest. Keys that no
	// document has are missing.
	Bearers(ctx context.Context, keys []document.Key) (map[document.Key][]string, error)
}

// History keeps what people changed in documents. It only grows: nothing in it
// is ever changed, and it stays when its document is deleted.
type History interface {
	// Append adds changes, in their order.
	Append(ctx context.Context, changes []document.Change) error
	// List returns one page of a document's history, newest first; of a
	// document without one, an empty page.
	List(ctx context.Context, documentID string, page document.PageRequest) (document.ChangeListing, error)
}

// Claims remembers requests by the keys that their senders gave them.
type Claims interface {
	// Claim stores want unless its owner has used its key before; then it
	// returns what was stored, and taken is true. Claims that expired by now
	// are forgotten first. A claim belongs in the transaction of what it is for.
	Claim(ctx context.Context, want document.Claim, now time.Time) (held document.Claim, taken bool, err error)
	// Held returns the claim of that owner and key; NotFound when there is none
	// or it expired by now.
	Held(ctx context.Context, owner, key string, now time.Time) (document.Claim, error)
}

// Tallies counts what Documents keeps. Its answers are of the same commit on,
// and take no longer however many documents there are.
type Tallies interface {
	// ByKind returns a tally for each type and status that documents have, in
	// no order.
	ByKind(ctx context.Context) ([]document.Tally, error)
	// PerDay returns how many documents each day brought, from and to
	// included; days that brought none are not in it.
	PerDay(ctx context.Context, from, to document.Day) (map[document.Day]int, error)
}

// Tasks keeps the processing of uploads. Unknown IDs are faults of kind NotFound.
type Tasks interface {
	Create(ctx context.Context, t document.Task) error
	Get(ctx context.Context, id string) (document.Task, error)
	// Update is like Documents.Update.
	Update(ctx context.Context, id string, change func(*document.Task) error) error
	// List returns one page of the tasks with that status, or of all when it is
	// empty, newest first. Those whose time is over at now are not in it.
	List(ctx context.Context, status document.TaskStatus, now time.Time, page document.PageRequest) (document.TaskListing, error)
	// ByDocument returns the tasks that make or made those documents, by the
	// document's ID; of a document that no task made there is none.
	ByDocument(ctx context.Context, documentIDs []string) (map[string]document.Task, error)
	// ForgetOriginal makes tasks that name that original name none, since it is
	// deleted. An empty key, or one that no task names, changes nothing.
	ForgetOriginal(ctx context.Context, key string) error
	// DeleteExpired forgets tasks that ended and whose time is over; it returns how many.
	DeleteExpired(ctx context.Context, now time.Time) (int, error)
	// Backlog tells of the tasks that have not ended.
	Backlog(ctx context.Context) (document.Backlog, error)
}

// OriginalKeys tells which originals are still needed.
type OriginalKeys interface {
	// Referenced returns the subset of keys that a task or a document names.
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
	Delete(ctx context.Context, id string) error
	// DeleteOf deletes the sessions of a user; it returns how many.
	DeleteOf(ctx context.Context, username string) (int, error)
	// DeleteExpired forgets sessions that ended before now; it returns how many.
	DeleteExpired(ctx context.Context, now time.Time) (int, error)
}

// Settings keeps what administrators change while the service runs.
type Settings interface {
	// Dedup returns the stored configuration, or the default when none was stored.
	Dedup(ctx context.Context) (dedup.Config, error)
	SetDedup(ctx context.Context, c dedup.Config) error
}

// Tunings keeps the configurations of extraction, all that ever were in force.
// Nothing in it is changed or deleted.
type Tunings interface {
	// Current returns the one stored last, document.DefaultTuning when there is
	// none.
	Current(ctx context.Context) (document.Tuning, error)
	// Append stores t under the number after the last and returns it.
	Append(ctx context.Context, t document.Tuning) (document.Tuning, error)
	// Get returns the one of that number; of 0 the default. NotFound otherwise.
	Get(ctx context.Context, number int) (document.Tuning, error)
	// List returns one page of them, newest first.
	List(ctx context.Context, page document.PageRequest) (document.TuningListing, error)
}

// Examples keeps what people found to be right of documents that were read.
// Those of a document go when Documents deletes it.
type Examples interface {
	// Put stores examples in the place of what is known of the same documents
	// and fields; of all examples the keep latest stay.
	Put(ctx context.Context, examples []document.Example, keep int) error
	// Each hands every example to visit, by document and field, until visit
	// fails. It sees one state of the store.
	Each(ctx context.Context, visit func(*document.Example) error) error
}

// Boilerplate keeps the table of what the filings say again and again: one, for
// all that share the database. What is in it is dedup's concern.
type Boilerplate interface {
	// Edition tells which table is stored; the zero Edition when none is. It
	// costs little, so that it can be asked before each comparison.
	Edition(ctx context.Context) (dedup.Edition, error)
	// Load returns the stored table and its edition; nil when none is.
	Load(ctx context.Context) (dedup.Edition, []byte, error)
	// Replace stores a table as edition e, in place of the one numbered one
	// less. Fault: Conflict when that is not the one stored: somebody else has
	// replaced it meanwhile.
	Replace(ctx context.Context, e dedup.Edition, table []byte) error
}

// Pinger is a store that can tell whether it is usable.
type Pinger interface {
	// Ping asks whether the store answers and can be written. Fault: Unavailable.
	Ping(ctx context.Context) error
}
