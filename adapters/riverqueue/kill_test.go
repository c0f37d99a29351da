package riverqueue_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/crashtest"
)

func TestMain(m *testing.M) { crashtest.Main(m, work) }

// A process that queues and works is killed again and again. Whatever it had
// acknowledged is done in the end, once.
func TestKilledProcessLosesNothing(t *testing.T) {
	t.Parallel()
	onEach(t, testKills)
}

func testKills(t *testing.T, fresh func(t *testing.T) string) {
	const kills = 10
	place := fresh(t)
	acknowledged := map[string]bool{}
	for range kills {
		for _, id := range crashtest.Kill(t, place, 1, 400*time.Millisecond) {
			acknowledged[id] = true
		}
	}
	if len(acknowledged) < kills {
		t.Fatalf("only %d tasks were acknowledged", len(acknowledged))
	}

	db := opened(t, place)
	start(t, db, riverqueue.Hasten(riverqueue.Options{Worker: counter{db}}, 100*time.Millisecond))
	for left := -1; left != 0; time.Sleep(10 * time.Millisecond) {
		if err := db.QueryRow("SELECT count(*) FROM task WHERE done = 0").Scan(&left); err != nil {
			t.Fatal(err)
		}
	}
	var tasks int
	for id := range acknowledged {
		var done int
		if err := db.QueryRow(db.bind("SELECT done FROM task WHERE id = ?"), id).Scan(&done); err != nil || done != 1 {
			t.Errorf("task %s: done %d times, %v", id, done, err)
		}
	}
	if err := db.QueryRow("SELECT count(*) FROM task").Scan(&tasks); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d kills, %d tasks acknowledged, %d stored", kills, len(acknowledged), tasks)
}

// work queues tasks, works them and writes the ID of each one that is
// stored, until it is killed.
func work(place string, acknowledge io.Writer) error {
	ctx := context.Background()
	db, err := open(place)
	if err != nil {
		return err
	}
	if _, err := db.Exec("CREATE TABLE IF NOT EXISTS task (id TEXT PRIMARY KEY, done INTEGER NOT NULL)"); err != nil {
		return err
	}
	q, err := riverqueue.New(ctx, riverqueue.Hasten(riverqueue.Options{DB: db.DB, URL: db.url, TxFrom: txFrom, Worker: counter{db}}, 100*time.Millisecond))
	if err != nil {
		return err
	}
	go q.Run(ctx)
	for i := 0; ; i++ {
		id := fmt.Sprint(os.Getpid(), "-", i)
		if err := db.InTx(ctx, func(ctx context.Context) error {
			tx, _ := txFrom(ctx)
			if _, err := tx.ExecContext(ctx, db.bind("INSERT INTO task VALUES (?, 0)"), id); err != nil {
				return err
			}
			return q.Enqueue(ctx, id, "", document.Interactive)
		}); err != nil {
			return err
		}
		fmt.Fprintln(acknowledge, id)
		time.Sleep(rand.N(10 * time.Millisecond))
	}
}

// counter works a task by counting it, unless it was counted: repeating a
// finished task does nothing.
type counter struct{ db database }

func (c counter) Work(ctx context.Context, taskID string) error {
	time.Sleep(rand.N(10 * time.Millisecond))
	return c.db.InTx(ctx, func(ctx context.Context) error {
		tx, _ := txFrom(ctx)
		var done int
		if err := tx.QueryRowContext(ctx, c.db.bind("SELECT done FROM task WHERE id = ?"), taskID).Scan(&done); err != nil || done > 0 {
			return err
		}
		_, err := tx.ExecContext(ctx, c.db.bind("UPDATE task SET done = done + 1 WHERE id = ?"), taskID)
		return err
	})
}
