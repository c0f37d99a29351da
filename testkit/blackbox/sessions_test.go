package blackbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
)

// command runs cotejo in folder with a password on its standard input.
func command(t *testing.T, binary, folder string, env []string, password string, args ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), binary, args...)
	c.Dir, c.Env, c.Stdin = folder, append(os.Environ(), env...), strings.NewReader(password)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("cotejo %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// What administrators change of a user while servers run, with the command line or
// in the users file, ends the sessions on all servers.
func TestChangedUserLosesSessions(t *testing.T) {
	cotejo, err := program.Build(t.TempDir(), "./cmd/cotejo")
	if err != nil {
		t.Fatal(err)
	}
	onEachDatabase(t, func(t *testing.T, database ...string) {
		folder := t.TempDir()
		users := filepath.Join(folder, "users.yaml")
		writeUsers(t, users, "admin:admin", "ana:user")
		env := append(database, "SVC_JWT_SECRET="+tokenSecret, "SVC_AUTH_CONFIG_PATH="+users)
		servers := []*service.Process{start(t, folder, env...)}
		if len(database) > 0 {
			servers = append(servers, start(t, t.TempDir(), append(env, "SVC_ROLES=api", "SVC_BLOB_URL=file://"+folder+"/data/originals")...))
		}
		boss := login(t, servers[0], passwordOf("admin"))
		password := passwordOf("ana")
		for _, change := range []struct {
			name string
			do   func(t *testing.T)
		}{
			{"passwd", func(t *testing.T) {
				password = "otra clave larga"
				command(t, cotejo, folder, env, password, "user", "passwd", "ana", "--password-stdin")
			}},
			{"logout", func(t *testing.T) { command(t, cotejo, folder, env, "", "user", "logout", "ana") }},
			{"interface", func(t *testing.T) { call(t, boss, "DELETE", "/auth/sessions?username=ana", "", 204) }},
			{"role", func(t *testing.T) {
				content, err := os.ReadFile(users)
				if err != nil {
					t.Fatal(err)
				}
				changed := strings.Replace(string(content), "username: ana, role: user", "username: ana, role: admin", 1)
				if err := os.WriteFile(users, []byte(changed), 0o600); err != nil || changed == string(content) {
					t.Fatalf("%v: %s", err, content)
				}
			}},
		} {
			ana, err := service.Login(t.Context(), servers[0].URL, "ana", password)
			if err != nil {
				t.Fatalf("before %s: %v", change.name, err)
			}
			each := func(status int) {
				t.Helper()
				for _, s := range servers {
					there := &service.Client{URL: s.URL, Token: ana.Token, HTTP: ana.HTTP}
					call(t, there, "GET", "/auth/me", "", status)
					call(t, there, "POST", "/auth/refresh", "", status)
				}
			}
			each(200)
			change.do(t)
			each(401)
			call(t, boss, "GET", "/auth/me", "", 200)
		}
	})
}

// TestChangedUserLosesSessions for the notification service.
func TestChangedNotifierLosesSessions(t *testing.T) {
	cotejo, err := program.Build(t.TempDir(), "./cmd/cotejo")
	if err != nil {
		t.Fatal(err)
	}
	onEachRegistry(t, func(t *testing.T, database ...string) {
		folder := t.TempDir()
		env := append(database, "NOTIFY_JWT_SECRET="+tokenSecret)
		servers := []*service.Process{startNotify(t, folder, env...)}
		if len(database) > 0 {
			servers = append(servers, startNotify(t, t.TempDir(), env...))
		}
		boss := enter(t, servers[0].URL, adminEmail, servers[0].Password)
		password := passwordOf("ana")
		var u made
		boss.want(t, 201, "POST", "/usuarios", fields{"email": "ana@x.co", "password": password, "nombre": "Ana", "rol": "NOTIFICADOR"}, &u)
		user := func(password, name string, flags ...string) func(t *testing.T) {
			return func(t *testing.T) {
				command(t, cotejo, folder, env, password, append([]string{"user", name, "--service", "notify", "ana@x.co"}, flags...)...)
			}
		}
		for _, change := range []struct {
			name, password string // that of ana afterwards
			do             func(t *testing.T)
		}{
			{"passwd", "otra clave larga", user("otra clave larga", "passwd", "--password-stdin")},
			{"logout", "otra clave larga", user("", "logout")},
			{"interface", "otra clave larga", func(t *testing.T) { boss.want(t, 200, "POST", "/usuarios/"+u.ID+"/terminar-sesiones", nil, nil) }},
			{"disable", "", user("", "disable")},
		} {
			ana := enter(t, servers[0].URL, "ana@x.co", password)
			each := func(status int) {
				t.Helper()
				for _, s := range servers {
					registry{s.URL, ana.token}.want(t, status, "GET", "/procesos", nil, nil)
				}
			}
			each(200)
			change.do(t)
			each(401)
			boss.want(t, 200, "GET", "/procesos", nil, nil)
			password = change.password
		}
	})
}

// A stolen session does not help to guess the password faster than logins do.
func TestGuessesOfCurrentPasswordAreLimited(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	statuses := map[int]int{}
	for n := range 100 {
		res, err := c.Do(t.Context(), "PUT", "/auth/password", "application/json",
			strings.NewReader(fmt.Sprintf(`{"current_password":"clave número %d","new_password":"otra clave larga"}`, n)))
		if err != nil {
			t.Fatal(err)
		}
		statuses[res.Status]++
		if res.Status == 429 && (res.Header.Get("Retry-After") == "" || !strings.Contains(string(res.Body), "too_many_logins")) {
			t.Errorf("refused by %s", res.Body)
		}
	}
	if statuses[422] == 0 || statuses[429] == 0 || statuses[422]+statuses[429] != 100 {
		t.Errorf("answered with %v", statuses)
	}
}

// TestUsersAreChangedOverHTTP does to users what the command line does, and finds
// their sessions ended.
func TestUsersAreChangedOverHTTP(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	boss := login(t, p, p.Password)
	const first, second = "una clave larga", "otra clave larga"
	call(t, boss, "POST", "/users", `{"username":"ana","password":"corta"}`, 422)
	call(t, boss, "POST", "/users", `{"username":" ana","password":"`+first+`"}`, 422)
	if got := string(call(t, boss, "POST", "/users", `{"username":"ana","password":"`+first+`","name":"Ana López"}`, 201)); !strings.Contains(got, `"role":"user"`) || strings.Contains(got, "$2") {
		t.Errorf("added: %s", got)
	}
	call(t, boss, "POST", "/users", `{"username":"ana","password":"`+first+`"}`, 409)
	if got := string(call(t, boss, "GET", "/users", "", 200)); !strings.Contains(got, `"username":"admin"`) || !strings.Contains(got, `"name":"Ana López"`) || strings.Contains(got, "$2") {
		t.Errorf("listed: %s", got)
	}
	as := func(password string) *service.Client {
		t.Helper()
		c, err := service.Login(t.Context(), p.URL, "ana", password)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	ana := as(first)
	call(t, ana, "GET", "/users", "", 403)
	call(t, ana, "PUT", "/auth/password", `{"current_password":"`+first+`","new_password":"`+second+`"}`, 204)
	call(t, ana, "GET", "/auth/me", "", 401)
	ana = as(second)
	call(t, boss, "PUT", "/users/ana", `{"role":"admin"}`, 200)
	call(t, ana, "GET", "/auth/me", "", 401)
	ana = as(second)
	call(t, ana, "GET", "/users", "", 200)
	call(t, ana, "PUT", "/users/ana", `{"disabled":true}`, 422)
	call(t, boss, "PUT", "/users/ana", `{"disabled":true}`, 200)
	call(t, ana, "GET", "/auth/me", "", 401)
	call(t, boss, "PUT", "/users/nadie", `{"disabled":true}`, 404)
	call(t, boss, "DELETE", "/users/admin", "", 422)
	call(t, boss, "DELETE", "/users/ana", "", 204)
	if got := string(call(t, boss, "DELETE", "/users/ana", "", 404)); strings.Contains(got, "yaml") {
		t.Errorf("the answer names the file: %s", got)
	}
}
