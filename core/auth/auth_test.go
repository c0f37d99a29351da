package auth_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/memstore"
	"github.com/cotejo/cotejo/testkit/mock"
)

var (
	start = time.Date(2026, 3, 4, 15, 0, 0, 0, time.UTC)
	desk  = netip.MustParseAddr("192.0.2.1")
)

// office is a service over stand-ins that keep their state in maps.
type office struct {
	*auth.Service
	now      time.Time
	users    map[string]account.User
	sessions map[string]account.Session
	tried    map[string][]time.Time
	asked    int      // how often of tried
	extended int      // how often a session
	hashes   []string // that passwords were compared with
	callers  []account.Caller
	signed   account.Claims
}

func open(opts *auth.Options) *office {
	o := &office{
		now:      start,
		users:    map[string]account.User{"ana": {Username: "ana", PasswordHash: "hash of secreto", Role: account.Admin, Name: "Ana", Email: "ana@x.co"}},
		sessions: map[string]account.Session{},
		tried:    map[string][]time.Time{},
	}
	ids := 0
	o.Service = auth.New(auth.Deps{
		Users: &mock.UsersMock{FindFunc: func(_ context.Context, name string) (account.User, error) {
			u, ok := o.users[name]
			if !ok {
				return u, fault.New(fault.NotFound, "user_not_found", "No existe.")
			}
			return u, nil
		}},
		Passwords: &mock.PasswordsMock{MatchesFunc: func(ctx context.Context, who account.Caller, password string, hashOf func(context.Context) (string, error)) (bool, error) {
			hash, err := hashOf(ctx)
			o.callers = append(o.callers, who)
			o.hashes = append(o.hashes, hash)
			return hash == "hash of "+password, err
		}},
		Sessions: &mock.SessionsMock{
			CreateFunc: func(_ context.Context, s account.Session) error { o.sessions[s.ID] = s; return nil },
			GetFunc: func(_ context.Context, id string) (account.Session, error) {
				s, ok := o.sessions[id]
				if !ok {
					return s, fault.New(fault.NotFound, "session_not_found", "No existe.")
				}
				return s, nil
			},
			ExtendFunc: func(_ context.Context, id string, expires time.Time) error {
				s := o.sessions[id]
				s.ExpiresAt = expires
				o.sessions[id] = s
				o.extended++
				return nil
			},
			DeleteFunc: func(_ context.Context, id string) error { delete(o.sessions, id); return nil },
			DeleteOfFunc: func(_ context.Context, username string) (count int, _ error) {
				for id, s := range o.sessions {
					if s.Username == username {
						delete(o.sessions, id)
						count++
					}
				}
				return count, nil
			},
		},
		Attempts: &mock.LoginAttemptsMock{TakeFunc: func(_ context.Context, client string, rule account.RateLimit, now time.Time) (time.Duration, error) {
			o.asked++
			kept, wait := rule.Take(o.tried[client], now)
			if wait == 0 {
				o.tried[client] = kept
			}
			return wait, nil
		}},
		Names:     memstore.New().Claims(),
		Tokens:    &mock.TokenSignerMock{SignFunc: func(c account.Claims) (string, error) { o.signed = c; return "token of " + c.SessionID, nil }},
		Now:       func() time.Time { return o.now },
		NewID:     func() string { ids++; return fmt.Sprintf("id-%d", ids) },
		NewSecret: func() account.Secret { ids++; return account.Secret(fmt.Sprintf("secret-%d", ids)) },
	}, opts)
	return o
}

func TestLoginOpensASessionAndSignsItsToken(t *testing.T) {
	o := open(nil)
	grant, err := o.Login(context.Background(), " ana ", "secreto", desk)
	if err != nil {
		t.Fatal(err)
	}
	if grant != (account.Grant{AccessToken: "token of id-1", ExpiresIn: 8 * time.Hour, Role: account.Admin}) {
		t.Errorf("grant %+v", grant)
	}
	end := start.Add(8 * time.Hour)
	if s := o.sessions["id-1"]; s != (account.Session{ID: "id-1", Username: "ana", Credential: o.users["ana"].Credential(), CreatedAt: start, ExpiresAt: end}) {
		t.Errorf("session %+v", s)
	}
	want := account.Claims{Issuer: "cotejo", Audience: "cotejo-intake", Subject: "ana", Role: account.Admin, SessionID: "id-1", TokenID: "id-2",
		IssuedAt: start, NotBefore: start, ExpiresAt: end}
	if o.signed != want {
		t.Errorf("claims %+v, want %+v", o.signed, want)
	}
}

func TestAnUnknownNameAndAWrongPasswordLookAlike(t *testing.T) {
	o := open(nil)
	_, wrong := o.Login(context.Background(), "ana", "otra", desk)
	_, unknown := o.Login(context.Background(), "nadie", "secreto", desk)
	if fault.KindOf(wrong) != fault.Unauthenticated || wrong.Error() != unknown.Error() {
		t.Errorf("%v and %v", wrong, unknown)
	}
	if len(o.hashes) != 2 || o.hashes[1] != "" {
		t.Errorf("compared with %q: a name that nobody has must cost a comparison with the empty hash", o.hashes)
	}
	if len(o.sessions) != 0 {
		t.Error("a session was opened")
	}
}

func TestLoginPassesOnWhatFailed(t *testing.T) {
	down := fault.New(fault.Unavailable, "down", "Espere.")
	o := open(nil)
	for name, break_ := range map[string]func(){
		"directory": func() {
			o.Deps.Users = &mock.UsersMock{FindFunc: func(context.Context, string) (account.User, error) { return account.User{}, down }}
		},
		"passwords": func() {
			o.Deps.Passwords = &mock.PasswordsMock{MatchesFunc: func(context.Context, account.Caller, string, func(context.Context) (string, error)) (bool, error) {
				return true, down
			}}
		},
		"sessions": func() {
			o.Deps.Sessions = &mock.SessionsMock{CreateFunc: func(context.Context, account.Session) error { return down }}
		},
		"signer": func() {
			o.Deps.Tokens = &mock.TokenSignerMock{SignFunc: func(account.Claims) (string, error) { return "", down }}
		},
	} {
		t.Run(name, func(t *testing.T) {
			o = open(nil)
			break_()
			if grant, err := o.Login(context.Background(), "ana", "secreto", desk); !errors.Is(err, down) || grant.AccessToken != "" {
				t.Errorf("%+v, %v", grant, err)
			}
		})
	}
}

func TestResume(t *testing.T) {
	claims := account.Claims{Subject: "ana", Role: account.Member, SessionID: "id-1", ExpiresAt: start.Add(time.Hour)}
	for _, c := range []struct {
		name   string
		change func(o *office)
		claims func(c *account.Claims)
		ok     bool
	}{
		{name: "a session of a user", ok: true},
		{name: "within the leeway of its end", ok: true, change: func(o *office) { o.now = start.Add(8*time.Hour + auth.Leeway - 1) }},
		{name: "past its end", change: func(o *office) { o.now = start.Add(8*time.Hour + auth.Leeway) }},
		{name: "logged out", change: func(o *office) { delete(o.sessions, "id-1") }},
		{name: "user removed", change: func(o *office) { delete(o.users, "ana") }},
		{name: "user disabled", change: func(o *office) { o.users["ana"] = account.User{Username: "ana", Disabled: true} }},
		{name: "session of another", claims: func(c *account.Claims) { c.Subject = "eva" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := open(nil)
			if _, err := o.Login(context.Background(), "ana", "secreto", desk); err != nil {
				t.Fatal(err)
			}
			if c.change != nil {
				c.change(o)
			}
			asked := claims
			if c.claims != nil {
				c.claims(&asked)
			}
			actor, err := o.Resume(context.Background(), asked)
			if !c.ok {
				if fault.KindOf(err) != fault.Unauthenticated {
					t.Errorf("%+v, %v", actor, err)
				}
				return
			}
			want := account.Actor{Username: "ana", Role: account.Admin, SessionID: "id-1", ExpiresAt: claims.ExpiresAt}
			if err != nil || actor != want {
				t.Errorf("%+v, %v, want %+v: the role is the directory's, not the token's", actor, err, want)
			}
		})
	}
}

func TestProfile(t *testing.T) {
	o := open(nil)
	o.sessions["s"] = account.Session{ID: "s", Username: "ana", Refreshes: 2}
	p, err := o.Profile(context.Background(), account.Actor{Username: "ana", Role: account.Admin, SessionID: "s", ExpiresAt: start})
	want := account.Profile{Username: "ana", Name: "Ana", Email: "ana@x.co", Role: account.Admin, ExpiresAt: start, RefreshesLeft: 3}
	if err != nil || p != want {
		t.Errorf("%+v, %v, want %+v", p, err, want)
	}
	p, err = o.Profile(context.Background(), account.Actor{Username: "desarrollo", Role: account.Admin})
	if err != nil || p != (account.Profile{Username: "desarrollo", Role: account.Admin}) {
		t.Errorf("without authentication: %+v, %v", p, err)
	}
	if _, err = o.Profile(context.Background(), account.Actor{Username: "ana", SessionID: "gone"}); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("of a session that is gone: %v", err)
	}
	if _, err = o.Profile(context.Background(), account.Actor{Username: "gone", SessionID: "s"}); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("of a user who is gone: %v", err)
	}
}
