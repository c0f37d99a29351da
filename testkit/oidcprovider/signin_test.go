package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// freePort returns a port that nobody listens on, and that Linux does not give by itself
// to a connection or to a program that asks for any.
func freePort(t *testing.T) string {
	t.Helper()
	for range 1000 {
		port := strconv.Itoa(10000 + rand.IntN(10000))
		if listener, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			listener.Close()
			return port
		}
	}
	t.Fatal("no free port")
	return ""
}

// target is one of the services, as this test meets it.
type target struct {
	command string // of cotejod
	names   string // prefix of its settings
	api     string // prefix of its paths
	users   string // a route for administrators
	admin   string
	member  string
}

var (
	intake = target{"intake", "SVC_", "/api/v1", "/users", "admin", "user"}
	notify = target{"notify", "NOTIFY_", "", "/usuarios", "ADMINISTRADOR", "NOTIFICADOR"}
)

// startService builds and starts a service and returns its address.
func startService(t *testing.T, of target, more ...string) string {
	t.Helper()
	port := freePort(t)
	redirect := "http://127.0.0.1:" + port + of.api + "/auth/oidc/callback"
	issuer, stopProvider, err := serve(redirect)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stopProvider)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "cotejod")
	build := exec.CommandContext(t.Context(), "go", "build", "-tags", "sqlite_fts5", "-o", program, "./cmd/cotejod")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx, stop := context.WithCancel(context.Background())
	service := exec.CommandContext(ctx, program, of.command)
	service.Cancel = func() error { return service.Process.Signal(os.Interrupt) }
	service.Dir, service.Stderr = t.TempDir(), os.Stderr
	service.Env = os.Environ()
	for _, setting := range append(more, "PORT="+port, "OIDC_ISSUER="+issuer, "OIDC_CLIENT_ID=cotejo", "OIDC_CLIENT_SECRET=secreto", "OIDC_REDIRECT_URL="+redirect, "LOG_LEVEL=warn") {
		service.Env = append(service.Env, of.names+setting)
	}
	said, err := service.StdoutPipe()
	if err == nil {
		err = service.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); _ = service.Wait() })
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.Contains(lines.Text(), "http://127.0.0.1:"+port) {
			go io.Copy(io.Discard, said)
			return "http://127.0.0.1:" + port + of.api
		}
	}
	t.Fatal("the service does not start")
	return ""
}

var requestID = regexp.MustCompile(`name="id" value="([^"]+)"`)

// signIn logs in as a person does, and returns the answer that the browser ends at.
func signIn(t *testing.T, browser *http.Client, service, username string) (*http.Response, string) {
	t.Helper()
	page, err := browser.Get(service + "/auth/oidc")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(page.Body)
	page.Body.Close()
	id := requestID.FindSubmatch(text)
	if err != nil || id == nil {
		t.Fatalf("%s is no login page: %v\n%s", page.Request.URL, err, text)
	}
	answer, err := browser.PostForm(page.Request.URL.Scheme+"://"+page.Request.URL.Host+"/login/username",
		url.Values{"id": {string(id[1])}, "username": {username}, "password": {"verysecure"}})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

func newBrowser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

func TestPeopleOfTheHouseLogIn(t *testing.T) {
	for _, of := range []target{intake, notify} {
		t.Run(of.command, func(t *testing.T) { peopleLogIn(t, of) })
	}
}

func peopleLogIn(t *testing.T, of target) {
	service := startService(t, of)
	about, err := http.Get(strings.TrimSuffix(service, of.api) + "/console.json")
	if err != nil {
		t.Fatal(err)
	}
	defer about.Body.Close()
	var offered struct{ OIDC bool }
	if err := json.NewDecoder(about.Body).Decode(&offered); err != nil || !offered.OIDC {
		t.Errorf("the console does not offer the login: %v", err)
	}

	for _, tc := range []struct{ rule, login, username, role string }{
		{"a member of the administrators' group", "test-user@localhost", "test-user@zitadel.ch", of.admin},
		{"a member of the users' group", "test-user2", "test-user2@zitadel.ch", of.member},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			browser := newBrowser(t)
			answer, text := signIn(t, browser, service, tc.login)
			if answer.Request.URL.Path != "/consola/" {
				t.Fatalf("%s: %d\n%.300s", answer.Request.URL, answer.StatusCode, text)
			}
			session, err := browser.Get(service + "/auth/session")
			if err != nil {
				t.Fatal(err)
			}
			defer session.Body.Close()
			var body struct {
				Data struct {
					Username, Role string
					CSRF           string `json:"csrf_token"`
				}
			}
			if err := json.NewDecoder(session.Body).Decode(&body); err != nil || session.StatusCode != 200 || body.Data.Username != tc.username || body.Data.Role != tc.role || body.Data.CSRF == "" {
				t.Errorf("%d %+v, %v", session.StatusCode, body, err)
			}
			users, err := browser.Get(service + of.users)
			if err != nil {
				t.Fatal(err)
			}
			defer users.Body.Close()
			if want := map[string]int{of.admin: 200, of.member: 403}[tc.role]; users.StatusCode != want {
				t.Errorf("%s answers %d, want %d", of.users, users.StatusCode, want)
			}
		})
	}
	t.Run("an answer that another browser asked for", func(t *testing.T) {
		answer, err := newBrowser(t).Get(service + "/auth/oidc/callback?state=x&code=y")
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if answer.StatusCode != 401 {
			t.Errorf("it answers %d", answer.StatusCode)
		}
	})
}

func TestStrangersAreNotLetIn(t *testing.T) {
	service := startService(t, intake, `OIDC_USERS=["relatoria"]`)
	browser := newBrowser(t)
	if answer, text := signIn(t, browser, service, "test-user2"); answer.StatusCode != 403 || !strings.Contains(text, "no_role") {
		t.Errorf("%d\n%s", answer.StatusCode, text)
	}
	session, err := browser.Get(service + "/auth/session")
	if err != nil {
		t.Fatal(err)
	}
	defer session.Body.Close()
	if got, err := io.ReadAll(session.Body); err != nil || !strings.Contains(string(got), `"data":null`) {
		t.Errorf("the session answers %d %s, %v", session.StatusCode, got, err)
	}
}
