// Package riverqueue queues tasks with River, in the database of the tasks
// themselves: a task and its place in the queue are committed together.
//
// On SQLite one process works the queue: it polls for jobs ten times a second,
// and takes back what its predecessor left behind. On PostgreSQL any number do:
// the database tells them of new jobs, and each takes over what others leave
// behind that are no more.
package riverqueue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Queue implements ports.Queue, and hands its tasks to a worker.
type Queue struct {
	options Options
	db      *sql.DB
	txFrom  func(context.Context) (*sql.Tx, bool)
	client  *river.Client[*sql.Tx] // on PostgreSQL it only inserts
	log     *slog.Logger
	grace   time.Duration

	worker  ports.TaskWorker
	mu      sync.Mutex
	working map[string]bool // by task ID
	term    *term           // on PostgreSQL, while jobs are worked
}

// Options configure a queue. DB and TxFrom are required.
type Options struct {
	// DB is the pool that writes, on SQLite of one connection; the queue does
	// not close it.
	DB *sql.DB

	// URL is that of DB where it is a PostgreSQL database. The connections that
	// jobs are worked with are the queue's own.
	URL string

	// TxFrom returns the transaction of DB that a context carries, if any.
	TxFrom func(context.Context) (*sql.Tx, bool)

	// Worker does the work. Without one the queue only takes tasks in.
	Worker ports.TaskWorker

	// MaxWorkers is how many tasks are worked at once; by default 2.
	MaxWorkers int

	// Grace is how long Run lets tasks finish once it is told to stop; by
	// default 20 seconds.
	Grace time.Duration

	// RetryAfter is the wait after a task's first failure, doubled after each
	// further one up to ten minutes; by default a second.
	RetryAfter time.Duration

	// Logger is told of failures; by default nobody is.
	Logger *slog.Logger

	pace pace
}

// maxAttempts bounds the tries of a task that fails each time: more than three
// days of them. A try cut short by the end of its process does not count, and
// the next start begins anew with what was given up.
const maxAttempts = 500

// New prepares the tables of the queue. It starts nothing: see Run.
func New(ctx context.Context, o Options) (*Queue, error) {
	q := &Queue{db: o.DB, txFrom: o.TxFrom, worker: o.Worker, log: o.Logger, grace: o.Grace, working: map[string]bool{}}
	if q.log == nil {
		q.log = slog.New(slog.DiscardHandler)
	}
	if q.grace <= 0 {
		q.grace = 20 * time.Second
	}
	if o.pace == (pace{}) {
		o.pace = usualPace
	}
	q.options = o
	if o.URL != "" {
		return q, q.prepareShared(ctx)
	}
	driver := riversqlite.New(o.DB)
	if err := migrate(ctx, driver, q.log); err != nil {
		return nil, err
	}
	var err error
	if q.client, err = river.NewClient(driver, q.config(o)); err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	return q, nil
}

// migrate makes the tables of the queue, or brings them up to date.
func migrate(ctx context.Context, driver riverdriver.Driver[*sql.Tx], log *slog.Logger) error {
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: slog.New(warnings{log.Handler()})})
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("preparing the tables of the queue: %w", err)
	}
	return nil
}

func (q *Queue) config(o Options) *river.Config {
	c := &river.Config{
		Logger:      slog.New(warnings{q.log.Handler()}),
		MaxAttempts: maxAttempts,
		RetryPolicy: backoff{first: o.RetryAfter},
		JobTimeout:  -1, // the worker bounds its own time

		// A job that runs long is not stuck: what a dead process left is taken
		// back at the start of the next.
		RescueStuckJobsAfter: 10_000 * time.Hour,

		// On SQLite there is nobody to notify of a new job, so polling decides
		// how soon one starts. A poll that finds nothing writes nothing.
		FetchPollInterval: o.pace.poll,
		FetchCooldown:     min(o.pace.poll, 20*time.Millisecond),

		CompletedJobRetentionPeriod: time.Hour,
		DiscardedJobRetentionPeriod: -1,
	}
	if o.Worker == nil {
		return c
	}
	if o.MaxWorkers <= 0 {
		o.MaxWorkers = 2
	}
	c.Queues = map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: o.MaxWorkers}}
	c.Workers = river.NewWorkers()
	river.AddWorker(c.Workers, &worker{queue: q})
	return c
}

// Enqueue implements ports.Queue. A task that waits already is not queued
// twice; one that is being worked is worked once more afterwards, since it may
// be past the point of seeing what has changed.
func (q *Queue) Enqueue(ctx context.Context, taskID string, priority document.Priority) error {
	if tx, ok := q.txFrom(ctx); ok {
		return translate(ctx, q.insert(ctx, tx, taskID, priority))
	}
	// Not River's own Insert, which pokes the producer while it may be starting.
	tx, err := q.db.BeginTx(ctx, nil)
	if err != nil {
		return translate(ctx, err)
	}
	defer tx.Rollback()
	if err := q.insert(ctx, tx, taskID, priority); err != nil {
		return translate(ctx, err)
	}
	return translate(ctx, tx.Commit())
}

// unfinished are the states of a job in which its task is still to be worked.
var unfinished = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending,
	rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled}

// priorities are River's, from 1 to 4.
var priorities = map[document.Priority]int{document.Interactive: 1, document.Bulk: 3}

func (q *Queue) insert(ctx context.Context, tx *sql.Tx, taskID string, priority document.Priority) error {
	waiting, err := q.client.InsertTx(ctx, tx, jobArgs{taskID},
		&river.InsertOpts{Priority: priorities[priority], UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}})
	if err == nil && waiting.UniqueSkippedAsDuplicate && waiting.Job.State == rivertype.JobStateRunning {
		_, err = q.client.InsertTx(ctx, tx, jobArgs{taskID}, &river.InsertOpts{Priority: priorities[priority]})
	}
	return err
}

// Run works the queue until ctx ends. Then it takes no further task, gives
// those in work the grace period to finish, cancels the rest and puts them
// back. It may be called once.
func (q *Queue) Run(ctx context.Context) error {
	if q.worker == nil {
		return errors.New("queue: no worker given")
	}
	if q.options.URL != "" {
		return q.runShared(ctx)
	}
	if err := q.takeBack(ctx); ctx.Err() != nil {
		return nil
	} else if err != nil {
		return fmt.Errorf("taking back interrupted tasks: %w", err)
	}
	if err := q.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("starting the queue: %w", err)
	}
	<-ctx.Done()
	return q.stop(ctx, q.client)
}

// stopper is a client of River that works jobs.
type stopper interface {
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
}

// stop lets tasks finish for the grace period, and then cancels them.
func (q *Queue) stop(ctx context.Context, client stopper) error {
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), q.grace)
	defer cancel()
	if err := client.Stop(stopping); err == nil {
		return nil
	}
	q.log.Warn("cancelling tasks that outlast the grace period")
	return q.cancel(ctx, client)
}

// cancelPatience is how long tasks that are cancelled may take to end.
const cancelPatience = 20 * time.Second

func (q *Queue) cancel(ctx context.Context, client stopper) error {
	cancelling, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelPatience)
	defer cancel()
	if err := client.StopAndCancel(cancelling); err != nil {
		return fmt.Errorf("tasks in work ignore that they are cancelled: %w", err)
	}
	return nil
}
