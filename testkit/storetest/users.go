package storetest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pagination"
)

func testUsers(t *testing.T, open func(t *testing.T) DocketStores) {
	full := account.User{ID: "u1", Username: account.EmailKey("José@X.co"), Email: "José@X.co", Name: "José Peña", Role: account.Notifier,
		PasswordHash: "$2a$12$x", CreatedAt: epoch}
	userID := func(u account.User) string { return u.ID }

	runRules(t, open, []docketRule{
		{"what is created comes back whole, by ID and by name", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, full))
			got, err := s.Users.Get(ctx, "u1")
			must(t, err)
			wantEqual(t, got, full)
			got, err = s.Users.Find(ctx, "josé@x.co")
			must(t, err)
			wantEqual(t, got, full)
		}},
		{"one may be created disabled", func(t *testing.T, ctx context.Context, s DocketStores) {
			want := full
			want.Disabled, want.MustChangePassword = true, true
			must(t, s.Users.Create(ctx, want))
			got, err := s.Users.Get(ctx, "u1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a taken e-mail is refused however it is written", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, full))
			for i, email := range emailVariants {
				wantEqual(t, s.Users.Create(ctx, account.User{ID: fmt.Sprint("other", i), Username: account.EmailKey(email)}), account.ErrEmailTaken)
			}
			must(t, s.Users.Create(ctx, account.User{ID: "u2", Username: "jose@x.co"}))
		}},
		{"a taken ID is a conflict and changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, full))
			wantKind(t, s.Users.Create(ctx, account.User{ID: "u1", Username: "otra@x.co"}), fault.Conflict)
			got, err := s.Users.Get(ctx, "u1")
			must(t, err)
			wantEqual(t, got, full)
		}},
		{"an unknown ID or name is not found", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, full))
			for _, id := range append(unknownIDs, "JOSÉ@X.CO") {
				_, err := s.Users.Get(ctx, id)
				wantEqual(t, err, account.ErrUserNotFound)
				_, err = s.Users.Find(ctx, id)
				wantEqual(t, err, account.ErrUserNotFound)
				_, err = s.Users.Update(ctx, id, func(*account.User) error { return nil })
				wantEqual(t, err, account.ErrUserNotFound)
			}
		}},
		{"an update stores password, role, name, whether disabled and to be changed, and nothing else", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, full))
			want := full
			want.PasswordHash, want.Role, want.Name, want.Disabled = "$2a$12$y", account.Administrator, "Pepe", true
			want.MustChangePassword = true
			got, err := s.Users.Update(ctx, "u1", func(u *account.User) error {
				wantEqual(t, *u, full)
				*u = want
				u.ID, u.Username, u.Email, u.CreatedAt, u.LockedUntil = "u9", "otra@x.co", "otra@x.co", epoch.Add(time.Hour), epoch
				return nil
			})
			must(t, err)
			wantEqual(t, got, want)
			got, err = s.Users.Get(ctx, "u1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a failed update stores nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, full))
			_, err := s.Users.Update(ctx, "u1", func(u *account.User) error { u.Name = "Otra"; return errChange })
			wantEqual(t, err, errChange)
			got, err := s.Users.Get(ctx, "u1")
			must(t, err)
			wantEqual(t, got, full)
		}},
		{"of parallel creations with one e-mail one succeeds", func(t *testing.T, ctx context.Context, s DocketStores) {
			var all sync.WaitGroup
			var created atomic.Int32
			for i := range 16 {
				all.Go(func() {
					switch err := s.Users.Create(ctx, account.User{ID: fmt.Sprint("u", i), Username: full.Username}); err {
					case nil:
						created.Add(1)
					case account.ErrEmailTaken:
					default:
						t.Error(err)
					}
				})
			}
			all.Wait()
			wantEqual(t, created.Load(), int32(1))
		}},
		{"the last active administrator stays one", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, administrator("u1")))
			must(t, s.Users.Create(ctx, userOf("u2", account.Administrator, true)))
			must(t, s.Users.Create(ctx, userOf("u3", account.Notifier, false)))
			for _, change := range []func(*account.User) error{demote, disable} {
				_, err := s.Users.Update(ctx, "u1", change)
				wantEqual(t, err, account.ErrLastAdmin)
				got, err := s.Users.Get(ctx, "u1")
				must(t, err)
				wantEqual(t, got, administrator("u1"))
			}
			_, err := s.Users.Update(ctx, "u2", demote)
			must(t, err)
			_, err = s.Users.Update(ctx, "u1", func(u *account.User) error { u.Name = "Otra"; return nil })
			must(t, err)
			_, err = s.Users.Update(ctx, "u3", func(u *account.User) error { u.Role = account.Administrator; return nil })
			must(t, err)
			_, err = s.Users.Update(ctx, "u1", demote)
			must(t, err)
		}},
		{"of two demotions at once of the last administrators one is refused", atOnce(demote, demote)},
		{"of two disablings at once of the last administrators one is refused", atOnce(disable, disable)},
		{"of a demotion and a disabling at once of the last administrators one is refused", atOnce(demote, disable)},
		{"a change that is undone takes no administrator away", func(t *testing.T, outside context.Context, s DocketStores) {
			must(t, s.Users.Create(outside, administrator("u1")))
			must(t, s.Users.Create(outside, administrator("u2")))
			wantEqual(t, s.Transactor.InTx(outside, func(ctx context.Context) error {
				_, err := s.Users.Update(ctx, "u1", demote)
				must(t, err)
				_, err = s.Users.Update(ctx, "u2", demote)
				wantEqual(t, err, account.ErrLastAdmin)
				return errChange
			}), errChange)
			_, err := s.Users.Update(outside, "u2", demote)
			must(t, err)
		}},
		{"lists are newest first, whole, and by role", func(t *testing.T, ctx context.Context, s DocketStores) {
			ids, at, newest := shuffledAges(25)
			for _, id := range ids {
				must(t, s.Users.Create(ctx, account.User{ID: id, Username: id, Role: account.Notifier, CreatedAt: at[id]}))
			}
			must(t, s.Users.Create(ctx, account.User{ID: "boss", Username: "boss", Role: account.Administrator, CreatedAt: epoch.Add(-time.Hour)}))
			for role, want := range map[account.Role][]string{"": append(newest, "boss"), account.Notifier: newest, account.Administrator: {"boss"}, "otro": nil} {
				wantPages(t, want, userID, func(p pagination.Request) (pagination.Of[account.User], error) {
					return s.Users.List(ctx, account.UserFilter{Role: role}, p)
				})
			}
		}},
		{"a user comes with the end of his lock, wherever", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Users.Create(ctx, full))
			must(t, s.Users.Create(ctx, account.User{ID: "u2", Username: "eva@x.co"}))
			reserveAll(t, ctx, s, full.Username, epoch)
			want := full
			want.LockedUntil = epoch.Add(lockRule.Lock)
			got, err := s.Users.Get(ctx, "u1")
			must(t, err)
			wantEqual(t, got, want)
			got, err = s.Users.Find(ctx, full.Username)
			must(t, err)
			wantEqual(t, got, want)
			got, err = s.Users.Update(ctx, "u1", func(u *account.User) error { wantEqual(t, *u, want); return nil })
			must(t, err)
			wantEqual(t, got, want)
			l, err := s.Users.List(ctx, account.UserFilter{}, pagination.Request{Number: 1, Size: 10})
			must(t, err)
			for _, u := range l.Items {
				wantEqual(t, u.LockedUntil.IsZero(), u.ID != "u1")
			}
			must(t, s.Lockouts.Unlock(ctx, full.Username))
			got, err = s.Users.Get(ctx, "u1")
			must(t, err)
			wantEqual(t, got, full)
		}},
	})
}

// administrator returns an active one of that ID.
func administrator(id string) account.User { return userOf(id, account.Administrator, false) }

func userOf(id string, role account.Role, disabled bool) account.User {
	return account.User{ID: id, Username: id + "@x.co", Email: id + "@x.co", Role: role, Disabled: disabled, PasswordHash: "$2a$12$x", CreatedAt: epoch}
}

func demote(u *account.User) error  { u.Role = account.Notifier; return nil }
func disable(u *account.User) error { u.Disabled = true; return nil }

// atOnce returns the test of two transactions, each of which takes away one of two
// administrators. The second one begins before the first one is committed.
func atOnce(first, second func(*account.User) error) func(*testing.T, context.Context, DocketStores) {
	return func(t *testing.T, outside context.Context, s DocketStores) {
		must(t, s.Users.Create(outside, administrator("u1")))
		must(t, s.Users.Create(outside, administrator("u2")))
		done := make(chan error, 1)
		must(t, s.Transactor.InTx(outside, func(ctx context.Context) error {
			if _, err := s.Users.Update(ctx, "u1", first); err != nil {
				return err
			}
			go func() {
				done <- s.Transactor.InTx(outside, func(ctx context.Context) error {
					_, err := s.Users.Update(ctx, "u2", second)
					return err
				})
			}()
			select { // a store may let the second one wait for the first one
			case err := <-done:
				done <- err
			case <-time.After(200 * time.Millisecond):
			}
			return nil
		}))
		wantEqual(t, <-done, account.ErrLastAdmin)
		got, err := s.Users.Get(outside, "u2")
		must(t, err)
		wantEqual(t, got, administrator("u2"))
	}
}

func testUserEvents(t *testing.T, open func(t *testing.T) DocketStores) {
	runRules(t, open, []docketRule{
		{"what is appended comes back whole, the latest first, each user's own", func(t *testing.T, ctx context.Context, s DocketStores) {
			var want []account.Event
			for i, text := range awkwardTexts {
				e := account.Event{At: epoch.Add(time.Duration(-i) * time.Second), By: text, Action: account.UserUnlocked, Username: "eva@x.co"}
				must(t, s.UserEvents.Append(ctx, e))
				must(t, s.UserEvents.Append(ctx, account.Event{Username: fmt.Sprint("other", i)}))
				want = append([]account.Event{e}, want...)
			}
			page := pagination.Request{Number: 1, Size: 100}
			got, err := s.UserEvents.List(ctx, "eva@x.co", page)
			must(t, err)
			wantEqual(t, got, pagination.Of[account.Event]{Items: want, Total: len(want), Page: page})
			var by []string
			for _, e := range want {
				by = append(by, e.By)
			}
			wantPages(t, by, func(e account.Event) string { return e.By }, func(p pagination.Request) (pagination.Of[account.Event], error) {
				return s.UserEvents.List(ctx, "eva@x.co", p)
			})
		}},
		{"a user to whom nothing was done has an empty list", func(t *testing.T, ctx context.Context, s DocketStores) {
			page := pagination.Request{Number: 1, Size: 10}
			got, err := s.UserEvents.List(ctx, "nadie", page)
			must(t, err)
			wantEqual(t, got, pagination.Of[account.Event]{Page: page})
		}},
	})
}
