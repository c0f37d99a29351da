package records

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// TaskParts returns the store of what tasks need until they end.
func TaskParts(db *sqldb.DB) ports.TaskParts { return parts{db} }

type parts struct{ db *sqldb.DB }

func (s parts) Keep(ctx context.Context, taskID string, all ...document.TaskPart) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, p := range all {
			// With arguments bound by the driver: data is long.
			_, err := tx.Tx.ExecContext(ctx, s.db.Bind(`INSERT INTO task_parts (task_id, number, kept_at, data) VALUES (?, ?, ?, ?)
				ON CONFLICT (task_id, number) DO UPDATE SET kept_at = excluded.kept_at, data = excluded.data`),
				taskID, p.Number, int64(sqldb.MomentOf(time.Now())), p.Data)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s parts) Load(ctx context.Context, taskID string, from, limit int) ([]document.TaskPart, error) {
	var rows []struct {
		Number int
		Data   []byte
	}
	err := s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT number, data FROM task_parts WHERE task_id = ? AND number >= ? ORDER BY number LIMIT ?", taskID, from, limit).Scan(ctx, &rows)
	})
	var all []document.TaskPart
	for _, r := range rows {
		all = append(all, document.TaskPart{Number: r.Number, Data: r.Data})
	}
	return all, err
}

func (s parts) Extent(ctx context.Context, taskID string) (last int, size int64, err error) {
	var row struct {
		Last int
		Size int64
	}
	err = s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT coalesce(max(number), 0) AS last, coalesce(sum(length(data)), 0) AS size FROM task_parts WHERE task_id = ?", taskID).Scan(ctx, &row)
	})
	return row.Last, row.Size, err
}

func (s parts) Remove(ctx context.Context, taskID string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw("DELETE FROM task_parts WHERE task_id = ?", taskID).Exec(ctx)
		return err
	})
}

func (s parts) Each(ctx context.Context, visit func(taskID string, since time.Time) error) error {
	var rows []struct {
		TaskID string
		Since  sqldb.Moment
	}
	err := s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT task_id, min(kept_at) AS since FROM task_parts GROUP BY task_id ORDER BY task_id").Scan(ctx, &rows)
	})
	for _, r := range rows {
		if err != nil {
			break
		}
		err = visit(r.TaskID, r.Since.Time())
	}
	return err
}
