package auth

import (
	"net/netip"
	"sync"
	"time"
)

// limiter allows so many attempts per client in any stretch of time as long as
// its window. It keeps the times of the attempts it allowed, so that neither a
// burst across a minute's edge nor refused attempts change the rule.
//
// An IPv6 client is its /64, since that is what one subscriber gets.
type limiter struct {
	limit  int // none when negative
	window time.Duration

	mu      sync.Mutex
	clients map[netip.Prefix][]time.Time // oldest first, at most limit each
}

// maxClients bounds the limiter's memory. Beyond it the clients that have been
// quiet longest are forgotten.
const maxClients = 10_000

func newLimiter(limit int, window time.Duration) *limiter {
	return &limiter{limit: limit, window: window, clients: map[netip.Prefix][]time.Time{}}
}

// take counts an attempt and returns 0, or returns how long to wait and counts
// nothing.
func (l *limiter) take(from netip.Addr, now time.Time) time.Duration {
	if l.limit < 0 {
		return 0
	}
	client := clientOf(from)
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := l.recent(l.clients[client], now)
	if len(seen) >= l.limit {
		l.clients[client] = seen
		return max(time.Second, seen[0].Add(l.window).Sub(now))
	}
	if _, known := l.clients[client]; !known && len(l.clients) >= maxClients {
		l.makeRoom(now)
	}
	l.clients[client] = append(seen, now)
	return 0
}

// recent drops the attempts that have left the window. A clock that stepped
// back leaves attempts in the future: they are taken as made now.
func (l *limiter) recent(seen []time.Time, now time.Time) []time.Time {
	var kept []time.Time
	for _, t := range seen {
		if t.After(now) {
			t = now
		}
		if now.Sub(t) < l.window {
			kept = append(kept, t)
		}
	}
	return kept
}

// makeRoom forgets every client whose attempts have left the window; when there
// is none, those quiet for half of it, for a quarter, and so on.
func (l *limiter) makeRoom(now time.Time) {
	for horizon := l.window; len(l.clients) >= maxClients; horizon /= 2 {
		for client, seen := range l.clients {
			if horizon == 0 || now.Sub(seen[len(seen)-1]) >= horizon {
				delete(l.clients, client)
			}
		}
	}
}

func clientOf(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // the zero Addr gives the zero Prefix: one client for all of unknown origin
	return p
}
