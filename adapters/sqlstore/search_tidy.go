package sqlstore

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// fewestSettled is from how many recent documents on they are settled: a
	// search asks the server for each rank of so many in a few milliseconds.
	fewestSettled = 2000

	// tidyEvery is how long the index is left to itself.
	tidyEvery = 5 * time.Second
)

// tidier keeps the index of searches in order in the background, one program of
// all that have the database open.
type tidier struct {
	stop context.CancelFunc
	done sync.WaitGroup
}

func (t *tidier) start(ctx context.Context, db *DB, log *slog.Logger) {
	ctx, t.stop = context.WithCancel(context.WithoutCancel(ctx))
	t.done.Go(func() {
		rest := tidyEvery
		for {
			select {
			case <-time.After(rest):
			case <-ctx.Done():
				return
			}
			begin := time.Now()
			more, err := db.engine.tidy(ctx, db.Base, fewestSettled)
			if rest = tidyEvery; more {
				rest = time.Since(begin) // others get to compute
			}
			if err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "keeping the search index in order", "error", err)
			}
		}
	})
}

func (t *tidier) close() {
	if t.stop != nil {
		t.stop()
	}
	t.done.Wait()
}

// tidyAll does all there is to do.
func (db *Base) tidyAll(ctx context.Context, fewest int) error {
	for {
		more, err := db.engine.tidy(ctx, db, fewest)
		if err != nil || !more {
			return err
		}
	}
}
