package auth_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// editable is a directory in memory.
type editable map[string]account.User

func (e editable) Find(_ context.Context, name string) (account.User, error) {
	u, ok := e[name]
	if !ok {
		return u, errNobody
	}
	return u, nil
}

var errNobody = fault.New(fault.NotFound, "user_not_found", "No existe.")

func (e editable) List(context.Context) (all []account.User, _ error) {
	for _, u := range e {
		all = append(all, u)
	}
	return all, nil
}

func (e editable) Add(_ context.Context, u account.User) error { e[u.Username] = u; return nil }

func (e editable) Change(_ context.Context, name string, c account.Change) (account.User, error) {
	u, ok := e[name]
	if !ok {
		return u, errNobody
	}
	c.Apply(&u)
	e[name] = u
	return u, nil
}

func (e editable) Remove(_ context.Context, name string) error { delete(e, name); return nil }

// plain hashes by writing "hash of" before.
type plain struct{}

func (plain) Hash(password string) (string, error) { return "hash of " + password, nil }

// confirmer knows the password of everyone.
type confirmer string

func (c confirmer) Confirm(_ context.Context, _ account.Actor, password string, _ netip.Addr) error {
	if password != string(c) {
		return account.ErrWrongPassword
	}
	return nil
}

var _ ports.UserEditor = editable{}

func TestDirectory(t *testing.T) {
	const long = "una clave larga"
	admin, member := account.Actor{Username: "jefa", Role: account.Admin}, account.Actor{Username: "ana", Role: account.Member}
	role := func(r account.Role) account.Change { return account.Change{Role: &r} }
	disabled := func(d bool) account.Change { return account.Change{Disabled: &d} }
	short, good := "corta", "otra clave larga"
	for _, c := range []struct {
		rule string
		do   func(ctx context.Context, d auth.Directory) error
		kind fault.Kind // "" for none
		want string     // of ana afterwards
	}{
		{"a member lists nobody", func(ctx context.Context, d auth.Directory) error { _, err := d.ListUsers(ctx, member); return err }, fault.Forbidden, ""},
		{"a member sees who documents can be assigned to", func(ctx context.Context, d auth.Directory) error {
			users, err := d.Assignees(ctx, account.Actor{Username: "externa", Role: account.Member})
			for _, u := range users {
				if u.PasswordHash != "" || u.Role != "" || u.Disabled {
					t.Errorf("shown: %+v", u)
				}
			}
			if err == nil && (len(users) != 3 || users[2].Username != "externa") {
				t.Errorf("got %+v", users)
			}
			return err
		}, "", "user false hash of una clave larga"},
		{"a member adds nobody", func(ctx context.Context, d auth.Directory) error {
			_, err := d.AddUser(ctx, member, account.MemberDraft{Username: "x", Password: long})
			return err
		}, fault.Forbidden, ""},
		{"a member changes nobody", func(ctx context.Context, d auth.Directory) error {
			_, err := d.ChangeUser(ctx, member, "ana", role(account.Admin), nil)
			return err
		}, fault.Forbidden, ""},
		{"a member removes nobody", func(ctx context.Context, d auth.Directory) error { return d.RemoveUser(ctx, member, "jefa") }, fault.Forbidden, ""},
		{"a new user has no short password", func(ctx context.Context, d auth.Directory) error {
			_, err := d.AddUser(ctx, admin, account.MemberDraft{Username: "eva", Password: short})
			return err
		}, fault.Unprocessable, ""},
		{"nor another's role", func(ctx context.Context, d auth.Directory) error {
			_, err := d.AddUser(ctx, admin, account.MemberDraft{Username: "eva", Password: long, Role: account.Notifier})
			return err
		}, fault.Unprocessable, ""},
		{"another role", func(ctx context.Context, d auth.Directory) error {
			_, err := d.ChangeUser(ctx, admin, "ana", role(account.Admin), nil)
			return err
		}, "", "admin false hash of una clave larga"},
		{"a role that is none", func(ctx context.Context, d auth.Directory) error {
			_, err := d.ChangeUser(ctx, admin, "ana", role("jefe"), nil)
			return err
		}, fault.Unprocessable, ""},
		{"disabled", func(ctx context.Context, d auth.Directory) error {
			_, err := d.ChangeUser(ctx, admin, "ana", disabled(true), nil)
			return err
		}, "", "user true hash of una clave larga"},
		{"another password", func(ctx context.Context, d auth.Directory) error {
			u, err := d.ChangeUser(ctx, admin, "ana", account.Change{}, &good)
			if u.PasswordHash != "" {
				return errors.New("the hash is shown")
			}
			return err
		}, "", "user false hash of otra clave larga"},
		{"a short one", func(ctx context.Context, d auth.Directory) error {
			_, err := d.ChangeUser(ctx, admin, "ana", account.Change{}, &short)
			return err
		}, fault.Unprocessable, ""},
		{"an administrator stays one", func(ctx context.Context, d auth.Directory) error {
			_, err := d.ChangeUser(ctx, admin, "jefa", role(account.Member), nil)
			return err
		}, fault.RuleViolated, ""},
		{"and stays in", func(ctx context.Context, d auth.Directory) error {
			_, err := d.ChangeUser(ctx, admin, "jefa", disabled(true), nil)
			return err
		}, fault.RuleViolated, ""},
		{"and there", func(ctx context.Context, d auth.Directory) error { return d.RemoveUser(ctx, admin, "jefa") }, fault.RuleViolated, ""},
		{"the own password", func(ctx context.Context, d auth.Directory) error {
			return d.ChangePassword(ctx, member, desk, long, good)
		}, "", "user false hash of otra clave larga"},
		{"with a wrong one", func(ctx context.Context, d auth.Directory) error {
			return d.ChangePassword(ctx, member, desk, good, good)
		}, fault.Unprocessable, ""},
		{"to a short one", func(ctx context.Context, d auth.Directory) error {
			return d.ChangePassword(ctx, member, desk, long, short)
		}, fault.Unprocessable, ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			users := editable{"ana": {Username: "ana", Role: account.Member, PasswordHash: "hash of " + long}, "jefa": {Username: "jefa", Role: account.Admin}}
			err := c.do(t.Context(), auth.Directory{Users: users, Confirmer: confirmer(long), Hasher: plain{}})
			if (err == nil) != (c.kind == "") || err != nil && fault.KindOf(err) != c.kind {
				t.Errorf("%v, want %q", err, c.kind)
			}
			if c.want == "" {
				c.want = "user false hash of " + long
			}
			if a := users["ana"]; fmt.Sprintf("%s %v %s", a.Role, a.Disabled, a.PasswordHash) != c.want || len(users) != 2 {
				t.Errorf("ana is %+v of %d", a, len(users))
			}
		})
	}
	d := auth.Directory{Users: editable{}, Confirmer: confirmer(long), Hasher: plain{}}
	if u, err := d.AddUser(t.Context(), admin, account.MemberDraft{Username: "eva", Password: long, Name: " <b>Eva</b> "}); err != nil || u.Role != account.Member || u.Name != "Eva" || u.PasswordHash != "" {
		t.Errorf("added %+v, %v", u, err)
	}
	if all, err := d.ListUsers(t.Context(), admin); err != nil || len(all) != 1 || all[0].PasswordHash != "" {
		t.Errorf("listed %+v, %v", all, err)
	}
}
