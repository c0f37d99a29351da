package auth

import (
	"context"
	"net/netip"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Directory lets administrators change who may log in, and everyone his own
// password. Changed users find their sessions ended, see Service.Resume.
type Directory struct {
	Users     ports.UserEditor
	Confirmer ports.PasswordConfirmer
	Hasher    ports.PasswordHasher
}

var _ ports.UserDirectory = Directory{}

// ListUsers implements ports.UserDirectory.
func (d Directory) ListUsers(ctx context.Context, by account.Actor) ([]account.User, error) {
	if err := by.RequireAdmin(); err != nil {
		return nil, err
	}
	users, err := d.Users.List(ctx)
	for i := range users {
		users[i].PasswordHash = ""
	}
	return users, err
}

// Assignees implements ports.UserDirectory.
func (d Directory) Assignees(ctx context.Context, by account.Actor) ([]account.User, error) {
	users, err := d.Users.List(ctx)
	var some []account.User
	found := false
	for _, u := range users {
		if !u.Disabled {
			some = append(some, account.User{Username: u.Username, Name: u.Name})
			found = found || u.Username == by.Username
		}
	}
	if !found { // another system has identified the caller, or nobody logs in
		some = append(some, account.User{Username: by.Username})
	}
	return some, err
}

// AddUser implements ports.UserDirectory.
func (d Directory) AddUser(ctx context.Context, by account.Actor, draft account.MemberDraft) (account.User, error) {
	if err := by.RequireAdmin(); err != nil {
		return account.User{}, err
	}
	draft, err := draft.Checked()
	if err != nil {
		return account.User{}, err
	}
	hash, err := d.Hasher.Hash(draft.Password)
	if err != nil {
		return account.User{}, err
	}
	u := account.User{
		Username:           draft.Username,
		PasswordHash:       hash,
		Role:               draft.Role,
		Name:               draft.Name,
		Email:              draft.Email,
		MustChangePassword: draft.MustChangePassword,
	}
	err = d.Users.Add(ctx, u)
	u.PasswordHash = ""
	return u, err
}

// ChangeUser implements ports.UserDirectory.
func (d Directory) ChangeUser(ctx context.Context, by account.Actor, username string, c account.Change, password *string) (account.User, error) {
	if err := by.RequireAdmin(); err != nil {
		return account.User{}, err
	}
	if username == by.Username && (c.Role != nil && !c.Role.IsAdmin() || c.Disabled != nil && *c.Disabled) {
		return account.User{}, errOwnUser
	}
	if c.Role != nil && !c.Role.Valid() {
		return account.User{}, fault.New(fault.Unprocessable, "invalid_role", "El rol debe ser admin o user.")
	}
	if password != nil {
		hash, err := d.hash(*password)
		if err != nil {
			return account.User{}, err
		}
		c.PasswordHash = &hash
	}
	u, err := d.Users.Change(ctx, username, c)
	u.PasswordHash = ""
	return u, err
}

// RemoveUser implements ports.UserDirectory.
func (d Directory) RemoveUser(ctx context.Context, by account.Actor, username string) error {
	if err := by.RequireAdmin(); err != nil {
		return err
	}
	if username == by.Username {
		return errOwnUser
	}
	return d.Users.Remove(ctx, username)
}

// ChangePassword implements ports.UserDirectory.
func (d Directory) ChangePassword(ctx context.Context, by account.Actor, from netip.Addr, current, password string) error {
	if err := d.Confirmer.Confirm(ctx, by, current, from); err != nil {
		return err
	}
	if password == current {
		return account.ErrSamePassword
	}
	hash, err := d.hash(password)
	if err != nil {
		return err
	}
	_, err = d.Users.Change(ctx, by.Username, account.Change{PasswordHash: &hash})
	return err
}

func (d Directory) hash(password string) (string, error) {
	if err := account.CheckPassword(password); err != nil {
		return "", err
	}
	return d.Hasher.Hash(password)
}

var errOwnUser = fault.New(fault.RuleViolated, "own_user",
	"No puede quitar ni desactivar su propio usuario, ni dejar de ser administrador; pídaselo a otro administrador.")
