// Package usersfile is the directory of users in a YAML file, or in the value
// of an environment variable.
//
// The file holds a list:
//
//	users:
//	  - username: ana
//	    password: $2a$12$…   # bcrypt
//	    role: admin          # or user, the default
//	    name: Ana López
//	    email: ana@juzgado.gov.co
//	    disabled: true       # may not log in; false by default
//	    must_change_password: true # somebody else knows it; false by default
//
// or what Streamlit-Authenticator writes (credentials: usernames: {ana: {…}}).
// It is read again when it changes; a change that cannot be read leaves the
// directory as it was.
package usersfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"syscall"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Directory implements ports.UserEditor. It is safe for concurrent use.
type Directory struct {
	path   string // empty: the users are fixed
	logger *slog.Logger

	mu    sync.Mutex
	users map[string]account.User
	keys  map[string]bool // account.NameKey of users
	seen  stamp           // of the file as last read, well or not
}

var (
	_ ports.UserEditor = (*Directory)(nil)
	_ ports.UserNames  = (*Directory)(nil)
)

// Open reads the file at path. A file that does not exist is a directory
// without users. Faults: Invalid, whose Spanish message names the user and
// what is wrong with the entry.
func Open(path string, logger *slog.Logger) (*Directory, error) {
	d := &Directory{path: path, logger: logger}
	users, seen, err := read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		users = nil
	case err != nil:
		return nil, err
	}
	d.setUsers(users)
	d.seen = seen
	warnOfCheap(context.Background(), logger, users)
	return d, nil
}

// Parse returns a directory of the users in the value of AUTH_USERS: a JSON
// object {NAME: HASH} or {NAME: {"password": HASH, "role": "admin"}}, a list of
// user objects, or what Streamlit-Authenticator writes. A user without a role is
// no administrator.
func Parse(value string, logger *slog.Logger) (*Directory, error) {
	users, err := parseValue([]byte(value))
	if err != nil {
		return nil, err
	}
	warnOfCheap(context.Background(), logger, users)
	d := &Directory{}
	d.setUsers(users)
	return d, nil
}

func (d *Directory) setUsers(users map[string]account.User) {
	d.users, d.keys = users, make(map[string]bool, len(users))
	for name := range users {
		d.keys[account.NameKey(name)] = true
	}
}

// NoSuchUser returns the fault, for operators, of a name that is not among the users of a place: a
// file, or AUTH_USERS.
func NoSuchUser(place, username string) error {
	return fault.New(fault.NotFound, "user_not_found", fmt.Sprintf("No existe el usuario %q en %s; véalos con «cotejo user list».", username, place))
}

var errNoUser = fault.New(fault.NotFound, "user_not_found", "No existe ese usuario.")

// Find implements ports.Users.
func (d *Directory) Find(ctx context.Context, username string) (account.User, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refresh(ctx)
	u, ok := d.users[username]
	if !ok {
		return account.User{}, errNoUser
	}
	return u, nil
}

// HasName implements ports.UserNames.
func (d *Directory) HasName(ctx context.Context, name string) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refresh(ctx)
	return d.keys[account.NameKey(name)], nil
}

// List implements ports.UserEditor.
func (d *Directory) List(ctx context.Context) ([]account.User, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refresh(ctx)
	return sorted(d.users), nil
}

// Add implements ports.UserEditor.
func (d *Directory) Add(ctx context.Context, u account.User) error {
	return d.edit(ctx, func(path string) error { return Add(path, u) })
}

// Change implements ports.UserEditor.
func (d *Directory) Change(ctx context.Context, username string, c account.Change) (account.User, error) {
	if err := d.edit(ctx, func(path string) error { return Change(path, username, c) }); err != nil {
		return account.User{}, err
	}
	return d.Find(ctx, username)
}

// Remove implements ports.UserEditor.
func (d *Directory) Remove(ctx context.Context, username string) error {
	return d.edit(ctx, func(path string) error { return Remove(path, username) })
}

// edit changes the file and reads it again.
func (d *Directory) edit(ctx context.Context, change func(path string) error) error {
	if d.path == "" {
		return fault.New(fault.Conflict, "users_fixed", "Los usuarios están en AUTH_USERS; pida al administrador del sistema que los cambie allí.")
	}
	err := change(d.path)
	if fault.KindOf(err) == fault.NotFound {
		return errNoUser // without the path of the file
	}
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refresh(ctx)
	return nil
}

// Len returns how many users there are.
func (d *Directory) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.users)
}

// stamp tells one version of a file from the next. An editor or a copy may set the
// time of modification back, but neither the inode nor the time of change.
type stamp struct {
	inode   uint64
	changed syscall.Timespec
	size    int64
}

func stampOf(info fs.FileInfo) stamp {
	of := info.Sys().(*syscall.Stat_t)
	return stamp{of.Ino, of.Ctim, info.Size()}
}

// refresh reads the file again if it changed. A file that vanished or broke is
// reported once for each change, and the users stay as they were: a slip of the
// editor must not lock a court out.
func (d *Directory) refresh(ctx context.Context) {
	if d.path == "" {
		return
	}
	var now stamp
	if info, err := os.Stat(d.path); err == nil {
		now = stampOf(info)
	}
	if now == d.seen {
		return
	}
	users, _, err := read(d.path)
	d.seen = now
	if err != nil {
		d.logger.ErrorContext(ctx, "users file not reloaded; keeping the former users", "path", d.path, "error", err)
		return
	}
	d.setUsers(users)
	warnOfCheap(ctx, d.logger, users)
	d.logger.InfoContext(ctx, "users file reloaded", "path", d.path, "users", len(users))
}

// read returns the users of the file and the version that was read.
func read(path string) (map[string]account.User, stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, stamp{}, err
	}
	seen := stampOf(info)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, seen, err
	}
	users, err := parseFile(data)
	return users, seen, err
}
