package account_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/account"
)

var (
	noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	five = account.Lockout{Attempts: 5, Lock: 15 * time.Minute}
)

func TestLockout(t *testing.T) {
	// Each letter is an attempt: f fails, s succeeds, x must find no slot. A
	// number is the minutes that pass, with a minus when the clock steps back;
	// u is the administrator's unlock.
	for _, c := range []struct{ rule, story string }{
		{"five failures lock", "fffff x"},
		{"the fifth may still succeed", "ffffs fffff x"},
		{"success resets the count", "ffffs ffffs ffffs fffff x"},
		{"failures count however far apart", "f 600 f 600 f 600 f 600 f x"},
		{"a lock lasts fifteen minutes", "fffff 14 x 1 f"},
		{"attempts during a lock do not extend it", "fffff 5 x 5 x 4 x 1 s"},
		{"after a lock there are five new attempts", "fffff 15 fffff x 15 ffffs fffff x"},
		{"a clock that steps back never shortens a lock", "fffff -600 x 614 x 1 f"},
		{"not even one that runs ahead first", "fffff 14 x -14 x 14 x 1 f"},
		{"a clock that steps back between failures gives no more of them", "ff -60 ff 30 f x 44 x 1 f"},
		{"a lock counts from the latest time that was seen", "fff 10 f -10 f x 15 x 9 x 1 f"},
		{"an administrator unlocks", "fffff x u fffff x"},
		{"and forgives what was counted", "ffff u ffff f x"},
		{"and forgets a clock that ran ahead", "fff 99999 ff -99999 x u fffff 15 f"},
	} {
		t.Run(c.rule, func(t *testing.T) { tell(t, c.story) })
	}
}

// tell plays a story of TestLockout.
func tell(t *testing.T, story string) {
	var s account.LockState
	now, minutes := noon, 0
	for at := 0; at < len(story); at++ {
		switch letter := story[at]; letter {
		case ' ':
		case 'f', 's', 'x':
			next, granted := five.Reserve(s, now)
			if granted != (letter != 'x') {
				t.Fatalf("%s| at %s: granted %v in %+v", story[:at+1], now.Format(time.TimeOnly), granted, s)
			}
			if s = next; letter == 's' {
				s = five.Succeed(s, s.Gen)
			}
		case 'u':
			s = s.Unlock()
		default:
			n, _ := fmt.Sscanf(story[at:], "%d", &minutes)
			if n != 1 {
				t.Fatalf("%q is no story", story[at:])
			}
			now = now.Add(time.Duration(minutes) * time.Minute)
			at += len(fmt.Sprint(minutes)) - 1
		}
	}
}

func TestSlotsThatEndOutOfOrder(t *testing.T) {
	grant := func(s account.LockState, now time.Time, n int) account.LockState {
		for range n {
			next, ok := five.Reserve(s, now)
			if !ok {
				t.Fatalf("no slot in %+v", s)
			}
			s = next
		}
		return s
	}
	count := func(s account.LockState, now time.Time) (n int) {
		for ok := true; ok; n++ {
			s, ok = five.Reserve(s, now)
		}
		return n - 1
	}
	all := grant(account.LockState{}, noon, 5)
	for slot := range int64(5) {
		// Those reserved after the one that succeeds count as failures.
		if n := count(five.Succeed(all, slot+1), noon); n != int(slot+1) {
			t.Errorf("slot %d of five succeeds: %d more are granted", slot+1, n)
		}
	}
	late := grant(all, noon.Add(15*time.Minute), 5)
	if n := count(five.Succeed(late, 3), noon.Add(15*time.Minute)); n != 0 {
		t.Errorf("a slot from before the last lock succeeds: %d more are granted", n)
	}
	if s := five.Succeed(five.Succeed(all, 4), 2); s != five.Succeed(all, 4) {
		t.Errorf("an earlier success after a later one makes %+v", s)
	}
}

// model is the rule as a person would say it, with the whole past in mind.
type model struct {
	latest   time.Time // that the clock showed when a slot was granted
	slots    []bool    // every slot granted, and whether it succeeded
	forgiven int       // slots up to here count no more
	locked   bool
	until    time.Time
}

func (m *model) failures() int {
	n := 0
	for i := len(m.slots); i > m.forgiven && !m.slots[i-1]; i-- {
		n++
	}
	return n
}

func (m *model) attempt(now time.Time) bool {
	now = later(now, m.latest)
	if m.locked && now.Before(m.until) {
		return false
	}
	if m.locked {
		m.locked, m.forgiven = false, len(m.slots)
	}
	m.latest = now
	m.slots = append(m.slots, false)
	if m.failures() == five.Attempts {
		m.locked, m.until = true, now.Add(five.Lock)
	}
	return true
}

func (m *model) succeed(slot int) {
	m.slots[slot-1] = true
	if m.failures() < five.Attempts {
		m.locked = false
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func TestLockoutFollowsTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s account.LockState
		var m model
		now := noon
		var open []int // slots whose passwords are still being checked
		t.Repeat(map[string]func(*rapid.T){
			"reserve": func(t *rapid.T) {
				before := s
				next, granted := five.Reserve(s, now)
				if want := m.attempt(now); granted != want {
					t.Fatalf("granted %v, want %v, at %s in %+v", granted, want, now, s)
				}
				if !granted && next != before {
					t.Fatalf("an attempt without a slot changed %+v to %+v", before, next)
				}
				if s = next; granted {
					open = append(open, int(s.Gen))
				}
			},
			"fail": func(t *rapid.T) {
				if len(open) > 0 {
					open = without(open, rapid.IntRange(0, len(open)-1).Draw(t, "which"))
				}
			},
			"succeed": func(t *rapid.T) {
				if len(open) > 0 {
					i := rapid.IntRange(0, len(open)-1).Draw(t, "which")
					s = five.Succeed(s, int64(open[i]))
					m.succeed(open[i])
					open = without(open, i)
				}
			},
			"unlock": func(t *rapid.T) {
				s = s.Unlock()
				m.forgiven, m.locked, m.latest = len(m.slots), false, time.Time{}
			},
			"the clock moves": func(t *rapid.T) {
				now = now.Add(time.Duration(rapid.IntRange(-20, 20).Draw(t, "minutes")) * time.Minute)
			},
			"": func(t *rapid.T) {
				if s.Gen-s.Base > int64(five.Attempts) || s.Base > s.Gen || s.Gen != int64(len(m.slots)) {
					t.Fatalf("after %d slots: %+v", len(m.slots), s)
				}
			},
		})
	})
}

func without(slots []int, i int) []int {
	return append(append([]int(nil), slots[:i]...), slots[i+1:]...)
}

// TestNoMoreThanFiveFailuresInFifteenMinutes says what the rule is for, in
// nothing but what an attacker sees.
func TestNoMoreThanFiveFailuresInFifteenMinutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s account.LockState
		now, shown := noon, noon
		var granted []time.Time // by a clock that never goes back
		for range rapid.IntRange(0, 60).Draw(t, "attempts") {
			passed := time.Duration(rapid.IntRange(0, 500).Draw(t, "seconds")) * time.Second
			now, shown = now.Add(passed), shown.Add(passed-time.Duration(rapid.IntRange(0, 900).Draw(t, "back"))*time.Second)
			var ok bool
			if s, ok = five.Reserve(s, shown); ok {
				granted = append(granted, now)
			}
		}
		for i := five.Attempts; i < len(granted); i += five.Attempts {
			if wait := granted[i].Sub(granted[i-1]); wait < five.Lock {
				t.Fatalf("slot %d came %s after the fifth before it", i+1, wait)
			}
		}
	})
}

func ExampleLockout_Reserve() {
	rule := account.Lockout{Attempts: 2, Lock: time.Minute}
	var s account.LockState
	for range 3 {
		var ok bool
		s, ok = rule.Reserve(s, noon)
		fmt.Println(ok)
	}
	_, ok := rule.Reserve(s, noon.Add(time.Minute))
	fmt.Println(ok)
	// Output:
	// true
	// true
	// false
	// true
}
