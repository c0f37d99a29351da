package auth_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
)

// browse opens a session of a browser for ana.
func (o *office) browse(t *testing.T) account.Secret {
	t.Helper()
	secret, _, err := o.OpenSession(context.Background(), "ana", "secreto", desk)
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func TestBrowserSessionIsKnownByItsSecretAlone(t *testing.T) {
	o := open(nil)
	secret, by, err := o.OpenSession(context.Background(), " ana ", "secreto", desk)
	if err != nil {
		t.Fatal(err)
	}
	want := account.Actor{Username: "ana", Role: account.Admin, SessionID: secret.SessionID(), ExpiresAt: start.Add(12 * time.Hour), Cookie: true}
	if by != want {
		t.Errorf("actor %+v, want %+v", by, want)
	}
	for id := range o.sessions {
		if id != by.SessionID || strings.Contains(id, string(secret)) {
			t.Errorf("session %s is kept of the secret %s", id, secret)
		}
		if _, err := o.ResumeSession(context.Background(), account.Secret(id), false); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("what is kept opens the session: %v", err)
		}
	}
	if again, err := o.ResumeSession(context.Background(), secret, false); err != nil || again != want {
		t.Errorf("actor %+v, %v; want %+v", again, err, want)
	}
}

func TestBrowserSessionEnds(t *testing.T) {
	// Each letter is a request (u: by somebody, b: in the background, x: refused),
	// each number minutes that pass.
	for _, c := range []struct {
		rule, story string
		between     func(o *office)
	}{
		{"without use after half an hour", "u 29 u 29 u 30 x", nil},
		{"requests in the background are no use", "u 15 b 14 b 1 x", nil},
		{"the end may be early by a minute after quick use", "u 0 u 1 u 30 x", nil},
		{"after twelve hours of use", "u" + strings.Repeat(" 20 u", 35) + " 19 u 1 x", nil},
		{"when the user is disabled", "u 1 x", func(o *office) { o.change(func(u *account.User) { u.Disabled = true }) }},
		{"when the role changes", "u 1 x", func(o *office) { o.change(func(u *account.User) { u.Role = account.Member }) }},
		{"when the password changes", "u 1 x", func(o *office) { o.change(func(u *account.User) { u.PasswordHash = "another" }) }},
		{"when the user is gone", "u 1 x", func(o *office) { delete(o.users, "ana") }},
	} {
		t.Run(c.rule, func(t *testing.T) {
			o := open(nil)
			secret := o.browse(t)
			for at, step := range strings.Fields(c.story) {
				switch step {
				case "u", "b", "x":
					_, err := o.ResumeSession(context.Background(), secret, step == "b")
					if refused := fault.KindOf(err) == fault.Unauthenticated; refused != (step == "x") {
						t.Fatalf("step %d (%s) after %s: %v", at, step, o.now.Sub(start), err)
					}
				default:
					var minutes time.Duration
					if _, err := fmt.Sscan(step, &minutes); err != nil {
						t.Fatal(err)
					}
					if o.now = o.now.Add(minutes * time.Minute); c.between != nil {
						c.between(o)
					}
				}
			}
		})
	}
}

// change changes ana.
func (o *office) change(change func(u *account.User)) {
	u := o.users["ana"]
	change(&u)
	o.users["ana"] = u
}

func TestUseIsWrittenOnceAMinute(t *testing.T) {
	o := open(&auth.Options{SessionIdle: time.Hour})
	secret := o.browse(t)
	for range 10 * 60 {
		o.now = o.now.Add(time.Second)
		if _, err := o.ResumeSession(context.Background(), secret, false); err != nil {
			t.Fatal(err)
		}
	}
	if o.extended != 10 {
		t.Errorf("the end was moved %d times in ten minutes, want 10", o.extended)
	}
}

func TestFirstPasswordIsChangedBeforeAnythingElse(t *testing.T) {
	o := open(nil)
	o.change(func(u *account.User) { u.MustChangePassword = true })
	_, by, err := o.OpenSession(context.Background(), "ana", "secreto", desk)
	if err != nil {
		t.Fatal(err)
	}
	if fault.KindOf(by.RequireOwnPassword()) != fault.Forbidden {
		t.Error("the session may do anything")
	}
	profile, err := o.Profile(context.Background(), by)
	if err != nil || !profile.MustChangePassword || profile.Idle != 30*time.Minute {
		t.Errorf("profile %+v, %v", profile, err)
	}
	if _, err := o.Login(context.Background(), "ana", "secreto", desk); err != nil {
		t.Fatal(err)
	}
	by, err = o.Resume(context.Background(), o.signed)
	if err != nil || by.RequireOwnPassword() != nil {
		t.Errorf("programs with a token were let in before and may not now: %v, %v", err, by.RequireOwnPassword())
	}
}

func TestBrowserSessionHasNoTokenToRefresh(t *testing.T) {
	o := open(nil)
	_, by, err := o.OpenSession(context.Background(), "ana", "secreto", desk)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Refresh(context.Background(), by); fault.KindOf(err) != fault.RuleViolated {
		t.Errorf("%v", err)
	}
	if err := o.Logout(context.Background(), by); err != nil || len(o.sessions) != 0 {
		t.Errorf("%v; %d sessions are left", err, len(o.sessions))
	}
}

func TestWrongPasswordOpensNoBrowserSession(t *testing.T) {
	o := open(nil)
	secret, by, err := o.OpenSession(context.Background(), "ana", "otra", desk)
	if fault.KindOf(err) != fault.Unauthenticated || secret != "" || by != (account.Actor{}) || len(o.sessions) != 0 {
		t.Errorf("%q, %+v, %v", secret, by, err)
	}
	for range 5 {
		_, _, err = o.OpenSession(context.Background(), "ana", "secreto", desk)
	}
	if fault.KindOf(err) != fault.RateLimited {
		t.Errorf("the sixth attempt in a minute: %v", err)
	}
}

func TestCSRFTokenIsOfItsSecretAlone(t *testing.T) {
	one, other := account.Secret("a"), account.Secret("b")
	for token, want := range map[string]bool{one.CSRFToken(): true, other.CSRFToken(): false, "": false, one.SessionID(): false, strings.ToUpper(one.CSRFToken()): false} {
		if err := one.CheckCSRF(token); (err == nil) != want {
			t.Errorf("%q: %v", token, err)
		}
	}
}
