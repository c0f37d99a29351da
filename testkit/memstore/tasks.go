package memstore

import (
	"context"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// tasks implements ports.Tasks.
type tasks struct{ *table[document.Task] }

func (t tasks) List(ctx context.Context, f document.TaskFilter, now time.Time, page document.PageRequest) (document.TaskListing, error) {
	return t.list(ctx, func(task *document.Task) bool {
		over := task.Status.Ended() && !task.ExpiresAt.IsZero() && !task.ExpiresAt.After(now)
		return (f.Status == "" || task.Status == f.Status) && (f.CreatedBy == "" || task.CreatedBy == f.CreatedBy) && !over
	}, page)
}

func (t tasks) ByDocument(ctx context.Context, documentIDs []string) (map[string]document.Task, error) {
	return ask(ctx, t.s, func() (map[string]document.Task, error) {
		found := map[string]document.Task{}
		for _, task := range clone(t.sorted(func(task *document.Task) bool { return slices.Contains(documentIDs, task.DocumentID) })) {
			task.Result = nil
			found[task.DocumentID] = task
		}
		return found, nil
	})
}

func (t tasks) ForgetOriginal(ctx context.Context, key string) error {
	return t.s.do(ctx, func() error {
		for id, task := range t.rows {
			if key != "" && task.OriginalKey == key {
				task.OriginalKey = ""
				t.put(id, task)
			}
		}
		return nil
	})
}

func (t tasks) DeleteExpired(ctx context.Context, now time.Time) (int, error) {
	return t.discard(ctx, func(task document.Task) bool {
		return task.Status.Ended() && !task.ExpiresAt.IsZero() && task.ExpiresAt.Before(now)
	})
}

func (t tasks) Backlog(ctx context.Context) (document.Backlog, error) {
	return ask(ctx, t.s, func() (b document.Backlog, err error) {
		waiting := t.sorted(func(task *document.Task) bool {
			return task.Status == document.TaskPending || task.Status == document.TaskProcessing
		})
		if b.Tasks = len(waiting); b.Tasks > 0 {
			b.Oldest = waiting[0].CreatedAt
			for _, task := range waiting {
				if task.MovedAt.After(b.Moved) {
					b.Moved = task.MovedAt
				}
			}
		}
		return b, nil
	})
}

// sessions implements ports.Sessions.
type sessions struct{ *table[account.Session] }

func (a sessions) Extend(ctx context.Context, id string, expires time.Time) error {
	return a.s.do(ctx, func() error {
		if s, known := a.rows[id]; known && s.ExpiresAt.Before(expires) {
			s.ExpiresAt = expires
			a.put(id, s)
		}
		return nil
	})
}

func (a sessions) SpendRefresh(ctx context.Context, id string, limit int, expires time.Time) (spent account.Session, err error) {
	err = a.Update(ctx, id, func(session *account.Session) error {
		if session.Refreshes >= limit {
			return fault.New(fault.Unauthenticated, "refresh_limit_reached", "Esta sesión ya no se puede renovar más.")
		}
		session.Refreshes++
		session.ExpiresAt = expires
		spent = clone(*session)
		return nil
	})
	return spent, err
}

func (a sessions) DeleteOf(ctx context.Context, username string) (int, error) {
	return a.discard(ctx, func(session account.Session) bool { return session.Username == username })
}

func (a sessions) DeleteExpired(ctx context.Context, now time.Time) (int, error) {
	return a.discard(ctx, func(session account.Session) bool { return session.ExpiresAt.Before(now) })
}

// claims implements ports.Claims.
type claims struct{ *table[document.Claim] }

func (c claims) Claim(ctx context.Context, want document.Claim, now time.Time) (held document.Claim, taken bool, err error) {
	err = c.s.do(ctx, func() (err error) {
		c.dropAll(func(old document.Claim) bool { return !old.ExpiresAt.After(now) })
		id := want.Owner + "\x00" + want.Key
		if _, taken = c.rows[id]; !taken {
			c.put(id, want)
		}
		held, err = c.find(id)
		return err
	})
	return held, taken, err
}

func (c claims) Held(ctx context.Context, owner, key string, now time.Time) (held document.Claim, err error) {
	if held, err = c.Get(ctx, owner+"\x00"+key); err == nil && !held.ExpiresAt.After(now) {
		return document.Claim{}, c.missing
	}
	return held, err
}
