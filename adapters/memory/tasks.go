package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

var errTaskNotFound = fault.New(fault.NotFound, "task_not_found", "No existe una tarea con ese identificador, o ya venció. Revise el identificador o consulte la lista de documentos.")

// tasks implements ports.Tasks.
type tasks struct{ s *Store }

func (t tasks) Create(ctx context.Context, task document.Task) error {
	return t.s.do(ctx, func(tx *transaction) error {
		if _, ok := t.s.tasks[task.ID]; ok {
			return errTaken
		}
		set(tx, t.s.tasks, task.ID, copyTask(task))
		return nil
	})
}

func (t tasks) Get(ctx context.Context, id string) (task document.Task, err error) {
	err = t.s.do(ctx, func(*transaction) error {
		stored, ok := t.s.tasks[id]
		if !ok {
			return errTaskNotFound
		}
		task = copyTask(stored)
		return nil
	})
	return task, err
}

func (t tasks) Update(ctx context.Context, id string, change func(*document.Task) error) error {
	return t.s.do(ctx, func(tx *transaction) error {
		stored, ok := t.s.tasks[id]
		if !ok {
			return errTaskNotFound
		}
		task := copyTask(stored)
		if err := change(&task); err != nil {
			return err
		}
		task.ID = id
		set(tx, t.s.tasks, id, copyTask(task))
		return nil
	})
}

func (t tasks) List(ctx context.Context, status document.TaskStatus, now time.Time, page document.PageRequest) (document.TaskListing, error) {
	listing := document.TaskListing{Page: page}
	err := t.s.do(ctx, func(*transaction) error {
		var rows []document.Task
		for _, task := range t.s.tasks {
			over := task.Status.Ended() && !task.ExpiresAt.IsZero() && !task.ExpiresAt.After(now)
			if (status == "" || task.Status == status) && !over {
				rows = append(rows, task)
			}
		}
		slices.SortFunc(rows, func(a, b document.Task) int {
			return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
		})
		listing.Total = len(rows)
		for _, task := range pageOf(rows, page) {
			listing.Items = append(listing.Items, copyTask(task))
		}
		return nil
	})
	return listing, err
}

func (t tasks) ForgetOriginal(ctx context.Context, key string) error {
	return t.s.do(ctx, func(tx *transaction) error {
		for id, task := range t.s.tasks {
			if key != "" && task.OriginalKey == key {
				task.OriginalKey = ""
				set(tx, t.s.tasks, id, task)
			}
		}
		return nil
	})
}

func (t tasks) DeleteExpired(ctx context.Context, now time.Time) (n int, err error) {
	err = t.s.do(ctx, func(tx *transaction) error {
		for id, task := range t.s.tasks {
			if task.Status.Ended() && !task.ExpiresAt.IsZero() && task.ExpiresAt.Before(now) {
				remove(tx, t.s.tasks, id)
				n++
			}
		}
		return nil
	})
	return n, err
}

func (t tasks) Backlog(ctx context.Context) (b document.Backlog, err error) {
	err = t.s.do(ctx, func(*transaction) error {
		for _, task := range t.s.tasks {
			if task.Status != document.TaskPending && task.Status != document.TaskProcessing {
				continue
			}
			if b.Tasks++; b.Tasks == 1 || task.CreatedAt.Before(b.Oldest) {
				b.Oldest = task.CreatedAt
			}
		}
		return nil
	})
	return b, err
}
