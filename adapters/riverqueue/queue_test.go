package riverqueue_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/mattn/go-sqlite3"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/storetest"
)

// database is opened as the product opens its own, with transactions carried in
// the context: a SQLite file with one connection that writes, or, by its URL, a
// PostgreSQL database.
type database struct {
	*sql.DB
	url string
}

type txKey struct{}

func open(place string) (database, error) {
	if strings.HasPrefix(place, "postgres://") {
		db, err := sql.Open("pgx", place)
		if err != nil {
			return database{}, err
		}
		return database{db, place}, db.Ping()
	}
	db, err := sql.Open("sqlite3", "file:"+place+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=10000&_txlock=immediate")
	if err != nil {
		return database{}, err
	}
	db.SetMaxOpenConns(1)
	return database{DB: db}, db.Ping()
}

// prepared is a PostgreSQL database with the tables of the queue.
var prepared = postgres.NewTemplate(func(ctx context.Context, url string) error {
	db, err := open(url)
	if err != nil {
		return err
	}
	_, err = riverqueue.New(ctx, riverqueue.Options{DB: db.DB, URL: url, TxFrom: txFrom})
	return errors.Join(err, db.Close())
})

// onEach runs a test on each kind of database; fresh names a new one.
func onEach(t *testing.T, test func(t *testing.T, fresh func(t *testing.T) string)) {
	t.Run("SQLite", func(t *testing.T) {
		test(t, func(t *testing.T) string { return filepath.Join(t.TempDir(), "queue.db") })
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		test(t, func(t *testing.T) string { return prepared.New(t) })
	})
}

// bind writes the one placeholder of a statement.
func (db database) bind(statement string) string {
	if db.url != "" {
		return strings.Replace(statement, "?", "$1", 1)
	}
	return statement
}

func (db database) InTx(ctx context.Context, change func(context.Context) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := change(context.WithValue(ctx, txKey{}, tx)); err != nil {
		return err
	}
	return tx.Commit()
}

func txFrom(ctx context.Context) (*sql.Tx, bool) {
	tx, ok := ctx.Value(txKey{}).(*sql.Tx)
	return tx, ok
}

func opened(t *testing.T, place string) database {
	t.Helper()
	db, err := open(place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// start runs a queue and returns it, and what stops it and waits for its end.
func start(t *testing.T, db database, o riverqueue.Options) (*riverqueue.Queue, func()) {
	t.Helper()
	o.DB, o.URL, o.TxFrom, o.RetryAfter = db.DB, db.url, txFrom, 10*time.Millisecond
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError + 1}))
	}
	q, err := riverqueue.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- q.Run(ctx) }()
	stopped := false
	stop := func() {
		if cancel(); stopped {
			return
		}
		stopped = true
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	return q, stop
}

func TestQueue(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) string) {
		storetest.RunQueue(t, func(t *testing.T, worker ports.TaskWorker) (ports.Queue, ports.Transactor) {
			db := opened(t, fresh(t))
			q, _ := start(t, db, riverqueue.Options{Worker: worker})
			return q, db
		})
	})
}
