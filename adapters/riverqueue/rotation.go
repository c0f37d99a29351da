package riverqueue

// This file serves the owners of tasks in rotation. River serves by priority, then by time. Of each
// owner's waiting jobs one is next, with a priority of its own; the others are behind the next ones
// of all owners. When an owner's job begins, the oldest of the others becomes next, behind the
// next ones of other owners.

import (
	"context"
	"database/sql"

	"github.com/riverqueue/river/rivertype"
)

// others is added to the priority of an owner's jobs that are not next.
const others = 1

// hasNext is met if a job with priority $1 of owner $2 waits. SQLite counts parameters in the order
// in which they appear, so $1 stands first.
const hasNext = "EXISTS (SELECT 1 FROM river_job WHERE state = 'available' AND priority = $1 AND args->>'owner' = $2)"

// level returns the priority for another job of an owner; next is that of the owner's next job.
func (q *Queue) level(ctx context.Context, tx *sql.Tx, owner string, next int) (int, error) {
	if owner == "" {
		return next, nil
	}
	var waits bool
	err := tx.QueryRowContext(ctx, "SELECT "+hasNext, next, owner).Scan(&waits)
	if waits {
		next += others
	}
	return next, err
}

// nextPriority is that of an owner's next job with the class of a job, interactive or bulk.
func nextPriority(job *rivertype.JobRow) int { return job.Priority - (job.Priority+1)%2*others }

// rotate makes another job of an owner the next one when a job begins. Without it the others
// wait longer, so a failure is only logged.
func (q *Queue) rotate(ctx context.Context, job *rivertype.JobRow, owner string) {
	now := "datetime('now', 'subsec')"
	if q.options.URL != "" {
		now = "now()"
	}
	q.reorder(ctx, owner, `UPDATE river_job SET priority = $1, scheduled_at = `+now+`
		WHERE id = (SELECT id FROM river_job WHERE state = 'available' AND priority = $1 + 1 AND args->>'owner' = $2 ORDER BY scheduled_at, id LIMIT 1)
		AND state = 'available' AND NOT `+hasNext, nextPriority(job), owner)
}

// stepBack lets another job of an owner that waits go before a job that is postponed.
func (q *Queue) stepBack(ctx context.Context, job *rivertype.JobRow, owner string) {
	q.reorder(ctx, owner, "UPDATE river_job SET priority = $1 + 1 WHERE "+hasNext+" AND id = $3", nextPriority(job), owner, job.ID)
}

func (q *Queue) reorder(ctx context.Context, owner, statement string, args ...any) {
	if owner == "" {
		return
	}
	if _, err := q.db.ExecContext(ctx, statement, args...); err != nil && ctx.Err() == nil {
		q.log.Warn("queued tasks not reordered", "error", err)
	}
}
