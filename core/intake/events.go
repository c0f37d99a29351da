package intake

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

const (
	// lately is how far back each query for changes looks. A row becomes visible at its commit,
	// later than its timestamp, and the clocks of servers differ.
	lately = 30 * time.Second

	// maxActivity bounds how many changes of each kind one query returns.
	maxActivity = 200

	maxListeners   = 256
	maxOfOne       = 20 // listeners of one user
	listenerBuffer = 512
)

// Feed sends listeners the changes in a store that several servers write. It queries the store at
// each Look, and only while it has listeners; the number of listeners does not affect the cost. It
// is safe for concurrent use.
type Feed struct {
	Store ports.ActivityStore
	Now   func() time.Time

	mu        sync.Mutex
	listeners map[*listener]bool
	seen      *seen // nil without listeners
}

var _ ports.Events = (*Feed)(nil)

type listener struct {
	by     string
	ready  bool // it got the event "ready"
	events chan document.Event
}

// Listen implements ports.Events.
func (f *Feed) Listen(by account.Actor) (<-chan document.Event, func(), error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	own := 0
	for l := range f.listeners {
		if l.by == by.Username {
			own++
		}
	}
	if len(f.listeners) >= maxListeners || own >= maxOfOne {
		return nil, nil, fault.New(fault.Unavailable, "too_many_streams",
			"Hay demasiadas páginas abiertas que esperan novedades; cierre alguna o vuelva a intentarlo en un minuto.").RetryIn(time.Minute)
	}
	if f.listeners == nil {
		f.listeners = map[*listener]bool{}
	}
	l := &listener{by: by.Username, events: make(chan document.Event, listenerBuffer)}
	f.listeners[l] = true
	return l.events, func() { f.drop(l) }, nil
}

func (f *Feed) drop(l *listener) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.end(l)
}

// end removes a listener; the caller holds the lock.
func (f *Feed) end(l *listener) {
	if f.listeners[l] {
		delete(f.listeners, l)
		close(l.events)
	}
	if len(f.listeners) == 0 {
		f.seen = nil
	}
}

// Look queries the store for changes since the last time and sends them to the listeners.
func (f *Feed) Look(ctx context.Context) error {
	f.mu.Lock()
	idle := len(f.listeners) == 0
	f.mu.Unlock()
	if idle {
		return nil
	}
	now, err := f.Store.Activity(ctx, f.Now().Add(-lately), maxActivity)
	if err != nil {
		return fmt.Errorf("asking what has happened: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.listeners) == 0 {
		return nil
	}
	next, events := f.seen.compare(now)
	f.seen = next
	for l := range f.listeners {
		f.tell(l, events)
	}
	return nil
}

// tell sends events to a listener. It ends a listener whose buffer is full: that client reconnects
// and loads everything again.
func (f *Feed) tell(l *listener, events []document.Event) {
	if !l.ready {
		l.ready, events = true, []document.Event{{Kind: document.ReadyEvent}}
	}
	for _, e := range events {
		select {
		case l.events <- e:
		default:
			f.end(l)
			return
		}
	}
}

// seen holds the changes that listeners have already received.
type seen struct {
	tasks   map[string]taskState
	stored  map[string]bool
	changes map[document.Change]bool
	total   int
}

// taskState is the part of a task whose changes are events.
type taskState struct {
	status   document.TaskStatus
	stage    document.Stage
	progress float64
	pages    int
	ended    int64 // when, in milliseconds: a task that is retried may fail again before anybody looks
}

// compare returns the current state and the new events in it. Compared with a nil state, nothing
// is new.
func (s *seen) compare(now document.Activity) (*seen, []document.Event) {
	next := &seen{tasks: map[string]taskState{}, stored: map[string]bool{}, changes: map[document.Change]bool{}, total: now.Total}
	before := s
	if s == nil {
		before = next
	}
	var events []document.Event
	var documents, pairs []string
	gone := false
	for _, t := range now.Tasks {
		state := taskState{t.Status, t.Stage, t.Progress, t.PagesDone, t.CompletedAt.UnixMilli()}
		if told, known := before.tasks[t.ID]; s != nil && (!known || told != state) {
			events = append(events, document.Event{Kind: document.TaskEvent, Task: t})
		}
		next.tasks[t.ID] = state
	}
	for _, id := range now.Stored {
		if s != nil && !before.stored[id] {
			documents = append(documents, id)
			if slices.Contains(now.Paired, id) {
				pairs = append(pairs, id)
			}
		}
		next.stored[id] = true
	}
	for _, c := range now.Changes {
		switch {
		case s == nil || before.changes[c]:
		case c.Field == document.FieldStatus && (c.To == string(document.Deleted) || c.To == string(document.Erased)):
			gone = true // an event names only documents that exist
		default:
			documents = append(documents, c.DocumentID)
			if c.Field == document.FieldDecision {
				pairs = append(pairs, c.DocumentID)
			}
		}
		next.changes[c] = true
	}
	if len(documents) > 0 || gone || before.total != now.Total {
		events = append(events, document.Event{Kind: document.DocumentsEvent, Documents: slices.Compact(documents)})
	}
	if len(pairs) > 0 {
		events = append(events, document.Event{Kind: document.PairsEvent, Documents: slices.Compact(pairs)})
	}
	return next, events
}
