package memory

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
)

// lockouts implements ports.Lockouts.
type lockouts struct{ s *Store }

func (l lockouts) Reserve(ctx context.Context, username string, rule account.Lockout, now time.Time) (slot account.Slot, granted bool, err error) {
	err = l.s.do(ctx, func(tx *transaction) error {
		var state account.LockState
		if state, granted = rule.Reserve(l.s.locks[username], moment(now)); !granted {
			return nil
		}
		state.LockedUntil = moment(state.LockedUntil)
		set(tx, l.s.locks, username, state)
		slot = account.Slot{Username: username, Number: state.Gen}
		return nil
	})
	return slot, granted, err
}

func (l lockouts) Succeed(ctx context.Context, slot account.Slot, rule account.Lockout) error {
	return l.change(ctx, slot.Username, func(s account.LockState) account.LockState { return rule.Succeed(s, slot.Number) })
}

func (l lockouts) Unlock(ctx context.Context, username string) error {
	return l.change(ctx, username, account.LockState.Unlock)
}

func (l lockouts) change(ctx context.Context, username string, change func(account.LockState) account.LockState) error {
	return l.s.do(ctx, func(tx *transaction) error {
		if state, known := l.s.locks[username]; known {
			set(tx, l.s.locks, username, change(state))
		}
		return nil
	})
}

func (l lockouts) Forget(ctx context.Context, then, now time.Time) (n int, err error) {
	err = l.s.do(ctx, func(tx *transaction) error {
		ours := map[string]bool{}
		for _, u := range l.s.users {
			ours[u.Username] = true
		}
		for username, state := range l.s.locks {
			if !ours[username] && !state.LockedUntil.After(now) && state.Seen.Before(then) {
				remove(tx, l.s.locks, username)
				n++
			}
		}
		return nil
	})
	return n, err
}
