package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
)

// tasks implements ports.Tasks.
type tasks struct{ db *DB }

func (s tasks) Create(ctx context.Context, t document.Task) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(newTaskRow(t)).Exec(ctx)
		return err
	})
}

func (s tasks) Get(ctx context.Context, id string) (document.Task, error) {
	var row taskRow
	err := s.db.View(ctx, func(q bun.IDB) error { return s.db.getTask(ctx, q, id, &row) })
	if err != nil {
		return document.Task{}, err
	}
	return row.task(), nil
}

func (s tasks) Update(ctx context.Context, id string, change func(*document.Task) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row taskRow
		if err := s.db.getTask(ctx, tx, id, &row); err != nil {
			return err
		}
		t := row.task()
		if err := change(&t); err != nil {
			return err
		}
		t.ID = id
		_, err := tx.NewUpdate().Model(newTaskRow(t)).WherePK().Exec(ctx)
		return err
	})
}

func (s tasks) List(ctx context.Context, status document.TaskStatus, now time.Time, page document.PageRequest) (document.TaskListing, error) {
	wanted := func(q *bun.SelectQuery) *bun.SelectQuery {
		q.Where("NOT (status IN ('completed', 'failed') AND expires_at > ? AND expires_at <= ?)", MomentOf(time.Time{}), MomentOf(now))
		if status != "" {
			q.Where("status = ?", string(status))
		}
		return q
	}
	var rows []taskRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		rows, total, err = PageOf[taskRow](ctx, q, page, wanted, -1)
		return err
	})
	return Listed(rows, total, page, func(r taskRow) document.Task { return r.task() }), err
}

func (s tasks) ByDocument(ctx context.Context, documentIDs []string) (map[string]document.Task, error) {
	found := make(map[string]document.Task, len(documentIDs))
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(documentIDs, idsPerQuery) {
			var rows []taskRow
			if err := q.NewSelect().Model(&rows).Where("document_id IN (?)", bun.List(some)).Scan(ctx); err != nil {
				return err
			}
			for _, r := range rows {
				found[r.DocumentID] = r.task()
			}
		}
		return nil
	})
	return found, err
}

func (s tasks) ForgetOriginal(ctx context.Context, key string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		// The second condition lets the partial index be used.
		_, err := tx.NewRaw("UPDATE tasks SET original_key = '' WHERE original_key = ? AND original_key <> ''", key).Exec(ctx)
		return err
	})
}

func (s tasks) DeleteExpired(ctx context.Context, now time.Time) (int, error) {
	var n int64
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewDelete().Model((*taskRow)(nil)).
			Where("status IN ('completed', 'failed')").
			Where("expires_at > ?", MomentOf(time.Time{})).Where("expires_at < ?", MomentOf(now)).Exec(ctx)
		if err != nil {
			return err
		}
		n, err = res.RowsAffected()
		return err
	})
	return int(n), err
}

func (s tasks) Backlog(ctx context.Context) (document.Backlog, error) {
	var row struct {
		Tasks  int
		Oldest sql.Null[Moment]
		Moved  sql.Null[Moment]
	}
	err := s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw(backlogQuery).Scan(ctx, &row)
	})
	b := document.Backlog{Tasks: row.Tasks}
	if row.Oldest.Valid {
		b.Oldest, b.Moved = row.Oldest.V.Time(), row.Moved.V.Time()
	}
	return b, err
}

// backlogQuery reads one index, which holds nothing but unfinished tasks.
const backlogQuery = `SELECT count(*) AS tasks, min(created_at) AS oldest, max(moved_at) AS moved FROM tasks WHERE status IN ('pending', 'processing')`

// getTask is like getDocument.
func (db *DB) getTask(ctx context.Context, q bun.IDB, id string, row *taskRow) error {
	return Missing(db.Held(ctx, q.NewSelect().Model(row)).Where("id = ?", id).Scan(ctx), errTaskNotFound)
}
