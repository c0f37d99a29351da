package imap_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/adapters/imap"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/dovecot"
)

// provider issues tokens at /token, and tells Dovecot at /info which ones it knows.
type provider struct {
	*httptest.Server

	mu        sync.Mutex
	asked     []url.Values
	active    string // the last token
	lifetime  int    // of tokens, in seconds
	refresh   string // sent with the next tokens
	answer    http.HandlerFunc
	withdrawn bool // mail servers accept no token
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{lifetime: 3600}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		r.ParseForm()
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/info" {
			is := r.Form.Get("token") == p.active && !p.withdrawn
			json.NewEncoder(w).Encode(map[string]any{"active": is, "username": "reparto"})
			return
		}
		p.asked = append(p.asked, r.PostForm)
		if p.answer != nil {
			p.answer(w, r)
			return
		}
		p.active = fmt.Sprint("token-", len(p.asked))
		json.NewEncoder(w).Encode(map[string]any{"access_token": p.active, "token_type": "Bearer", "expires_in": p.lifetime, "refresh_token": p.refresh})
	}))
	t.Cleanup(p.Close)
	return p
}

// requests returns what tokens were asked for with.
func (p *provider) requests() []url.Values {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// set changes the provider.
func (p *provider) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

func secretFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTokensOfClientCredentials logs in at Dovecot with tokens of the program, as at Microsoft 365.
func TestTokensOfClientCredentials(t *testing.T) {
	p := newProvider(t)
	account := dovecot.StartWith(t, dovecot.Options{TokenInfoURL: p.URL + "/info"}).Account(t, "reparto")
	m := imap.New(imap.Options{Place: place(account, "INBOX"), Authenticate: imap.OAuth{TokenURL: p.URL + "/token", ClientID: "cotejo",
		ClientSecretFile: secretFile(t, "s3creto\n"), Scopes: []string{"https://outlook.office365.com/.default"}}.Authenticator()})
	check := func(requests int, code string) {
		t.Helper()
		_, err := m.Check(t.Context())
		f, _ := fault.As(err)
		if code == "" && err != nil || code != "" && (f == nil || f.Code != code) {
			t.Errorf("%v, want %q", err, code)
		}
		if err != nil && strings.Contains(err.Error(), "token-") {
			t.Errorf("the error shows the token: %v", err)
		}
		if got := len(p.requests()); got != requests {
			t.Errorf("%d tokens were asked for, want %d", got, requests)
		}
	}
	check(1, "")
	check(1, "") // it is kept
	asked := p.requests()[0]
	if asked.Get("grant_type") != "client_credentials" || asked.Get("client_id") != "cotejo" || asked.Get("client_secret") != "s3creto" ||
		asked.Get("scope") != "https://outlook.office365.com/.default" {
		t.Errorf("asked with %v", asked)
	}
	p.set(func() { p.active = "another" })
	check(2, "") // the mail server refused the former
	p.set(func() { p.withdrawn = true })
	check(3, imap.TokenRefused)
	check(4, imap.TokenRefused) // one for each login
	p.set(func() { p.withdrawn, p.lifetime = false, 60 })
	check(5, "")
	check(6, "") // the former would soon have ended
}

// TestRefreshTokensAreKept logs in with a refresh token that the provider replaces with each use.
func TestRefreshTokensAreKept(t *testing.T) {
	p := newProvider(t)
	account := dovecot.StartWith(t, dovecot.Options{TokenInfoURL: p.URL + "/info"}).Account(t, "reparto")
	sealed, err := unix.MemfdCreate("token", 0) // a file that has no place where another could be written
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(sealed)
	if _, err := unix.Write(sealed, []byte("refresh-0")); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"written": secretFile(t, "refresh-0"), "not writable": fmt.Sprintf("/proc/self/fd/%d", sealed)} {
		t.Run(name, func(t *testing.T) {
			notSaved := 0
			p.set(func() { p.asked, p.lifetime = nil, 60 })
			m := imap.New(imap.Options{Place: place(account, "INBOX"), Authenticate: imap.OAuth{TokenURL: p.URL + "/token", ClientID: "cotejo",
				RefreshTokenFile: path, NotSaved: func(error) { notSaved++ }}.Authenticator()})
			for n := range 3 {
				p.set(func() { p.refresh = fmt.Sprint("refresh-", n+1) })
				if _, err := m.Check(t.Context()); err != nil {
					t.Fatal(err)
				}
				if asked := p.requests()[n]; asked.Get("grant_type") != "refresh_token" || asked.Get("refresh_token") != fmt.Sprint("refresh-", n) || asked.Has("client_secret") {
					t.Errorf("asked with %v", asked)
				}
			}
			text, _ := os.ReadFile(path)
			info, err := os.Stat(path)
			if name == "written" && (string(text) != "refresh-3\n" || err != nil || info.Mode() != 0o640 || notSaved > 0) {
				t.Errorf("the file has %q, %v; not saved %d times", text, info, notSaved)
			}
			if name == "not writable" && (notSaved != 1 || string(text) != "refresh-0") {
				t.Errorf("the file has %q; told %d times", text, notSaved)
			}
			p.set(func() { p.refresh = "" }) // Google sends none
			if _, err := m.Check(t.Context()); err != nil || p.requests()[3].Get("refresh_token") != "refresh-3" {
				t.Errorf("%v, asked with %v", err, p.requests()[3])
			}
		})
	}
}

func TestTokenServersAreBounded(t *testing.T) {
	p, elsewhere := newProvider(t), newProvider(t)
	server := script(t, answers(nil))
	for name, tc := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"refused": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"error":"invalid_client","error_description":"AADSTS7000222: s3creto has expired"}`)
		}, imap.GrantRefused},
		"a long reason": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(401)
			fmt.Fprintf(w, `{"error":"invalid_client","error_description":%q}`, strings.Repeat("a\n", 100_000))
		}, imap.GrantRefused},
		"broken":   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, imap.TokenUnavailable},
		"not JSON": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>s3creto") }, imap.TokenUnavailable},
		"no token": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "{}") }, imap.TokenUnavailable},
		"endless":  {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"a":"`+strings.Repeat("a", 20<<20)) }, imap.TokenUnavailable},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		}, imap.TokenUnavailable},
		"silence": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, imap.TokenUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			p.set(func() { p.answer = tc.answer })
			patience := time.Minute
			if name == "silence" {
				patience = 200 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			m := imap.New(imap.Options{Place: imap.Place{Host: "127.0.0.1", Port: server.port, User: "a", Folder: "INBOX"},
				Authenticate: imap.OAuth{TokenURL: p.URL, ClientID: "cotejo", ClientSecretFile: secretFile(t, "s3creto")}.Authenticator()})
			_, err := m.Check(ctx)
			f, ok := fault.As(err)
			if name == "silence" {
				if err == nil {
					t.Error("it logged in")
				}
				return
			}
			if !ok || f.Code != tc.want || strings.Contains(err.Error(), "s3creto") || len(err.Error()) > 1000 || strings.Contains(err.Error(), "\n") {
				t.Errorf("%.2000v, want %s", err, tc.want)
			}
		})
	}
	if got := elsewhere.requests(); len(got) > 0 {
		t.Errorf("the secret went elsewhere: %v", got)
	}
	if server.has("AUTHENTICATE") || server.has("LOGIN") {
		t.Error("it logged in without a token")
	}
}

// TestRefusalsAreAnsweredWithAnEmptyLine looks at what is said after a server explained why it refuses a token.
func TestRefusalsAreAnsweredWithAnEmptyLine(t *testing.T) {
	p := newProvider(t)
	server := script(t, answers(map[string]string{"AUTHENTICATE": "+ eyJzdGF0dXMiOiI0MDAifQ==\r\n" + hang}))
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	m := imap.New(imap.Options{Place: imap.Place{Host: "127.0.0.1", Port: server.port, User: "a", Folder: "INBOX"},
		Authenticate: imap.OAuth{TokenURL: p.URL, ClientID: "cotejo"}.Authenticator()})
	if _, err := m.Check(ctx); err == nil {
		t.Fatal("it logged in")
	}
	server.mu.Lock()
	defer server.mu.Unlock()
	last := server.said[len(server.said)-1]
	if last != "" {
		t.Errorf("said %q, want an empty line", last)
	}
}
