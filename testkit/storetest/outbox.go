package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

func testOutbox(t *testing.T, open func(t *testing.T) DocketStores) {
	// mail returns a dispatch of the notification n followed by that number.
	mail := func(id string, number int) notification.Dispatch {
		return notification.Dispatch{
			ID:             id,
			NotificationID: fmt.Sprint("n", number),
			To:             "jose@x.co",
			Subject:        "Notificación",
			Body:           "Señor:\n",
			RequestedBy:    "eva@x.co",
			CreatedAt:      epoch,
			State:          notification.Queued,
			DueAt:          epoch,
			ChangedAt:      epoch,
		}
	}
	prepare := func(t *testing.T, ctx context.Context, s DocketStores) {
		t.Helper()
		prepareDocket(t, ctx, s)
		for i := range 9 {
			must(t, s.Notifications.Create(ctx, pending(fmt.Sprint("n", i))))
		}
	}
	take := func(t *testing.T, ctx context.Context, s DocketStores, now time.Time) notification.Dispatch {
		t.Helper()
		d, ok, err := s.Outbox.Take(ctx, now)
		must(t, err)
		if !ok {
			t.Fatal("nothing is due")
		}
		return d
	}
	noneDue := func(t *testing.T, ctx context.Context, s DocketStores, now time.Time) {
		t.Helper()
		d, ok, err := s.Outbox.Take(ctx, now)
		must(t, err)
		if ok {
			t.Fatalf("%+v is due", d)
		}
	}
	latest := func(t *testing.T, ctx context.Context, s DocketStores, id string) notification.Dispatch {
		t.Helper()
		all, err := s.Outbox.Latest(ctx, []string{id})
		must(t, err)
		return all[id]
	}

	runRules(t, open, []docketRule{
		{"what is added is taken whole, once, and counted", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			want := mail("d1", 1)
			must(t, s.Outbox.Add(ctx, want))
			wantEqual(t, latest(t, ctx, s, "n1"), want)
			now := epoch.Add(time.Hour)
			want.State, want.Tries, want.ChangedAt = notification.Sending, 1, now
			wantEqual(t, take(t, ctx, s, now), want)
			noneDue(t, ctx, s, now.Add(time.Hour))
			wantEqual(t, latest(t, ctx, s, "n1"), want)
		}},
		{"one is added as queued and untried, whatever it says", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			d := mail("d1", 1)
			d.State, d.Tries = notification.Delivered, 7
			must(t, s.Outbox.Add(ctx, d))
			wantEqual(t, latest(t, ctx, s, "n1"), mail("d1", 1))
		}},
		{"nothing is taken before it is due, and what is due longest first", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			noneDue(t, ctx, s, epoch)
			for i, minutes := range []int{30, 10, 20, 10} {
				d := mail(fmt.Sprint("d", i), i)
				d.DueAt = epoch.Add(time.Duration(minutes) * time.Minute)
				must(t, s.Outbox.Add(ctx, d))
			}
			noneDue(t, ctx, s, epoch.Add(10*time.Minute-time.Microsecond))
			for _, want := range []string{"d1", "d3", "d2"} {
				wantEqual(t, take(t, ctx, s, epoch.Add(20*time.Minute)).ID, want)
			}
			noneDue(t, ctx, s, epoch.Add(20*time.Minute))
			wantEqual(t, take(t, ctx, s, epoch.Add(30*time.Minute)).ID, "d0")
		}},
		{"a notification has one on its way, and another once that has ended", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			must(t, s.Outbox.Add(ctx, mail("d1", 1)))
			wantEqual(t, s.Outbox.Add(ctx, mail("d2", 1)), notification.ErrOnItsWay)
			d := take(t, ctx, s, epoch)
			wantEqual(t, s.Outbox.Add(ctx, mail("d2", 1)), notification.ErrOnItsWay)
			d.State = notification.Refused
			must(t, s.Outbox.Settle(ctx, d))
			must(t, s.Outbox.Add(ctx, mail("d2", 1)))
			must(t, s.Outbox.Add(ctx, mail("d3", 2)))
		}},
		{"a taken ID is a conflict", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			must(t, s.Outbox.Add(ctx, mail("d1", 1)))
			wantKind(t, s.Outbox.Add(ctx, mail("d1", 2)), fault.Conflict)
		}},
		{"settling stores how it ended, and nothing else", func(t *testing.T, ctx context.Context, s DocketStores) {
			for _, end := range []notification.DispatchState{notification.Delivered, notification.Refused, notification.Uncertain} {
				s := open(t)
				prepare(t, ctx, s)
				must(t, s.Outbox.Add(ctx, mail("d1", 1)))
				want := take(t, ctx, s, epoch)
				want.State, want.Reason, want.ChangedAt, want.DueAt = end, "550 no existe", epoch.Add(time.Hour), epoch.Add(time.Minute)
				other := want
				other.To, other.Body, other.Tries, other.NotificationID, other.CreatedAt = "otro@x.co", "otra", 9, "n2", epoch.Add(time.Hour)
				must(t, s.Outbox.Settle(ctx, other))
				wantEqual(t, latest(t, ctx, s, "n1"), want)
				noneDue(t, ctx, s, epoch.Add(24*time.Hour))
				wantEqual(t, s.Outbox.Settle(ctx, want), notification.ErrNotSending)
			}
		}},
		{"only what is being sent is settled", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			d := mail("d1", 1)
			d.State = notification.Delivered
			wantEqual(t, s.Outbox.Settle(ctx, d), notification.ErrNotSending)
			must(t, s.Outbox.Add(ctx, d))
			wantEqual(t, s.Outbox.Settle(ctx, d), notification.ErrNotSending)
			wantEqual(t, latest(t, ctx, s, "n1"), mail("d1", 1))
		}},
		{"one that is postponed is tried again, and forgets why", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			must(t, s.Outbox.Add(ctx, mail("d1", 1)))
			d := take(t, ctx, s, epoch)
			d.State, d.DueAt, d.Reason, d.ChangedAt = notification.Queued, epoch.Add(time.Minute), "El servidor no responde.", epoch.Add(time.Second)
			must(t, s.Outbox.Settle(ctx, d))
			wantEqual(t, latest(t, ctx, s, "n1"), d)
			noneDue(t, ctx, s, epoch)
			again := take(t, ctx, s, epoch.Add(time.Minute))
			wantEqual(t, again.Tries, 2)
			wantEqual(t, again.Reason, "")
		}},
		{"a queued one is stopped whole, and never taken", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			must(t, s.Outbox.Add(ctx, mail("d1", 1)))
			must(t, s.Outbox.Add(ctx, mail("d2", 2)))
			want := mail("d1", 1)
			want.State, want.Reason, want.ChangedAt = notification.Stopped, "Lo detuvo Eva.", epoch.Add(time.Second)
			got, err := s.Outbox.Stop(ctx, "n1", want.Reason, want.ChangedAt)
			must(t, err)
			wantEqual(t, got, want)
			wantEqual(t, latest(t, ctx, s, "n1"), want)
			wantEqual(t, take(t, ctx, s, epoch).ID, "d2")
			noneDue(t, ctx, s, epoch.Add(time.Hour))
			_, err = s.Outbox.Stop(ctx, "n1", "otra", epoch)
			wantEqual(t, err, notification.ErrNotQueued)
			must(t, s.Outbox.Add(ctx, mail("d3", 1)))
		}},
		{"only what is queued is stopped, also after it was postponed", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for _, id := range append([]string{"n1"}, unknownIDs...) {
				_, err := s.Outbox.Stop(ctx, id, "", epoch)
				wantEqual(t, err, notification.ErrNotQueued)
			}
			must(t, s.Outbox.Add(ctx, mail("d1", 1)))
			d := take(t, ctx, s, epoch)
			_, err := s.Outbox.Stop(ctx, "n1", "", epoch)
			wantEqual(t, err, notification.ErrNotQueued)
			wantEqual(t, latest(t, ctx, s, "n1"), d)
			d.State, d.DueAt = notification.Queued, epoch.Add(time.Minute)
			must(t, s.Outbox.Settle(ctx, d))
			d, err = s.Outbox.Stop(ctx, "n1", "", epoch)
			must(t, err)
			wantEqual(t, d.Tries, 1)
			noneDue(t, ctx, s, epoch.Add(time.Hour))
			wantEqual(t, s.Outbox.Settle(ctx, d), notification.ErrNotSending)
		}},
		{"each one is either taken or stopped", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for i := range 9 {
				must(t, s.Outbox.Add(ctx, mail(fmt.Sprint("d", i), i)))
			}
			var all sync.WaitGroup
			var taken, stopped [9]bool
			all.Go(func() {
				for range 9 {
					d, ok, err := s.Outbox.Take(ctx, epoch)
					if err != nil {
						t.Error(err)
					}
					if ok {
						taken[d.ID[1]-'0'] = true
					}
				}
			})
			all.Go(func() {
				for i := range 9 {
					_, err := s.Outbox.Stop(ctx, fmt.Sprint("n", 8-i), "", epoch)
					if err != nil && err != error(notification.ErrNotQueued) {
						t.Error(err)
					}
					stopped[8-i] = err == nil
				}
			})
			all.Wait()
			for i := range 9 {
				if taken[i] == stopped[i] {
					t.Errorf("d%d: taken %v, stopped %v", i, taken[i], stopped[i])
				}
			}
		}},
		{"those in flight are told, oldest first", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for i := range 5 {
				d := mail(fmt.Sprint("d", i), i)
				d.CreatedAt = epoch.Add(time.Duration(i/2*-1) * time.Minute)
				must(t, s.Outbox.Add(ctx, d))
			}
			var ended notification.Dispatch
			for i := range 4 {
				if d := take(t, ctx, s, epoch); i == 0 {
					ended = d
				}
			}
			ended.State = notification.Delivered
			must(t, s.Outbox.Settle(ctx, ended))
			all, err := s.Outbox.InFlight(ctx)
			must(t, err)
			var ids []string
			for _, d := range all {
				ids = append(ids, d.ID)
			}
			wantEqual(t, ids, []string{"d2", "d3", "d1"})
		}},
		{"the newest of each notification is found", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for i, id := range []string{"a", "c", "b"} {
				for number := range 3 {
					d := mail(fmt.Sprint(id, number), number)
					d.CreatedAt = epoch.Add(time.Duration(i/2) * -time.Minute)
					must(t, s.Outbox.Add(ctx, d))
					d = take(t, ctx, s, epoch)
					d.State = notification.Refused
					must(t, s.Outbox.Settle(ctx, d))
				}
			}
			ids := []string{"n0", "n2", "n5", "", "n0"}
			for i := range 1200 { // more than a statement takes
				ids = append(ids, fmt.Sprint("unknown", i))
			}
			got, err := s.Outbox.Latest(ctx, append(ids, "n1"))
			must(t, err)
			wantEqual(t, len(got), 3)
			for number := range 3 {
				wantEqual(t, got[fmt.Sprint("n", number)].ID, fmt.Sprint("c", number))
			}
		}},
		{"parallel takers share without taking one twice", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for i := range 9 {
				must(t, s.Outbox.Add(ctx, mail(fmt.Sprint("d", i), i)))
			}
			var all sync.WaitGroup
			var mu sync.Mutex
			taken := map[string]int{}
			for range 8 {
				all.Go(func() {
					for range 3 {
						d, ok, err := s.Outbox.Take(ctx, epoch)
						if err != nil {
							t.Error(err)
						}
						if ok {
							mu.Lock()
							taken[d.ID]++
							mu.Unlock()
						}
					}
				})
			}
			all.Wait()
			wantEqual(t, len(taken), 9)
			for id, n := range taken {
				if n != 1 {
					t.Errorf("%s was taken %d times", id, n)
				}
			}
		}},
	})
}
