package sqlstore

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
)

// tasks implements ports.Tasks.
type tasks struct{ db *DB }

func (s tasks) Create(ctx context.Context, t document.Task) error {
	return s.db.write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(newTaskRow(t)).Exec(ctx)
		return err
	})
}

func (s tasks) Get(ctx context.Context, id string) (document.Task, error) {
	var row taskRow
	err := s.db.view(ctx, func(q bun.IDB) error { return getTask(ctx, q, id, &row) })
	if err != nil {
		return document.Task{}, err
	}
	return row.task(), nil
}

func (s tasks) Update(ctx context.Context, id string, change func(*document.Task) error) error {
	return s.db.write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row taskRow
		if err := getTask(ctx, tx, id, &row); err != nil {
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

func (s tasks) DeleteExpired(ctx context.Context, now time.Time) (int, error) {
	var n int64
	err := s.db.write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewDelete().Model((*taskRow)(nil)).
			Where("status IN ('completed', 'failed')").
			Where("expires_at > ?", momentOf(time.Time{})).Where("expires_at < ?", momentOf(now)).Exec(ctx)
		if err != nil {
			return err
		}
		n, err = res.RowsAffected()
		return err
	})
	return int(n), err
}

func (s tasks) Unfinished(ctx context.Context) (int, error) {
	var n int64
	err := s.db.view(ctx, func(q bun.IDB) (err error) {
		n, err = q.NewSelect().Model((*taskRow)(nil)).Where("status IN ('pending', 'processing')").Count(ctx)
		return err
	})
	return int(n), err
}

func getTask(ctx context.Context, q bun.IDB, id string, row *taskRow) error {
	return missing(q.NewSelect().Model(row).Where("id = ?", id).Scan(ctx), errTaskNotFound)
}
