package auth_test

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/memstore"
	"github.com/cotejo/cotejo/testkit/mock"
)

// guarded is an office that locks names, by e-mail.
func guarded(t *testing.T) *office {
	t.Helper()
	o := open(&auth.Options{Attempts: -1, Failures: -1, NameKey: account.EmailKey})
	store := memstore.New()
	o.Deps.Lockouts, o.Deps.Sessions = store.Lockouts(), store.Sessions()
	var mu sync.Mutex // attempts come at once
	o.Deps.Passwords = &mock.PasswordsMock{MatchesFunc: func(ctx context.Context, _ account.Caller, password string, hashOf func(context.Context) (string, error)) (bool, error) {
		hash, err := hashOf(ctx)
		mu.Lock()
		defer mu.Unlock()
		o.hashes = append(o.hashes, hash)
		return hash == "hash of "+password, err
	}}
	return o
}

// checks is how many passwords were compared with that of a user.
func (o *office) checks() (n int) {
	for _, h := range o.hashes {
		if h != "" {
			n++
		}
	}
	return n
}

func (o *office) enter(t *testing.T, password string) bool {
	t.Helper()
	_, err := o.Login(t.Context(), "ana", password, desk)
	if err != nil && fault.KindOf(err) != fault.Unauthenticated {
		t.Fatal(err)
	}
	return err == nil
}

func TestFiveFailuresLockTheName(t *testing.T) {
	o := guarded(t)
	for range 5 {
		o.enter(t, "otra")
	}
	if o.enter(t, "secreto") || o.checks() != 5 {
		t.Fatalf("the sixth attempt was let in, or its password checked: %d checks", o.checks())
	}
	o.now = start.Add(15*time.Minute - 1)
	if o.enter(t, "secreto") {
		t.Error("let in before the lock ended")
	}
	o.now = start.Add(15 * time.Minute)
	if !o.enter(t, "secreto") {
		t.Error("not let in after the lock, which attempts during it must not lengthen")
	}
}

func TestAGoodLoginForgetsFailures(t *testing.T) {
	o := guarded(t)
	for range 3 {
		for range 4 {
			o.enter(t, "otra")
		}
		if !o.enter(t, "secreto") {
			t.Fatal("locked after four failures")
		}
	}
}

func TestStrangersDoNotLockOutWhoLoggedInBefore(t *testing.T) {
	o := guarded(t)
	from := func(client netip.Addr, password string) bool {
		_, err := o.Login(t.Context(), "ana", password, client)
		if err != nil && fault.KindOf(err) != fault.Unauthenticated {
			t.Fatal(err)
		}
		return err == nil
	}
	stranger, cafe := netip.MustParseAddr("203.0.113.9"), netip.MustParseAddr("198.51.100.7")
	if !from(desk, "secreto") {
		t.Fatal("not let in")
	}
	for range 3 {
		for range 9 {
			from(stranger, "otra")
		}
		if !from(desk, "secreto") {
			t.Fatal("strangers locked ana out of her own desk")
		}
	}
	if from(stranger, "secreto") || from(cafe, "secreto") {
		t.Error("let in at an address that is new, although the account is locked")
	}
	before := o.checks()
	for range 9 {
		from(desk, "otra")
	}
	if from(desk, "secreto") || o.checks() != before+5 {
		t.Errorf("at the desk %d passwords were checked, want 5", o.checks()-before)
	}
	o.now = start.Add(15 * time.Minute)
	for range 5 {
		from(desk, "otra")
	}
	if from(cafe, "secreto") {
		t.Error("failures at the desk do not lock the account elsewhere")
	}
	if err := o.Deps.Lockouts.Unlock(t.Context(), "ana"); err != nil {
		t.Fatal(err)
	}
	if !from(desk, "secreto") || !from(cafe, "secreto") {
		t.Error("an administrator cannot unlock both")
	}
}

func TestAllWaysOfWritingANameAreOne(t *testing.T) {
	o := guarded(t)
	for _, name := range []string{"ana", " ANA ", "Ana", "aNa\n", "\tana"} {
		if _, err := o.Login(t.Context(), name, "otra", desk); fault.KindOf(err) != fault.Unauthenticated {
			t.Fatal(err)
		}
	}
	if o.enter(t, "secreto") {
		t.Error("five ways of writing the name gave more than five attempts")
	}
}

// Anyone who is refused cannot tell why, and each refusal costs one comparison.
func TestRefusalsAreOneAndTheSame(t *testing.T) {
	o := guarded(t)
	o.users["eva"] = account.User{Username: "eva", PasswordHash: "hash of secreto", Disabled: true}
	_, wrong := o.Login(t.Context(), "ana", "otra", desk)
	_, unknown := o.Login(t.Context(), "nadie", "otra", desk)
	_, disabled := o.Login(t.Context(), "eva", "secreto", desk)
	for range 4 {
		o.enter(t, "otra")
	}
	_, locked := o.Login(t.Context(), "ana", "secreto", desk)
	for name, err := range map[string]error{"unknown": unknown, "disabled": disabled, "locked": locked} {
		if fault.KindOf(err) != fault.Unauthenticated || err.Error() != wrong.Error() {
			t.Errorf("%s: %v, want %v", name, err, wrong)
		}
	}
	if !strings.Contains(wrong.Error(), "5 intentos") || !strings.Contains(wrong.Error(), "15 minutos") {
		t.Errorf("%v does not say when an account is locked", wrong)
	}
	if len(o.hashes) != 8 || o.checks() != 5 {
		t.Errorf("compared with %q", o.hashes)
	}
}

func TestParallelAttemptsGetFiveChecks(t *testing.T) {
	o := guarded(t)
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			if _, err := o.Login(t.Context(), "ana", "otra", desk); fault.KindOf(err) != fault.Unauthenticated {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if o.checks() != 5 || len(o.hashes) != 200 {
		t.Errorf("%d passwords of %d were checked, want 5 of 200", o.checks(), len(o.hashes))
	}
}

func TestNobodyIsLetInWhenAttemptsCannotBeCounted(t *testing.T) {
	down := errors.New("disk on fire")
	for name, lockouts := range map[string]*mock.LockoutsMock{
		"before the check": {ReserveFunc: func(context.Context, string, string, account.Lockout, time.Time) (account.Slot, bool, error) {
			return account.Slot{}, true, down
		}},
		"after the check": {
			ReserveFunc: func(context.Context, string, string, account.Lockout, time.Time) (account.Slot, bool, error) {
				return account.Slot{}, true, nil
			},
			KnownFunc:   func(context.Context, string, string) (bool, error) { return true, nil },
			SucceedFunc: func(context.Context, account.Slot, account.Lockout) error { return down },
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := guarded(t)
			o.Deps.Lockouts = lockouts
			grant, err := o.Login(t.Context(), "ana", "secreto", desk)
			if fault.KindOf(err) != fault.Unavailable || !errors.Is(err, down) || grant.AccessToken != "" {
				t.Errorf("%+v, %v", grant, err)
			}
		})
	}
}
