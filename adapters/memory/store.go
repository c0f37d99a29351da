// Package memory keeps everything in memory, for programs that embed the
// services without a database, and for their tests. It passes the same
// conformance suites as the databases do.
package memory

import (
	"context"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Store holds what both services keep. It is safe for concurrent use: one call or one transaction at a time.
type Store struct {
	mu         sync.Mutex
	documents  map[string]document.Document
	searchable map[string]searchable        // by document
	stored     int                          // documents that were ever stored
	history    map[string][]document.Change // by document, oldest first
	claims     map[string]document.Claim    // by owner and key
	tasks      map[string]document.Task
	sessions   map[string]account.Session
	attempts   map[string][]time.Time // by client
	parts      map[string]keptParts   // by task
	config     dedup.Config
	tunings    []document.Tuning
	examples   map[string]document.Example // by document and field
	index      *dedup.Memory
	indexed    map[string]dedup.Fingerprint
	edition    dedup.Edition
	table      []byte // of edition

	// Of the notification service.
	cases         map[string]docket.Case
	subjects      map[string]docket.Subject
	notifications map[string]docket.Notification
	dispatches    map[string]docket.Dispatch
	users         map[string]account.User
	userEvents    map[string][]account.Event   // by username, oldest first
	locks         map[string]account.LockState // by username
}

// New returns an empty store.
func New() *Store {
	return &Store{
		documents: map[string]document.Document{}, searchable: map[string]searchable{}, history: map[string][]document.Change{}, claims: map[string]document.Claim{}, tasks: map[string]document.Task{},
		sessions: map[string]account.Session{}, attempts: map[string][]time.Time{}, parts: map[string]keptParts{}, config: dedup.DefaultConfig(), examples: map[string]document.Example{},
		index: dedup.NewMemory(), indexed: map[string]dedup.Fingerprint{},

		cases: map[string]docket.Case{}, subjects: map[string]docket.Subject{}, notifications: map[string]docket.Notification{},
		dispatches: map[string]docket.Dispatch{}, users: map[string]account.User{}, userEvents: map[string][]account.Event{},
		locks: map[string]account.LockState{},
	}
}

// Documents returns the store of documents.
func (s *Store) Documents() ports.Documents { return documents{s} }

// Recurrences finds documents by particulars of people.
func (s *Store) Recurrences() ports.Recurrences { return documents{s} }

// Search finds documents by what they say.
func (s *Store) Search() ports.Search { return finder{s} }

// History returns the store of what was changed in documents.
func (s *Store) History() ports.History { return history{s} }

// Claims returns the store of requests that have a key.
func (s *Store) Claims() ports.Claims { return claims{s} }

// Tallies counts documents.
func (s *Store) Tallies() ports.Tallies { return tallies{s} }

// Tasks returns the store of tasks.
func (s *Store) Tasks() ports.Tasks { return tasks{s} }

// Sessions returns the store of sessions.
func (s *Store) Sessions() ports.Sessions { return sessions{s} }

// LoginAttempts counts what clients were let try.
func (s *Store) LoginAttempts() ports.LoginAttempts { return attempts{s} }

// TaskParts keeps what tasks need until they end.
func (s *Store) TaskParts() ports.TaskParts { return parts{s} }

// Tunings returns the store of configurations of extraction.
func (s *Store) Tunings() ports.Tunings { return tunings{s} }

// Examples returns the store of what people found to be right.
func (s *Store) Examples() ports.Examples { return examples{s} }

// Settings returns the store of settings.
func (s *Store) Settings() ports.Settings { return settings{s} }

// Originals tells which originals the documents and tasks still need.
func (s *Store) Originals() ports.OriginalKeys { return originals{s} }

// Boilerplate returns the store of what was learned of the collection's wording.
func (s *Store) Boilerplate() ports.Boilerplate { return boilerplate{s} }

// Prints hands out the fingerprints of the dedup index.
func (s *Store) Prints() dedup.Sampler { return s.index }

// Index returns the dedup index.
func (s *Store) Index() dedup.Index { return index{s} }

// Cases returns the store of cases.
func (s *Store) Cases() ports.Cases { return cases{s} }

// Subjects returns the store of subjects.
func (s *Store) Subjects() ports.Subjects { return subjects{s} }

// Notifications returns the store of notifications.
func (s *Store) Notifications() ports.Notifications { return notifications{s} }

// Outbox returns the store of e-mails on their way.
func (s *Store) Outbox() ports.Outbox { return outbox{s} }

// Users returns the directory of users.
func (s *Store) Users() ports.UserRegister { return register{s} }

// UserEvents returns the store of what was done to users.
func (s *Store) UserEvents() ports.UserEvents { return userEvents{s} }

// Lockouts counts attempts to log in.
func (s *Store) Lockouts() ports.Lockouts { return lockouts{s} }

// Ping implements ports.Pinger.
func (s *Store) Ping(ctx context.Context) error { return ctx.Err() }

// transaction is what a failed transaction has to undo, in the order in which
// it was done, and what a committed one does at its end.
type transaction struct {
	undo  []func()
	after []func()
}

type txKey struct{ s *Store }

// InTx implements ports.Transactor.
func (s *Store) InTx(ctx context.Context, change func(ctx context.Context) error) error {
	if ctx.Value(txKey{s}) != nil {
		return fault.New(fault.Internal, "nested_transaction", "Error interno: una transacción dentro de otra.")
	}
	return s.begin(ctx, func(ctx context.Context, _ *transaction) error { return change(ctx) })
}

// InView implements ports.Viewer.
func (s *Store) InView(ctx context.Context, read func(ctx context.Context) error) error {
	if ctx.Value(txKey{s}) != nil {
		return read(ctx)
	}
	return s.InTx(ctx, read)
}

func (s *Store) begin(ctx context.Context, change func(context.Context, *transaction) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, committed := &transaction{}, false
	defer func() { // after a panic too
		if committed {
			return
		}
		for i := len(tx.undo) - 1; i >= 0; i-- {
			tx.undo[i]()
		}
	}()
	if err := change(context.WithValue(ctx, txKey{s}, tx), tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	committed = true
	for _, f := range tx.after {
		f()
	}
	return nil
}

// do runs a call in the transaction of ctx, or else in one of its own.
func (s *Store) do(ctx context.Context, call func(tx *transaction) error) error {
	if tx, ok := ctx.Value(txKey{s}).(*transaction); ok {
		if err := ctx.Err(); err != nil {
			return err
		}
		return call(tx)
	}
	return s.begin(ctx, func(_ context.Context, tx *transaction) error { return call(tx) })
}

// set changes an entry of one of the maps, so that it can be undone; remove
// deletes it.
func set[V any](tx *transaction, m map[string]V, key string, value V) {
	remember(tx, m, key)
	m[key] = value
}

func remove[V any](tx *transaction, m map[string]V, key string) {
	remember(tx, m, key)
	delete(m, key)
}

func remember[V any](tx *transaction, m map[string]V, key string) {
	old, had := m[key]
	tx.undo = append(tx.undo, func() {
		if had {
			m[key] = old
		} else {
			delete(m, key)
		}
	})
}
