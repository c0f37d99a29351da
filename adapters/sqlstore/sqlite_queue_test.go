package sqlstore_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
)

// Another program that has the file open waits while a loader holds the lock of
// SQLite almost without a break.
func TestWhoWaitsWritesBeforeTheNextTransactionOfALoader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cotejo.db")
	importing, other := open(t, sqlstore.Options{Path: path}), open(t, sqlstore.Options{Path: path})
	for name, write := range map[string]func(context.Context) error{
		"a transaction": func(ctx context.Context) error {
			return other.InTx(ctx, func(context.Context) error { return nil })
		},
		"a statement of the queue": func(ctx context.Context) error {
			_, err := other.Writer().ExecContext(ctx, "UPDATE settings SET value = '2' WHERE name = 'none'")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var turns atomic.Int64
			ended := make(chan error, 1)
			begun := make(chan struct{}, 1)
			go func() {
				for {
					err := importing.Loader().InTurn(ctx, func(context.Context) error {
						turns.Add(1)
						select {
						case begun <- struct{}{}:
						default:
						}
						time.Sleep(60 * time.Millisecond)
						return nil
					})
					if err != nil {
						ended <- err
						return
					}
				}
			}()
			<-begun
			before := turns.Load()
			if err := write(t.Context()); err != nil {
				t.Fatal(err)
			}
			// One that had begun, and those for which the machine was too busy to
			// run who waits.
			if n := turns.Load() - before; n > 8 {
				t.Errorf("%d transactions of the loader went first", n)
			}
			stop()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
}

func TestALoaderIsNotHeldUpByWhoDoesNotComeForward(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cotejo.db")
	db := open(t, sqlstore.Options{Path: path})
	defer sqlstore.WaitInQueue(t, path)()
	for range 3 {
		if err := db.Loader().InTurn(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
}

// A loader's transactions are on disk with the last one of a shelf;
// those of anybody else when they end, on the same connection.
func TestOnlyALoaderLeavesItToSQLiteWhenACommitReachesTheDisk(t *testing.T) {
	db := open(t, sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")})
	const normal, full = 1, 2
	synchronous := func(ctx context.Context) (mode int) {
		tx, _ := db.TxFrom(ctx)
		if err := tx.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&mode); err != nil {
			t.Fatal(err)
		}
		return mode
	}
	for name, c := range map[string]struct {
		in   func(context.Context, func(context.Context) error) error
		want int
	}{"a loader": {db.Loader().InTurn, normal}, "anybody": {db.InTx, full}} {
		for _, end := range []error{nil, errors.New("undone")} {
			var mode int
			if err := c.in(t.Context(), func(ctx context.Context) error { mode = synchronous(ctx); return end }); !errors.Is(err, end) {
				t.Fatal(err)
			}
			if mode != c.want {
				t.Errorf("%s commits in mode %d, want %d", name, mode, c.want)
			}
			var after int
			if err := db.Writer().QueryRow("PRAGMA synchronous").Scan(&after); err != nil || after != full {
				t.Errorf("after %s the mode is %d, %v", name, after, err)
			}
		}
	}
}
