package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

func testMoves(t *testing.T, open func(t *testing.T) DocketStores) {
	runRules(t, open, []docketRule{
		{"a move changes what the movement says, and enters the history", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			want := pending("n1")
			must(t, s.Notifications.Create(ctx, want))
			for i, to := range []notification.State{notification.InProcess, notification.Sent, notification.Failed,
				notification.Pending, notification.Sent, notification.Received} {
				m := notification.Movement{From: want.State, To: to, Remark: fmt.Sprint("Paso ", i), User: "eva@x.co", At: epoch.Add(time.Duration(i) * time.Hour)}
				moved, err := s.Notifications.Move(ctx, "n1", func(n notification.Notification) (notification.Movement, error) {
					wantEqual(t, n, want)
					return m, nil
				})
				must(t, err)
				want.Apply(m)
				wantEqual(t, moved, want)
				got, err := s.Notifications.Get(ctx, "n1")
				must(t, err)
				wantEqual(t, got, want)
			}
		}},
		{"lines keep the order in which they were written, whatever the clock said", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Notifications.Create(ctx, pending("n1")))
			for i, to := range []notification.State{notification.InProcess, notification.Pending, notification.InProcess} {
				_, err := s.Notifications.Move(ctx, "n1", func(n notification.Notification) (notification.Movement, error) {
					return notification.Movement{From: n.State, To: to, At: epoch.Add(time.Duration(-i) * time.Hour)}, nil
				})
				must(t, err)
			}
			wantReplay(t, ctx, s, "n1", 3)
		}},
		{"a movement that is not decided changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Notifications.Create(ctx, pending("n1")))
			_, err := s.Notifications.Move(ctx, "n1", func(n notification.Notification) (notification.Movement, error) {
				return notification.Movement{From: n.State, To: notification.Sent}, errChange
			})
			wantEqual(t, err, errChange)
			got, err := s.Notifications.Get(ctx, "n1")
			must(t, err)
			wantEqual(t, got, pending("n1"))
		}},
		{"what a caller does to a history changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Notifications.Create(ctx, pending("n1")))
			moveTo(t, ctx, s, "n1", notification.InProcess).History[0].Remark = "otra"
			got, err := s.Notifications.Get(ctx, "n1")
			must(t, err)
			wantEqual(t, got.History[0].Remark, "Hecho")
		}},
		{"of parallel moves that exclude each other one wins", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			must(t, s.Notifications.Create(ctx, pending("n1")))
			var all sync.WaitGroup
			var won atomic.Int32
			for i := range 16 {
				all.Go(func() {
					switch _, err := lawfulMove(ctx, s, "n1", notification.Cancelled, epoch.Add(time.Duration(i)*time.Second)); fault.KindOf(err) {
					case "":
						won.Add(1)
					case fault.RuleViolated:
					default:
						t.Error(err)
					}
				})
			}
			all.Wait()
			wantEqual(t, won.Load(), int32(1))
			wantReplay(t, ctx, s, "n1", 1)
		}},
		{"histories replay to the state of today under random parallel moves", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			ids := []string{"n0", "n1", "n2"}
			for i, id := range ids {
				must(t, s.Notifications.Create(ctx, notification.NewNotification(id, "c1", "s1", notification.Channels()[i], "", "", epoch)))
			}
			const workers, rounds = 8, 25
			var all sync.WaitGroup
			lines := make([]atomic.Int32, len(ids))
			for w := range workers {
				random := rand.New(rand.NewPCG(1, uint64(w)))
				all.Go(func() {
					for r := range rounds {
						i, to := random.IntN(len(ids)), notification.States()[random.IntN(6)]
						if to == notification.Cancelled || to == notification.Received && r < rounds-3 {
							to = notification.InProcess // or all would soon be over
						}
						switch _, err := lawfulMove(ctx, s, ids[i], to, epoch.Add(time.Duration(random.IntN(1000))*time.Second)); fault.KindOf(err) {
						case "":
							lines[i].Add(1)
						case fault.RuleViolated:
						default:
							t.Error(err)
						}
					}
				})
			}
			all.Wait()
			tally := map[notification.State]int{}
			for i, id := range ids {
				tally[wantReplay(t, ctx, s, id, int(lines[i].Load())).State]++
			}
			for _, state := range notification.States() {
				l, err := s.Notifications.List(ctx, notification.NotificationFilter{State: state}, pagination.Request{Number: 1, Size: 10})
				must(t, err)
				wantEqual(t, l.Total, tally[state])
				wantEqual(t, len(l.Items), tally[state])
			}
		}},
	})
}

// lawfulMove moves a notification if the table of moves allows it.
func lawfulMove(ctx context.Context, s DocketStores, id string, to notification.State, at time.Time) (notification.Notification, error) {
	return s.Notifications.Move(ctx, id, func(n notification.Notification) (notification.Movement, error) {
		return notification.Movement{From: n.State, To: to, At: at}, notification.CheckTransition(n.State, to, n.Channel)
	})
}

// wantReplay expects a history of so many lines, each of which is allowed and
// begins where the one before it ended, that makes the notification of today.
func wantReplay(t *testing.T, ctx context.Context, s DocketStores, id string, lines int) notification.Notification {
	t.Helper()
	n, err := s.Notifications.Get(ctx, id)
	must(t, err)
	wantEqual(t, len(n.History), lines)
	replayed := notification.NewNotification(n.ID, n.CaseID, n.SubjectID, n.Channel, n.Remark, n.CreatedBy, n.CreatedAt)
	for _, m := range n.History {
		wantEqual(t, m.From, replayed.State)
		must(t, notification.CheckTransition(m.From, m.To, n.Channel))
		replayed.Apply(m)
	}
	wantEqual(t, n, replayed)
	return n
}
