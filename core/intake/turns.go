package intake

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// turns shares a server among documents. When a server or a reader dies, each document in work is a
// suspect. A suspect has the server alone until it makes progress, so that another death proves its guilt.
type turns struct {
	mu      sync.Mutex
	working int
	alone   bool    // the one in work is
	waiting []*turn // in the order of arrival
}

// turn is the right to work one document, alone or beside others.
type turn struct {
	of       *turns
	alone    bool
	admitted chan struct{}
}

// take waits until a document may be worked. It serves in the order of arrival, so a suspect
// waits only for those in work, which leave at their next page.
func (s *turns) take(ctx context.Context, alone bool) (*turn, error) {
	t := &turn{of: s, alone: alone, admitted: make(chan struct{})}
	s.change(func() { s.waiting = append(s.waiting, t) })
	select {
	case <-t.admitted:
		return t, nil
	case <-ctx.Done():
		t.end()
		return nil, ctx.Err()
	}
}

// change changes who works and waits, then admits those who may work.
func (s *turns) change(by func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	by()
	for len(s.waiting) > 0 && !s.alone {
		first := s.waiting[0]
		if first.alone && s.working > 0 {
			return
		}
		s.waiting = s.waiting[1:]
		s.working++
		s.alone = first.alone
		close(first.admitted)
	}
}

// share admits others beside a document that was alone.
func (t *turn) share() {
	t.of.change(func() {
		if t.alone {
			t.alone, t.of.alone = false, false
		}
	})
}

// wanted reports whether a suspect waits for this document to leave: nobody else has to.
func (t *turn) wanted() bool {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	return !t.alone && len(t.of.waiting) > 0
}

// end gives the turn back, or stops waiting for it.
func (t *turn) end() {
	t.of.change(func() {
		if i := slices.Index(t.of.waiting, t); i >= 0 {
			t.of.waiting = slices.Delete(t.of.waiting, i, i+1)
			return
		}
		t.of.working--
		if t.alone {
			t.of.alone = false
		}
	})
}

// calm is the time that a server must have run before a document is tried that was alone at a
// death, once for each such death. Servers that are killed from outside die before it too.
const calm = 30 * time.Second

// calmed returns Postponed if the server has not run long enough for a document with attempts
// since its last progress. The first of them was beside others and proves nothing.
func (w *Worker) calmed(attempts int) error {
	if wait := time.Duration(attempts-1)*calm - w.Now().Sub(w.created); attempts > 1 && wait > 0 {
		return document.Postponed{After: wait, Reason: "the document was alone when its server or reader died"}
	}
	return nil
}
