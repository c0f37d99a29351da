//go:build soak

package riverqueue_test

import (
	"context"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/network"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// TestSilentDatabaseCancelsTasks has the database say nothing: the process gives
// its tasks up, which others may take over, and works again once the database is back.
func TestSilentDatabaseCancelsTasks(t *testing.T) {
	t.Parallel()
	server := postgres.Start(t, 0)
	link := network.Start(t).Link(t, server.Address)
	begun, cancelled := make(chan string, 10), make(chan bool, 10)
	silenced := true
	q, _ := start(t, opened(t, server.URL(link.Address)), riverqueue.Hasten(riverqueue.Options{Grace: time.Hour, Worker: workFunc(func(ctx context.Context, id string) error {
		begun <- id
		if silenced {
			<-ctx.Done()
			cancelled <- true
		}
		return ctx.Err()
	})}, time.Second))
	if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := link.Silence(); err != nil {
		t.Fatal(err)
	}
	<-cancelled
	silenced = false
	if err := link.Heal(); err != nil {
		t.Fatal(err)
	}
	<-begun
	direct := opened(t, server.URL(server.Address))
	for state := ""; state != "completed"; time.Sleep(10 * time.Millisecond) {
		var n int
		if n, state = attempts(t, direct); n > 1 {
			t.Fatalf("%d attempts are counted, want 1", n)
		}
	}
}
