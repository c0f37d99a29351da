package riverqueue

import (
	"context"
	"time"
)

// takeBack makes available again what the last process was working on when it
// died, and what had failed too often. The interrupted try is not counted.
//
// It also ends the last process's term as River's leader, which would
// otherwise keep this one from sweeping for fifteen seconds. All this is right
// only because no other process works the queue of a SQLite database.
func (q *Queue) takeBack(ctx context.Context) error {
	tx, err := q.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `UPDATE river_job SET
			attempt = CASE WHEN state = 'running' AND attempt > 0 THEN attempt - 1 ELSE 0 END,
			state = 'available', finalized_at = NULL
		WHERE state IN ('running', 'discarded')`)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM river_leader`); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err == nil && n > 0 {
		q.log.Info("took back interrupted tasks", "count", n)
	}
	return nil
}

// putBack makes a job that is being cancelled available again. River, which
// hears of an error next, leaves a job alone that is no longer running.
func (q *Queue) putBack(ctx context.Context, jobID int64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, err := q.db.ExecContext(ctx, `UPDATE river_job SET state = 'available', attempt = attempt - 1
		WHERE id = ? AND state = 'running' AND attempt > 0`, jobID)
	return err
}
