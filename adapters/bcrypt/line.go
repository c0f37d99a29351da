package bcrypt

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

const busyRetry = 2 * time.Second

// line decides which comparisons run now, which wait and which are refused.
//
// Clients that failed lately wait apart from the others and go after them, and
// no client has more than its share of all places: anyone who sends made-up names
// cannot keep out an account that signs in from elsewhere.
type line struct {
	parallel  int // comparisons at once
	waiting   int // of trusted clients, and as many again of suspect ones
	perClient int // running and waiting

	mu      sync.Mutex
	running int
	clients map[string]int // running and waiting, by client
	trusted []*turn        // waiting, first come first
	suspect []*turn
}

// turn is the place of a comparison that waits; ready is closed when it may run.
type turn struct{ ready chan struct{} }

func newLine(parallel, waiting int) *line {
	return &line{parallel: parallel, waiting: waiting, perClient: max(2, (parallel+waiting)/2), clients: map[string]int{}}
}

// enter waits for a turn; leave gives it back. Fault: Unavailable when there is
// no place to wait, or ctx ends before the turn comes.
func (l *line) enter(ctx context.Context, who account.Caller) (leave func(), err error) {
	mine, err := l.join(who)
	if err != nil {
		return nil, err
	}
	select {
	case <-mine.ready:
		return func() { l.leave(who) }, nil
	case <-ctx.Done():
		if !l.withdraw(mine, who) { // its turn came at the same moment
			l.leave(who)
		}
		return nil, busy(ctx.Err())
	}
}

// join takes a place.
func (l *line) join(who account.Caller) (*turn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lane(who)
	free := l.running < l.parallel
	if !free && len(*lane) >= l.waiting || who.Client != "" && l.clients[who.Client] >= l.perClient {
		return nil, busy(nil)
	}
	l.clients[who.Client]++
	mine := &turn{ready: make(chan struct{})}
	if free {
		l.running++
		close(mine.ready)
	} else {
		*lane = append(*lane, mine)
	}
	return mine, nil
}

// leave hands the turn to the next that waits.
func (l *line) leave(who account.Caller) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(who)
	for _, lane := range []*[]*turn{&l.trusted, &l.suspect} {
		if len(*lane) > 0 {
			close((*lane)[0].ready)
			*lane = (*lane)[1:]
			return
		}
	}
	l.running--
}

// withdraw gives up a place and reports whether it was still waiting.
func (l *line) withdraw(mine *turn, who account.Caller) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lane(who)
	at := slices.Index(*lane, mine)
	if at < 0 {
		return false
	}
	*lane = slices.Delete(*lane, at, at+1)
	l.forget(who)
	return true
}

func (l *line) lane(who account.Caller) *[]*turn {
	if who.Suspect {
		return &l.suspect
	}
	return &l.trusted
}

func (l *line) forget(who account.Caller) {
	if l.clients[who.Client]--; l.clients[who.Client] == 0 {
		delete(l.clients, who.Client)
	}
}

func busy(cause error) error {
	return fault.Wrap(cause, fault.Unavailable, "logins_busy",
		"Hay demasiados ingresos a la vez; intente de nuevo en unos segundos.").RetryIn(busyRetry)
}
