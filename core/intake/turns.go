package intake

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/cotejo/cotejo/ports"
)

// turns shares a server among documents. When a server or a reader dies, each document in work is a
// suspect. A suspect has the server alone until it makes progress, so that another death proves its guilt.
type turns struct{ seats *semaphore.Weighted }

// allSeats is more than the documents that are worked at once.
const allSeats = 1 << 20

func newTurns() turns { return turns{semaphore.NewWeighted(allSeats)} }

// take waits until a document may be worked. It serves in the order of arrival, so a suspect
// waits only for those in work, which leave at their next page.
func (t turns) take(ctx context.Context, alone bool) (*turn, error) {
	taken := int64(1)
	if alone {
		taken = allSeats
	}
	if err := t.seats.Acquire(ctx, taken); err != nil {
		return nil, err
	}
	return &turn{t.seats, taken}, nil
}

// turn is the right to work one document, alone or beside others.
type turn struct {
	seats *semaphore.Weighted
	taken int64
}

// share admits others beside a document that was alone.
func (t *turn) share() {
	t.seats.Release(t.taken - 1)
	t.taken = 1
}

// wanted reports whether a suspect waits for this document to leave.
func (t *turn) wanted() bool {
	if t.taken > 1 {
		return false
	}
	free := t.seats.TryAcquire(1)
	if free {
		t.seats.Release(1)
	}
	return !free
}

func (t *turn) end() { t.seats.Release(t.taken) }

// calm is the time that a server must have run before a document is tried that was alone at a
// death, once for each such death. Servers that are killed from outside die before it too.
const calm = 30 * time.Second

// calmed returns Postponed if the server has not run long enough for a document with attempts
// since its last progress. The first of them was beside others and proves nothing.
func (w *Worker) calmed(attempts int) error {
	if wait := time.Duration(attempts-1)*calm - w.Now().Sub(w.created); attempts > 1 && wait > 0 {
		return ports.Postponed{After: wait, Reason: "the document was alone when its server or reader died"}
	}
	return nil
}
