package oidc

import (
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

var _ ports.IdentityProvider = (*Provider)(nil)

func TestClaimsMakeUser(t *testing.T) {
	p := New(Options{RolesClaim: "groups", Admins: []string{"jefes"}, Members: []string{"relatoria"}, AdminRole: account.Admin, MemberRole: account.Member})
	for _, tc := range []struct {
		rule     string
		claims   map[string]any
		username string
		role     account.Role
		code     string
	}{
		{"a member's group", map[string]any{"email": "ana@x.co", "groups": []any{"otra", "relatoria"}}, "ana@x.co", account.Member, ""},
		{"the highest role counts", map[string]any{"email": "ana@x.co", "groups": []any{"relatoria", "jefes"}}, "ana@x.co", account.Admin, ""},
		{"a claim with one value", map[string]any{"email": "ana@x.co", "groups": "jefes"}, "ana@x.co", account.Admin, ""},
		{"an address that is not verified names nobody", map[string]any{"email": "jefe@x.co", "email_verified": false, "preferred_username": "ana", "groups": "jefes"}, "ana", account.Admin, ""},
		{"no group of ours", map[string]any{"email": "ana@x.co", "groups": []any{"otra"}}, "", "", "no_role"},
		{"no groups", map[string]any{"email": "ana@x.co"}, "", "", "no_role"},
		{"groups of another kind", map[string]any{"email": "ana@x.co", "groups": map[string]any{"jefes": true}}, "", "", "no_role"},
		{"no name", map[string]any{"sub": "1", "groups": "jefes"}, "", "", "login_refused"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			u, err := p.user(tc.claims)
			f, _ := fault.As(err)
			if tc.code == "" && (err != nil || u.Username != tc.username || u.Role != tc.role) || tc.code != "" && (f == nil || f.Code != tc.code) {
				t.Errorf("got %+v, %v", u, err)
			}
		})
	}
}

func TestAnswerNeedsItsHandshake(t *testing.T) {
	for _, h := range []account.Handshake{{}, {State: "other", Nonce: "n", Verifier: "v"}} {
		_, err := New(Options{Issuer: "http://127.0.0.1:1"}).Finish(t.Context(), h, "state", "code")
		if f, ok := fault.As(err); !ok || f.Code != "login_expired" {
			t.Errorf("%+v: %v", h, err)
		}
	}
	if _, _, err := New(Options{Issuer: "http://127.0.0.1:1"}).Begin(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a provider that does not answer: %v", err)
	}
}

// silence is a provider that takes requests and never answers.
type silence struct{}

func (silence) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// The clock of the bubble is no real one: nothing waits.
func TestSilentProviderHoldsNoLoginLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, start := New(Options{Issuer: "https://silent.example.org"}), time.Now()
		p.client.Transport = silence{}
		var logins sync.WaitGroup
		for range 60 {
			logins.Go(func() {
				if _, _, err := p.Begin(t.Context()); fault.KindOf(err) != fault.Unavailable {
					t.Errorf("got %v, want a fault of kind %s", err, fault.Unavailable)
				}
			})
		}
		logins.Wait()
		if waited := time.Since(start); waited != 5*time.Second {
			t.Errorf("sixty logins took %s, want 5s", waited)
		}
	})
}
