package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
)

func testLoginAttempts(t *testing.T, open func(t *testing.T) Stores) {
	limit := account.RateLimit{Attempts: 3, Window: time.Minute}
	take := func(t *testing.T, ctx context.Context, s Stores, client string, after time.Duration) time.Duration {
		t.Helper()
		wait, err := s.LoginAttempts.Take(ctx, client, limit, epoch.Add(after))
		must(t, err)
		return wait
	}

	runRules(t, open, []rule{
		{"so many are let through in any stretch of the window, and the next waits until one leaves it", func(t *testing.T, ctx context.Context, s Stores) {
			for _, c := range []struct{ after, wait time.Duration }{
				{0, 0}, {10 * time.Second, 0}, {20 * time.Second, 0}, {30 * time.Second, 30 * time.Second}, {59 * time.Second, time.Second},
				{time.Minute, 0}, {time.Minute, 10 * time.Second}, {70 * time.Second, 0}, {70 * time.Second, 10 * time.Second},
			} {
				wantEqual(t, take(t, ctx, s, "192.0.2.1/32", c.after), c.wait)
			}
		}},
		{"clients are counted apart", func(t *testing.T, ctx context.Context, s Stores) {
			for range 3 {
				take(t, ctx, s, "192.0.2.1/32", 0)
			}
			wantEqual(t, take(t, ctx, s, "2001:db8::/64", 0), time.Duration(0))
			wantEqual(t, take(t, ctx, s, "192.0.2.1/32", 0), time.Minute)
		}},
		{"of parallel attempts no more are let through", func(t *testing.T, ctx context.Context, s Stores) {
			var all sync.WaitGroup
			var let atomic.Int32
			for range 16 {
				all.Go(func() {
					wait, err := s.LoginAttempts.Take(ctx, "192.0.2.1/32", limit, epoch)
					if err != nil {
						t.Error(err)
					} else if wait == 0 {
						let.Add(1)
					}
				})
			}
			all.Wait()
			wantEqual(t, let.Load(), int32(3))
		}},
		{"what another clock wrote ahead of time counts as done now", func(t *testing.T, ctx context.Context, s Stores) {
			for range 3 {
				take(t, ctx, s, "192.0.2.1/32", time.Hour)
			}
			wantEqual(t, take(t, ctx, s, "192.0.2.1/32", 0), time.Minute)
		}},
		{"clients that were quiet are forgotten, others are not", func(t *testing.T, ctx context.Context, s Stores) {
			for range 3 {
				take(t, ctx, s, "192.0.2.1/32", 0)
				take(t, ctx, s, "192.0.2.2/32", time.Second)
			}
			n, err := s.LoginAttempts.Forget(ctx, epoch.Add(time.Second))
			must(t, err)
			wantEqual(t, n, 1)
			wantEqual(t, take(t, ctx, s, "192.0.2.1/32", 2*time.Second), time.Duration(0))
			wantEqual(t, take(t, ctx, s, "192.0.2.2/32", 2*time.Second), 59*time.Second)
		}},
	})
}
