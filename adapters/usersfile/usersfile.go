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
//
// or what Streamlit-Authenticator writes (credentials: usernames: {ana: {…}}).
// It is read again when it changes; a change that cannot be read leaves the
// directory as it was.
package usersfile

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"syscall"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Directory implements ports.Users. It is safe for concurrent use.
type Directory struct {
	path   string // empty: the users are fixed
	logger *slog.Logger

	mu    sync.Mutex
	users map[string]account.User
	seen  stamp // of the file as last read, well or not
}

var _ ports.Users = (*Directory)(nil)

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
	d.users, d.seen = users, seen
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
	return &Directory{users: users}, nil
}

// Find implements ports.Users.
func (d *Directory) Find(ctx context.Context, username string) (account.User, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refresh(ctx)
	u, ok := d.users[username]
	if !ok {
		return account.User{}, fault.New(fault.NotFound, "user_not_found", "No existe ese usuario.")
	}
	return u, nil
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
		d.logger.ErrorContext(ctx, "users file not read again; the users stay as they were", "path", d.path, "error", err)
		return
	}
	d.users = users
	warnOfCheap(ctx, d.logger, users)
	d.logger.InfoContext(ctx, "users file read again", "path", d.path, "users", len(users))
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
