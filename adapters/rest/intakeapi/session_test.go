package intakeapi_test

import (
	"context"
	"net/netip"
	"testing"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestSessions(t *testing.T) {
	h := build(t, nil)
	rows := []apitest.Row{
		{Name: "refresh", Path: "/auth/refresh", Token: goodToken, Status: 200,
			JSON: `{"data":{"access_token":"*","token_type":"bearer","expires_in":28800}}`},
		{Name: "refresh ignores a body", Path: "/auth/refresh", Token: goodToken, Body: `{"x":`, Status: 200},
		{Name: "refresh of a spent session", Path: "/auth/refresh", Token: spentToken, Status: 401,
			JSON: `{"code":"refresh_limit_reached"}`, WantHeader: map[string]string{"WWW-Authenticate": "Bearer"}},
		{Name: "refresh without a token", Path: "/auth/refresh", Status: 401, JSON: `{"code":"token_missing"}`},
		{Name: "refresh by GET", Method: "GET", Path: "/auth/refresh", Token: goodToken, Status: 405},
		{Name: "logout", Path: "/auth/logout", Token: goodToken, Status: 204, NoHeader: []string{"Content-Type"}},
		{Name: "sessions of another", Method: "DELETE", Path: "/auth/sessions?username=ana%20l%C3%B3pez", Token: adminToken, Status: 204},
		{Name: "sessions of nobody", Method: "DELETE", Path: "/auth/sessions", Token: adminToken, Status: 422, JSON: `{"errors":[{"location":"query.username"}]}`},
		{Name: "logout without a token", Path: "/auth/logout", Status: 401},
	}
	for i := range rows {
		rows[i].Path = prefix + rows[i].Path
		if rows[i].Method == "" {
			rows[i].Method = "POST"
		}
	}
	h.Run(t, rows)
	if n := len(h.auth.LogoutCalls()); n != 1 {
		t.Errorf("%d sessions were ended, want 1", n)
	}
	if calls := h.auth.EndSessionsCalls(); len(calls) != 1 || calls[0].Username != "ana lópez" {
		t.Errorf("sessions were ended of %+v", calls)
	}
}

func TestTheLoginLimitSeesPastTrustedProxiesAlone(t *testing.T) {
	for name, c := range map[string]struct {
		trusted []netip.Prefix
		want    string
	}{
		"trusted":   {[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, "198.51.100.7"},
		"untrusted": {nil, "127.0.0.1"},
	} {
		t.Run(name, func(t *testing.T) {
			var seen string
			h := build(t, func(o *rest.Options, d *intakeapi.Deps, h *house) {
				o.TrustedProxies = c.trusted
				login := h.auth.LoginFunc
				h.auth.LoginFunc = func(ctx context.Context, username, password string, from netip.Addr) (account.Grant, error) {
					seen = from.String()
					return login(ctx, username, password, from)
				}
			})
			h.Do(t, apitest.Row{Method: "POST", Path: prefix + "/auth/login", Body: `{"username":"ana","password":"secreto"}`,
				Header: map[string]string{"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}, Status: 200})
			if seen != c.want {
				t.Errorf("the login came from %s, want %s", seen, c.want)
			}
		})
	}
}
