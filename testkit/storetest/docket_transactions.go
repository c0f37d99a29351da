package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

func testDocketTransactions(t *testing.T, open func(t *testing.T) DocketStores) {
	// change writes to every store.
	change := func(ctx context.Context, s DocketStores) error {
		for _, write := range []func() error{
			func() error { return s.Cases.Create(ctx, notification.Case{ID: "c9", Number: "9"}) },
			func() error { return s.Subjects.Create(ctx, notification.Subject{ID: "s9", Name: "Nueve"}) },
			func() error { return s.Notifications.Create(ctx, pending("n9")) },
			func() error { _, err := lawfulMove(ctx, s, "n9", notification.InProcess, epoch); return err },
			func() error { return s.Outbox.Add(ctx, notification.Dispatch{ID: "d9", NotificationID: "n9"}) },
			func() error { return s.Receipts.Add(ctx, notification.Receipt{ID: "r9", Digest: "9"}, []byte("x")) },
			func() error { return s.Users.Create(ctx, account.User{ID: "u9", Username: "nueve"}) },
			func() error { return s.UserEvents.Append(ctx, account.Event{Username: "nueve"}) },
			func() error { return s.Sessions.Create(ctx, account.Session{ID: "l9"}) },
		} {
			if err := write(); err != nil {
				return err
			}
		}
		return nil
	}
	// count reads from every store how much of what change wrote is there.
	count := func(t *testing.T, ctx context.Context, s DocketStores) (n int) {
		t.Helper()
		page := pagination.Request{Number: 1, Size: 10}
		cases, err := s.Cases.List(ctx, notification.CaseFilter{NumberKey: "9"}, page)
		must(t, err)
		subjects, err := s.Subjects.List(ctx, notification.SubjectFilter{Words: []string{"nueve"}}, page)
		must(t, err)
		notifications, err := s.Notifications.List(ctx, notification.NotificationFilter{}, page)
		must(t, err)
		moved, err := s.Notifications.List(ctx, notification.NotificationFilter{State: notification.InProcess}, page)
		must(t, err)
		dispatches, err := s.Outbox.Latest(ctx, []string{"n9"})
		must(t, err)
		receipts, err := s.Receipts.List(ctx, notification.ReceiptFilter{}, page)
		must(t, err)
		users, err := s.Users.List(ctx, account.UserFilter{}, page)
		must(t, err)
		events, err := s.UserEvents.List(ctx, "nueve", page)
		must(t, err)
		n = cases.Total + subjects.Total + notifications.Total + moved.Total + len(dispatches) + receipts.Total + users.Total + events.Total
		if _, err := s.Sessions.Get(ctx, "l9"); err == nil {
			n++
		}
		return n
	}

	runRules(t, open, []docketRule{
		{"in a view every read sees the same state, whatever is changed meanwhile", func(t *testing.T, outside context.Context, s DocketStores) {
			prepareDocket(t, outside, s)
			changed := make(chan error, 1)
			must(t, s.Viewer.InView(outside, func(ctx context.Context) error {
				before := count(t, ctx, s)
				go func() {
					changed <- s.Transactor.InTx(outside, func(ctx context.Context) error { return change(ctx, s) })
				}()
				var err error
				select { // a store may let the change wait for the view
				case err = <-changed:
					changed <- err
				case <-time.After(200 * time.Millisecond):
				}
				wantEqual(t, count(t, ctx, s), before)
				return err
			}))
			must(t, <-changed)
			wantEqual(t, count(t, outside, s) > 0, true)
		}},
		{"a view within a transaction sees what that did", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, change(ctx, s))
				want := count(t, ctx, s)
				return s.Viewer.InView(ctx, func(ctx context.Context) error {
					wantEqual(t, count(t, ctx, s), want)
					return nil
				})
			}))
		}},
		{"what a transaction did is there when it is committed, and within it before", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				if err := change(ctx, s); err != nil {
					return err
				}
				wantEqual(t, count(t, ctx, s), 9)
				return nil
			}))
			wantEqual(t, count(t, ctx, s), 9)
		}},
		{"a failed transaction undoes all of it, and it can be done again", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			for range 2 {
				wantEqual(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
					must(t, change(ctx, s))
					return errChange
				}), errChange)
				wantEqual(t, count(t, ctx, s), 0)
			}
			must(t, change(ctx, s))
			wantEqual(t, count(t, ctx, s), 9)
		}},
		{"a refused write leaves the rest of its transaction alone", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, change(ctx, s))
				wantEqual(t, s.Cases.Create(ctx, notification.Case{ID: "c10", Number: "9"}), notification.ErrNumberTaken)
				wantEqual(t, s.Users.Create(ctx, account.User{ID: "u10", Username: "nueve"}), account.ErrEmailTaken)
				_, err := lawfulMove(ctx, s, "n9", notification.InProcess, epoch)
				wantKind(t, err, fault.RuleViolated)
				return nil
			}))
			wantEqual(t, count(t, ctx, s), 9)
		}},
	})
}
