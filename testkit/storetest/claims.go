package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func testClaims(t *testing.T, open func(t *testing.T) Stores) {
	first := document.Claim{Owner: "ana", Key: "k", Digest: "a", Result: "d1", ExpiresAt: epoch.Add(time.Hour)}
	claim := func(t *testing.T, ctx context.Context, s Stores, c document.Claim, now time.Time, want document.Claim, wantTaken bool) {
		t.Helper()
		held, taken, err := s.Claims.Claim(ctx, c, now)
		must(t, err)
		wantEqual(t, taken, wantTaken)
		wantEqual(t, held, want)
	}
	runRules(t, open, []rule{
		{"the first claim holds, and who comes later gets it", func(t *testing.T, ctx context.Context, s Stores) {
			claim(t, ctx, s, first, epoch, first, false)
			other := document.Claim{Owner: "ana", Key: "k", Digest: "b", Result: "d2", ExpiresAt: epoch.Add(9 * time.Hour)}
			claim(t, ctx, s, other, epoch, first, true)
			claim(t, ctx, s, first, epoch, first, true)
		}},
		{"each owner has keys of his own", func(t *testing.T, ctx context.Context, s Stores) {
			claim(t, ctx, s, first, epoch, first, false)
			for _, c := range []document.Claim{{Owner: "eva", Key: "k", ExpiresAt: first.ExpiresAt}, {Owner: "ana", Key: "K", ExpiresAt: first.ExpiresAt},
				{Owner: "an", Key: "ak", ExpiresAt: first.ExpiresAt}} {
				claim(t, ctx, s, c, epoch, c, false)
			}
		}},
		{"a claim whose time is over is free", func(t *testing.T, ctx context.Context, s Stores) {
			claim(t, ctx, s, first, epoch, first, false)
			claim(t, ctx, s, first, first.ExpiresAt.Add(-time.Microsecond), first, true)
			later := first
			later.Result, later.ExpiresAt = "d2", epoch.Add(2*time.Hour)
			claim(t, ctx, s, later, first.ExpiresAt, later, false)
		}},
		{"what is held can be asked for until its time is over", func(t *testing.T, ctx context.Context, s Stores) {
			_, err := s.Claims.Held(ctx, "ana", "k", epoch)
			wantKind(t, err, fault.NotFound)
			claim(t, ctx, s, first, epoch, first, false)
			held, err := s.Claims.Held(ctx, "ana", "k", first.ExpiresAt.Add(-time.Microsecond))
			must(t, err)
			wantEqual(t, held, first)
			for _, c := range []struct {
				owner, key string
				now        time.Time
			}{{"eva", "k", epoch}, {"ana", "K", epoch}, {"ana", "k", first.ExpiresAt}} {
				_, err := s.Claims.Held(ctx, c.owner, c.key, c.now)
				wantKind(t, err, fault.NotFound)
			}
		}},
		{"a claim of a failed transaction is free", func(t *testing.T, ctx context.Context, s Stores) {
			wantEqual(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				claim(t, ctx, s, first, epoch, first, false)
				return errChange
			}), errChange)
			claim(t, ctx, s, first, epoch, first, false)
		}},
		{"of parallel claims one holds", func(t *testing.T, ctx context.Context, s Stores) {
			var all sync.WaitGroup
			var mu sync.Mutex
			held := map[string]int{}
			for i := range 8 {
				all.Go(func() {
					c := first
					c.Result = fmt.Sprint(i)
					got, _, err := s.Claims.Claim(ctx, c, epoch)
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					held[got.Result]++
					mu.Unlock()
				})
			}
			all.Wait()
			wantEqual(t, len(held), 1)
		}},
	})
}
