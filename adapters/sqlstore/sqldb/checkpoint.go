package sqldb

import (
	"context"
	"sync"
	"time"

	"github.com/uptrace/bun"
)

// checkpointer carries what SQLite's log of writes holds over into the database
// beside the writers. Otherwise SQLite has a commit now and then do that, which
// for the keys of fingerprints, each on a page of its own, is the slowest of
// them by far. What it cannot keep up with is left to the commits after all,
// once the log has autoCheckpoint pages.
type checkpointer struct {
	stop context.CancelFunc
	done sync.WaitGroup
}

const (
	// checkpointEvery is how often the log is carried over: seldom enough that
	// few commits wait for the disk beside it.
	checkpointEvery = time.Second
	// autoCheckpoint bounds the log: 64 MB.
	autoCheckpoint = 16_384
)

func newCheckpointer(reader *bun.DB) *checkpointer {
	ctx, stop := context.WithCancel(context.Background())
	c := &checkpointer{stop: stop}
	c.done.Go(func() {
		tick := time.NewTicker(checkpointEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				// It does what it can without anybody waiting. A failure is that of
				// the disk, which the next commit meets as well.
				_, _ = reader.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
			case <-ctx.Done():
				return
			}
		}
	})
	return c
}

func (c *checkpointer) close() {
	c.stop()
	c.done.Wait()
}
