package memstore

import (
	"context"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/pagination"
)

// register implements ports.UserRegister.
type register struct{ *table[account.User] }

func (r register) Find(ctx context.Context, username string) (account.User, error) {
	return ask(ctx, r.s, func() (account.User, error) {
		for _, u := range r.rows {
			if u.Username == username {
				return r.withLock(u), nil
			}
		}
		return account.User{}, account.ErrUserNotFound
	})
}

func (r register) Create(ctx context.Context, u account.User) error {
	return r.s.do(ctx, func() error {
		for _, other := range r.rows {
			if other.ID != u.ID && other.Username == u.Username {
				return account.ErrEmailTaken
			}
		}
		u.LockedUntil = time.Time{}
		return r.add(u)
	})
}

func (r register) Get(ctx context.Context, id string) (account.User, error) {
	return ask(ctx, r.s, func() (account.User, error) {
		u, err := r.find(id)
		return r.withLock(u), err
	})
}

func (r register) Update(ctx context.Context, id string, change func(*account.User) error) (changed account.User, err error) {
	err = r.table.Update(ctx, id, func(u *account.User) error {
		asked := r.withLock(*u)
		if err := change(&asked); err != nil {
			return err
		}
		err := account.CheckAdminRemains(*u, asked, func() (bool, error) { return r.hasOtherAdmin(id), nil })
		if err != nil {
			return err
		}
		u.PasswordHash, u.Role, u.Name, u.Disabled, u.MustChangePassword = asked.PasswordHash, asked.Role, asked.Name, asked.Disabled, asked.MustChangePassword
		changed = r.withLock(*u)
		return nil
	})
	return changed, err
}

func (r register) hasOtherAdmin(id string) bool {
	for _, u := range r.rows {
		if u.ID != id && u.IsActiveAdmin() {
			return true
		}
	}
	return false
}

func (r register) List(ctx context.Context, f account.UserFilter, page pagination.Request) (pagination.Of[account.User], error) {
	return ask(ctx, r.s, func() (pagination.Of[account.User], error) {
		l := newestFirst(r.sorted(f.Takes), page)
		for i, u := range l.Items {
			l.Items[i] = r.withLock(u)
		}
		return l, nil
	})
}

func (r register) withLock(u account.User) account.User {
	u.LockedUntil = r.s.lockouts.rows[u.Username].LockedUntil
	return u
}

// userEvents implements ports.UserEvents.
type userEvents struct{ log[account.Event] }

func (e userEvents) Append(ctx context.Context, event account.Event) error {
	return e.add(ctx, event.Username, event)
}

func (e userEvents) List(ctx context.Context, username string, page pagination.Request) (pagination.Of[account.Event], error) {
	return e.page(ctx, username, page)
}

// lockouts implements ports.Lockouts, by lockKey.
type lockouts struct{ *table[account.LockState] }

// lockKey returns the key of a count: of a client's attempts on a name, or with client "" of all attempts
// on it.
func lockKey(username, client string) string {
	if client == "" {
		return username
	}
	return username + "\x00" + client
}

func (l lockouts) Reserve(ctx context.Context, username, client string, rule account.Lockout, now time.Time) (slot account.Slot, granted bool, err error) {
	err = l.s.do(ctx, func() error {
		var state account.LockState
		if state, granted = rule.Reserve(l.rows[lockKey(username, client)], clone(now)); granted {
			l.put(lockKey(username, client), state)
			slot = account.Slot{Username: username, Client: client, Number: state.Gen}
		}
		return nil
	})
	return slot, granted, err
}

func (l lockouts) Succeed(ctx context.Context, slot account.Slot, rule account.Lockout) error {
	only := lockKey(slot.Username, slot.Client)
	return l.change(ctx, func(key string) bool { return key == only }, func(s account.LockState) account.LockState { return rule.Succeed(s, slot.Number) })
}

func (l lockouts) Known(ctx context.Context, username, client string) (bool, error) {
	return ask(ctx, l.s, func() (bool, error) {
		_, known := l.rows[lockKey(username, client)]
		return known, nil
	})
}

func (l lockouts) Unlock(ctx context.Context, username string) error {
	own := func(key string) bool { return key == username || strings.HasPrefix(key, lockKey(username, "")+"\x00") }
	return l.change(ctx, own, account.LockState.Unlock)
}

func (l lockouts) change(ctx context.Context, which func(key string) bool, change func(account.LockState) account.LockState) error {
	return l.s.do(ctx, func() error {
		for key, state := range l.rows {
			if which(key) {
				l.put(key, change(state))
			}
		}
		return nil
	})
}

func (l lockouts) Forget(ctx context.Context, then, now time.Time) (int, error) {
	return ask(ctx, l.s, func() (n int, err error) {
		ours := map[string]bool{}
		for _, u := range l.s.users.rows {
			ours[u.Username] = true
		}
		for key, state := range l.rows {
			if !ours[key] && !state.LockedUntil.After(now) && state.Seen.Before(then) {
				l.drop(key)
				n++
			}
		}
		return n, nil
	})
}
