package auth_test

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/fault"
)

func (o *office) try(t testing.TB, from string) (wait time.Duration) {
	t.Helper()
	_, err := o.Login(context.Background(), "ana", "otra", netip.MustParseAddr(from))
	f, ok := fault.As(err)
	switch {
	case ok && f.Kind == fault.Unauthenticated:
		return 0
	case ok && f.Kind == fault.RateLimited && f.RetryAfter > 0:
		return f.RetryAfter
	}
	t.Fatalf("neither refused nor limited: %v", err)
	return 0
}

func TestFiveAttemptsAMinute(t *testing.T) {
	o := open(nil)
	for i := range 5 {
		o.now = start.Add(time.Duration(i) * 10 * time.Second)
		if wait := o.try(t, "192.0.2.1"); wait != 0 {
			t.Fatalf("attempt %d must wait %v", i+1, wait)
		}
	}
	o.now = start.Add(50 * time.Second)
	if wait := o.try(t, "192.0.2.1"); wait != 10*time.Second {
		t.Errorf("the sixth waits %v, want 10s: until the first leaves the minute", wait)
	}
	if _, err := o.Login(context.Background(), "ana", "secreto", desk); fault.KindOf(err) != fault.RateLimited {
		t.Errorf("the right password is checked beyond the limit: %v", err)
	}
	if wait := o.try(t, "192.0.2.2"); wait != 0 {
		t.Errorf("another address waits %v", wait)
	}
	o.now = start.Add(60 * time.Second)
	if wait := o.try(t, "192.0.2.1"); wait != 0 {
		t.Errorf("still waits %v: refused attempts must not count", wait)
	}
	if wait := o.try(t, "192.0.2.1"); wait != 10*time.Second {
		t.Errorf("the window does not slide: %v", wait)
	}
}

func TestSuccessesCountToo(t *testing.T) {
	o := open(nil)
	for i := range 6 {
		_, err := o.Login(context.Background(), "ana", "secreto", desk)
		if want := i == 5; (fault.KindOf(err) == fault.RateLimited) != want {
			t.Errorf("login %d: %v", i+1, err)
		}
	}
}

func TestWhichAddressesAreOneClient(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"192.0.2.1", "192.0.2.2", false},
		{"192.0.2.1", "::ffff:192.0.2.1", true},
		{"2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true},
		{"2001:db8:1:2::1", "2001:db8:1:3::1", false},
		{"fe80::1%eth0", "fe80::2%eth1", true},
	} {
		o := open(&auth.Options{Attempts: 1})
		o.try(t, c.a)
		if same := o.try(t, c.b) > 0; same != c.same {
			t.Errorf("%s and %s: one client is %v", c.a, c.b, same)
		}
	}
}

func TestWithoutLimit(t *testing.T) {
	o := open(&auth.Options{Attempts: -1, Failures: -1})
	for range 50 {
		if wait := o.try(t, "192.0.2.1"); wait != 0 {
			t.Fatal("limited")
		}
	}
}

// In no stretch of a minute are more attempts let through than the limit, and
// anyone who waits as long as told gets in, however attempts are spread and
// however many other clients there are.
func TestNoMinuteHoldsMoreThanTheLimit(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		limit := rapid.IntRange(1, 6).Draw(r, "limit")
		o := open(&auth.Options{Attempts: limit})
		var let []time.Time
		for range rapid.IntRange(1, 60).Draw(r, "attempts") {
			o.now = o.now.Add(time.Duration(rapid.Int64Range(0, int64(30*time.Second)).Draw(r, "pause")))
			wait := o.try(t, "192.0.2.1")
			if wait == 0 {
				let = append(let, o.now)
			} else if rapid.Bool().Draw(r, "waits") {
				o.now = o.now.Add(wait)
				if o.try(t, "192.0.2.1") != 0 {
					r.Fatalf("refused after the wait of %v", wait)
				}
				let = append(let, o.now)
			}
		}
		for i := limit; i < len(let); i++ {
			if let[i].Sub(let[i-limit]) < time.Minute {
				r.Fatalf("%d attempts within %v", limit+1, let[i].Sub(let[i-limit]))
			}
		}
	})
}

func TestAClockThatStepsBackLocksNobodyOutForLong(t *testing.T) {
	o := open(&auth.Options{Attempts: 1})
	o.try(t, "192.0.2.1")
	o.now = start.Add(-time.Hour)
	if wait := o.try(t, "192.0.2.1"); wait > time.Minute {
		t.Errorf("waits %v", wait)
	}
}

func TestManyAddressesCostBoundedMemory(t *testing.T) {
	o := open(&auth.Options{Attempts: 1})
	for i := range 30_000 {
		address := fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255)
		o.try(t, address)
		if o.try(t, address) == 0 {
			t.Fatal("not refused")
		}
	}
	if n := o.Refused(); n > 10_000 {
		t.Errorf("%d clients are remembered", n)
	}
	if o.try(t, "10.0.0.0") == 0 {
		t.Error("a client that is remembered no more is let in")
	}
}

// Anyone who is refused costs the store nothing until his time has come.
func TestTheStoreIsAskedOnceOfWhoeverIsRefused(t *testing.T) {
	o := open(&auth.Options{Attempts: 1})
	for range 50 {
		o.try(t, "192.0.2.1")
	}
	if o.asked != 2 {
		t.Errorf("it was asked %d times", o.asked)
	}
	o.now = start.Add(time.Minute)
	if wait := o.try(t, "192.0.2.1"); wait != 0 {
		t.Errorf("still waits %v", wait)
	}
}

// failing is an office without the limit on all attempts, as where names are locked.
func failing(failures int) *office { return open(&auth.Options{Attempts: -1, Failures: failures}) }

func TestFailuresOfOneAddressAreLimited(t *testing.T) {
	o := failing(3)
	for i := range 3 {
		if wait := o.try(t, "192.0.2.1"); wait != 0 {
			t.Fatalf("failure %d must wait %v", i+1, wait)
		}
	}
	checked := len(o.hashes)
	if wait := o.try(t, "192.0.2.1"); wait != time.Minute {
		t.Errorf("the fourth waits %v, want a minute", wait)
	}
	if len(o.hashes) != checked {
		t.Error("a password was checked beyond the limit")
	}
	if wait := o.try(t, "192.0.2.2"); wait != 0 {
		t.Errorf("another address waits %v", wait)
	}
	o.now = start.Add(time.Minute)
	if wait := o.try(t, "192.0.2.1"); wait != 0 {
		t.Errorf("a minute later it waits %v", wait)
	}
}

func TestSuccessesAreNoFailures(t *testing.T) {
	o := failing(1)
	for range 5 {
		if _, err := o.Login(context.Background(), "ana", "secreto", desk); err != nil {
			t.Fatal(err)
		}
	}
}

func TestClientThatFailedIsSuspectForAWhile(t *testing.T) {
	o := failing(-1)
	for _, step := range []struct {
		after    time.Duration
		from     string
		password string
		suspect  bool
	}{
		{0, "192.0.2.1", "secreto", false},
		{0, "192.0.2.1", "otra", false},
		{0, "192.0.2.1", "secreto", true},
		{0, "192.0.2.2", "secreto", false},
		{15*time.Minute - 1, "192.0.2.1", "secreto", true},
		{15 * time.Minute, "192.0.2.1", "secreto", false},
	} {
		o.now = start.Add(step.after)
		_, _ = o.Login(context.Background(), "ana", step.password, netip.MustParseAddr(step.from))
		if got := o.callers[len(o.callers)-1].Suspect; got != step.suspect {
			t.Errorf("after %v from %s: suspect is %v", step.after, step.from, got)
		}
	}
}
