package auth_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
)

// confirm returns the code of what Confirm answers to ana, "" when it is her password.
func (o *office) confirm(t *testing.T, password string, from netip.Addr) string {
	t.Helper()
	err := o.Confirm(t.Context(), account.Actor{Username: "ana"}, password, from)
	if err == nil {
		return ""
	}
	f, ok := fault.As(err)
	if !ok || f.Code == "wrong_password" && f.Kind != fault.Unprocessable || f.Code == "too_many_logins" && (f.Kind != fault.RateLimited || f.RetryAfter <= 0) {
		t.Fatalf("%v", err)
	}
	return f.Code
}

func TestConfirmsAreLimited(t *testing.T) {
	for name, c := range map[string]struct {
		office    *office
		loginWait time.Duration // at the address of the confirmations
		elsewhere string        // code of a confirmation from another address
	}{
		"attempts of a user":     {open(nil), 0, "too_many_logins"},
		"failures of an address": {failing(5), time.Minute, ""},
	} {
		t.Run(name, func(t *testing.T) {
			o := c.office
			for range 5 {
				if code := o.confirm(t, "otra", desk); code != "wrong_password" {
					t.Fatalf("a wrong password: %q", code)
				}
			}
			checked := len(o.hashes)
			if code := o.confirm(t, "secreto", desk); code != "too_many_logins" || len(o.hashes) != checked {
				t.Errorf("the right password beyond the limit: %q, %d checks", code, len(o.hashes)-checked)
			}
			if wait := o.try(t, desk.String()); wait != c.loginWait {
				t.Errorf("a login from there waits %v, want %v", wait, c.loginWait)
			}
			if code := o.confirm(t, "secreto", netip.MustParseAddr("192.0.2.2")); code != c.elsewhere {
				t.Errorf("from another address: %q, want %q", code, c.elsewhere)
			}
			o.now = start.Add(time.Minute)
			if code := o.confirm(t, "secreto", desk); code != "" {
				t.Errorf("a minute later: %q", code)
			}
		})
	}
}

func TestConfirmsTakeNoLogins(t *testing.T) {
	o := open(nil)
	for range 5 {
		o.confirm(t, "secreto", desk)
	}
	if wait := o.try(t, desk.String()); wait != 0 {
		t.Errorf("a login from the same address waits %v", wait)
	}
}

func TestWrongConfirmMakesSuspect(t *testing.T) {
	o := failing(-1)
	for n, want := range []bool{false, true} {
		o.confirm(t, "otra", desk)
		if got := o.callers[n]; got.Suspect != want || got.Client != "192.0.2.1/32" {
			t.Errorf("confirmation %d waits as %+v", n+1, got)
		}
	}
	o.try(t, desk.String())
	if !o.callers[2].Suspect {
		t.Error("a login after wrong confirmations is not suspect")
	}
}

func TestWrongConfirmsLockTheName(t *testing.T) {
	o := guarded(t)
	for range 4 {
		o.confirm(t, "otra", desk)
	}
	if code := o.confirm(t, "secreto", desk); code != "" {
		t.Fatalf("after four failures: %q", code)
	}
	for range 5 {
		o.confirm(t, "otra", desk)
	}
	checked := o.checks()
	err := o.Confirm(t.Context(), account.Actor{Username: "ana"}, "secreto", desk)
	if fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), "15 minutos") {
		t.Errorf("the right password of a locked name: %v", err)
	}
	if o.enter(t, "secreto") || o.checks() != checked {
		t.Error("a locked name was let in, or its password checked")
	}
	o.now = start.Add(15 * time.Minute)
	if code := o.confirm(t, "secreto", desk); code != "" {
		t.Errorf("after the lock: %q", code)
	}
}

func TestConfirmOpensNoSession(t *testing.T) {
	o := open(&auth.Options{Attempts: -1})
	if code := o.confirm(t, "secreto", desk); code != "" || len(o.sessions) != 0 {
		t.Errorf("%q, sessions %v", code, o.sessions)
	}
}
