package account

import "time"

// RateLimit says how many attempts one client may make in any stretch of time
// as long as Window. Refused attempts change nothing, so that neither they nor
// a burst across a minute's edge matter.
type RateLimit struct {
	Attempts int
	Window   time.Duration
}

// Take decides about an attempt at now, given the times of earlier ones, oldest first. It
// returns the times that still count, including now, at most Attempts of them; or how long the
// client must wait.
func (l RateLimit) Take(seen []time.Time, now time.Time) (kept []time.Time, wait time.Duration) {
	for _, t := range seen {
		if t.After(now) { // by a clock that is ahead, or has stepped back
			t = now
		}
		if now.Sub(t) < l.Window {
			kept = append(kept, t)
		}
	}
	if len(kept) < l.Attempts {
		return append(kept, now), 0
	}
	return nil, kept[0].Add(l.Window).Sub(now)
}
