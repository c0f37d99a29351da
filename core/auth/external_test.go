package auth_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
)

func TestExternalUserActsInSession(t *testing.T) {
	o := open(nil)
	guest := account.User{Username: "eva@juzgado.example.org", Role: account.Member}
	secret, by, err := o.OpenExternalSession(context.Background(), guest)
	want := account.Actor{Username: guest.Username, Role: account.Member, SessionID: secret.SessionID(), ExpiresAt: start.Add(12 * time.Hour), Cookie: true, External: true}
	if err != nil || by != want {
		t.Fatalf("actor %+v, %v; want %+v", by, err, want)
	}
	if again, err := o.ResumeSession(context.Background(), secret, false); err != nil || again != want {
		t.Errorf("actor %+v, %v; want %+v", again, err, want)
	}
	if p, err := o.Profile(context.Background(), by); err != nil || p.Username != guest.Username || p.Role != account.Member {
		t.Errorf("profile %+v, %v", p, err)
	}
	if err := o.Logout(context.Background(), by); err != nil {
		t.Fatal(err)
	}
	if _, err := o.ResumeSession(context.Background(), secret, false); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("after the end: %v", err)
	}
}

func TestExternalUserCannotTakeLocalName(t *testing.T) {
	o := open(&auth.Options{NameKey: strings.ToLower})
	for _, name := range []string{"ana", "Ana"} {
		if _, _, err := o.OpenExternalSession(context.Background(), account.User{Username: name, Role: account.Admin}); fault.KindOf(err) != fault.Conflict {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(o.sessions) != 0 {
		t.Errorf("%d sessions are open", len(o.sessions))
	}
}
