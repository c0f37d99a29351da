package rest

import (
	"context"
	"slices"
	"sync"
)

// turns is a semaphore that is fair to users: those who wait are served in rotation,
// the requests of each in the order in which they came.
type turns struct {
	perUser    int // turns that a user has at once; 0: no limit
	maxWaiting int // requests of a user that wait; 0: no limit

	mu      sync.Mutex
	free    int
	running map[string]int     // turns, by user
	waiting map[string][]*turn // by user
	users   []string           // that have requests waiting, the next one first
}

// turn is the place of a request; ready is closed when its turn has come.
type turn struct {
	user  string
	ready chan struct{}
}

func newTurns(n int) *turns {
	return &turns{free: n, running: map[string]int{}, waiting: map[string][]*turn{}}
}

// take waits for a turn. The caller calls done when the work is finished. It returns
// errTooManyWaiting at once if the user has too many requests waiting.
func (t *turns) take(ctx context.Context, user string) (done func(), err error) {
	mine, ok := t.join(user)
	if !ok {
		return nil, errTooManyWaiting
	}
	select {
	case <-mine.ready:
		return func() { t.pass(user) }, nil
	case <-ctx.Done():
		if !t.withdraw(mine) { // its turn came at the same moment
			t.pass(user)
		}
		return nil, ctx.Err()
	}
}

// join takes a turn that is free, or a place behind the other requests of the user. ok is false
// if the user has no place left.
func (t *turns) join(user string) (mine *turn, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isDue(user) && len(t.waiting[user]) == 0 { // the others who wait have all their turns
		mine = &turn{user: user, ready: make(chan struct{})}
		t.start(mine)
		return mine, true
	}
	if t.maxWaiting > 0 && len(t.waiting[user]) >= t.maxWaiting {
		return nil, false
	}
	mine = &turn{user: user, ready: make(chan struct{})}
	if len(t.waiting[user]) == 0 {
		t.users = append(t.users, user)
	}
	t.waiting[user] = append(t.waiting[user], mine)
	return mine, true
}

// isDue reports whether a request of the user may start.
func (t *turns) isDue(user string) bool {
	return t.free > 0 && (t.perUser == 0 || t.running[user] < t.perUser)
}

func (t *turns) start(next *turn) {
	t.free--
	t.running[next.user]++
	close(next.ready)
}

// pass ends a turn of the user and starts that of the next user.
func (t *turns) pass(user string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	if t.running[user]--; t.running[user] == 0 {
		delete(t.running, user)
	}
	at := slices.IndexFunc(t.users, t.isDue)
	if at < 0 {
		return
	}
	next := t.users[at]
	t.users = slices.Delete(t.users, at, at+1)
	t.start(t.waiting[next][0])
	if t.waiting[next] = t.waiting[next][1:]; len(t.waiting[next]) > 0 {
		t.users = append(t.users, next)
	} else {
		delete(t.waiting, next)
	}
}

// isWanted reports whether anybody waits.
func (t *turns) isWanted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.users) > 0
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
