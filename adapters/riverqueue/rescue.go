package riverqueue

// This file takes back jobs that run by their rows while nobody works them:
// those of a process that is gone, and those whose state could not be stored
// because the database was busy for longer than River tries.

import (
	"context"
)

// abandoned is a job that runs by its row and that nobody works.
type abandoned struct {
	id      int64
	attempt int
	taskID  string
}

// rescue takes abandoned jobs back until ctx ends. A job may look abandoned for
// a moment when it begins and when it ends, so it is taken back at the third
// check in a row that finds it. find returns the jobs that look abandoned;
// takeOver makes jobs available again and returns how many it changed.
func (q *Queue) rescue(ctx context.Context, find func(context.Context) ([]abandoned, error), takeOver func(context.Context, []int64) (int64, error)) {
	before := map[abandoned]int{} // how often in a row each was seen
	for sleep(ctx, q.options.pace.rescue) {
		found, err := find(ctx)
		if err != nil && ctx.Err() == nil {
			q.log.Warn("looking for abandoned tasks", "error", err)
		}
		now := map[abandoned]int{}
		var left []int64
		for _, job := range found {
			if now[job] = before[job] + 1; now[job] >= 3 {
				left = append(left, job.id)
			}
		}
		before = now
		if n, err := takeOver(ctx, left); err != nil && ctx.Err() == nil {
			q.log.Warn("taking over tasks", "error", err)
		} else if n > 0 {
			q.log.Info("took over interrupted tasks", "count", n)
		}
	}
}

// runningJobs returns the jobs that run by their rows and meet a condition.
func (q *Queue) runningJobs(ctx context.Context, condition string) (all []abandoned, err error) {
	rows, err := q.db.QueryContext(ctx, "SELECT id, attempt, args->>'task_id' FROM river_job WHERE state = 'running' AND "+condition)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var job abandoned
		if err := rows.Scan(&job.id, &job.attempt, &job.taskID); err != nil {
			return nil, err
		}
		all = append(all, job)
	}
	return all, rows.Err()
}
