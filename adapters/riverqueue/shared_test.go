package riverqueue_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/core/document"
)

// This file tests what happens between processes on one PostgreSQL database,
// each of them a queue with connections of its own.

func TestANewTaskIsToldOf(t *testing.T) {
	t.Parallel()
	place := prepared.New(t)
	worked := make(chan string, 99)
	start(t, opened(t, place), riverqueue.Hasten(riverqueue.Options{Worker: workFunc(func(_ context.Context, id string) error {
		worked <- id
		return nil
	})}, time.Hour)) // it looks for jobs once, when it begins
	other, err := riverqueue.New(t.Context(), options(t, place))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"t1", "t2", "t3"} {
		if err := other.Enqueue(t.Context(), id, "", document.Interactive); err != nil {
			t.Fatal(err)
		}
		for got := ""; got != id; {
			select {
			case got = <-worked:
			case <-time.After(5 * time.Second): // A notice before the queue listens is lost, the next one is not.
				if err := other.Enqueue(t.Context(), id+" again", "", document.Interactive); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func options(t *testing.T, place string) riverqueue.Options {
	db := opened(t, place)
	return riverqueue.Options{DB: db.DB, URL: db.url, TxFrom: txFrom}
}

func TestNoTwoProcessesWorkATaskAtOnce(t *testing.T) {
	t.Parallel()
	place := prepared.New(t)
	var atOnce, most atomic.Int64
	begun, finish, ended := make(chan bool, 9), make(chan bool), make(chan bool, 9)
	worker := workFunc(func(context.Context, string) error {
		most.Store(max(most.Load(), atOnce.Add(1)))
		begun <- true
		<-finish
		atOnce.Add(-1)
		ended <- true
		return nil
	})
	q, _ := start(t, opened(t, place), riverqueue.Options{Worker: worker})
	for range 2 {
		start(t, opened(t, place), riverqueue.Options{Worker: worker})
	}
	if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := q.Enqueue(t.Context(), "t1", "", document.Interactive); err != nil { // once more, afterwards
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond) // in which the others meet it
	close(finish)
	<-ended
	<-ended
	if most.Load() != 1 {
		t.Errorf("%d processes worked it at once", most.Load())
	}
}

// The connections of a process that works are ended, as a restart of the server
// does: it goes on without a hand, and works what comes after.
func TestALostConnectionIsRegained(t *testing.T) {
	t.Parallel()
	place := prepared.New(t)
	admin := opened(t, place)
	worked := make(chan string, 10)
	q, _ := start(t, opened(t, place), riverqueue.Hasten(riverqueue.Options{Worker: workFunc(func(_ context.Context, id string) error {
		worked <- id
		return nil
	})}, time.Second))
	for _, id := range []string{"t1", "t2", "t3"} {
		for q.Enqueue(t.Context(), id, "", document.Interactive) != nil { // once for each connection that was ended
			time.Sleep(10 * time.Millisecond)
		}
		for got := ""; got != id; got = <-worked { // one whose end was not yet stored may be worked again
		}
		cut(t, admin, "")
	}
}

// cut ends the connections of others.
func cut(t *testing.T, db database, condition string) {
	t.Helper()
	if _, err := db.Exec("SELECT pg_terminate_backend(pid, 600000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()" + condition); err != nil {
		t.Fatal(err)
	}
}

// A process that is there no more leaves a running job behind, which another
// takes over; one that lives keeps its own, however long it takes.
func TestTasksOfTheDeadAreTakenOverAndOthersLeft(t *testing.T) {
	t.Parallel()
	place := prepared.New(t)
	admin := opened(t, place)
	begun, finish := make(chan string, 10), make(chan bool)
	q, _ := start(t, opened(t, place), riverqueue.Unhurried(riverqueue.Options{Worker: workFunc(func(_ context.Context, id string) error {
		begun <- id
		if id == "slow" {
			<-finish
		}
		return nil
	})}, time.Second))
	if err := q.Enqueue(t.Context(), "slow", "", document.Interactive); err != nil {
		t.Fatal(err)
	}
	<-begun
	for _, left := range []string{"left", "left later"} { // when the second is taken over, the others were looked at as often
		if _, err := admin.Exec(`INSERT INTO river_job (state, args, attempt, attempted_at, attempted_by, max_attempts, kind)
			VALUES ('running', jsonb_build_object('task_id', $1::text), 500, now(), ARRAY['earlier', 'dead'], 500, 'task')`, left); err != nil {
			t.Fatal(err)
		}
		if id := <-begun; id != left {
			t.Errorf("begun %s, want what the dead left behind", id)
		}
	}
	close(finish)
	var attempts, jobs int
	for done := 0; done < 3; time.Sleep(10 * time.Millisecond) {
		if err := admin.QueryRow("SELECT count(*) FILTER (WHERE state = 'completed'), sum(attempt), count(*) FROM river_job").Scan(&done, &attempts, &jobs); err != nil {
			t.Fatal(err)
		}
	}
	if attempts != 1001 || jobs != 3 {
		t.Errorf("%d tries of %d jobs are counted, want 1 and twice 500", attempts, jobs)
	}
	if n := len(begun); n != 0 {
		t.Errorf("%d tasks were begun again", n)
	}
}
