package auth

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/ports"
)

// limiter bounds the attempts of each client, on all servers together. It asks the store, and
// remembers refused clients until their time has come, so that repeated attempts cost the
// store nothing. A client is the address of a login, or the user who confirms a password.
type limiter struct {
	rule     account.RateLimit // no limit when Attempts is negative
	attempts ports.LoginAttempts

	mu      sync.Mutex
	refused map[string]time.Time // until when
}

// maxClients bounds the clients that are remembered.
const maxClients = 10_000

// makeRoom forgets the expired clients of a full map, or all if it stays full.
func makeRoom[K comparable, V any](clients map[K]V, isExpired func(V) bool) {
	if len(clients) < maxClients {
		return
	}
	maps.DeleteFunc(clients, func(_ K, v V) bool { return isExpired(v) })
	if len(clients) >= maxClients {
		clear(clients)
	}
}

func newLimiter(rule account.RateLimit, attempts ports.LoginAttempts) *limiter {
	return &limiter{rule: rule, attempts: attempts, refused: map[string]time.Time{}}
}

// take counts an attempt and returns 0, or returns how long to wait and counts
// nothing.
func (l *limiter) take(ctx context.Context, client string, now time.Time) (time.Duration, error) {
	if l.rule.Attempts < 0 {
		return 0, nil
	}
	if wait := l.waits(client, now); wait > 0 {
		return wait, nil
	}
	wait, err := l.attempts.Take(ctx, client, l.rule, now)
	if err != nil {
		return 0, fmt.Errorf("counting attempts to log in: %w", err)
	}
	if wait > 0 {
		wait = max(time.Second, wait)
		l.refuse(client, now.Add(wait), now)
	}
	return wait, nil
}

// waits returns how long a refused client must still wait. A wait longer than the window comes
// from another clock: the store is asked again.
func (l *limiter) waits(client string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	wait := l.refused[client].Sub(now)
	if wait <= 0 || wait > l.rule.Window {
		delete(l.refused, client)
		return 0
	}
	return wait
}

func (l *limiter) refuse(client string, until, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	makeRoom(l.refused, func(until time.Time) bool { return !until.After(now) })
	l.refused[client] = until
}

// clientOf returns the address that attempts are counted for: of IPv6 the /64, since that is
// what one subscriber gets.
func clientOf(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // the zero Addr gives the zero Prefix: one client for all of unknown origin
	return p
}
