package records

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Activity returns what describes the latest in the database. Each query reads the
// end of an index.
func Activity(db *sqldb.DB) ports.ActivityStore { return activity{db} }

type activity struct{ db *sqldb.DB }

func (s activity) Activity(ctx context.Context, since time.Time, limit int) (a document.Activity, err error) {
	then := sqldb.MomentOf(since)
	err = s.db.View(ctx, func(q bun.IDB) error {
		var tasks []taskRow
		if err := q.NewRaw(activeTasks, then, limit).Scan(ctx, &tasks); err != nil {
			return err
		}
		for _, r := range tasks {
			a.Tasks = append(a.Tasks, r.task())
		}
		if err := q.NewRaw("SELECT id FROM documents WHERE created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ?", then, limit).Scan(ctx, &a.Stored); err != nil {
			return err
		}
		if len(a.Stored) > 0 {
			if err := q.NewRaw("SELECT document_id FROM document_pairs WHERE document_id IN (?0) UNION SELECT earlier_id FROM document_pairs WHERE earlier_id IN (?0)",
				bun.List(a.Stored)).Scan(ctx, &a.Paired); err != nil {
				return err
			}
		}
		var changes []changeRow
		if err := q.NewRaw("SELECT * FROM (SELECT * FROM document_history ORDER BY seq DESC LIMIT ?) AS latest WHERE changed_at >= ?", limit, then).Scan(ctx, &changes); err != nil {
			return err
		}
		for _, r := range changes {
			a.Changes = append(a.Changes, r.change())
		}
		return q.NewRaw("SELECT n FROM totals WHERE name = 'documents'").Scan(ctx, &a.Total)
	})
	return a, err
}

// activeTasks leaves results out: they are long. That a status is one of two lets
// the partial index be used.
const activeTasks = `SELECT ` + activeColumns + `
FROM (SELECT * FROM tasks WHERE status = 'processing' AND status IN ('pending', 'processing') ORDER BY created_at LIMIT ?1) AS working
UNION SELECT ` + activeColumns + ` FROM (SELECT * FROM tasks WHERE created_at >= ?0 ORDER BY created_at DESC, id DESC LIMIT ?1) AS submitted
UNION SELECT ` + activeColumns + ` FROM (SELECT * FROM tasks WHERE status IN ('completed', 'failed') AND completed_at >= ?0
	ORDER BY completed_at DESC LIMIT ?1) AS ended`

const activeColumns = "id, document_id, status, stage, progress, pages_done, pages_total, file_name, type, tags, size, created_by, priority, attempts, error, error_code, created_at, arrived_at, started_at, moved_at, completed_at, expires_at"
