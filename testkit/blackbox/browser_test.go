package blackbox

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/service"
)

// browser sends requests as a page of a service does: with the cookies that it was
// given and, once it has read its session, the token that proves it.
type browser struct {
	url  string // with the prefix of the interface
	http http.Client
	csrf string
	from string // its address, for a server that trusts a proxy on this machine; may be empty
}

func openBrowser(t *testing.T, url string) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{url: url, http: http.Client{Jar: jar}}
}

// want sends a request, demands the status and returns the body.
func (b *browser) want(t *testing.T, status int, method, path, body string) []byte {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, b.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	req.Header.Set("X-CSRF-Token", b.csrf)
	if b.from != "" {
		req.Header.Set("X-Forwarded-For", b.from)
	}
	res, err := b.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != status {
		t.Fatalf("%s %s: status %d, want %d: %s, %v", method, path, res.StatusCode, status, answer, err)
	}
	return answer
}

// login opens a session and reports whether the password must be changed.
func (b *browser) login(t *testing.T, username, password string) (mustChange bool) {
	t.Helper()
	var answer struct {
		Data struct {
			CSRF       string `json:"csrf_token"`
			MustChange bool   `json:"must_change_password"`
		}
	}
	body, err := json.Marshal(map[string]string{"username": username, "password": password})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.want(t, 200, "POST", "/auth/session", string(body)), &answer); err != nil {
		t.Fatal(err)
	}
	b.csrf = answer.Data.CSRF
	return answer.Data.MustChange
}

// first is the way of anyone who opens the service for the first time.
func (b *browser) first(t *testing.T, username, printed, list string) {
	t.Helper()
	b.want(t, 401, "GET", list, "")
	if !b.login(t, username, printed) {
		t.Error("the printed password may stay")
	}
	b.want(t, 403, "GET", list, "")
	change := `{"current_password":"` + printed + `","new_password":"una clave propia"}`
	csrf := b.csrf
	b.csrf = ""
	b.want(t, 403, "PUT", "/auth/password", change)
	b.csrf = csrf
	b.want(t, 204, "PUT", "/auth/password", change)
	if got := string(b.want(t, 200, "GET", "/auth/session", "")); !strings.Contains(got, `"data":null`) {
		t.Errorf("an ended session answers %s", got)
	}
	if b.login(t, username, "una clave propia") {
		t.Error("the password must be changed again")
	}
	b.want(t, 200, "GET", list, "")
}

// A session of a browser is one on all servers, begins with a password of one's own
// and ends everywhere at once.
func TestBrowserSession(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, database ...string) {
		folder := t.TempDir()
		env := append(database, "SVC_JWT_SECRET="+tokenSecret, "SVC_AUTH_CONFIG_PATH="+filepath.Join(folder, "users.yaml"),
			`SVC_TRUSTED_PROXIES=["127.0.0.1"]`)
		servers := []*service.Process{launch(t, folder, env...)}
		if len(database) > 0 {
			servers = append(servers, start(t, t.TempDir(), append(env, "SVC_ROLES=api", "SVC_BLOB_URL=file://"+folder+"/data/originals")...))
		}
		boss := openBrowser(t, servers[0].URL+"/api/v1")
		boss.from = "192.0.2.1" // each address has five attempts a minute
		boss.first(t, "admin", servers[0].Password, "/documents")
		boss.want(t, 201, "POST", "/users", `{"username":"ana","password":"una clave larga","must_change_password":true}`)
		ana := openBrowser(t, servers[0].URL+"/api/v1")
		ana.from = "192.0.2.2"
		ana.first(t, "ana", "una clave larga", "/tasks")
		everywhere := func(b *browser, status int) {
			t.Helper()
			for _, s := range servers {
				b.url = s.URL + "/api/v1"
				b.want(t, status, "GET", "/documents", "")
			}
		}
		everywhere(ana, 200)
		ana.want(t, 403, "GET", "/users", "")
		boss.want(t, 200, "PUT", "/users/ana", `{"role":"admin"}`)
		everywhere(ana, 401)
		ana.login(t, "ana", "una clave propia")
		ana.want(t, 200, "GET", "/users", "")
		boss.want(t, 204, "DELETE", "/auth/sessions?username=ana", "")
		everywhere(ana, 401)
		boss.want(t, 204, "DELETE", "/auth/session", "")
		everywhere(boss, 401)
	})
}

// TestBrowserSession for the notification service.
func TestBrowserSessionOfTheRegistry(t *testing.T) {
	onEachRegistry(t, func(t *testing.T, database ...string) {
		env := append(database, "NOTIFY_JWT_SECRET="+tokenSecret)
		servers := []*service.Process{startNotify(t, t.TempDir(), env...)}
		if len(database) > 0 {
			servers = append(servers, startNotify(t, t.TempDir(), env...))
		}
		boss := openBrowser(t, servers[0].URL)
		boss.first(t, adminEmail, servers[0].Password, "/procesos")
		for _, s := range servers {
			boss.url = s.URL
			boss.want(t, 200, "GET", "/usuarios", "")
		}
		boss.want(t, 204, "DELETE", "/auth/session", "")
		for _, s := range servers {
			boss.url = s.URL
			boss.want(t, 401, "GET", "/usuarios", "")
		}
	})
}
