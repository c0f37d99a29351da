package usersfile_test

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// hash2 has the form of a bcrypt hash, as hash does.
var hash2 = "$2a$12$" + strings.Repeat("b", 53)

var chief = account.User{Username: "eva", PasswordHash: hash, Role: account.Admin, Name: "Eva Ruiz", Email: "eva@juzgado.gov.co"}

func TestAddKeepsTheFormOfTheFile(t *testing.T) {
	for _, tc := range []struct {
		rule          string
		before, after string
	}{
		{"no file: a list", "", `users:
  - username: eva
    password: HASH
    role: admin
    name: Eva Ruiz
    email: eva@juzgado.gov.co
`},
		{"a list keeps comments and what else is there", `# Usuarios del juzgado
users:
  # la secretaria
  - username: ana # desde 2024
    password: HASH
preauthorized: [x]
`, `# Usuarios del juzgado
users:
  # la secretaria
  - username: ana # desde 2024
    password: HASH
  - username: eva
    password: HASH
    role: admin
    name: Eva Ruiz
    email: eva@juzgado.gov.co
preauthorized: [x]
`},
		{"Streamlit-Authenticator's form", `cookie:
    name: c
credentials:
    usernames:
        ana:
            email: ana@x.co
            password: HASH # vieja
`, `cookie:
    name: c
credentials:
    usernames:
        ana:
            email: ana@x.co
            password: HASH # vieja
        eva:
            email: eva@juzgado.gov.co
            name: Eva Ruiz
            password: HASH
            roles:
                - admin
`},
		{"an empty list", "users: []\n", "users:\n  - username: eva\n    password: HASH\n    role: admin\n    name: Eva Ruiz\n    email: eva@juzgado.gov.co\n"},
		{"a key without a value", "users:\n", "users:\n  - username: eva\n    password: HASH\n    role: admin\n    name: Eva Ruiz\n    email: eva@juzgado.gov.co\n"},
		{"comments alone", "# nadie aún\n", "# nadie aún\n\nusers:\n  - username: eva\n    password: HASH\n    role: admin\n    name: Eva Ruiz\n    email: eva@juzgado.gov.co\n"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), ".cotejo", "users.yaml")
			if tc.before != "" {
				put(t, path, strings.ReplaceAll(tc.before, "HASH", hash))
			}
			if err := usersfile.Add(path, chief); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil || strings.ReplaceAll(string(got), hash, "HASH") != tc.after {
				t.Errorf("%v\n%s", err, got)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			d, err := usersfile.Open(path, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			if u, err := d.Find(t.Context(), "eva"); err != nil || u != chief {
				t.Errorf("%+v, %v", u, err)
			}
			if err := usersfile.Add(path, chief); fault.KindOf(err) != fault.Conflict {
				t.Errorf("once more: %v", err)
			}
			if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestSetPassword(t *testing.T) {
	for rule, file := range map[string]string{
		"a list":                         "users:\n  - username: ana\n    password: OTHER\n  - username: \" eva \"\n    # la clave\n    password: 'HASH'\n",
		"Streamlit-Authenticator's form": "credentials:\n  usernames:\n    ana: {password: OTHER}\n    eva: # jefa\n      password: HASH\n",
		"one after the other":            "users:\n  - {username: ana, password: OTHER}\ncredentials:\n  usernames:\n    eva: {password: HASH}\n",
	} {
		t.Run(rule, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "users.yaml")
			put(t, path, strings.NewReplacer("HASH", hash, "OTHER", hash).Replace(file))
			if err := usersfile.SetPassword(path, "eva", hash2); err != nil {
				t.Fatal(err)
			}
			users, err := usersfile.List(path)
			if err != nil || len(users) != 2 || users[0].PasswordHash != hash || users[1].PasswordHash != hash2 {
				t.Errorf("%+v, %v", users, err)
			}
			got, _ := os.ReadFile(path)
			for comment := range strings.Lines(file) {
				if _, comment, ok := strings.Cut(comment, "#"); ok && !strings.Contains(string(got), strings.TrimSpace(comment)) {
					t.Errorf("the comment %q is gone:\n%s", comment, got)
				}
			}
			if err := usersfile.SetPassword(path, "Eva", hash2); fault.KindOf(err) != fault.NotFound {
				t.Errorf("another name: %v", err)
			}
		})
	}
}

func TestAFileThatCannotBeReadIsLeftAlone(t *testing.T) {
	for rule, content := range map[string]string{
		"no YAML": "users: [", "no users": "users: 5\n", "a bad hash": "users:\n  - username: ana\n    password: clave\n", "a list at the top": "- a\n",
	} {
		path := filepath.Join(t.TempDir(), "users.yaml")
		put(t, path, content)
		if err := usersfile.Add(path, chief); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", rule, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("%s: became %q, %v", rule, got, err)
		}
	}
}

func TestNamesOfNewUsers(t *testing.T) {
	for name, ok := range map[string]bool{"ana": true, "ana.lópez@x.co": true, "123": true, "true": true, "ana lópez": true,
		"": false, "  ": false, " ana": false, "a\nb": false, "a\u202eb": false, "a\xff": false, "a/b": false, `a\b`: false, "a%2fb": false, "a?b": false, "a#b": false, "..": false, strings.Repeat("x", 101): false} {
		if err := usersfile.CheckName(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestALinkStaysALink(t *testing.T) {
	folder := t.TempDir()
	real, link := filepath.Join(folder, "real", "users.yaml"), filepath.Join(folder, "users.yaml")
	put(t, real, "users: []\n")
	if err := errors.Join(os.Symlink(real, link), usersfile.Add(link, chief)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%v, %v", info, err)
	}
	if users, err := usersfile.List(real); err != nil || len(users) != 1 {
		t.Errorf("%v, %v", users, err)
	}
}

func TestUsersThatAreAddedTogetherAreAllAdded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "users.yaml")
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			u := chief
			u.Username = fmt.Sprint("u", n)
			if err := usersfile.Add(path, u); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if users, err := usersfile.List(path); err != nil || len(users) != 8 {
		t.Errorf("%v, %v", users, err)
	}
}

// Whatever names and texts are added, they are read back, and nothing else is.
func TestWhatIsAddedIsReadBack(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		path := filepath.Join(folder, "users.yaml")
		os.Remove(path)
		if rapid.Bool().Draw(t, "streamlit") {
			if err := os.WriteFile(path, []byte("credentials:\n  usernames: {}\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		word := rapid.StringMatching(`[\pL\pN:#'"{}\[\]&*!|>%@~,.-][\pL\pN:#'"{}\[\]&*!|>%@~,. -]{0,20}[\pL\pN:#'"{}\[\]&*!|>%@~,.-]`)
		username := word.Filter(func(s string) bool { return usersfile.CheckName(s) == nil })
		want := map[string]account.User{}
		for range rapid.IntRange(1, 4).Draw(t, "users") {
			u := account.User{Username: username.Draw(t, "username"), PasswordHash: hash, Name: word.Draw(t, "name"), Email: word.Draw(t, "email"),
				Role: rapid.SampledFrom([]account.Role{account.Admin, account.Member}).Draw(t, "role")}
			err := usersfile.Add(path, u)
			if _, taken := want[u.Username]; taken != (fault.KindOf(err) == fault.Conflict) {
				t.Fatalf("%q: %v", u.Username, err)
			} else if !taken && err != nil {
				t.Fatal(err)
			} else if !taken {
				want[u.Username] = u
			}
		}
		users, err := usersfile.List(path)
		got := map[string]account.User{}
		for _, u := range users {
			got[u.Username] = u
		}
		if err != nil || !maps.Equal(got, want) || !slices.IsSortedFunc(users, func(a, b account.User) int { return strings.Compare(a.Username, b.Username) }) {
			t.Fatalf("%+v, %v; want %+v", got, err, want)
		}
	})
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func TestUsersAreChangedInTheFormOfTheFile(t *testing.T) {
	const list, streamlit = `users:
  # la secretaria
  - username: ana # desde 2024
    password: HASH
    role: user
  - username: eva
    password: HASH
`, `credentials:
    usernames:
        ana: # desde 2024
            password: HASH
            roles:
                - viewer
        eva:
            password: HASH
`
	disable := func(path string) error { return usersfile.SetDisabled(path, "ana", true) }
	enable := func(path string) error {
		return errors.Join(usersfile.SetDisabled(path, "ana", true), usersfile.SetDisabled(path, "ana", false))
	}
	promote := func(path string) error { return usersfile.SetRole(path, "ana", account.Admin) }
	remove := func(path string) error { return usersfile.Remove(path, "ana") }
	for _, tc := range []struct {
		rule, before, after string
		change              func(path string) error
	}{
		{"disabled in a list", list, strings.Replace(list, "role: user\n", "role: user\n    disabled: true\n", 1), disable},
		{"and enabled again", list, strings.Replace(list, "role: user\n", "role: user\n    disabled: false\n", 1), enable},
		{"disabled in Streamlit-Authenticator's form", streamlit, strings.Replace(streamlit, "- viewer\n", "- viewer\n            disabled: true\n", 1), disable},
		{"another role in a list", list, strings.Replace(list, "role: user", "role: admin", 1), promote},
		{"another role in Streamlit-Authenticator's form", streamlit, strings.Replace(streamlit, "- viewer", "- admin", 1), promote},
		{"removed from a list", list, "users:\n  - username: eva\n    password: HASH\n", remove},
		{"removed from Streamlit-Authenticator's form", streamlit, "credentials:\n    usernames:\n        eva:\n            password: HASH\n", remove},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "users.yaml")
			put(t, path, strings.ReplaceAll(tc.before, "HASH", hash))
			if err := tc.change(path); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil || string(got) != strings.ReplaceAll(tc.after, "HASH", hash) {
				t.Errorf("%v\n%s", err, got)
			}
		})
	}
	for name, change := range map[string]func(path string) error{"disable": disable, "role": promote, "remove": remove} {
		path := filepath.Join(t.TempDir(), "users.yaml")
		put(t, path, "users: []\n")
		if err := change(path); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s nobody: %v", name, err)
		}
	}
}

func TestDisabledUsersAreRead(t *testing.T) {
	users, err := usersfile.ListValue(`{"ana": {"password": "` + hash + `", "disabled": true}, "eva": "` + hash + `"}`)
	if err != nil || len(users) != 2 || !users[0].Disabled || users[1].Disabled {
		t.Errorf("%+v, %v", users, err)
	}
}

func TestAnotherPasswordNeedsNoChange(t *testing.T) {
	for _, form := range []string{"users: []\n", "credentials:\n  usernames: {}\n"} {
		path := filepath.Join(t.TempDir(), "users.yaml")
		put(t, path, form)
		want := chief
		want.MustChangePassword = true
		if err := usersfile.Add(path, want); err != nil {
			t.Fatal(err)
		}
		d, err := usersfile.Open(path, quiet)
		if err != nil {
			t.Fatal(err)
		}
		find(t, d, want)
		for _, c := range []struct {
			change account.Change
			want   bool
		}{
			{account.Change{Disabled: new(false)}, true},
			{account.Change{PasswordHash: &hash2}, false},
			{account.Change{PasswordHash: &hash2, MustChangePassword: new(true)}, true},
			{account.Change{MustChangePassword: new(false)}, false},
		} {
			if got, err := d.Change(t.Context(), "eva", c.change); err != nil || got.MustChangePassword != c.want {
				t.Errorf("%+v, %v, want %v", got, err, c.want)
			}
		}
	}
}
