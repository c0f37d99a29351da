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
	options := Options{RolesClaim: "groups", Admins: []string{"jefes"}, Members: []string{"relatoria"}, AdminRole: account.Admin, MemberRole: account.Member}
	ana := func(groups any) map[string]any {
		return map[string]any{"email": "ana@x.co", "email_verified": true, "preferred_username": "ana", "groups": groups}
	}
	for _, tc := range []struct {
		rule     string
		trust    bool // the setting says that e-mails are verified
		claims   map[string]any
		username string
		email    string
		role     account.Role
		code     string
	}{
		{"a member's group", false, ana([]any{"otra", "relatoria"}), "ana@x.co", "ana@x.co", account.Member, ""},
		{"the highest role counts", false, ana([]any{"relatoria", "jefes"}), "ana@x.co", "ana@x.co", account.Admin, ""},
		{"a claim with one value", false, ana("jefes"), "ana@x.co", "ana@x.co", account.Admin, ""},
		{"no group of ours", false, ana([]any{"otra"}), "", "", "", "no_role"},
		{"no groups", false, ana(nil), "", "", "", "no_role"},
		{"groups of another kind", false, ana(map[string]any{"jefes": true}), "", "", "", "no_role"},
		{"a statement as text", false, map[string]any{"email": "ana@x.co", "email_verified": "true", "groups": "jefes"}, "ana@x.co", "ana@x.co", account.Admin, ""},
		{"an address that is not verified names nobody", false,
			map[string]any{"email": "jefe@x.co", "email_verified": false, "preferred_username": "ana", "groups": "jefes"}, "ana", "", account.Admin, ""},
		{"an address of which nothing is stated names nobody", false,
			map[string]any{"email": "jefe@x.co", "preferred_username": "ana", "groups": "jefes"}, "ana", "", account.Admin, ""},
		{"a statement of another kind is none", false,
			map[string]any{"email": "jefe@x.co", "email_verified": 1.0, "preferred_username": "ana", "groups": "jefes"}, "ana", "", account.Admin, ""},
		{"the setting verifies what is not stated", true,
			map[string]any{"email": "ana@x.co", "preferred_username": "ana", "groups": "jefes"}, "ana@x.co", "ana@x.co", account.Admin, ""},
		{"but not what is denied", true,
			map[string]any{"email": "jefe@x.co", "email_verified": false, "preferred_username": "ana", "groups": "jefes"}, "ana", "", account.Admin, ""},
		{"a login name in the form of an e-mail is not verified either", false,
			map[string]any{"preferred_username": "jefe@x.co", "groups": "jefes"}, "", "", "", "email_not_verified"},
		{"nor with a wide at sign", false, map[string]any{"preferred_username": "jefe\uff20x.co", "groups": "jefes"}, "", "", "", "email_not_verified"},
		{"nor when the provider denies it", true,
			map[string]any{"preferred_username": "jefe@x.co", "email_verified": false, "groups": "jefes"}, "", "", "", "email_not_verified"},
		{"unless the setting says so", true, map[string]any{"preferred_username": "ana@x.co", "groups": "jefes"}, "ana@x.co", "", account.Admin, ""},
		{"no name", false, map[string]any{"sub": "1", "groups": "jefes"}, "", "", "", "login_refused"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			o := options
			o.TrustEmail = tc.trust
			u, err := New(o).user(tc.claims)
			f, _ := fault.As(err)
			if tc.code == "" && (err != nil || u.Username != tc.username || u.Email != tc.email || u.Role != tc.role) || tc.code != "" && (f == nil || f.Code != tc.code) {
				t.Errorf("got %+v, %v", u, err)
			}
		})
	}
}

func TestUserinfoVerifiesItsOwnEmailOnly(t *testing.T) {
	all := map[string]any{"email": "ana@x.co", "email_verified": true, "groups": "jefes", "preferred_username": "ana"}
	merge(all, map[string]any{"email": "jefe@x.co"})
	if email := New(Options{}).email(all); email != "" {
		t.Errorf("%s is verified", email)
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
