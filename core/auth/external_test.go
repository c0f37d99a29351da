package auth_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// guest returns a user whom the provider of the house has identified.
func guest(subject, name string) account.User {
	return account.User{Username: name, Role: account.Member, Identity: account.IdentityOf("https://identidad.example.org", subject)}
}

func TestExternalUserActsInSession(t *testing.T) {
	o := open(nil)
	eva := guest("1", "eva@juzgado.example.org")
	secret, by, err := o.OpenExternalSession(context.Background(), eva)
	want := account.Actor{Username: eva.Username, Role: account.Member, SessionID: secret.SessionID(), ExpiresAt: start.Add(12 * time.Hour), Cookie: true, External: true}
	if err != nil || by != want {
		t.Fatalf("actor %+v, %v; want %+v", by, err, want)
	}
	if again, err := o.ResumeSession(context.Background(), secret, false); err != nil || again != want {
		t.Errorf("actor %+v, %v; want %+v", again, err, want)
	}
	if p, err := o.Profile(context.Background(), by); err != nil || p.Username != eva.Username || p.Role != account.Member {
		t.Errorf("profile %+v, %v", p, err)
	}
	if err := o.Logout(context.Background(), by); err != nil {
		t.Fatal(err)
	}
	if _, err := o.ResumeSession(context.Background(), secret, false); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("after the end: %v", err)
	}
}

// caseless is a directory that knows names whatever their case.
type caseless struct{ ports.Users }

func (caseless) HasName(_ context.Context, name string) (bool, error) {
	return account.NameKey(name) == "ana", nil
}

func TestExternalUserCannotTakeName(t *testing.T) {
	for _, tc := range []struct {
		rule, name string
		kind       fault.Kind
	}{
		{"of a local user", "ana", fault.Conflict},
		{"of a local user in capitals", "ANA", fault.Conflict},
		{"of a local user, in blanks", " Ana ", fault.Conflict},
		{"of the program", "System", fault.Forbidden},
		{"of a command", "cli:root", fault.Forbidden},
		{"with an escape sequence", "eva\x1b[2J", fault.Forbidden},
		{"of ten thousand letters", strings.Repeat("x", 10_000), fault.Forbidden},
		{"of none", " ", fault.Forbidden},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			o := open(nil)
			o.Users = caseless{o.Users}
			if _, _, err := o.OpenExternalSession(t.Context(), guest("1", tc.name)); fault.KindOf(err) != tc.kind || len(o.sessions) != 0 {
				t.Errorf("%v, %d sessions", err, len(o.sessions))
			}
		})
	}
	t.Run("of a local user, as the service writes names", func(t *testing.T) {
		o := open(&auth.Options{NameKey: strings.ToLower})
		if _, _, err := o.OpenExternalSession(t.Context(), guest("1", "Ana")); fault.KindOf(err) != fault.Conflict {
			t.Error(err)
		}
	})
}

func TestNameBelongsToItsIdentity(t *testing.T) {
	marked := func(subject, name string) string { return guest(subject, name).Identity.Mark(name) }
	type login struct{ subject, name, want string }
	for _, tc := range []struct {
		rule   string
		logins []login
	}{
		{"the same at each login", []login{{"1", "eva@x.co", "eva@x.co"}, {"1", "eva@x.co", "eva@x.co"}}},
		{"also when the provider renames it", []login{{"1", "eva@x.co", "eva@x.co"}, {"1", "eva.diaz@x.co", "eva@x.co"}}},
		{"another identity gets a mark", []login{{"1", "eva@x.co", "eva@x.co"}, {"2", "eva@x.co", marked("2", "eva@x.co")}, {"1", "eva@x.co", "eva@x.co"}}},
		{"also in capitals", []login{{"1", "eva@x.co", "eva@x.co"}, {"2", "EVA@x.co", marked("2", "EVA@x.co")}}},
		{"and keeps it", []login{{"1", "eva", "eva"}, {"2", "eva", marked("2", "eva")}, {"2", "luz", marked("2", "eva")}}},
		{"a marked name is another's, too", []login{{"3", marked("2", "eva"), marked("2", "eva")}, {"1", "eva", "eva"}, {"2", "eva", ""}}},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			o := open(nil)
			for _, l := range tc.logins {
				_, by, err := o.OpenExternalSession(t.Context(), guest(l.subject, l.name))
				if by.Username != l.want || (err != nil) != (l.want == "") {
					t.Errorf("%s as %s: %q, %v; want %q", l.subject, l.name, by.Username, err, l.want)
				}
			}
		})
	}
}

// Sessions of an earlier version have no identity.
func TestExternalSessionEndsWithItsName(t *testing.T) {
	for _, tc := range []struct {
		rule, name string
		goesOn     bool
	}{
		{"a session of an earlier version goes on", "eva@x.co", true},
		{"the name is reserved now", "system", false},
		{"the name is too long now", strings.Repeat("x", 10_000), false},
		{"a local user has it now", "ana", false},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			o := open(nil)
			secret := account.Secret("secret")
			o.sessions[secret.SessionID()] = account.Session{ID: secret.SessionID(), Username: tc.name, Credential: "external:admin",
				CreatedAt: start, ExpiresAt: start.Add(time.Hour)}
			by, err := o.ResumeSession(t.Context(), secret, false)
			if tc.goesOn {
				if err != nil || by.Username != tc.name || by.Role != account.Admin {
					t.Errorf("%+v, %v", by, err)
				}
				return
			}
			if fault.KindOf(err) != fault.Unauthenticated || len(o.sessions) != 0 {
				t.Errorf("%v, %d sessions", err, len(o.sessions))
			}
		})
	}
}

func TestEndSessionsOfExternalUser(t *testing.T) {
	o := open(nil)
	secret, _, err := o.OpenExternalSession(t.Context(), guest("1", "eva@x.co"))
	if err != nil {
		t.Fatal(err)
	}
	admin := account.Actor{Username: "ana", Role: account.Admin}
	if err := o.EndSessions(t.Context(), admin, "eva@x.co"); err != nil {
		t.Error(err)
	}
	if _, err := o.ResumeSession(t.Context(), secret, false); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("the session goes on: %v", err)
	}
	if err := o.EndSessions(t.Context(), admin, "eva@x.co"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("without a session: %v", err)
	}
}
