package memory_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/memory"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/storetest"
)

func TestStores(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Stores {
		s := memory.New()
		return storetest.Stores{Transactor: s, Documents: s.Documents(), Tallies: s.Tallies(), Recurrences: s.Recurrences(), Search: s.Search(), History: s.History(), Claims: s.Claims(), Tasks: s.Tasks(), Sessions: s.Sessions(),
			LoginAttempts: s.LoginAttempts(), TaskParts: s.TaskParts(),
			Settings: s.Settings(), Tunings: s.Tunings(), Examples: s.Examples(), Originals: s.Originals(), Index: s.Index(), Prints: s.Prints(), Boilerplate: s.Boilerplate(), Loader: s.Loader(), Pinger: s}
	})
}

func TestDocketStores(t *testing.T) {
	storetest.RunDocket(t, func(t *testing.T) storetest.DocketStores {
		s := memory.New()
		return storetest.DocketStores{Transactor: s, Viewer: s, Cases: s.Cases(), Subjects: s.Subjects(), Notifications: s.Notifications(), Outbox: s.Outbox(),
			Users: s.Users(), UserEvents: s.UserEvents(), Lockouts: s.Lockouts(), Sessions: s.Sessions(), Claims: s.Claims(), Pinger: s}
	})
}

func TestSpool(t *testing.T) {
	storetest.RunSpool(t, func(*testing.T) ports.Spool { return memory.NewSpool() })
}

func TestBlobs(t *testing.T) {
	storetest.RunBlobs(t, func(t *testing.T) ports.Blobs { return memory.NewBlobs() })
}

func TestQueue(t *testing.T) {
	storetest.RunQueue(t, func(t *testing.T, worker ports.TaskWorker) (ports.Queue, ports.Transactor) {
		s := memory.New()
		q := memory.NewQueue(s)
		q.RetryAfter = time.Millisecond
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() { q.Run(ctx, worker, 2); close(ended) }()
		t.Cleanup(func() { cancel(); <-ended })
		return q, s
	})
}

func Example() {
	ctx := context.Background()
	store := memory.New()
	err := store.InTx(ctx, func(ctx context.Context) error {
		if err := store.Documents().Create(ctx, document.Document{ID: "1", Plaintiff: "Ana Ruiz"}); err != nil {
			return err
		}
		return fmt.Errorf("the power failed")
	})
	list, _ := store.Documents().List(ctx, document.Filter{}, document.PageRequest{Number: 1, Size: 20})
	fmt.Println(err, list.Total)
	// Output: the power failed 0
}
