package rest

import (
	"context"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
)

// longAtOnce is how many answers of Long routes are made at once: making one takes
// five times the memory of its text. A request waits for its turn until the route's
// Timeout. It takes the turn once its body is read, so that a slow sender holds up
// nobody.
const longAtOnce = 1

// turns is a semaphore that is fair to users: those who wait are served in rotation,
// the requests of each in the order in which they came.
type turns struct {
	mu      sync.Mutex
	free    int
	waiting map[string][]*turn // by user
	users   []string           // that have requests waiting, the next one first
}

// turn is the place of a request; ready is closed when its turn has come.
type turn struct {
	user  string
	ready chan struct{}
}

func newTurns(n int) *turns { return &turns{free: n, waiting: map[string][]*turn{}} }

// take waits for a turn. The caller calls done when the answer is made.
func (t *turns) take(ctx context.Context, user string) (done func(), err error) {
	mine := t.join(user)
	select {
	case <-mine.ready:
		return t.pass, nil
	case <-ctx.Done():
		if !t.withdraw(mine) { // its turn came at the same moment
			t.pass()
		}
		return nil, ctx.Err()
	}
}

// join takes a turn that is free, or a place behind the other requests of the user.
func (t *turns) join(user string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	mine := &turn{user: user, ready: make(chan struct{})}
	if t.free > 0 { // nobody waits
		t.free--
		close(mine.ready)
		return mine
	}
	if len(t.waiting[user]) == 0 {
		t.users = append(t.users, user)
	}
	t.waiting[user] = append(t.waiting[user], mine)
	return mine
}

// pass hands a turn on to the next user.
func (t *turns) pass() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.users) == 0 {
		t.free++
		return
	}
	user := t.users[0]
	next := t.waiting[user][0]
	t.users = t.users[1:]
	if t.waiting[user] = t.waiting[user][1:]; len(t.waiting[user]) > 0 {
		t.users = append(t.users, user)
	} else {
		delete(t.waiting, user)
	}
	close(next.ready)
}

// withdraw gives up a place and reports whether it was still waiting.
func (t *turns) withdraw(mine *turn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	places := t.waiting[mine.user]
	at := slices.Index(places, mine)
	if at < 0 {
		return false
	}
	if places = slices.Delete(places, at, at+1); len(places) > 0 {
		t.waiting[mine.user] = places
		return true
	}
	delete(t.waiting, mine.user)
	t.users = slices.DeleteFunc(t.users, func(user string) bool { return user == mine.user })
	return true
}

// takeTurn waits for the turn of a request to a Long route. enter passes it on.
func (s *Server) takeTurn(ctx context.Context) error {
	r := requestOf(ctx)
	user := r.actor.Username
	if user == "" {
		user = r.client.String()
	}
	done, err := s.long.take(ctx, user)
	r.passTurn = done
	return err
}

// spilled is the size in bytes from which an answer is sent from a temporary file,
// so that slow clients hold no memory.
const spilled = 1 << 20

// BodyWriter returns where huma writes an answer, which it does at once.
func (e *exchange) BodyWriter() io.Writer { return answerWriter{e} }

type answerWriter struct{ *exchange }

func (w answerWriter) Write(p []byte) (int, error) {
	if len(p) < spilled {
		return w.humaContext.BodyWriter().Write(p)
	}
	file, err := os.CreateTemp(w.server.opts.TempDir, "cotejo-answer-*")
	if err != nil {
		return 0, err
	}
	_ = os.Remove(file.Name()) // it lives as long as it is open
	n, err := file.Write(p)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return 0, err
	}
	w.long = true
	c := humafiber.Unwrap(w.humaContext).Context()
	c.SetBodyStream(&sending{from: file, left: int64(n), conn: c.Conn(), idle: w.server.opts.BodyIdle}, n)
	return n, nil
}
