package usersfile_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

var (
	quiet = slog.New(slog.NewTextHandler(io.Discard, nil))
	hash  = "$2a$12$" + strings.Repeat("a", 53)
	ana   = account.User{Username: "ana", PasswordHash: hash, Role: account.Admin, Name: "Ana López", Email: "ana@x.co"}
	eva   = account.User{Username: "eva", PasswordHash: hash, Role: account.Member}
)

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func find(t testing.TB, d *usersfile.Directory, want ...account.User) {
	t.Helper()
	if d.Len() != len(want) {
		t.Errorf("%d users, want %d", d.Len(), len(want))
	}
	for _, w := range want {
		if u, err := d.Find(context.Background(), w.Username); err != nil || u != w {
			t.Errorf("%+v, %v, want %+v", u, err, w)
		}
	}
}

func TestBothFormsOfTheFile(t *testing.T) {
	for name, content := range map[string]string{
		"list": `
users:
  - {username: ana, password: "HASH", role: admin, name: Ana López, email: ana@x.co}
  - username: eva
    password: HASH
`,
		"Streamlit-Authenticator": `
credentials:
  usernames:
    ana: {password: "HASH", roles: [viewer, admin], first_name: Ana, last_name: López, email: ana@x.co, logged_in: false, failed_login_attempts: 0}
    eva: {password: "HASH"}
cookie: {name: x, key: y, expiry_days: 30}
`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "users.yaml")
			write(t, path, strings.ReplaceAll(content, "HASH", hash))
			d, err := usersfile.Open(path, quiet)
			if err != nil {
				t.Fatal(err)
			}
			find(t, d, ana, eva)
			for _, nobody := range []string{"", "ANA", "ana ", "otro"} {
				if _, err := d.Find(context.Background(), nobody); fault.KindOf(err) != fault.NotFound {
					t.Errorf("%q: %v", nobody, err)
				}
			}
		})
	}
}

func TestTheFormsOfTheVariable(t *testing.T) {
	for name, value := range map[string]string{
		"hashes by name": `{"eva": "HASH"}`,
		"users by name":  `{"eva": {"password": "HASH"}}`,
		"both, as JSON":  `{"eva": {"password": "HASH", "role": "user"}}`,
		"list":           `[{"username": "eva", "password": "HASH", "role": "user"}]`,
		"credentials":    `{"credentials": {"usernames": {"eva": {"password": "HASH"}}}, "cookie": {"name": "x"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			d, err := usersfile.Parse(strings.ReplaceAll(value, "HASH", hash), quiet)
			if err != nil {
				t.Fatal(err)
			}
			find(t, d, eva)
		})
	}
}

func TestBadUsersAreNamed(t *testing.T) {
	for name, c := range map[string]struct{ value, says string }{
		"cheap hash":              {`{"ana": "$2a$03$` + hash[7:] + `"}`, `"ana": el hash de bcrypt tiene costo 3`},
		"dear hash":               {`{"ana": "$2a$15$` + hash[7:] + `"}`, "costo 15"},
		"a password in the clear": {`{"ana": "secreto"}`, "no es un hash de bcrypt"},
		"hash cut short":          {`{"ana": "` + hash[:59] + `"}`, "no es un hash de bcrypt"},
		"no hash":                 {`{"ana": {"role": "admin"}}`, "falta la contraseña"},
		"unknown role":            {`{"ana": {"password": "` + hash + `", "role": "root"}}`, `el rol "root" no existe`},
		"no name":                 {`[{"password": "` + hash + `"}]`, "n.º 1: falta el nombre"},
		"twice":                   {`[{"username":"ana","password":"` + hash + `"},{"username":" ana ","password":"` + hash + `"}]`, "aparece dos veces"},
		"no JSON":                 {`{ana: x}`, "AUTH_USERS no es un JSON válido"},
		"a number":                {`7`, "AUTH_USERS no es un JSON válido"},
		"a number for a user":     {`{"ana": 7}`, "AUTH_USERS no es un JSON válido"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := usersfile.Parse(c.value, quiet)
			if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want it to say %q", err, c.says)
			}
			if err != nil && strings.Contains(err.Error(), "secreto") {
				t.Errorf("the password is repeated: %v", err)
			}
		})
	}
}

func TestCheapHashesAreWarnedOf(t *testing.T) {
	for cost, warned := range map[string]bool{"04": true, "09": true, "10": false, "14": false} {
		var log strings.Builder
		logger := slog.New(slog.NewTextHandler(&log, nil))
		if _, err := usersfile.Parse(`{"ana": "$2a$`+cost+`$`+hash[7:]+`"}`, logger); err != nil {
			t.Errorf("cost %s: %v", cost, err)
		}
		if strings.Contains(log.String(), "level=WARN") != warned {
			t.Errorf("cost %s: %q", cost, log.String())
		}
	}
}

func TestTheFileIsReadAgainWhenItChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "users.yaml")
	d, err := usersfile.Open(path, quiet)
	if err != nil {
		t.Fatalf("a file that is not there yet: %v", err)
	}
	find(t, d)
	step := 0
	change := func(content string) {
		step++
		write(t, path, content)
		at := time.Unix(1_700_000_000+int64(step), 0) // file systems distinguish times only so well
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		_, _ = d.Find(context.Background(), "")
	}
	change("users: [{username: eva, password: " + hash + "}]")
	find(t, d, eva)
	change("users: [{username: eva, password: broken}]")
	find(t, d, eva)
	change("users: [")
	find(t, d, eva)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	find(t, d, eva)
	change("users: [{username: ana, role: admin, name: Ana López, email: ana@x.co, password: " + hash + "}]")
	find(t, d, ana)
}

// Another password has as many bytes, and a copy may keep the time of its source.
func TestChangeOfSameSizeAndTimeIsSeen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "users.yaml")
	at := time.Unix(1_700_000_000, 0)
	put := func(name string) {
		write(t, path+".new", "users: [{username: "+name+", password: "+hash+"}]")
		if err := errors.Join(os.Chtimes(path+".new", at, at), os.Rename(path+".new", path)); err != nil {
			t.Fatal(err)
		}
	}
	put("ana")
	d, err := usersfile.Open(path, quiet)
	if err != nil {
		t.Fatal(err)
	}
	put("eva")
	if _, err := d.Find(t.Context(), "ana"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a deleted user: %v", err)
	}
}

func TestABrokenFileIsRefusedAtTheStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "users.yaml")
	write(t, path, "users: {")
	if _, err := usersfile.Open(path, quiet); fault.KindOf(err) != fault.Invalid {
		t.Errorf("%v", err)
	}
}

func TestBootstrap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hidden", "users.yaml")
	var hashed string
	makeHash := func(password string) (string, error) { hashed = password; return hash, nil }
	password, err := usersfile.Bootstrap(path, makeHash)
	if err != nil {
		t.Fatal(err)
	}
	if len(password) < 20 || password != hashed {
		t.Errorf("password %q, hashed %q", password, hashed)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	d, err := usersfile.Open(path, quiet)
	if err != nil {
		t.Fatal(err)
	}
	find(t, d, account.User{Username: "admin", PasswordHash: hash, Role: account.Admin, Name: "Administrador", MustChangePassword: true})
	before, _ := os.ReadFile(path)
	if strings.Contains(string(before), password) {
		t.Error("the password is in the file")
	}
	if _, err := usersfile.Bootstrap(path, makeHash); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the file was replaced")
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// Of several programs that start at once, one makes the user.
func TestBootstrapAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "users.yaml")
	made := make(chan error)
	for range 8 {
		go func() {
			_, err := usersfile.Bootstrap(path, func(string) (string, error) { return hash, nil })
			made <- err
		}()
	}
	won := 0
	for range 8 {
		switch err := <-made; {
		case err == nil:
			won++
		case !errors.Is(err, fs.ErrExist):
			t.Error(err)
		}
	}
	if won != 1 {
		t.Errorf("%d won", won)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"ana": "` + hash + `"}`)
	f.Add(`[{"username":"ana","password":"x","roles":["admin"]}]`)
	f.Add(`{"ana": {"password": null}}`)
	f.Fuzz(func(t *testing.T, value string) {
		d, err := usersfile.Parse(value, quiet)
		if (err == nil) != (d != nil) || err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v, %v", d, err)
		}
	})
}

func ExampleParse() {
	d, err := usersfile.Parse(`{"ana": {"password": "`+hash+`", "role": "admin"}}`, quiet)
	u, _ := d.Find(context.Background(), "ana")
	fmt.Println(u.Username, u.Role, err)
	// Output: ana admin <nil>
}

func TestHasNameWhateverTheCase(t *testing.T) {
	d, err := usersfile.Parse(`{"Ana": "`+hash+`"}`, quiet)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"Ana": true, "ana": true, "ANA": true, "ａｎａ": true, "ana2": false, "": false} {
		if has, err := d.HasName(t.Context(), name); has != want || err != nil {
			t.Errorf("%q: %t, %v", name, has, err)
		}
	}
}
