package intake

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Sweeper removes expired data: ended tasks, sessions, login attempts, deleted documents in the bin, the spool of
// ended tasks, and originals and passwords of uploads that were interrupted before their task was stored.
type Sweeper struct {
	Tasks     ports.Tasks
	Sessions  ports.Sessions
	Attempts  ports.LoginAttempts
	Blobs     ports.Blobs
	Spool     ports.Spool
	Originals ports.OriginalKeys
	Bin       ports.Bin
	Now       func() time.Time
}

// orphanAge is the minimum age of an original without a task before it is removed: longer than any
// upload takes.
const orphanAge = 24 * time.Hour

// attemptsLife is how long a login attempt is kept: much longer than it counts.
const attemptsLife = time.Hour

// sweepBatch is how many originals one query looks up.
const sweepBatch = 500

// Swept counts the removed items.
type Swept struct{ Tasks, Sessions, Binned, Spooled, Originals int }

// Sweep runs once. An error in one part does not stop the others.
func (s Sweeper) Sweep(ctx context.Context) (Swept, error) {
	var done Swept
	var errTasks, errSessions, errAttempts, errBin, errSpool, errOriginals error
	now := s.Now()
	done.Tasks, errTasks = s.Tasks.DeleteExpired(ctx, now)
	done.Sessions, errSessions = s.Sessions.DeleteExpired(ctx, now)
	_, errAttempts = s.Attempts.Forget(ctx, now.Add(-attemptsLife))
	done.Binned, errBin = s.Bin.RemoveExpired(ctx, now) // before the originals that they leave without a reference
	done.Spooled, errSpool = s.spooled(ctx, now.Add(-orphanAge))
	done.Originals, errOriginals = s.orphans(ctx, now.Add(-orphanAge))
	return done, errors.Join(errTasks, errSessions, errAttempts, errBin, errSpool, errOriginals)
}

// spooled clears the spool of ended tasks, and of unknown tasks older than before.
func (s Sweeper) spooled(ctx context.Context, before time.Time) (removed int, err error) {
	err = s.Spool.Each(ctx, func(taskID string, since time.Time) error {
		task, err := s.Tasks.Get(ctx, taskID)
		unknown := fault.KindOf(err) == fault.NotFound
		if err != nil && !unknown {
			return err
		}
		if unknown && since.After(before) || !unknown && !task.Status.Ended() {
			return nil
		}
		if err := s.Spool.Remove(ctx, taskID); err != nil {
			return err
		}
		removed++
		return nil
	})
	return removed, err
}

func (s Sweeper) orphans(ctx context.Context, before time.Time) (removed int, err error) {
	var batch []string
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		needed, err := s.Originals.Referenced(ctx, batch)
		if err != nil {
			return fmt.Errorf("looking up originals: %w", err)
		}
		for _, key := range batch {
			if needed[key] {
				continue
			}
			if err := s.Blobs.Delete(ctx, key); err != nil {
				return fmt.Errorf("removing an orphan: %w", err)
			}
			removed++
		}
		batch = batch[:0]
		return nil
	}
	err = s.Blobs.Each(ctx, func(key string, modified time.Time) error {
		if modified.After(before) {
			return nil
		}
		if batch = append(batch, key); len(batch) < sweepBatch {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	return removed, err
}
