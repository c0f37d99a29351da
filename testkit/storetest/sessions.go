package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

func testSessions(t *testing.T, open func(t *testing.T) Stores) {
	session := account.Session{ID: "s1", Username: "josé", Credential: "c1", CreatedAt: epoch, ExpiresAt: epoch.Add(8 * time.Hour), Refreshes: 1}
	later := epoch.Add(16 * time.Hour)

	runRules(t, open, []rule{
		{"what is created comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Create(ctx, session))
			got, err := s.Sessions.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, got, session)
		}},
		{"a taken ID is a conflict", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Create(ctx, session))
			wantKind(t, s.Sessions.Create(ctx, session), fault.Conflict)
		}},
		{"an unknown ID is not found", func(t *testing.T, ctx context.Context, s Stores) {
			_, err := s.Sessions.Get(ctx, "s1")
			wantKind(t, err, fault.NotFound)
			_, err = s.Sessions.SpendRefresh(ctx, "s1", 5, later)
			wantKind(t, err, fault.NotFound)
			wantKind(t, s.Sessions.Delete(ctx, "s1"), fault.NotFound)
		}},
		{"a refresh is spent and moves the expiry", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Create(ctx, session))
			want := session
			want.Refreshes, want.ExpiresAt = 2, later
			got, err := s.Sessions.SpendRefresh(ctx, "s1", 2, later)
			must(t, err)
			wantEqual(t, got, want)
			got, err = s.Sessions.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"past the limit a refresh is refused and changes nothing", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Create(ctx, session))
			for _, limit := range []int{1, 0, -1} {
				_, err := s.Sessions.SpendRefresh(ctx, "s1", limit, later)
				wantKind(t, err, fault.Unauthenticated)
			}
			got, err := s.Sessions.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, got, session)
		}},
		{"parallel refreshes never spend more than the limit", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Create(ctx, session))
			var granted atomic.Int32
			var all sync.WaitGroup
			for range 40 {
				all.Go(func() {
					if _, err := s.Sessions.SpendRefresh(ctx, "s1", 5, later); err == nil {
						granted.Add(1)
					} else if fault.KindOf(err) != fault.Unauthenticated {
						t.Error(err)
					}
				})
			}
			all.Wait()
			wantEqual(t, granted.Load(), int32(4))
			got, err := s.Sessions.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, got.Refreshes, 5)
		}},
		{"an extended session ends later, never earlier, and keeps all else", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Create(ctx, session))
			must(t, s.Sessions.Extend(ctx, "s1", later))
			must(t, s.Sessions.Extend(ctx, "s1", epoch))
			want := session
			want.ExpiresAt = later
			got, err := s.Sessions.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"extending does not bring back a session that is gone", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Extend(ctx, "s1", later))
			_, err := s.Sessions.Get(ctx, "s1")
			wantKind(t, err, fault.NotFound)
		}},
		{"a deleted session is gone", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Create(ctx, session))
			must(t, s.Sessions.Delete(ctx, "s1"))
			_, err := s.Sessions.Get(ctx, "s1")
			wantKind(t, err, fault.NotFound)
		}},
		{"the sessions of a user are deleted, others stay", func(t *testing.T, ctx context.Context, s Stores) {
			for id, username := range map[string]string{"s1": "josé", "s2": "josé", "s3": "jose", "s4": "JOSÉ"} {
				must(t, s.Sessions.Create(ctx, account.Session{ID: id, Username: username, ExpiresAt: later}))
			}
			for _, want := range []int{2, 0} {
				n, err := s.Sessions.DeleteOf(ctx, "josé")
				must(t, err)
				wantEqual(t, n, want)
			}
			for id, kept := range map[string]bool{"s1": false, "s2": false, "s3": true, "s4": true} {
				_, err := s.Sessions.Get(ctx, id)
				wantEqual(t, err == nil, kept)
			}
		}},
		{"sessions that ended before now are forgotten, others stay", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Sessions.Create(ctx, account.Session{ID: "old", ExpiresAt: epoch.Add(-time.Microsecond)}))
			must(t, s.Sessions.Create(ctx, account.Session{ID: "new", ExpiresAt: epoch.Add(time.Microsecond)}))
			n, err := s.Sessions.DeleteExpired(ctx, epoch)
			must(t, err)
			wantEqual(t, n, 1)
			_, err = s.Sessions.Get(ctx, "old")
			wantKind(t, err, fault.NotFound)
			_, err = s.Sessions.Get(ctx, "new")
			must(t, err)
		}},
	})
}
