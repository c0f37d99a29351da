package memory

import (
	"context"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/listing"
)

// register implements ports.UserRegister.
type register struct{ s *Store }

func (r register) Find(ctx context.Context, username string) (found account.User, err error) {
	err = r.s.do(ctx, func(*transaction) error {
		for _, u := range r.s.users {
			if u.Username == username {
				found = r.withLock(u)
				return nil
			}
		}
		return account.ErrUserNotFound
	})
	return found, err
}

func (r register) Create(ctx context.Context, u account.User) error {
	return r.s.do(ctx, func(tx *transaction) error {
		if _, taken := r.s.users[u.ID]; taken {
			return errTaken
		}
		for _, other := range r.s.users {
			if other.Username == u.Username {
				return account.ErrEmailTaken
			}
		}
		u.CreatedAt, u.LockedUntil = moment(u.CreatedAt), time.Time{}
		set(tx, r.s.users, u.ID, u)
		return nil
	})
}

func (r register) Get(ctx context.Context, id string) (account.User, error) {
	u, err := get(ctx, r.s, r.s.users, id, account.ErrUserNotFound)
	if err != nil {
		return account.User{}, err
	}
	return r.Find(ctx, u.Username) // users are never deleted
}

func (r register) Update(ctx context.Context, id string, change func(*account.User) error) (changed account.User, err error) {
	err = r.s.do(ctx, func(tx *transaction) error {
		u, ok := r.s.users[id]
		if !ok {
			return account.ErrUserNotFound
		}
		asked := r.withLock(u)
		if err := change(&asked); err != nil {
			return err
		}
		u.PasswordHash, u.Role, u.Name, u.Disabled = asked.PasswordHash, asked.Role, asked.Name, asked.Disabled
		set(tx, r.s.users, id, u)
		changed = r.withLock(u)
		return nil
	})
	return changed, err
}

func (r register) List(ctx context.Context, f account.UserFilter, page listing.Request) (listing.Of[account.User], error) {
	found := listing.Of[account.User]{Page: page}
	err := r.s.do(ctx, func(*transaction) error {
		var all []account.User
		for _, u := range r.s.users {
			if f.Takes(&u) {
				all = append(all, r.withLock(u))
			}
		}
		sortNewestFirst(all, func(u account.User) (time.Time, string) { return u.CreatedAt, u.ID })
		found.Total, found.Items = len(all), pageOf(all, page)
		return nil
	})
	return found, err
}

func (r register) withLock(u account.User) account.User {
	u.LockedUntil = r.s.locks[u.Username].LockedUntil
	return u
}

// userEvents implements ports.UserEvents.
type userEvents struct{ s *Store }

func (e userEvents) Append(ctx context.Context, event account.Event) error {
	return e.s.do(ctx, func(tx *transaction) error {
		event.At = moment(event.At)
		// A new slice each time: undoing puts the old one back.
		set(tx, e.s.userEvents, event.Username, append(slices.Clone(e.s.userEvents[event.Username]), event))
		return nil
	})
}

func (e userEvents) List(ctx context.Context, username string, page listing.Request) (listing.Of[account.Event], error) {
	found := listing.Of[account.Event]{Page: page}
	err := e.s.do(ctx, func(*transaction) error {
		newest := slices.Clone(e.s.userEvents[username])
		slices.Reverse(newest)
		found.Total, found.Items = len(newest), pageOf(newest, page)
		return nil
	})
	return found, err
}
