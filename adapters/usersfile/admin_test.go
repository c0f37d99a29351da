package usersfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/core/account"
)

// forms are files of two administrators, ana and eva.
var forms = map[string]string{
	"list":                    "users:\n  - {username: ana, password: HASH, role: admin}\n  - {username: eva, password: HASH, role: admin}\n",
	"Streamlit-Authenticator": "credentials:\n  usernames:\n    ana: {password: HASH, roles: [admin]}\n    eva: {password: HASH, roles: [admin]}\n",
}

// removals take away an administrator.
var removals = map[string]func(t *testing.T, d *usersfile.Directory, name string) error{
	"demote": func(t *testing.T, d *usersfile.Directory, name string) error {
		_, err := d.Change(t.Context(), name, account.Change{Role: new(account.Member)})
		return err
	},
	"disable": func(t *testing.T, d *usersfile.Directory, name string) error {
		_, err := d.Change(t.Context(), name, account.Change{Disabled: new(true)})
		return err
	},
	"delete": func(t *testing.T, d *usersfile.Directory, name string) error { return d.Remove(t.Context(), name) },
}

// eachRemoval runs a test for each form of the file and each removal. Both directories
// have read the same file, as two processes do.
func eachRemoval(t *testing.T, test func(t *testing.T, path string, one, other *usersfile.Directory, remove func(t *testing.T, d *usersfile.Directory, name string) error)) {
	for form, content := range forms {
		for action, remove := range removals {
			t.Run(form+", "+action, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "users.yaml")
				write(t, path, strings.ReplaceAll(content, "HASH", hash))
				var opened [2]*usersfile.Directory
				for i := range opened {
					d, err := usersfile.Open(path, quiet)
					if err != nil {
						t.Fatal(err)
					}
					opened[i] = d
				}
				test(t, path, opened[0], opened[1], remove)
			})
		}
	}
}

func wantAdmin(t *testing.T, path, name string) {
	t.Helper()
	users, err := usersfile.List(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range users {
		if u.Username == name && u.IsActiveAdmin() {
			return
		}
	}
	t.Errorf("%s is no active administrator: %+v", name, users)
}

func TestLastAdminStays(t *testing.T) {
	eachRemoval(t, func(t *testing.T, path string, one, other *usersfile.Directory, remove func(*testing.T, *usersfile.Directory, string) error) {
		if err := remove(t, one, "ana"); err != nil {
			t.Fatal(err)
		}
		if err := remove(t, other, "eva"); !errors.Is(err, account.ErrLastAdmin) {
			t.Errorf("got %v, want %v", err, account.ErrLastAdmin)
		}
		wantAdmin(t, path, "eva")
	})
}

// Another process demotes ana while it holds the lock for which the change of eva waits.
func TestLastAdminIsCheckedUnderLock(t *testing.T) {
	eachRemoval(t, func(t *testing.T, path string, d, _ *usersfile.Directory, remove func(*testing.T, *usersfile.Directory, string) error) {
		folder, err := os.Open(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Close()
		if err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- remove(t, d, "eva") }()
		select {
		case err := <-done:
			t.Fatalf("the change did not wait for the lock: %v", err)
		case <-time.After(200 * time.Millisecond):
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, path, strings.Replace(string(content), "admin", "user", 1))
		if err := folder.Close(); err != nil {
			t.Fatal(err)
		}
		if err := <-done; !errors.Is(err, account.ErrLastAdmin) {
			t.Errorf("got %v, want %v", err, account.ErrLastAdmin)
		}
		wantAdmin(t, path, "eva")
	})
}
