package rest_test

import (
	"context"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/token"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/apitest"
	"github.com/cotejo/cotejo/testkit/mock"
)

// browsers is a server that lets in one session cookie and no token. It notes
// whether the latest request was one in the background.
type browsers struct {
	apitest.Client
	background bool
}

const secret = account.Secret("abcdefgh")

func testTokens(t *testing.T) *token.Tokens {
	t.Helper()
	tokens, err := token.New([]byte("a secret of these tests, long enough"), token.Options{Issuer: "test", Audience: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

func serveBrowsers(t *testing.T, by account.Actor) *browsers {
	t.Helper()
	b := &browsers{}
	by.Cookie = true
	s := rest.NewServer(rest.Options{
		Logger: slog.New(slog.DiscardHandler), NewID: func() string { return "id" }, Cookie: "lima", Tokens: testTokens(t),
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Resume: func(_ context.Context, s account.Secret, background bool) (account.Actor, error) {
			if b.background = background; s != secret {
				return account.Actor{}, fault.New(fault.Unauthenticated, "session_ended", "Ingrese de nuevo.")
			}
			return by, nil
		},
	})
	api := s.NewAPI(rest.Spec{Title: "test", Version: "1", Statuses: map[fault.Kind]int{fault.Unauthenticated: 401, fault.Forbidden: 403}})
	nothing := func(context.Context, *struct{}) (*struct{}, error) { return nil, nil }
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		rest.Handle(api, rest.Route{Method: method, Path: "/thing", ID: method, Status: 204}, nothing)
	}
	rest.Handle(api, rest.Route{Method: "GET", Path: "/stream", ID: "stream", Status: 204, Background: true}, nothing)
	rest.HandleSessions(api, &mock.AuthMock{
		OpenSessionFunc: func(context.Context, string, string, netip.Addr) (account.Secret, account.Actor, error) {
			return secret, by, nil
		},
		ProfileFunc: func(_ context.Context, by account.Actor) (account.Profile, error) {
			return account.Profile{Username: by.Username, Role: by.Role, MustChangePassword: by.MustChangePassword}, nil
		},
		LogoutFunc: func(context.Context, account.Actor) error { return nil },
	})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(ln) }()
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		<-served
	})
	b.Client = apitest.Client{Base: "http://" + ln.Addr().String(), Check: apitest.Conforms(api.OpenAPI())}
	return b
}

func TestCookieChangesNothingForOtherPages(t *testing.T) {
	b := serveBrowsers(t, account.Actor{Username: "ana", Role: account.Member})
	host := strings.TrimPrefix(b.Base, "http://")
	own, foreign := map[string]string{"Sec-Fetch-Site": "same-origin"}, `{"code":"csrf"}`
	for _, c := range []struct {
		name   string
		token  string
		header map[string]string
		status int
	}{
		{"a page of the service", secret.CSRFToken(), own, 204},
		{"on plain HTTP browsers say Origin alone", secret.CSRFToken(), map[string]string{"Origin": "http://" + host}, 204},
		{"a proxy speaks TLS to the browser", secret.CSRFToken(), map[string]string{"Origin": "https://" + strings.ToUpper(host)}, 204},
		{"no token", "", own, 403},
		{"another token", account.Secret("other").CSRFToken(), own, 403},
		{"another site", secret.CSRFToken(), map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"another host of the same site", secret.CSRFToken(), map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{"another port", secret.CSRFToken(), map[string]string{"Origin": "http://127.0.0.1:1"}, 403},
		{"a host that begins like it", secret.CSRFToken(), map[string]string{"Origin": "http://" + host + ".example.org"}, 403},
		{"a page without an origin", secret.CSRFToken(), map[string]string{"Origin": "null"}, 403},
		{"what the browser says of the site wins over Origin", secret.CSRFToken(), map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "http://" + host}, 403},
		{"no word of the page", secret.CSRFToken(), nil, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := map[string]string{"Cookie": "other=1; lima=" + string(secret), "X-CSRF-Token": c.token}
			for name, value := range c.header {
				header[name] = value
			}
			want := ""
			if c.status == 403 {
				want = foreign
			}
			for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
				b.Do(t, apitest.Row{Method: method, Path: "/thing", Header: header, Status: c.status, JSON: want})
			}
			for _, method := range []string{"GET", "HEAD"} {
				b.Do(t, apitest.Row{Method: method, Path: "/thing", Header: header, Status: 204})
			}
		})
	}
	b.Run(t, []apitest.Row{
		{Name: "an ended session", Path: "/thing", Header: map[string]string{"Cookie": "lima=x"}, Status: 401, JSON: `{"code":"session_ended"}`},
		{Name: "a cookie of another name", Path: "/thing", Header: map[string]string{"Cookie": "lim=" + string(secret)}, Status: 401, JSON: `{"code":"token_missing"}`},
		{Name: "a bad token is not made good by a cookie", Path: "/thing", Token: "x", Header: map[string]string{"Cookie": "lima=" + string(secret)}, Status: 401, JSON: `{"code":"token_invalid"}`},
	})
}

func TestSessionCookieIsForTheServiceAlone(t *testing.T) {
	b := serveBrowsers(t, account.Actor{Username: "ana", Role: account.Member})
	login, cookie := `{"username":"ana","password":"x"}`, map[string]string{"Cookie": "lima=" + string(secret)}
	const set = "lima=" + string(secret) + "; Path=/; HttpOnly"
	b.Run(t, []apitest.Row{
		{Name: "login", Method: "POST", Path: "/auth/session", Body: login, Status: 200, WantHeader: map[string]string{"Set-Cookie": set + "; SameSite=Strict"},
			JSON: `{"data":{"username":"ana","role":"user","csrf_token":"` + secret.CSRFToken() + `"}}`},
		{Name: "over TLS", Method: "POST", Path: "/auth/session", Body: login, Status: 200, Header: map[string]string{"X-Forwarded-Proto": "https"},
			WantHeader: map[string]string{"Set-Cookie": set + "; Secure; SameSite=Strict"}},
		{Name: "login by a page of another site", Method: "POST", Path: "/auth/session", Body: login, Status: 403, Header: map[string]string{"Origin": "https://example.org"},
			JSON: `{"code":"csrf"}`, NoHeader: []string{"Set-Cookie"}},
		{Name: "the page is loaded again", Path: "/auth/session", Header: cookie, Status: 200, JSON: `{"data":{"username":"ana","csrf_token":"` + secret.CSRFToken() + `"}}`},
		{Name: "nobody", Path: "/auth/session", Status: 200, JSON: `{"data":null}`},
		{Name: "an ended session", Path: "/auth/session", Header: map[string]string{"Cookie": "lima=x"}, Status: 200, JSON: `{"data":null}`},
		{Name: "a bad token", Path: "/auth/session", Token: "x", Status: 401},
		{Name: "nobody ends no session", Method: "DELETE", Path: "/auth/session", Status: 401},
		{Name: "logout", Method: "DELETE", Path: "/auth/session", Status: 204, WantHeader: map[string]string{"Set-Cookie": "lima=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"},
			Header: map[string]string{"Cookie": "lima=" + string(secret), "X-CSRF-Token": secret.CSRFToken(), "Sec-Fetch-Site": "same-origin"}},
	})
}

func TestBackgroundRequestsAreNoUse(t *testing.T) {
	b := serveBrowsers(t, account.Actor{Username: "ana", Role: account.Member})
	for _, c := range []struct {
		path, header string
		want         bool
	}{{"/thing", "", false}, {"/thing", "1", true}, {"/stream", "", true}} {
		header := map[string]string{"Cookie": "lima=" + string(secret)}
		if c.header != "" {
			header["X-Background"] = c.header
		}
		b.Do(t, apitest.Row{Path: c.path, Header: header, Status: 204})
		if b.background != c.want {
			t.Errorf("%s %q counts as background: %v", c.path, c.header, b.background)
		}
	}
}

func TestFirstPasswordOpensItsChangeAlone(t *testing.T) {
	b := serveBrowsers(t, account.Actor{Username: "ana", Role: account.Admin, MustChangePassword: true})
	cookie := map[string]string{"Cookie": "lima=" + string(secret)}
	b.Run(t, []apitest.Row{
		{Name: "anything", Path: "/thing", Header: cookie, Status: 403, JSON: `{"code":"password_change_required"}`},
		{Name: "its session", Path: "/auth/session", Header: cookie, Status: 200, JSON: `{"data":{"must_change_password":true}}`},
	})
}
