package memory

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
)

// attempts implements ports.LoginAttempts.
type attempts struct{ s *Store }

func (a attempts) Take(ctx context.Context, client string, rule account.RateLimit, now time.Time) (wait time.Duration, err error) {
	err = a.s.do(ctx, func(tx *transaction) error {
		var kept []time.Time
		if kept, wait = rule.Take(a.s.attempts[client], moment(now)); wait == 0 {
			set(tx, a.s.attempts, client, kept)
		}
		return nil
	})
	return wait, err
}

func (a attempts) Forget(ctx context.Context, then time.Time) (n int, err error) {
	err = a.s.do(ctx, func(tx *transaction) error {
		for client, seen := range a.s.attempts {
			if seen[len(seen)-1].Before(then) {
				remove(tx, a.s.attempts, client)
				n++
			}
		}
		return nil
	})
	return n, err
}
