package riverqueue

// This file holds what is particular to SQLite.

import (
	"context"
	"encoding/json"
	"slices"
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
		q.log.Info("requeued interrupted tasks", "count", n)
	}
	return nil
}

// abandonedHere returns the jobs that run by their rows though this process does
// not work them: no other process works the queue of a SQLite database.
func (q *Queue) abandonedHere(ctx context.Context) ([]abandoned, error) {
	jobs, err := q.runningJobs(ctx, "true")
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.DeleteFunc(jobs, func(job abandoned) bool { return q.working[job.taskID] }), err
}

// makeAvailable puts jobs back. The interrupted try is not counted.
func (q *Queue) makeAvailable(ctx context.Context, jobs []int64) (int64, error) {
	if len(jobs) == 0 {
		return 0, nil
	}
	ids, err := json.Marshal(jobs)
	if err != nil {
		return 0, err
	}
	return affected(q.db.ExecContext(ctx, `UPDATE river_job SET state = 'available', attempt = max(attempt - 1, 0)
		WHERE id IN (SELECT value FROM json_each(?)) AND state = 'running'`, string(ids)))
}
