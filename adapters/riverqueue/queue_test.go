package riverqueue_test

import (
	"context"
	"database/sql"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/storetest"
)

// database is a SQLite file opened as the product opens its own: one
// connection that writes, with transactions carried in the context.
type database struct{ *sql.DB }

type txKey struct{}

func open(path string) (database, error) {
	db, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=10000&_txlock=immediate")
	if err != nil {
		return database{}, err
	}
	db.SetMaxOpenConns(1)
	return database{db}, db.Ping()
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

func openNew(t *testing.T) database {
	t.Helper()
	db, err := open(filepath.Join(t.TempDir(), "queue.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// start runs a queue and returns it, and what stops it and waits for its end.
func start(t *testing.T, db database, o riverqueue.Options) (*riverqueue.Queue, func()) {
	t.Helper()
	o.DB, o.TxFrom, o.RetryAfter = db.DB, txFrom, 10*time.Millisecond
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
	storetest.RunQueue(t, func(t *testing.T, worker ports.TaskWorker) (ports.Queue, ports.Transactor) {
		db := openNew(t)
		q, _ := start(t, db, riverqueue.Options{Worker: worker})
		return q, db
	})
}
