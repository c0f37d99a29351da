package auth

import (
	"net/netip"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/account"
)

// suspicion is how long a client that failed to log in counts as suspect.
const suspicion = 15 * time.Minute

// failures remembers which clients failed to log in lately. Each server has its
// own memory of them, since it protects the server's own processors.
type failures struct {
	rule account.RateLimit // failures of one client; no limit when Attempts is negative

	mu      sync.Mutex
	clients map[netip.Prefix]*failureRecord
}

// failureRecord is what is known of one client. An attempt counts as failed
// from its start until it succeeds, so that parallel ones count, too.
type failureRecord struct {
	attempts []time.Time // that failed or are under way, oldest first, as far as they count
	failed   time.Time   // when the latest failed
}

func newFailures(rule account.RateLimit) *failures {
	return &failures{rule: rule, clients: map[netip.Prefix]*failureRecord{}}
}

// begin counts an attempt and returns 0, or returns how long to wait and counts
// nothing. suspect reports whether the client failed lately.
func (f *failures) begin(client netip.Prefix, now time.Time) (wait time.Duration, suspect bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.record(client, now)
	if f.rule.Attempts >= 0 {
		kept, wait := f.rule.Take(r.attempts, now)
		if wait > 0 {
			return max(time.Second, wait), true
		}
		r.attempts = kept
	}
	return 0, now.Sub(r.failed) < suspicion
}

// end reports how the latest attempt of a client ended.
func (f *failures) end(client netip.Prefix, ok bool, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.record(client, now)
	if !ok {
		r.failed = now
	} else if n := len(r.attempts); n > 0 {
		r.attempts = r.attempts[:n-1]
	}
}

// record returns the entry of a client.
func (f *failures) record(client netip.Prefix, now time.Time) *failureRecord {
	if r := f.clients[client]; r != nil {
		return r
	}
	makeRoom(f.clients, func(r *failureRecord) bool { return now.Sub(r.failed) >= suspicion })
	r := &failureRecord{}
	f.clients[client] = r
	return r
}
