package notify_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// user registers a notifier.
func (r *registry) user(t *testing.T) account.User {
	t.Helper()
	u, err := r.Register(t.Context(), boss, account.Draft{Email: " Eva@X.co ", Password: "una clave larga", Name: "Eva", Role: account.Notifier})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestUsersAreForAdministrators(t *testing.T) {
	r := open()
	u := r.user(t)
	for name, do := range map[string]func() error{
		"register": func() error { _, err := r.Register(t.Context(), clerk, account.Draft{}); return err },
		"list":     func() error { _, err := r.ListUsers(t.Context(), clerk, account.UserFilter{}, all); return err },
		"one":      func() error { _, err := r.User(t.Context(), clerk, u.ID); return err },
		"unlock":   func() error { _, err := r.Unlock(t.Context(), clerk, u.ID); return err },
		"disable":  func() error { _, err := r.Disable(t.Context(), clerk, u.ID); return err },
		"events":   func() error { _, err := r.Events(t.Context(), clerk, u.ID, all); return err },
	} {
		t.Run(name, func(t *testing.T) { wantKind(t, do(), fault.Forbidden) })
	}
}

func TestAUserIsKeptByHisEmail(t *testing.T) {
	r := open()
	u := r.user(t)
	want := account.User{ID: u.ID, Username: "eva@x.co", Email: "eva@x.co", Role: account.Notifier, Name: "Eva", CreatedAt: start}
	if u != want {
		t.Errorf("%+v, want %+v", u, want)
	}
	if kept, err := r.store.Users().Find(t.Context(), "eva@x.co"); err != nil || kept.PasswordHash != "hash of una clave larga" {
		t.Errorf("%+v, %v", kept, err)
	}
	_, err := r.Register(t.Context(), boss, account.Draft{Email: "EVA@x.co", Password: "otra clave larga", Name: "Otra", Role: account.Notifier})
	if !errors.Is(err, account.ErrEmailTaken) {
		t.Errorf("the same e-mail: %v", err)
	}
	list, err := r.ListUsers(t.Context(), boss, account.UserFilter{Role: account.Notifier}, all)
	if err != nil || list.Total != 1 || list.Items[0] != want {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestWhatIsDoneToAUserIsRecorded(t *testing.T) {
	r := open()
	u := r.user(t)
	rule := account.Lockout{Attempts: 1, Lock: time.Hour}
	if _, _, err := r.store.Lockouts().Reserve(t.Context(), u.Username, "", rule, r.now); err != nil {
		t.Fatal(err)
	}
	if locked, err := r.User(t.Context(), boss, u.ID); err != nil || !locked.LockedUntil.Equal(start.Add(time.Hour)) {
		t.Errorf("%+v, %v", locked, err)
	}
	r.now = start.Add(time.Minute)
	if u, err := r.Unlock(t.Context(), boss, u.ID); err != nil || !u.LockedUntil.IsZero() {
		t.Errorf("unlocked: %+v, %v", u, err)
	}
	r.now = start.Add(2 * time.Minute)
	if u, err := r.Disable(t.Context(), boss, u.ID); err != nil || !u.Disabled {
		t.Errorf("disabled: %+v, %v", u, err)
	}
	list, err := r.Events(t.Context(), boss, u.ID, all)
	if err != nil || list.Total != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, action := range []account.Action{account.UserDisabled, account.UserUnlocked, account.UserCreated} {
		want := account.Event{At: start.Add(time.Duration(2-i) * time.Minute), By: boss.Username, Action: action, Username: u.Username}
		if list.Items[i] != want {
			t.Errorf("%+v, want %+v", list.Items[i], want)
		}
	}
}

func TestALockThatIsOverIsNotShown(t *testing.T) {
	r := open()
	u := r.user(t)
	if _, _, err := r.store.Lockouts().Reserve(t.Context(), u.Username, "", account.Lockout{Attempts: 1, Lock: time.Hour}, r.now); err != nil {
		t.Fatal(err)
	}
	r.now = start.Add(time.Hour)
	if got, err := r.User(t.Context(), boss, u.ID); err != nil || got != u {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestNobodyDisablesHimself(t *testing.T) {
	r := open()
	u := r.user(t)
	_, err := r.Disable(t.Context(), account.Actor{Username: u.Username, Role: account.Administrator}, u.ID)
	wantKind(t, err, fault.RuleViolated)
	if list, _ := r.Events(t.Context(), boss, u.ID, all); list.Total != 1 {
		t.Errorf("%+v is recorded", list)
	}
	_, err = r.Disable(t.Context(), boss, court)
	wantKind(t, err, fault.NotFound)
}

func TestTheFirstAdministratorIsMadeOnce(t *testing.T) {
	r := open()
	if made, err := r.EnsureAdmin(t.Context(), "jefa@juzgado.gov.co", "una clave larga", true); err != nil || !made {
		t.Fatalf("%v, %v", made, err)
	}
	if made, err := r.EnsureAdmin(t.Context(), "otra@juzgado.gov.co", "una clave larga", true); err != nil || made {
		t.Errorf("again: %v, %v", made, err)
	}
	list, err := r.ListUsers(t.Context(), boss, account.UserFilter{}, all)
	if err != nil || list.Total != 1 || list.Items[0].Role != account.Administrator {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := open().EnsureAdmin(t.Context(), "jefa", "corta", false); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("with an e-mail that is none: %v", err)
	}
}

func TestEndSessions(t *testing.T) {
	r := open()
	u := r.user(t)
	for _, name := range []string{u.Username, boss.Username} {
		if err := r.store.Sessions().Create(t.Context(), account.Session{ID: name, Username: name}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := r.EndSessions(t.Context(), clerk, u.ID)
	wantKind(t, err, fault.Forbidden)
	_, err = r.EndSessions(t.Context(), boss, court)
	wantKind(t, err, fault.NotFound)
	if _, err := r.EndSessions(t.Context(), boss, u.ID); err != nil {
		t.Fatal(err)
	}
	_, err = r.store.Sessions().Get(t.Context(), u.Username)
	wantKind(t, err, fault.NotFound)
	if _, err := r.store.Sessions().Get(t.Context(), boss.Username); err != nil {
		t.Errorf("the session of another user: %v", err)
	}
	if list, _ := r.Events(t.Context(), boss, u.ID, all); list.Total != 2 || list.Items[0].Action != account.SessionsEnded || list.Items[0].By != boss.Username {
		t.Errorf("recorded %+v", list.Items)
	}
}

func TestEndSessionsByName(t *testing.T) {
	for _, tc := range []struct {
		rule, username string
		by             account.Actor
		kind           fault.Kind
	}{
		{"of an external user", "eva@x.co", boss, ""},
		{"whatever its case", " EVA@x.co", boss, ""},
		{"not by a member", "eva@x.co", clerk, fault.Forbidden},
		{"of nobody", "luz@x.co", boss, fault.NotFound},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			r := open()
			if err := r.store.Sessions().Create(t.Context(), account.Session{ID: "1", Username: "eva@x.co"}); err != nil {
				t.Fatal(err)
			}
			err := r.EndSessionsOf(t.Context(), tc.by, tc.username)
			if tc.kind != "" {
				wantKind(t, err, tc.kind)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			_, err = r.store.Sessions().Get(t.Context(), "1")
			wantKind(t, err, fault.NotFound)
		})
	}
	t.Run("of a user, on record", func(t *testing.T) {
		r := open()
		u := r.user(t)
		if err := r.EndSessionsOf(t.Context(), boss, u.Username); err != nil {
			t.Fatal(err)
		}
		if list, _ := r.Events(t.Context(), boss, u.ID, all); list.Total != 2 || list.Items[0].Action != account.SessionsEnded {
			t.Errorf("recorded %+v", list.Items)
		}
	})
}

func TestSetPassword(t *testing.T) {
	r := open()
	u := r.user(t)
	_, err := r.SetPassword(t.Context(), clerk, u.ID, "otra clave larga")
	wantKind(t, err, fault.Forbidden)
	for _, bad := range []string{"", "corta", strings.Repeat("x", 73)} {
		_, err := r.SetPassword(t.Context(), boss, u.ID, bad)
		wantKind(t, err, fault.Unprocessable)
	}
	_, err = r.SetPassword(t.Context(), boss, court, "otra clave larga")
	wantKind(t, err, fault.NotFound)
	if _, err := r.SetPassword(t.Context(), boss, u.ID, "otra clave larga"); err != nil {
		t.Fatal(err)
	}
	stored, err := r.store.Users().Get(t.Context(), u.ID)
	if err != nil || stored.PasswordHash != "hash of otra clave larga" {
		t.Errorf("stored %+v, %v", stored, err)
	}
	if list, _ := r.Events(t.Context(), boss, u.ID, all); list.Total != 2 || list.Items[0].Action != account.PasswordSet || list.Items[0].By != boss.Username {
		t.Errorf("recorded %+v", list.Items)
	}
}

func TestSetRole(t *testing.T) {
	r := open()
	u := r.user(t)
	_, err := r.SetRole(t.Context(), clerk, u.ID, account.Administrator)
	wantKind(t, err, fault.Forbidden)
	_, err = r.SetRole(t.Context(), boss, u.ID, account.Admin)
	wantKind(t, err, fault.Unprocessable)
	_, err = r.SetRole(t.Context(), boss, court, account.Administrator)
	wantKind(t, err, fault.NotFound)
	if changed, err := r.SetRole(t.Context(), boss, u.ID, account.Administrator); err != nil || changed.Role != account.Administrator {
		t.Fatalf("%+v, %v", changed, err)
	}
	if list, _ := r.Events(t.Context(), boss, u.ID, all); list.Total != 2 || list.Items[0].Action != account.RoleSet || list.Items[0].By != boss.Username {
		t.Errorf("recorded %+v", list.Items)
	}
}

// Two administrators take each other's rights.
func TestLastAdminStays(t *testing.T) {
	for name, remove := range map[string]func(r *registry, by account.Actor, id string) error{
		"demote": func(r *registry, by account.Actor, id string) error {
			_, err := r.SetRole(t.Context(), by, id, account.Notifier)
			return err
		},
		"disable": func(r *registry, by account.Actor, id string) error {
			_, err := r.Disable(t.Context(), by, id)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := open()
			var admins []account.User
			for _, email := range []string{"ana@x.co", "eva@x.co"} {
				u, err := r.Register(t.Context(), boss, account.Draft{Email: email, Password: "una clave larga", Name: "Jefa", Role: account.Administrator})
				if err != nil {
					t.Fatal(err)
				}
				admins = append(admins, u)
			}
			if err := remove(r, account.Actor{Username: admins[0].Username, Role: account.Administrator}, admins[1].ID); err != nil {
				t.Fatal(err)
			}
			err := remove(r, account.Actor{Username: admins[1].Username, Role: account.Administrator}, admins[0].ID)
			if !errors.Is(err, account.ErrLastAdmin) {
				t.Errorf("got %v, want %v", err, account.ErrLastAdmin)
			}
			if u, err := r.User(t.Context(), boss, admins[0].ID); err != nil || !u.IsActiveAdmin() {
				t.Errorf("left %+v, %v", u, err)
			}
			if list, _ := r.Events(t.Context(), boss, admins[0].ID, all); list.Total != 1 {
				t.Errorf("recorded %+v", list.Items)
			}
		})
	}
}
