package records

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Tasks returns the store of tasks.
func Tasks(db *sqldb.DB) ports.Tasks { return tasks{db} }

type tasks struct{ db *sqldb.DB }

func (s tasks) Create(ctx context.Context, t document.Task) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(newTaskRow(t)).Exec(ctx)
		return err
	})
}

func (s tasks) Get(ctx context.Context, id string) (document.Task, error) {
	var row taskRow
	err := s.db.View(ctx, func(q bun.IDB) error { return getTask(ctx, s.db, q, id, &row) })
	if err != nil {
		return document.Task{}, err
	}
	return row.task(), nil
}

func (s tasks) Update(ctx context.Context, id string, change func(*document.Task) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row taskRow
		if err := getTask(ctx, s.db, tx, id, &row); err != nil {
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

func (s tasks) List(ctx context.Context, f document.TaskFilter, now time.Time, page document.PageRequest) (document.TaskListing, error) {
	const expired = "status IN ('completed', 'failed') AND expires_at > ? AND expires_at <= ?"
	never, until := sqldb.MomentOf(time.Time{}), sqldb.MomentOf(now)
	var rows []taskRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		// Expired tasks are few and have an index; to check each of the others is slow.
		count := func() *bun.SelectQuery { return q.NewSelect().Model((*taskRow)(nil)).ColumnExpr("count(*)") }
		all, gone := chosenTasks(count(), f, ""), chosenTasks(count(), f, sqldb.NoIndex).Where(expired, never, until)
		if err := q.NewSelect().ColumnExpr("(?) - (?)", all, gone).Scan(ctx, &total); err != nil {
			return err
		}
		rows, total, err = sqldb.PageOf[taskRow](ctx, q, page, func(q *bun.SelectQuery) *bun.SelectQuery {
			return chosenTasks(q, f, "").Where("NOT ("+expired+")", never, until)
		}, total)
		return err
	})
	return sqldb.ListingOf(rows, total, page, func(r taskRow) document.Task { return r.task() }), err
}

// chosenTasks adds the conditions of f to a query. noIndex is appended to the names of columns whose
// index the query must not use; with a user, status never uses one.
func chosenTasks(q *bun.SelectQuery, f document.TaskFilter, noIndex string) *bun.SelectQuery {
	status := "status" + noIndex
	if f.CreatedBy != "" {
		q.Where("created_by"+noIndex+" = ?", f.CreatedBy)
		status = "status" + sqldb.NoIndex
	}
	if f.Status != "" {
		q.Where(status+" = ?", string(f.Status))
	}
	if f.Status == document.TaskPending || f.Status == document.TaskProcessing {
		q.Where("status IN ('pending', 'processing')") // lets SQLite use the partial index
	}
	return q
}

func (s tasks) ByDocument(ctx context.Context, documentIDs []string) (map[string]document.Task, error) {
	found := make(map[string]document.Task, len(documentIDs))
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(documentIDs, sqldb.IDsPerQuery) {
			var rows []taskRow
			if err := q.NewSelect().Model(&rows).ExcludeColumn("result").Where("document_id IN (?)", bun.List(some)).Scan(ctx); err != nil {
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
			Where("expires_at > ?", sqldb.MomentOf(time.Time{})).Where("expires_at < ?", sqldb.MomentOf(now)).Exec(ctx)
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
		Oldest sql.Null[sqldb.Moment]
		Moved  sql.Null[sqldb.Moment]
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

var errTaskNotFound = fault.New(fault.NotFound, "task_not_found", "No existe una tarea con ese identificador, o ya venció. Revise el identificador o consulte la lista de documentos.")

// getTask reads a row as getDocument does.
func getTask(ctx context.Context, db *sqldb.DB, q bun.IDB, id string, row *taskRow) error {
	return sqldb.MapNoRows(db.ForUpdate(ctx, q.NewSelect().Model(row)).Where("id = ?", id).Scan(ctx), errTaskNotFound)
}
