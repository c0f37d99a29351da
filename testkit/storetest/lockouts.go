package storetest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/account"
)

var lockRule = account.Lockout{Attempts: 5, Lock: 15 * time.Minute}

// emailVariants are ways to write one address.
var emailVariants = []string{"josé@x.co", "JOSÉ@X.CO", "  josé@x.co\t", "jose\u0301@x.co", "JOSE\u0301@x.CO ", "\u00a0José@x.co\n"}

func testLockouts(t *testing.T, open func(t *testing.T) DocketStores) {
	runRules(t, open, []docketRule{
		{"five slots are granted, with rising numbers, and then none for a quarter of an hour", func(t *testing.T, ctx context.Context, s DocketStores) {
			for i := range 5 {
				slot, granted, err := s.Lockouts.Reserve(ctx, "eva", "", lockRule, epoch)
				must(t, err)
				wantEqual(t, granted, true)
				wantEqual(t, slot, account.Slot{Username: "eva", Number: int64(i + 1)})
			}
			wantGranted(t, ctx, s, "eva", epoch, false)
			wantGranted(t, ctx, s, "eva", epoch.Add(lockRule.Lock-time.Microsecond), false)
			wantGranted(t, ctx, s, "eva", epoch.Add(lockRule.Lock), true)
		}},
		{"two hundred parallel reservations are granted five times", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, account.User{ID: "u1", Username: "eva"}))
			for _, name := range []string{"eva", "nobody"} {
				var all sync.WaitGroup
				var granted atomic.Int32
				for range 200 {
					all.Go(func() {
						_, ok, err := s.Lockouts.Reserve(ctx, name, "", lockRule, epoch)
						if err != nil {
							t.Error(err)
						}
						if ok {
							granted.Add(1)
						}
					})
				}
				all.Wait()
				wantEqual(t, granted.Load(), int32(5))
			}
		}},
		{"parallel failures and successes never get more than the rule gives", func(t *testing.T, ctx context.Context, s DocketStores) {
			var all sync.WaitGroup
			var successes, granted atomic.Int32
			for w := range 8 {
				all.Go(func() {
					for r := range 10 {
						slot, ok, err := s.Lockouts.Reserve(ctx, "eva", "", lockRule, epoch)
						if err != nil {
							t.Error(err)
						}
						if ok {
							granted.Add(1)
						}
						if ok && w == 0 && r%4 == 0 {
							successes.Add(1)
							if err := s.Lockouts.Succeed(ctx, slot, lockRule); err != nil {
								t.Error(err)
							}
						}
					}
				})
			}
			all.Wait()
			// Each success forgives at most five and itself.
			if most := 5 + 6*successes.Load(); granted.Load() > most || granted.Load() < 5 {
				t.Fatalf("%d granted after %d successes", granted.Load(), successes.Load())
			}
			reserveAll(t, ctx, s, "eva", epoch)
			wantGranted(t, ctx, s, "eva", epoch, false)
		}},
		{"ways to write an address share one count", func(t *testing.T, ctx context.Context, s DocketStores) {
			for i, email := range emailVariants {
				wantGranted(t, ctx, s, account.EmailKey(email), epoch, i < 5)
			}
			wantGranted(t, ctx, s, account.EmailKey("jose@x.co"), epoch, true)
		}},
		{"success lifts the lock that the slot itself made", func(t *testing.T, ctx context.Context, s DocketStores) {
			slot := reserveAll(t, ctx, s, "eva", epoch)
			wantGranted(t, ctx, s, "eva", epoch, false)
			must(t, s.Lockouts.Succeed(ctx, slot, lockRule))
			reserveAll(t, ctx, s, "eva", epoch)
			wantGranted(t, ctx, s, "eva", epoch, false)
		}},
		{"unlocking gives five new slots", func(t *testing.T, ctx context.Context, s DocketStores) {
			reserveAll(t, ctx, s, "eva", epoch)
			must(t, s.Lockouts.Unlock(ctx, "eva"))
			wantEqual(t, reserveAll(t, ctx, s, "eva", epoch).Number, int64(10))
			must(t, s.Lockouts.Unlock(ctx, "nobody"))
			must(t, s.Lockouts.Succeed(ctx, account.Slot{Username: "nobody", Number: 1}, lockRule))
		}},
		{"forgetting drops old attempts of strangers alone", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, account.User{ID: "u1", Username: "eva"}))
			old, now := epoch, epoch.Add(24*time.Hour)
			for _, name := range []string{"eva", "stranger"} {
				wantGranted(t, ctx, s, name, old, true)
			}
			wantGranted(t, ctx, s, "late", now, true)
			long := account.Lockout{Attempts: 1, Lock: 48 * time.Hour}
			_, _, err := s.Lockouts.Reserve(ctx, "locked", "", long, old)
			must(t, err)
			n, err := s.Lockouts.Forget(ctx, old.Add(time.Hour), now)
			must(t, err)
			wantEqual(t, n, 1)
			for name, number := range map[string]int64{"eva": 2, "stranger": 1, "late": 2} {
				slot, _, err := s.Lockouts.Reserve(ctx, name, "", lockRule, now)
				must(t, err)
				wantEqual(t, slot.Number, number)
			}
			_, granted, err := s.Lockouts.Reserve(ctx, "locked", "", long, now)
			must(t, err)
			wantEqual(t, granted, false)
		}},
		{"clients of a user have counts of their own, which unlocking clears, too", func(t *testing.T, ctx context.Context, s DocketStores) {
			wantKnown := func(username, client string, want bool) {
				t.Helper()
				known, err := s.Lockouts.Known(ctx, username, client)
				must(t, err)
				wantEqual(t, known, want)
			}
			reserve := func(username, client string, want int64) account.Slot {
				t.Helper()
				slot, granted, err := s.Lockouts.Reserve(ctx, username, client, lockRule, epoch)
				must(t, err)
				wantEqual(t, granted, want > 0)
				if granted {
					wantEqual(t, slot, account.Slot{Username: username, Client: client, Number: want})
				}
				return slot
			}
			must(t, s.Users.Create(ctx, account.User{ID: "u1", Username: "eva"}))
			wantKnown("eva", "192.0.2.1/32", false)
			must(t, s.Lockouts.Succeed(ctx, reserve("eva", "192.0.2.1/32", 1), lockRule))
			wantKnown("eva", "192.0.2.1/32", true)
			wantKnown("eva", "192.0.2.2/32", false)
			wantKnown("ev", "a192.0.2.1/32", false)
			reserveAll(t, ctx, s, "eva", epoch)
			for number := range int64(5) {
				reserve("eva", "192.0.2.1/32", number+2)
			}
			reserve("eva", "192.0.2.1/32", 0)
			must(t, s.Lockouts.Unlock(ctx, "eva"))
			reserve("eva", "192.0.2.1/32", 7)
			reserve("eva", "", 6)
			u, err := s.Users.Find(ctx, "eva")
			must(t, err)
			wantEqual(t, u.LockedUntil.IsZero(), true)
		}},
		{"clients are forgotten, users are not", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, account.User{ID: "u1", Username: "eva"}))
			for _, client := range []string{"", "192.0.2.1/32"} {
				_, _, err := s.Lockouts.Reserve(ctx, "eva", client, lockRule, epoch)
				must(t, err)
			}
			n, err := s.Lockouts.Forget(ctx, epoch.Add(time.Hour), epoch.Add(2*time.Hour))
			must(t, err)
			wantEqual(t, n, 1)
			known, err := s.Lockouts.Known(ctx, "eva", "192.0.2.1/32")
			must(t, err)
			wantEqual(t, known, false)
		}},
		{"a reservation in a failed transaction was none", func(t *testing.T, ctx context.Context, s DocketStores) {
			wantEqual(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				reserveAll(t, ctx, s, "eva", epoch)
				return errChange
			}), errChange)
			wantEqual(t, reserveAll(t, ctx, s, "eva", epoch).Number, int64(5))
		}},
		{"it is account.Lockout, whatever happens and whichever way the clock goes", testLockoutsFollowTheRule},
	})
}

// testLockoutsFollowTheRule plays random stories, each under a name of its
// own and undone at its end.
func testLockoutsFollowTheRule(t *testing.T, ctx context.Context, s DocketStores) {
	must(t, s.Users.Create(ctx, account.User{ID: "u1", Username: "eva"}))
	undo := errors.New("the story is over")
	rapid.Check(t, func(t *rapid.T) {
		rule := account.Lockout{Attempts: rapid.IntRange(1, 6).Draw(t, "attempts"), Lock: time.Duration(rapid.IntRange(0, 20).Draw(t, "lock")) * time.Minute}
		err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
			var want account.LockState
			now := epoch
			for range rapid.IntRange(1, 40).Draw(t, "steps") {
				switch rapid.IntRange(0, 9).Draw(t, "what") {
				default:
					next, wantGranted := rule.Reserve(want, now)
					slot, granted, err := s.Lockouts.Reserve(ctx, "eva", "", rule, now)
					if err != nil || granted != wantGranted || granted && slot.Number != next.Gen {
						t.Fatalf("at %s in %+v got %+v, %v, %v", now, want, slot, granted, err)
					}
					want = next
				case 0, 1:
					now = now.Add(time.Duration(rapid.IntRange(-30, 30).Draw(t, "minutes")) * time.Minute)
				case 2:
					slot := rapid.Int64Range(1, max(1, want.Gen)).Draw(t, "slot")
					if want.Gen > 0 {
						want = rule.Succeed(want, slot)
					}
					if err := s.Lockouts.Succeed(ctx, account.Slot{Username: "eva", Number: slot}, rule); err != nil {
						return err
					}
				case 3:
					want = want.Unlock()
					if err := s.Lockouts.Unlock(ctx, "eva"); err != nil {
						return err
					}
				}
				if u, err := s.Users.Find(ctx, "eva"); err != nil || !u.LockedUntil.Equal(want.LockedUntil) {
					t.Fatalf("locked until %s, %v, want %s", u.LockedUntil, err, want.LockedUntil)
				}
			}
			return undo
		})
		if !errors.Is(err, undo) {
			t.Fatal(err)
		}
	})
}

// reserveAll takes every slot that a name has left and returns the last one.
func reserveAll(t *testing.T, ctx context.Context, s DocketStores, name string, now time.Time) (last account.Slot) {
	t.Helper()
	for range lockRule.Attempts + 1 {
		slot, granted, err := s.Lockouts.Reserve(ctx, name, "", lockRule, now)
		must(t, err)
		if !granted {
			return last
		}
		last = slot
	}
	t.Fatalf("%d slots were granted", lockRule.Attempts+1)
	return last
}

func wantGranted(t *testing.T, ctx context.Context, s DocketStores, name string, now time.Time, want bool) {
	t.Helper()
	_, granted, err := s.Lockouts.Reserve(ctx, name, "", lockRule, now)
	must(t, err)
	wantEqual(t, granted, want)
}
