// Package riverqueue queues tasks with River, in the database of the tasks: a task and its job
// are committed together.
//
// On SQLite one process works the queue; at its start it takes back jobs that the previous
// process left running. On PostgreSQL any number of processes work the queue, and take over
// the jobs of lost ones.
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
	options  Options
	db       *sql.DB
	txFrom   func(context.Context) (*sql.Tx, bool)
	inserter *river.Client[*sql.Tx]
	log      *slog.Logger

	worker  ports.TaskWorker
	mu      sync.Mutex
	working map[string]bool // by task ID
	lease   *lease          // on PostgreSQL, while jobs are worked
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

	// Grace is how long Run lets tasks finish once it is asked to stop; by
	// default 20 seconds.
	Grace time.Duration

	// RetryAfter is the wait after a task's first failure, doubled after each
	// further one up to ten minutes; by default a second. The queue gives no
	// task up: its worker does.
	RetryAfter time.Duration

	// Logger receives failures; the default discards them.
	Logger *slog.Logger

	pace pace
}

// New prepares the tables of the queue. It starts nothing: see Run.
func New(ctx context.Context, o Options) (*Queue, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Grace <= 0 {
		o.Grace = 20 * time.Second
	}
	if o.MaxWorkers <= 0 {
		o.MaxWorkers = 2
	}
	if o.RetryAfter <= 0 {
		o.RetryAfter = time.Second
	}
	if o.pace == (pace{}) {
		o.pace = usualPace
	}
	q := &Queue{options: o, db: o.DB, txFrom: o.TxFrom, worker: o.Worker, log: o.Logger, working: map[string]bool{}}
	var err error
	if o.URL != "" {
		q.inserter, err = q.prepareShared(ctx)
	} else {
		q.inserter, err = q.prepare(ctx, riversqlite.New(o.DB))
	}
	return q, err
}

// prepare brings the tables of the queue to the version of River, and returns a
// client that inserts jobs.
func (q *Queue) prepare(ctx context.Context, driver riverdriver.Driver[*sql.Tx]) (*river.Client[*sql.Tx], error) {
	logger := slog.New(warnings{q.log.Handler()})
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: logger})
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return nil, fmt.Errorf("preparing the tables of the queue: %w", err)
	}
	return q.newClient(driver, &river.Config{
		Logger:        logger,
		FetchCooldown: river.FetchCooldownMin, // of the jobs inserted within that time only the first is announced
	})
}

// config returns the configuration of a client that works jobs.
func (q *Queue) config() *river.Config {
	workers := river.NewWorkers()
	river.AddWorker(workers, &worker{queue: q})
	return &river.Config{
		Logger:  slog.New(warnings{q.log.Handler()}),
		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: q.options.MaxWorkers}},
		Workers: workers,

		// The worker bounds its own time. River takes no job without a timeout
		// for stuck.
		JobTimeout:      -1,
		SoftStopTimeout: q.options.Grace,

		FetchPollInterval: q.options.pace.poll,
		FetchCooldown:     min(q.options.pace.poll, 20*time.Millisecond),

		CompletedJobRetentionPeriod: time.Hour,
		DiscardedJobRetentionPeriod: -1,
	}
}

func (q *Queue) newClient(driver riverdriver.Driver[*sql.Tx], config *river.Config) (*river.Client[*sql.Tx], error) {
	client, err := river.NewClient(driver, config)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	return client, nil
}

// Enqueue implements ports.Queue. A task that is already waiting is not queued twice. One that is running
// runs once more afterwards, since it may have missed the latest change.
func (q *Queue) Enqueue(ctx context.Context, taskID, owner string, priority document.Priority) error {
	if tx, ok := q.txFrom(ctx); ok {
		return translate(ctx, q.insert(ctx, tx, taskID, owner, priority))
	}
	tx, err := q.db.BeginTx(ctx, nil)
	if err != nil {
		return translate(ctx, err)
	}
	defer tx.Rollback()
	if err := q.insert(ctx, tx, taskID, owner, priority); err != nil {
		return translate(ctx, err)
	}
	return translate(ctx, tx.Commit())
}

// unfinished are the states of a job in which its task is still to be worked.
var unfinished = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending,
	rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled}

// priorities are River's, from 1 to 4, of an owner's next task; see rotation.go.
var priorities = map[document.Priority]int{document.Interactive: 1, document.Bulk: 3}

func (q *Queue) insert(ctx context.Context, tx *sql.Tx, taskID, owner string, priority document.Priority) error {
	level, err := q.level(ctx, tx, owner, priorities[priority])
	if err != nil {
		return err
	}
	waiting, err := q.inserter.InsertTx(ctx, tx, jobArgs{taskID, owner},
		&river.InsertOpts{Priority: level, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}})
	if err == nil && waiting.UniqueSkippedAsDuplicate && waiting.Job.State == rivertype.JobStateRunning {
		_, err = q.inserter.InsertTx(ctx, tx, jobArgs{taskID, owner}, &river.InsertOpts{Priority: level})
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
	client, err := q.newClient(riversqlite.New(q.db), q.config())
	if err != nil {
		return err
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("starting the queue: %w", err)
	}
	go q.rescue(ctx, q.abandonedHere, q.makeAvailable)
	<-ctx.Done()
	return q.stop(ctx, client.Stop, q.options.Grace+cancelPatience)
}

// cancelPatience is how long cancelled tasks may take to end.
const cancelPatience = 20 * time.Second

// stop waits until the stop of a client is complete.
func (q *Queue) stop(ctx context.Context, stop func(context.Context) error, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := stop(ctx); err != nil {
		return fmt.Errorf("tasks in work ignore that they are cancelled: %w", err)
	}
	return nil
}
