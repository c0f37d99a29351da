package auth_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/memstore"
	"github.com/cotejo/cotejo/testkit/mock"
)

// loggedIn is an office whose sessions are kept by a real store, and the actor
// of its first login.
func loggedIn(t *testing.T, opts *auth.Options) (*office, account.Actor) {
	t.Helper()
	o := open(opts)
	o.Deps.Sessions = memstore.New().Sessions()
	if _, err := o.Login(t.Context(), "ana", "secreto", desk); err != nil {
		t.Fatal(err)
	}
	actor, err := o.Resume(t.Context(), o.signed)
	if err != nil {
		t.Fatal(err)
	}
	return o, actor
}

func TestRefreshHandsOutATokenOfTheSameSessionThatLastsLonger(t *testing.T) {
	o, ana := loggedIn(t, nil)
	first := o.signed
	o.now = start.Add(7 * time.Hour)
	grant, err := o.Refresh(t.Context(), ana)
	if err != nil || grant != (account.Grant{AccessToken: "token of " + ana.SessionID, ExpiresIn: 8 * time.Hour, Role: account.Admin}) {
		t.Fatalf("%+v, %v", grant, err)
	}
	want := first
	want.TokenID = o.signed.TokenID
	want.IssuedAt, want.NotBefore, want.ExpiresAt = o.now, o.now, o.now.Add(8*time.Hour)
	if o.signed != want || want.TokenID == first.TokenID {
		t.Errorf("claims %+v, want %+v", o.signed, want)
	}
	o.now = start.Add(14 * time.Hour)
	if _, err := o.Resume(t.Context(), o.signed); err != nil {
		t.Errorf("the session ended at the end of its first token: %v", err)
	}
}

func TestChangedUserEndsSession(t *testing.T) {
	for name, change := range map[string]func(u *account.User){
		"password": func(u *account.User) { u.PasswordHash = "hash of otra" },
		"role":     func(u *account.User) { u.Role = account.Member },
		"disabled": func(u *account.User) { u.Disabled = true },
		"deleted":  func(u *account.User) { u.Username = "" },
	} {
		t.Run(name, func(t *testing.T) {
			o, ana := loggedIn(t, nil)
			before := o.users["ana"]
			changed := before
			if change(&changed); changed.Username == "" {
				delete(o.users, "ana")
			} else {
				o.users["ana"] = changed
			}
			if grant, err := o.Refresh(t.Context(), ana); fault.KindOf(err) != fault.Unauthenticated || grant.AccessToken != "" {
				t.Errorf("refreshed: %+v, %v", grant, err)
			}
			for range 2 {
				if _, err := o.Resume(t.Context(), o.signed); fault.KindOf(err) != fault.Unauthenticated {
					t.Errorf("resumed: %v", err)
				}
				o.users["ana"] = before // which must not bring the session back
			}
		})
	}
}

func TestOtherDetailsOfUserKeepSession(t *testing.T) {
	o, _ := loggedIn(t, nil)
	u := o.users["ana"]
	u.Name, u.Email = "Ana Ruiz", "otra@x.co"
	o.users["ana"] = u
	if _, err := o.Resume(t.Context(), o.signed); err != nil {
		t.Error(err)
	}
}

func TestEndSessions(t *testing.T) {
	o, ana := loggedIn(t, nil)
	if err := o.EndSessions(t.Context(), account.Actor{Username: "ana", Role: account.Member}, "ana"); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("by a member: %v", err)
	}
	if err := o.EndSessions(t.Context(), ana, "nadie"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("of nobody: %v", err)
	}
	if _, err := o.Resume(t.Context(), o.signed); err != nil {
		t.Fatal(err)
	}
	if err := o.EndSessions(t.Context(), ana, "ana"); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Resume(t.Context(), o.signed); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("the session goes on: %v", err)
	}
}

func TestEveryTokenOfASessionSpendsTheSameRefreshes(t *testing.T) {
	for allowed, limit := range map[int]int{5: 0, 2: 2, 0: -1} { // an Option of zero means the default
		o, ana := loggedIn(t, &auth.Options{MaxRefreshes: limit})
		for i := range allowed {
			if _, err := o.Refresh(t.Context(), ana); err != nil { // the first token, replayed
				t.Fatalf("refresh %d of %d: %v", i+1, allowed, err)
			}
		}
		newest, err := o.Resume(t.Context(), o.signed)
		if err != nil {
			t.Fatal(err)
		}
		for _, actor := range []account.Actor{ana, newest} {
			if _, err := o.Refresh(t.Context(), actor); fault.KindOf(err) != fault.Unauthenticated {
				t.Errorf("one more than %d: %v", allowed, err)
			}
		}
		if p, err := o.Profile(t.Context(), newest); err != nil || p.RefreshesLeft != 0 {
			t.Errorf("%+v, %v", p, err)
		}
	}
}

func TestRefreshOfWhatIsGoneSpendsNothing(t *testing.T) {
	down := fault.New(fault.Unavailable, "down", "Espere.")
	for name, c := range map[string]struct {
		change func(o *office, ana *account.Actor)
		kind   fault.Kind
	}{
		"a session that is gone": {func(o *office, ana *account.Actor) { ana.SessionID = "gone" }, fault.Unauthenticated},
		"a user who is gone":     {func(o *office, _ *account.Actor) { delete(o.users, "ana") }, fault.Unauthenticated},
		"no session at all":      {func(_ *office, ana *account.Actor) { ana.SessionID = "" }, fault.Unauthenticated},
		"a directory out of order": {func(o *office, _ *account.Actor) {
			o.Deps.Users = &mock.UsersMock{FindFunc: func(context.Context, string) (account.User, error) { return account.User{}, down }}
		}, fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			o, ana := loggedIn(t, nil)
			session := ana.SessionID
			c.change(o, &ana)
			if grant, err := o.Refresh(t.Context(), ana); fault.KindOf(err) != c.kind || grant.AccessToken != "" {
				t.Errorf("%+v, %v", grant, err)
			}
			if s, err := o.Deps.Sessions.Get(t.Context(), session); err != nil || s.Refreshes != 0 {
				t.Errorf("%+v, %v", s, err)
			}
		})
	}
}

func TestLogoutEndsTheSessionForAllItsTokens(t *testing.T) {
	o, ana := loggedIn(t, nil)
	claims := o.signed
	if _, err := o.Refresh(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second finds nothing to do
		if err := o.Logout(t.Context(), ana); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []account.Claims{claims, o.signed} {
		if _, err := o.Resume(t.Context(), c); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("a token of the session is accepted: %v", err)
		}
	}
	if err := o.Logout(t.Context(), account.Actor{Username: "desarrollo"}); err != nil {
		t.Errorf("without authentication: %v", err)
	}
	down := errors.New("down")
	o.Deps.Sessions = &mock.SessionsMock{DeleteFunc: func(context.Context, string) error { return down }}
	if err := o.Logout(t.Context(), ana); !errors.Is(err, down) {
		t.Errorf("got %v", err)
	}
}
