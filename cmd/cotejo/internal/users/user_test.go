package users_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/testkit/cotejo"
)

func usersOf(t *testing.T, path string) map[string]account.User {
	t.Helper()
	list, err := usersfile.List(path)
	if err != nil {
		t.Fatal(err)
	}
	users := map[string]account.User{}
	for _, u := range list {
		users[u.Username] = u
	}
	return users
}

func matches(u account.User, password string) bool {
	return bcrypt.CompareHashAndPassword([]byte(u.PasswordHash), []byte(password)) == nil
}

func TestUserAddPasswdAndList(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, ".cotejo", "users.yaml")
	user := func(stdin string, args ...string) cotejo.Result {
		return cotejo.Invocation{Folder: folder, Stdin: stdin, Args: append([]string{"user"}, args...)}.Run(t)
	}
	if got := user(cotejo.Password+"\n", "add", "ana", "--role", "admin", "--name", "Ana López", "--password-stdin"); got.Status != 0 || !strings.Contains(got.Stdout, "ana: agregado") {
		t.Fatalf("%+v", got)
	}
	if got := user(cotejo.Password+"\r\n", "add", "eva", "--password-stdin", "--json"); got.Status != 0 ||
		got.Stdout != `{"username":"eva","role":"user","name":"","email":"","source":"`+file+`","disabled":false}`+"\n" {
		t.Fatalf("%+v", got)
	}
	users := usersOf(t, file)
	if a, e := users["ana"], users["eva"]; a.Role != account.Admin || a.Name != "Ana López" || !matches(a, cotejo.Password) || e.Role != account.Member || !matches(e, cotejo.Password) {
		t.Errorf("%+v", users)
	}
	if got := user("otra clave igual de buena", "passwd", "eva", "--password-stdin"); got.Status != 0 {
		t.Errorf("%+v", got)
	}
	if users := usersOf(t, file); !matches(users["eva"], "otra clave igual de buena") || !matches(users["ana"], cotejo.Password) {
		t.Error("the passwords are not those that were set")
	}
	if got := user("", "list", "--json"); strings.Count(got.Stdout, "\n") != 2 || !strings.Contains(got.Stdout, `"username":"ana","role":"admin"`) || strings.Contains(got.Stdout, "$2a$") {
		t.Errorf("%+v", got)
	}
	completed := cotejo.Run(t, folder, "__complete", "user", "passwd", "")
	if completed.Stdout != "ana\tadmin\neva\tuser\n:4\n" {
		t.Errorf("completed with %q", completed.Stdout)
	}
	if got := user("", "add", "nueva", "--dry-run"); got.Status != 0 || len(usersOf(t, file)) != 2 {
		t.Errorf("a dry run: %+v", got)
	}
}

func TestUserRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "u.yaml")
	if got := (cotejo.Invocation{Folder: folder, Stdin: cotejo.Password, Args: []string{"user", "add", "ana", "--file", file, "--password-stdin"}}).Run(t); got.Status != 0 ||
		!strings.Contains(got.Stderr, "no hay ningún administrador") {
		t.Fatalf("%+v", got)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		rule   string
		stdin  string
		args   []string
		status int
		says   string
	}{
		{"a taken name", cotejo.Password, []string{"add", "ana", "--password-stdin"}, 5, "Ya existe el usuario"},
		{"a taken name, tried dry", "", []string{"add", "ana", "--dry-run"}, 5, "Ya existe el usuario"},
		{"a blank name", cotejo.Password, []string{"add", " ", "--password-stdin"}, 2, "nombre de usuario está vacío"},
		{"a name with a line break", cotejo.Password, []string{"add", "a\nb", "--password-stdin"}, 2, "no se ven"},
		{"a role that is none", cotejo.Password, []string{"add", "eva", "--role", "jefe", "--password-stdin"}, 2, "«jefe» no existe"},
		{"an empty password", "", []string{"add", "eva", "--password-stdin"}, 2, "solo espacios"},
		{"a blank password", "  \n", []string{"add", "eva", "--password-stdin"}, 2, "solo espacios"},
		{"a password of 74 bytes", strings.Repeat("letra ", 12) + "ñ", []string{"add", "eva", "--password-stdin"}, 2, "demasiado larga"},
		{"a password of 11 letters", "cuatro años", []string{"add", "eva", "--password-stdin"}, 2, "al menos 12 letras"},
		{"a password that everybody has", "Colombia2026*", []string{"add", "eva", "--password-stdin"}, 2, "primeras que se prueban"},
		{"a name that no path can hold", "", []string{"add", "eva/sur", "--password-stdin"}, 2, "tiene /"},
		{"the role of nobody", "", []string{"role", "eva", "admin"}, 3, "No existe el usuario"},
		{"a new role that is none", "", []string{"role", "ana", "jefe"}, 2, "«jefe» no existe"},
		{"a user without a new role", "", []string{"role", "ana"}, 2, "su nuevo rol"},
		{"nobody deleted", "", []string{"delete", "eva"}, 3, "No existe el usuario"},
		{"no terminal to ask on", cotejo.Password, []string{"add", "eva"}, 2, "--password-stdin"},
		{"a password in the command", "", []string{"add", "eva", cotejo.Password}, 2, "un solo argumento"},
		{"a user who is not there", cotejo.Password, []string{"passwd", "eva", "--password-stdin"}, 3, "No existe el usuario"},
		{"no user", "", []string{"passwd"}, 2, "falta el nombre del usuario"},
		{"a command that is none", "", []string{"borra"}, 2, "no existe la orden «borra»"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			args := append([]string{"user"}, tc.args...)
			if tc.args[0] != "borra" {
				args = append(args, "--file", file)
			}
			got := cotejo.Invocation{Folder: folder, Stdin: tc.stdin, Args: args}.Run(t)
			if got.Status != tc.status || !strings.Contains(got.Stderr, tc.says) || got.Stdout != "" {
				t.Errorf("%+v", got)
			}
			if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
				t.Errorf("the file changed: %s, %v", after, err)
			}
		})
	}
}

func TestUserIsChanged(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "u.yaml")
	user := func(args ...string) cotejo.Result {
		return cotejo.Invocation{Folder: folder, Stdin: cotejo.Password, Args: append([]string{"user"}, append(args, "--file", file)...)}.Run(t)
	}
	for _, name := range []string{"ana", "eva"} {
		if got := user("add", name, "--role", "admin", "--password-stdin"); got.Status != 0 {
			t.Fatalf("%+v", got)
		}
	}
	for _, step := range []struct {
		args     []string
		stdout   string
		disabled bool
		role     account.Role
		left     int
	}{
		{[]string{"disable", "ana", "--dry-run"}, "ana: se desactivaría", false, account.Admin, 2},
		{[]string{"disable", "ana"}, "ana: desactivado", true, account.Admin, 2},
		{[]string{"enable", "ana"}, "ana: activado", false, account.Admin, 2},
		{[]string{"role", "ana", "user"}, "ana: ahora es user", false, account.Member, 2},
		{[]string{"role", "ana", "admin"}, "ana: ahora es admin", false, account.Admin, 2},
		{[]string{"delete", "eva", "--dry-run"}, "eva: se quitaría", false, account.Admin, 2},
		{[]string{"delete", "eva"}, "eva: quitado", false, account.Admin, 1},
	} {
		got := user(step.args...)
		if got.Status != 0 || !strings.Contains(got.Stdout, step.stdout) || got.Stderr != "" {
			t.Errorf("%v: %+v", step.args, got)
		}
		if users := usersOf(t, file); users["ana"].Disabled != step.disabled || users["ana"].Role != step.role || len(users) != step.left {
			t.Errorf("%v: the file has %+v", step.args, users)
		}
	}
	for _, args := range [][]string{{"disable", "ana"}, {"role", "ana", "user"}, {"delete", "ana"}} {
		for _, args := range [][]string{args, append(args, "--dry-run")} {
			got := user(args...)
			if got.Status != 5 || !strings.Contains(got.Stderr, "único administrador") || got.Stdout != "" {
				t.Errorf("%v of the last administrator: %+v", args, got)
			}
		}
	}
	if u := usersOf(t, file)["ana"]; !u.IsActiveAdmin() {
		t.Errorf("the last administrator is %+v", u)
	}
	for _, args := range [][]string{{"add", "eva", "--password-stdin"}, {"disable", "eva"}} {
		if got := user(args...); got.Status != 0 {
			t.Fatalf("%+v", got)
		}
	}
	if got := user("list"); !strings.Contains(got.Stdout, "desactivado") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"enable", "a@x.co"}, {"delete", "a@x.co"}} {
		cotejo.Refused(t, folder, 2, "servicio notify", append([]string{"user"}, append(args, "--service", "notify")...)...)
	}
}

func TestUserSaysThatAuthUsersWins(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	hash, err := bcrypt.GenerateFromPassword([]byte(cotejo.Password), 10)
	if err != nil {
		t.Fatal(err)
	}
	env := []string{`AUTH_USERS={"raul": {"password": "` + string(hash) + `", "role": "admin"}}`}
	if got := (cotejo.Invocation{Folder: folder, Env: env, Stdin: cotejo.Password, Args: []string{"user", "add", "ana", "--password-stdin"}}).Run(t); got.Status != 0 || !strings.Contains(got.Stderr, "AUTH_USERS está definida") {
		t.Errorf("%+v", got)
	}
	if got := (cotejo.Invocation{Folder: folder, Env: env, Args: []string{"user", "list", "--json"}}).Run(t); !strings.Contains(got.Stdout, `"raul"`) || !strings.Contains(got.Stdout, `"source":"AUTH_USERS"`) || strings.Contains(got.Stdout, "ana") {
		t.Errorf("%+v", got)
	}
}

// TestUserAsksOnATerminal types passwords as a person does.
func TestUserAsksOnATerminal(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule  string
		typed []string
		ok    bool
	}{
		{"twice the same", []string{cotejo.Password, cotejo.Password}, true},
		{"not the same", []string{cotejo.Password, cotejo.Password + "x"}, false},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			folder := t.TempDir()
			run := cotejo.Invocation{Folder: folder, Args: []string{"user", "add", "ana", "--role", "admin"}}
			seen, err := run.Typing(t, tc.typed)
			if (err == nil) != tc.ok || strings.Contains(seen, cotejo.Password) {
				t.Errorf("%v\n%s", err, seen)
			}
			u, ok := usersOf(t, filepath.Join(folder, ".cotejo", "users.yaml"))["ana"]
			if ok != tc.ok || ok && !matches(u, cotejo.Password) {
				t.Errorf("the user: %+v", u)
			}
		})
	}
}
