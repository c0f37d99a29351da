package riverqueue

// This file holds what is particular to PostgreSQL.

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
)

// pace is how often things are checked.
type pace struct {
	poll   time.Duration // for jobs that were not announced: those to be tried again, and those whose announcement was lost
	watch  time.Duration // whether the locks of this process are still held
	regain time.Duration // how long to try to get them back before tasks are given up
	rescue time.Duration // whether tasks are abandoned; at the third check they are taken over
}

// The locks of a killed process are gone at once, those of a process whose
// machine is gone after the 25 seconds in which its connection must give a sign.
// Its tasks are taken over at the third check after that: within 15 or 40
// seconds. By then it has itself noticed, after watch and regain, and given its
// tasks up.
var usualPace = pace{poll: time.Second, watch: 2 * time.Second, regain: 5 * time.Second, rescue: 5 * time.Second}

// prepareShared prepares the tables, one process after the other.
func (q *Queue) prepareShared(ctx context.Context) (*river.Client[*sql.Tx], error) {
	lock, err := q.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("preparing the tables of the queue: %w", err)
	}
	defer lock.Close()
	if _, err := lock.ExecContext(ctx, "SELECT pg_advisory_lock(hashtextextended('cotejo queue', 0))"); err != nil {
		return nil, fmt.Errorf("preparing the tables of the queue: %w", err)
	}
	defer lock.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(hashtextextended('cotejo queue', 0))")
	return q.prepare(ctx, riverdatabasesql.New(q.db))
}

// runShared works the queue in terms. When this process loses its locks because
// the database was away, it begins another term.
func (q *Queue) runShared(ctx context.Context) error {
	config, err := pgxpool.ParseConfig(q.options.URL)
	if err != nil {
		return errors.New("queue: not a PostgreSQL URL") // err may show a password
	}
	config.ConnConfig.RuntimeParams["application_name"] = "cotejo queue"
	config.MinConns, config.MaxConns = 0, 1 // the one that listens
	listener, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), config)
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	defer listener.Close()
	if err := q.revive(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("taking back tasks that were given up: %w", err)
	}
	for ctx.Err() == nil {
		if err := q.serve(ctx, listener); err != nil {
			return err
		}
	}
	return nil
}

// silencePatience is how long a client may take to stop while the database does
// not answer: each of its statements ends after 10 seconds and is tried three
// times.
const silencePatience = time.Minute

// serve works jobs until ctx ends or the term does.
func (q *Queue) serve(ctx context.Context, listener *pgxpool.Pool) error {
	t, err := newLease(ctx, listener.Config().ConnConfig, q.options.pace)
	if err != nil {
		if ctx.Err() == nil {
			q.log.Warn("the queue is not processed: the database does not answer", "error", err)
			sleep(ctx, time.Second)
		}
		return nil
	}
	defer t.end()
	q.setLease(t)
	defer q.setLease(nil)

	client, err := q.newClient(riverdatabasesql.NewWithPgxListener(q.db, listener), q.config())
	if err != nil {
		return err
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		q.log.Warn("the queue is not processed", "error", err)
		sleep(ctx, time.Second)
		return nil
	}
	rescuing, stop := context.WithCancel(ctx)
	defer stop()
	go q.rescue(rescuing, q.abandonedByAll, q.takeOver)
	select {
	case <-ctx.Done():
		return q.stop(ctx, client.Stop, q.options.Grace+cancelPatience)
	case <-t.lost:
		q.log.Warn("connection to the database lost; releasing running tasks to other servers")
		return q.stop(ctx, client.StopAndCancel, silencePatience)
	}
}

func (q *Queue) setLease(t *lease) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lease = t
}

// unworked is met by a job whose task nobody holds the lock of.
var unworked = "pg_try_advisory_xact_lock(" + lockOf("(args->>'task_id')") + ")"

// abandonedByAll returns the jobs that are marked as running although no process holds the lock of
// their task.
func (q *Queue) abandonedByAll(ctx context.Context) ([]abandoned, error) {
	return q.runningJobs(ctx, unworked)
}

// takeOver makes jobs available again. The interrupted try is not counted.
func (q *Queue) takeOver(ctx context.Context, jobs []int64) (int64, error) {
	if len(jobs) == 0 {
		return 0, nil
	}
	return affected(q.db.ExecContext(ctx, `UPDATE river_job SET state = 'available', attempt = greatest(attempt - 1, 0)
		WHERE id = ANY ($1) AND state = 'running' AND `+unworked, jobs))
}

// revive makes jobs available again that River discarded after too many failures.
func (q *Queue) revive(ctx context.Context) error {
	_, err := q.db.ExecContext(ctx, "UPDATE river_job SET state = 'available', attempt = 0, finalized_at = NULL WHERE state = 'discarded'")
	return err
}

func affected(res sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// sleep waits for d and reports whether ctx is still alive then.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
