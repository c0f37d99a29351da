package notify

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/core/pagination"
)

// Register implements ports.UserAdmin.
func (s *Service) Register(ctx context.Context, by account.Actor, d account.Draft) (account.User, error) {
	if err := by.RequireAdmin(); err != nil {
		return account.User{}, err
	}
	d, err := d.Checked()
	if err != nil {
		return account.User{}, err
	}
	hash, err := s.Hasher.Hash(d.Password)
	if err != nil {
		return account.User{}, err
	}
	u := account.User{ID: s.NewID(), Username: d.Email, Email: d.Email, PasswordHash: hash, Role: d.Role, Name: d.Name, CreatedAt: s.now(),
		MustChangePassword: d.MustChangePassword}
	// The digest must not include the password: a fast hash of it is easily guessed.
	id, err := idempotency.Do(ctx, &s.keys, by.Username, d.Key, idempotency.Digest("user", d.Email, d.Name, string(d.Role)),
		func(note func(context.Context, string) error) (string, error) {
			return u.ID, s.Tx.InTx(ctx, func(ctx context.Context) error {
				if err := s.Users.Create(ctx, u); err != nil {
					return err
				}
				if err := s.record(ctx, by, account.UserCreated, u); err != nil {
					return err
				}
				return note(ctx, u.ID)
			})
		})
	if err != nil || id == u.ID {
		return s.withLockState(u), err
	}
	return s.registered(ctx, id, d.Password)
}

// registered answers a repeated request. It is a repetition only with the same password.
func (s *Service) registered(ctx context.Context, id, password string) (account.User, error) {
	u, err := s.Users.Get(ctx, id)
	if err != nil {
		return account.User{}, err
	}
	same, err := s.Passwords.Matches(ctx, account.Caller{}, password, func(context.Context) (string, error) { return u.PasswordHash, nil })
	if err != nil {
		return account.User{}, err
	}
	if !same {
		return account.User{}, idempotency.ErrReused
	}
	return s.withLockState(u), nil
}

// User implements ports.UserAdmin.
func (s *Service) User(ctx context.Context, by account.Actor, id string) (account.User, error) {
	if err := by.RequireAdmin(); err != nil {
		return account.User{}, err
	}
	u, err := s.Users.Get(ctx, id)
	return s.withLockState(u), err
}

// ListUsers implements ports.UserAdmin.
func (s *Service) ListUsers(ctx context.Context, by account.Actor, f account.UserFilter, page pagination.Request) (pagination.Of[account.User], error) {
	if err := by.RequireAdmin(); err != nil {
		return pagination.Of[account.User]{}, err
	}
	list, err := s.Users.List(ctx, f, page)
	for i, u := range list.Items {
		list.Items[i] = s.withLockState(u)
	}
	return list, err
}

// Unlock implements ports.UserAdmin.
func (s *Service) Unlock(ctx context.Context, by account.Actor, id string) (account.User, error) {
	return s.change(ctx, by, id, account.UserUnlocked, func(ctx context.Context, u account.User) error {
		return s.Lockouts.Unlock(ctx, u.Username)
	})
}

// Disable implements ports.UserAdmin.
func (s *Service) Disable(ctx context.Context, by account.Actor, id string) (account.User, error) {
	return s.change(ctx, by, id, account.UserDisabled, func(ctx context.Context, u account.User) error {
		if u.Username == by.Username {
			return fault.New(fault.RuleViolated, "own_user", "No puede desactivar su propio usuario; pídaselo a otro administrador.")
		}
		_, err := s.Users.Update(ctx, id, func(u *account.User) error { u.Disabled = true; return nil })
		return err
	})
}

// EndSessions implements ports.UserAdmin.
func (s *Service) EndSessions(ctx context.Context, by account.Actor, id string) (account.User, error) {
	return s.change(ctx, by, id, account.SessionsEnded, func(ctx context.Context, u account.User) error {
		_, err := s.Sessions.DeleteOf(ctx, u.Username)
		return err
	})
}

// EndSessionsOf implements ports.UserAdmin.
func (s *Service) EndSessionsOf(ctx context.Context, by account.Actor, username string) error {
	if err := by.RequireAdmin(); err != nil {
		return err
	}
	username = account.EmailKey(username)
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		_, missing := s.Users.Find(ctx, username)
		if missing != nil && fault.KindOf(missing) != fault.NotFound {
			return missing
		}
		count, err := s.Sessions.DeleteOf(ctx, username)
		if err != nil {
			return err
		}
		if missing != nil && count == 0 {
			return missing // an external user is known by the sessions only
		}
		return s.record(ctx, by, account.SessionsEnded, account.User{Username: username})
	})
}

// SetPassword replaces a user's password and ends the user's sessions. Faults: Forbidden,
// Unprocessable, NotFound.
func (s *Service) SetPassword(ctx context.Context, by account.Actor, id, password string) (account.User, error) {
	if err := by.RequireAdmin(); err != nil {
		return account.User{}, err
	}
	if err := account.CheckPassword(password); err != nil {
		return account.User{}, err
	}
	hash, err := s.Hasher.Hash(password)
	if err != nil {
		return account.User{}, err
	}
	return s.change(ctx, by, id, account.PasswordSet, func(ctx context.Context, _ account.User) error {
		return s.setHash(ctx, id, hash)
	})
}

func (s *Service) setHash(ctx context.Context, id, hash string) error {
	_, err := s.Users.Update(ctx, id, func(u *account.User) error {
		account.Change{PasswordHash: &hash}.Apply(u)
		return nil
	})
	return err
}

// ChangePassword implements ports.UserAdmin.
func (s *Service) ChangePassword(ctx context.Context, by account.Actor, from netip.Addr, current, password string) error {
	if err := s.Confirmer.Confirm(ctx, by, current, from); err != nil {
		return err
	}
	if password == current {
		return account.ErrSamePassword
	}
	if err := account.CheckPassword(password); err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(password)
	if err != nil {
		return err
	}
	u, err := s.Users.Find(ctx, by.Username)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.setHash(ctx, u.ID, hash); err != nil {
			return err
		}
		return s.record(ctx, by, account.PasswordSet, u)
	})
}

// SetRole changes a user's role and ends the user's sessions. Faults: Forbidden, Unprocessable,
// NotFound, account.ErrLastAdmin.
func (s *Service) SetRole(ctx context.Context, by account.Actor, id string, role account.Role) (account.User, error) {
	if role != account.Notifier && role != account.Administrator {
		return account.User{}, fault.New(fault.Unprocessable, "invalid_role", fmt.Sprintf("El rol debe ser %s o %s.", account.Notifier, account.Administrator))
	}
	return s.change(ctx, by, id, account.RoleSet, func(ctx context.Context, _ account.User) error {
		_, err := s.Users.Update(ctx, id, func(u *account.User) error { u.Role = role; return nil })
		return err
	})
}

// change changes a user and records the event in one transaction.
func (s *Service) change(
	ctx context.Context,
	by account.Actor,
	id string,
	action account.Action,
	do func(ctx context.Context, u account.User) error,
) (account.User, error) {
	if err := by.RequireAdmin(); err != nil {
		return account.User{}, err
	}
	var changed account.User
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		u, err := s.Users.Get(ctx, id)
		if err != nil {
			return err
		}
		if err := do(ctx, u); err != nil {
			return err
		}
		if err := s.record(ctx, by, action, u); err != nil {
			return err
		}
		changed, err = s.Users.Get(ctx, id)
		return err
	})
	return s.withLockState(changed), err
}

// Events implements ports.UserAdmin.
func (s *Service) Events(ctx context.Context, by account.Actor, id string, page pagination.Request) (list pagination.Of[account.Event], err error) {
	if err := by.RequireAdmin(); err != nil {
		return pagination.Of[account.Event]{}, err
	}
	err = s.View.InView(ctx, func(ctx context.Context) error {
		u, err := s.Users.Get(ctx, id)
		if err != nil {
			return err
		}
		list, err = s.UserEvents.List(ctx, u.Username, page)
		return err
	})
	return list, err
}

// EnsureAdmin registers an administrator if there are no users. made is false if another server
// was faster. mustChange requires a new password at the first login.
func (s *Service) EnsureAdmin(ctx context.Context, email, password string, mustChange bool) (made bool, err error) {
	if some, err := s.HasUsers(ctx); err != nil || some {
		return false, err
	}
	_, err = s.Register(
		ctx,
		account.System,
		account.Draft{Email: email, Password: password, Name: "Administrador", Role: account.Administrator, MustChangePassword: mustChange},
	)
	if errors.Is(err, account.ErrEmailTaken) {
		return false, nil
	}
	return err == nil, err
}

// HasUsers reports whether there are any users.
func (s *Service) HasUsers(ctx context.Context) (bool, error) {
	list, err := s.Users.List(ctx, account.UserFilter{}, pagination.Request{Number: 1, Size: 1})
	return list.Total > 0, err
}

// withLockState returns a user without the password hash and without an expired lock.
func (s *Service) withLockState(u account.User) account.User {
	u.PasswordHash = ""
	if !u.LockedUntil.After(s.now()) {
		u.LockedUntil = time.Time{}
	}
	return u
}

func (s *Service) record(ctx context.Context, by account.Actor, action account.Action, u account.User) error {
	err := s.UserEvents.Append(ctx, account.Event{At: s.now(), By: by.Username, Action: action, Username: u.Username})
	if err != nil {
		return fmt.Errorf("recording what was done to a user: %w", err)
	}
	return nil
}
