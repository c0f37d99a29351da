package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/listing"
	"github.com/cotejo/cotejo/core/once"
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
	u := account.User{ID: s.NewID(), Username: d.Email, Email: d.Email, PasswordHash: hash, Role: d.Role, Name: d.Name, CreatedAt: s.now()}
	// The digest leaves the password out: it would be a hash of it that is
	// quickly guessed.
	id, err := once.Do(ctx, &s.keys, by.Username, d.Key, once.Digest("user", d.Email, d.Name, string(d.Role)),
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
		return s.shown(u), err
	}
	return s.registered(ctx, id, d.Password)
}

// registered answers a request that was done before: with the same password
// alone it was the same request.
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
		return account.User{}, once.ErrReused
	}
	return s.shown(u), nil
}

// User implements ports.UserAdmin.
func (s *Service) User(ctx context.Context, by account.Actor, id string) (account.User, error) {
	if err := by.RequireAdmin(); err != nil {
		return account.User{}, err
	}
	u, err := s.Users.Get(ctx, id)
	return s.shown(u), err
}

// ListUsers implements ports.UserAdmin.
func (s *Service) ListUsers(ctx context.Context, by account.Actor, f account.UserFilter, page listing.Request) (listing.Of[account.User], error) {
	if err := by.RequireAdmin(); err != nil {
		return listing.Of[account.User]{}, err
	}
	list, err := s.Users.List(ctx, f, page)
	for i, u := range list.Items {
		list.Items[i] = s.shown(u)
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

// SetPassword gives a user another password, which ends the sessions. Faults:
// Forbidden, Unprocessable, NotFound.
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
		_, err := s.Users.Update(ctx, id, func(u *account.User) error { u.PasswordHash = hash; return nil })
		return err
	})
}

// SetRole gives a user another role, which ends the sessions. Faults: Forbidden,
// Unprocessable, NotFound.
func (s *Service) SetRole(ctx context.Context, by account.Actor, id string, role account.Role) (account.User, error) {
	if role != account.Notifier && role != account.Administrator {
		return account.User{}, fault.New(fault.Unprocessable, "invalid_role", fmt.Sprintf("El rol debe ser %s o %s.", account.Notifier, account.Administrator))
	}
	return s.change(ctx, by, id, account.RoleSet, func(ctx context.Context, _ account.User) error {
		_, err := s.Users.Update(ctx, id, func(u *account.User) error { u.Role = role; return nil })
		return err
	})
}

// change does something to a user and records it, in one transaction.
func (s *Service) change(ctx context.Context, by account.Actor, id string, action account.Action, do func(ctx context.Context, u account.User) error) (account.User, error) {
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
	return s.shown(changed), err
}

// Events implements ports.UserAdmin.
func (s *Service) Events(ctx context.Context, by account.Actor, id string, page listing.Request) (listing.Of[account.Event], error) {
	if err := by.RequireAdmin(); err != nil {
		return listing.Of[account.Event]{}, err
	}
	u, err := s.Users.Get(ctx, id)
	if err != nil {
		return listing.Of[account.Event]{}, err
	}
	return s.UserEvents.List(ctx, u.Username, page)
}

// EnsureAdmin registers an administrator if there is no user at all, and
// reports whether it did: another server may be faster.
func (s *Service) EnsureAdmin(ctx context.Context, email, password string) (made bool, err error) {
	if some, err := s.HasUsers(ctx); err != nil || some {
		return false, err
	}
	_, err = s.Register(ctx, account.System, account.Draft{Email: email, Password: password, Name: "Administrador", Role: account.Administrator})
	if errors.Is(err, account.ErrEmailTaken) {
		return false, nil
	}
	return err == nil, err
}

// HasUsers reports whether there is a user.
func (s *Service) HasUsers(ctx context.Context) (bool, error) {
	list, err := s.Users.List(ctx, account.UserFilter{}, listing.Request{Number: 1, Size: 1})
	return list.Total > 0, err
}

// shown is what others may know of a user: no hash, and no lock that is over.
func (s *Service) shown(u account.User) account.User {
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
