package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

func testNotifications(t *testing.T, open func(t *testing.T) DocketStores) {
	runRules(t, open, []docketRule{
		{"a new one comes back whole, without history", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Notifications.Create(ctx, pending("n1")))
			got, err := s.Notifications.Get(ctx, "n1")
			must(t, err)
			wantEqual(t, got, pending("n1"))
		}},
		{"any Unicode text comes back byte for byte", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			for i, text := range awkwardTexts {
				n := pending(fmt.Sprint("n", i))
				n.Remark, n.CreatedBy = text, text
				must(t, s.Notifications.Create(ctx, n))
				m := notification.Movement{From: notification.Pending, To: notification.Sent, Remark: text, User: text, At: epoch.Add(time.Minute)}
				n.Apply(m)
				moved, err := s.Notifications.Move(ctx, n.ID, func(notification.Notification) (notification.Movement, error) { return m, nil })
				must(t, err)
				wantEqual(t, moved, n)
				got, err := s.Notifications.Get(ctx, n.ID)
				must(t, err)
				wantEqual(t, got, n)
			}
		}},
		{"it begins pending, whatever is said of its state", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			n := pending("n1")
			n.Apply(notification.Movement{From: notification.Pending, To: notification.Sent, At: epoch.Add(time.Hour)})
			must(t, s.Notifications.Create(ctx, n))
			got, err := s.Notifications.Get(ctx, "n1")
			must(t, err)
			wantEqual(t, got, pending("n1"))
		}},
		{"a taken ID is a conflict and changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Notifications.Create(ctx, pending("n1")))
			wantKind(t, s.Notifications.Create(ctx, pending("n1")), fault.Conflict)
			want := moveTo(t, ctx, s, "n1", notification.Sent)
			wantKind(t, s.Notifications.Create(ctx, pending("n1")), fault.Conflict)
			got, err := s.Notifications.Get(ctx, "n1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"an unknown ID is not found", func(t *testing.T, ctx context.Context, s DocketStores) {
			for _, id := range unknownIDs {
				_, err := s.Notifications.Get(ctx, id)
				wantEqual(t, err, notification.ErrNotificationNotFound)
				_, err = s.Notifications.Move(ctx, id, func(notification.Notification) (notification.Movement, error) {
					t.Error("asked for a movement")
					return notification.Movement{}, nil
				})
				wantEqual(t, err, notification.ErrNotificationNotFound)
			}
		}},
		{"lists are newest first, whole, and end", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			ids, at, newest := shuffledAges(25)
			for _, id := range ids {
				n := pending(id)
				n.CreatedAt = at[id]
				must(t, s.Notifications.Create(ctx, n))
			}
			for _, f := range []notification.NotificationFilter{{}, {State: notification.Pending}, {CaseID: "c1"}, {OpenBefore: epoch.Add(time.Hour)}} {
				wantPages(t, newest, notificationID, func(p pagination.Request) (pagination.Of[notification.Notification], error) {
					return s.Notifications.List(ctx, f, p)
				})
			}
		}},
		{"lists are oldest first where that is asked for", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			ids, at, newest := shuffledAges(25)
			for _, id := range ids {
				n := pending(id)
				n.CreatedAt = at[id]
				must(t, s.Notifications.Create(ctx, n))
			}
			oldest := slices.Clone(newest)
			slices.Reverse(oldest)
			for _, f := range []notification.NotificationFilter{{}, {State: notification.Pending}, {OpenFrom: epoch.Add(-1000 * time.Hour)}} {
				f.OldestFirst = true
				wantPages(t, oldest, notificationID, func(p pagination.Request) (pagination.Of[notification.Notification], error) {
					return s.Notifications.List(ctx, f, p)
				})
			}
		}},
		{"open ones are counted by the day of creation in Colombia", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			day := document.DayOf(epoch)
			for i, at := range []time.Time{day.Begin(), (day + 1).Begin().Add(-time.Microsecond), (day + 1).Begin(), (day + 2).Begin(), (day - 1).Begin()} {
				n := pending(fmt.Sprint("n", i))
				n.CreatedAt = at
				must(t, s.Notifications.Create(ctx, n))
			}
			moveTo(t, ctx, s, "n1", notification.InProcess)
			moveTo(t, ctx, s, "n2", notification.Sent)
			must(t, s.Notifications.Create(ctx, func() notification.Notification { n := pending("n9"); n.CreatedAt = day.Begin(); return n }()))
			got, err := s.Notifications.OpenPerDay(ctx, day, day+2)
			must(t, err)
			wantEqual(t, got, map[document.Day]int{day: 3, day + 2: 1})
			got, err = s.Notifications.OpenPerDay(ctx, day, day-1)
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"a list has each one's history, oldest line first", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			var want []notification.Notification
			for i, way := range [][]notification.State{{}, {notification.InProcess, notification.Pending, notification.Sent, notification.Received},
				{notification.Sent, notification.Failed, notification.Pending}} {
				n := pending(fmt.Sprint("n", i))
				must(t, s.Notifications.Create(ctx, n))
				for _, to := range way {
					n = moveTo(t, ctx, s, n.ID, to)
				}
				want = append([]notification.Notification{n}, want...)
			}
			page := pagination.Request{Number: 1, Size: 10}
			got, err := s.Notifications.List(ctx, notification.NotificationFilter{}, page)
			must(t, err)
			wantEqual(t, got, pagination.Of[notification.Notification]{Items: want, Total: 3, Page: page})
		}},
		{"a cancelled context is its own error", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			cancelled, cancel := context.WithCancel(ctx)
			cancel()
			wantEqual(t, s.Notifications.Create(cancelled, pending("n1")), context.Canceled)
			_, err := s.Notifications.Get(ctx, "n1")
			wantEqual(t, err, notification.ErrNotificationNotFound)
		}},
	})
}

// testNotificationFilters compares the results of every combination of filters with NotificationFilter.Takes.
func testNotificationFilters(t *testing.T, open func(t *testing.T) DocketStores) {
	runRules(t, open, []docketRule{{"each combination chooses what the filter takes", func(t *testing.T, ctx context.Context, s DocketStores) {
		prepareDocket(t, ctx, s)
		var all []notification.Notification
		must(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
			for i := range 60 {
				channel, subject := notification.Channels()[i%5], fmt.Sprint("s", 1+i/7%2)
				n := notification.NewNotification(fmt.Sprintf("n%02d", i), fmt.Sprint("c", 1+i%2), subject, channel, "", "", epoch.Add(time.Duration(-i)*time.Minute))
				if err := s.Notifications.Create(ctx, n); err != nil {
					return err
				}
				for range i % 4 {
					if next := notification.Next(n.State, channel); len(next) > 0 {
						n = moveTo(t, ctx, s, n.ID, next[i/5%len(next)])
					}
				}
				all = append(all, n)
			}
			return nil
		}))
		for _, state := range append(notification.States(), "") {
			for _, channel := range append(notification.Channels(), "") {
				for i, subject := range []string{"", "s1", "s2", "s3"} {
					for j, before := range []time.Time{{}, epoch.Add(-29 * time.Minute), {}, epoch.Add(-9 * time.Minute)} {
						f := notification.NotificationFilter{State: state, Channel: channel, SubjectID: subject, CaseID: []string{"", "c2", "", "c1"}[i], OpenBefore: before}
						if j >= 2 {
							f.OpenFrom = epoch.Add(-40 * time.Minute)
						}
						got, err := s.Notifications.List(ctx, f, pagination.Request{Number: 1, Size: 100})
						must(t, err)
						want := slices.DeleteFunc(slices.Clone(all), func(n notification.Notification) bool { return !f.Takes(&n) })
						if got.Total != len(want) || !slices.EqualFunc(got.Items, want, func(a, b notification.Notification) bool { return a.ID == b.ID && a.State == b.State }) {
							t.Fatalf("%+v: got %d of %d, want %d", f, len(got.Items), got.Total, len(want))
						}
					}
				}
			}
		}
	}}})
}

func notificationID(n notification.Notification) string { return n.ID }

// moveTo moves a notification by a channel that allows every move there is.
func moveTo(t *testing.T, ctx context.Context, s DocketStores, id string, to notification.State) notification.Notification {
	t.Helper()
	moved, err := s.Notifications.Move(ctx, id, func(n notification.Notification) (notification.Movement, error) {
		return notification.Movement{From: n.State, To: to, Remark: "Hecho", User: "eva@x.co", At: n.UpdatedAt.Add(time.Second)}, nil
	})
	must(t, err)
	return moved
}
