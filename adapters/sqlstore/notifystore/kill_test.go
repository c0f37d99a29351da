package notifystore_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/testkit/crashtest"
)

func TestMain(m *testing.M) { crashtest.Main(m, work) }

// A process that moves a notification and reserves slots is
// killed again and again. What it had acknowledged is there, and every history
// leads to the state of today.
func TestKilledProcessLosesNothing(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqldb.Options) { loseNothing(t, fresh(t)) })
}

func loseNothing(t *testing.T, o sqldb.Options) {
	const kills = 8
	if err := sendOne(t.Context(), open(t, o)); err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]int{}
	for range kills {
		for _, line := range crashtest.Kill(t, cmp.Or(o.URL, o.Path), 4, 200*time.Millisecond) {
			what, number, _ := strings.Cut(line, " ")
			var n int
			fmt.Sscan(number, &n)
			acknowledged[what] = max(acknowledged[what], n)
		}
	}

	db := open(t, o)
	n, err := db.Notifications().Get(t.Context(), "n1")
	if err != nil {
		t.Fatal(err)
	}
	replayed := notification.NewNotification(n.ID, n.CaseID, n.SubjectID, n.Channel, n.Remark, n.CreatedBy, n.CreatedAt)
	for i, m := range n.History {
		if m.From != replayed.State || notification.CheckTransition(m.From, m.To, n.Channel) != nil {
			t.Fatalf("line %d goes from %s to %s, but it was %s", i, m.From, m.To, replayed.State)
		}
		replayed.Apply(m)
	}
	if replayed.State != n.State || replayed.Attempts != n.Attempts || !replayed.UpdatedAt.Equal(n.UpdatedAt) {
		t.Errorf("history leads to %s after %d attempts, the notification is %s after %d", replayed.State, replayed.Attempts, n.State, n.Attempts)
	}
	slot, _, err := db.Lockouts().Reserve(t.Context(), "eva", "", account.Lockout{Attempts: 1 << 30}, noon)
	if err != nil {
		t.Fatal(err)
	}
	// At most one of each was stored by each process that did not live to tell.
	for what, stored := range map[string]int{"move": len(n.History), "slot": int(slot.Number) - 1} {
		if told := acknowledged[what]; told < kills || stored < told || stored > told+kills {
			t.Errorf("%s %d was acknowledged, %d are stored", what, told, stored)
		}
	}
	t.Logf("%d kills, acknowledged %v", kills, acknowledged)
}

// work moves n1 to and fro and reserves slots, and reports how many there are
// of each after every one, until it is killed.
func work(place string, acknowledge io.Writer) error {
	ctx := context.Background()
	o := sqldb.Options{Path: place}
	if strings.HasPrefix(place, "postgres:") {
		o = sqldb.Options{URL: place}
	}
	db, err := notifystore.Open(ctx, o)
	if err != nil {
		return err
	}
	for {
		n, err := db.Notifications().Move(ctx, "n1", func(n notification.Notification) (notification.Movement, error) {
			next := notification.Next(n.State, n.Channel)
			to := next[rand.IntN(len(next))]
			for to.IsFinal() {
				to = next[rand.IntN(len(next))]
			}
			return notification.Movement{From: n.State, To: to, At: time.Now()}, nil
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(acknowledge, "move", len(n.History))
		slot, _, err := db.Lockouts().Reserve(ctx, "eva", "", account.Lockout{Attempts: 1 << 30}, noon)
		if err != nil {
			return err
		}
		fmt.Fprintln(acknowledge, "slot", slot.Number)
	}
}
