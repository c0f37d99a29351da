package notify

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/ports"
)

// Sweeper removes expired sessions, and login attempts under usernames that do not exist. All
// fields are required.
type Sweeper struct {
	Sessions ports.Sessions
	Lockouts ports.Lockouts
	Now      func() time.Time
}

// strangersLife is how long a login attempt under an unknown username is kept: much longer than
// any lock.
const strangersLife = 30 * 24 * time.Hour

// Sweep returns how many sessions and how many usernames it removed.
func (s Sweeper) Sweep(ctx context.Context) (sessions, names int, err error) {
	now := s.Now().UTC()
	if sessions, err = s.Sessions.DeleteExpired(ctx, now); err != nil {
		return sessions, 0, err
	}
	names, err = s.Lockouts.Forget(ctx, now.Add(-strangersLife), now)
	return sessions, names, err
}
