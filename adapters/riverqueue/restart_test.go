package riverqueue_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/core/document"
)

// workFunc is a ports.TaskWorker.
type workFunc func(ctx context.Context, taskID string) error

func (f workFunc) Work(ctx context.Context, taskID string) error { return f(ctx, taskID) }

func nothing(context.Context, string) error { return nil }

func attempts(t *testing.T, db database) (n int, state string) {
	t.Helper()
	if err := db.QueryRow("SELECT attempt, state FROM river_job").Scan(&n, &state); err != nil {
		t.Fatal(err)
	}
	return n, state
}

func TestStopLetsTasksFinish(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		db := opened(t, fresh(t))
		begun, finish := make(chan bool), make(chan bool)
		q, stop := start(t, db, riverqueue.Options{Worker: workFunc(func(ctx context.Context, _ string) error {
			close(begun)
			<-finish
			return ctx.Err()
		})})
		if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
			t.Fatal(err)
		}
		<-begun
		time.AfterFunc(50*time.Millisecond, func() { close(finish) })
		stop()
		if _, state := attempts(t, db); state != "completed" {
			t.Errorf("the job is %s, want completed", state)
		}
	})
}

func TestStopPutsBackWhatOutlastsTheGracePeriod(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		db := opened(t, fresh(t))
		begun := make(chan bool)
		q, stop := start(t, db, riverqueue.Options{Grace: 10 * time.Millisecond, Worker: workFunc(func(ctx context.Context, _ string) error {
			close(begun)
			<-ctx.Done()
			return errors.New("the reader was interrupted")
		})})
		if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
			t.Fatal(err)
		}
		<-begun
		stop()
		if n, state := attempts(t, db); n != 0 || state != "available" {
			t.Errorf("the job is %s after %d tries, want available and no try counted", state, n)
		}

		again := make(chan string, 1)
		start(t, db, riverqueue.Options{Worker: workFunc(func(_ context.Context, id string) error {
			again <- id
			return nil
		})})
		if id := <-again; id != "t1" {
			t.Errorf("got %s", id)
		}
	})
}

// A server that is killed during each try gives no task up.
func TestKilledTriesDoNotCount(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"running", "discarded"} {
		t.Run(state, func(t *testing.T) {
			db := opened(t, filepath.Join(t.TempDir(), "queue.db"))
			q, stop := start(t, db, riverqueue.Options{Worker: workFunc(nothing)})
			stop()
			if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
				t.Fatal(err)
			}
			// As River leaves a job whose process died in its last try.
			if _, err := db.Exec(`UPDATE river_job SET state = ?1, attempt = max_attempts,
				finalized_at = CASE WHEN ?1 = 'discarded' THEN CURRENT_TIMESTAMP END`, state); err != nil {
				t.Fatal(err)
			}
			worked := make(chan string, 1)
			start(t, db, riverqueue.Options{Worker: workFunc(func(_ context.Context, id string) error {
				worked <- id
				return nil
			})})
			<-worked
			if n, _ := attempts(t, db); state == "running" && n != river.MaxAttemptsDefault || state == "discarded" && n != 1 {
				t.Errorf("%d tries are counted", n)
			}
		})
	}
}

// River gives up storing the state of a job when the database is busy for too
// long. Such a job runs by its row for ever, unless it is taken back.
func TestAbandonedJobIsTakenBack(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		db := opened(t, fresh(t))
		worked := make(chan string, 2)
		q, _ := start(t, db, riverqueue.Hasten(riverqueue.Options{Worker: workFunc(func(_ context.Context, id string) error {
			worked <- id
			return nil
		})}, 100*time.Millisecond))
		if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
			t.Fatal(err)
		}
		<-worked
		for state := ""; state != "completed"; _, state = attempts(t, db) {
			time.Sleep(10 * time.Millisecond)
		}
		if _, err := db.Exec("UPDATE river_job SET state = 'running', finalized_at = NULL"); err != nil {
			t.Fatal(err)
		}
		if id := <-worked; id != "t1" {
			t.Errorf("worked %s", id)
		}
	})
}

// The queue gives up no task, however often it fails: its worker does.
func TestFailedTriesDoNotCount(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		db := opened(t, fresh(t))
		q, stop := start(t, db, riverqueue.Options{Worker: workFunc(nothing)})
		stop()
		if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("UPDATE river_job SET max_attempts = 2"); err != nil {
			t.Fatal(err)
		}
		tries := 0
		start(t, db, riverqueue.Options{Worker: workFunc(func(context.Context, string) error {
			if tries++; tries <= 5 {
				return errors.New("the disk is full")
			}
			return nil
		})})
		for state := ""; state != "completed"; time.Sleep(10 * time.Millisecond) {
			var n int
			if n, state = attempts(t, db); n > 1 || state == "discarded" {
				t.Fatalf("the job is %s after %d tries that count", state, n)
			}
		}
	})
}

// A task that its worker postpones is no failure: it waits as long as it says, however often.
func TestPostponedTaskWaitsNoLonger(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		db := opened(t, fresh(t))
		worked := make(chan bool)
		tries := 0
		q, _ := start(t, db, riverqueue.Hasten(riverqueue.Options{Worker: workFunc(func(context.Context, string) error {
			if tries++; tries <= 20 { // a failure would wait for hours by then
				return fmt.Errorf("reading: %w", document.Postponed{Reason: "others wait"})
			}
			close(worked)
			return nil
		})}, 100*time.Millisecond))
		if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
			t.Fatal(err)
		}
		<-worked
	})
}

// Owners are served in rotation, whatever one of them has queued before, and however long its
// tasks would take: those are postponed.
func TestOwnersAreServedInRotation(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		db := opened(t, fresh(t))
		var order []string
		var q *riverqueue.Queue
		enqueue := func(id, owner string) {
			if err := q.Enqueue(t.Context(), id, owner, document.Interactive); err != nil {
				t.Error(err)
			}
		}
		begun, hold, done := make(chan bool), make(chan bool), make(chan bool)
		q, _ = start(t, db, riverqueue.Options{MaxWorkers: 1, Worker: workFunc(func(_ context.Context, id string) error {
			if id == "hold" {
				close(begun)
				<-hold
				return nil
			}
			switch order = append(order, id); id {
			case "a2":
				enqueue("d1", "dora")
			case "a4":
				close(done)
				<-t.Context().Done()
			}
			if strings.HasPrefix(id, "a") {
				return document.Postponed{Reason: "its share of time is used up"}
			}
			return nil
		})})
		enqueue("hold", "")
		<-begun
		for _, id := range []string{"a1", "a2", "a3", "a4"} {
			enqueue(id, "ana")
		}
		enqueue("b1", "berta")
		enqueue("c1", "carla")
		close(hold)
		<-done
		if want := []string{"a1", "b1", "c1", "a2", "a3", "d1", "a4"}; !slices.Equal(order, want) {
			t.Errorf("worked %v, want %v", order, want)
		}
	})
}

// A task whose worker panics too often stays in the queue until the next start
// tries it again; River removes finished ones in the meantime.
func TestDiscardedJobIsKept(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		db := opened(t, fresh(t))
		q, stop := start(t, db, riverqueue.Options{Worker: workFunc(nothing)})
		stop()
		if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("UPDATE river_job SET max_attempts = 1"); err != nil {
			t.Fatal(err)
		}
		start(t, db, riverqueue.Options{Worker: workFunc(func(context.Context, string) error { panic("broken") })})
		for state := ""; state != "discarded"; _, state = attempts(t, db) {
			time.Sleep(10 * time.Millisecond)
		}
		// As long ago as finished jobs are kept: once this one is gone, River has cleaned.
		if _, err := db.Exec(`INSERT INTO river_job (state, args, finalized_at, max_attempts, kind)
			VALUES ('completed', '{"task_id": "t0"}', '2000-01-01 00:00:00.000', 1, 'task')`); err != nil {
			t.Fatal(err)
		}
		for jobs, finished := 0, 1; finished > 0; time.Sleep(50 * time.Millisecond) {
			if err := db.QueryRow("SELECT count(*), count(CASE WHEN state = 'completed' THEN 1 END) FROM river_job").Scan(&jobs, &finished); err != nil {
				t.Fatal(err)
			}
			if jobs == finished {
				t.Fatal("the discarded job is gone")
			}
		}
	})
}

func TestRunWithoutWorkerIsRefused(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		db := opened(t, fresh(t))
		q, err := riverqueue.New(t.Context(), riverqueue.Options{DB: db.DB, URL: db.url, TxFrom: txFrom})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Run(t.Context()); err == nil {
			t.Error("a queue without a worker runs")
		}
		if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
			t.Error(err)
		}
	})
}
