package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/account"
)

// sessions implements ports.Sessions.
type sessions struct{ db *Base }

type sessionRow struct {
	bun.BaseModel `bun:"table:sessions"`

	ID         string `bun:"id,pk"`
	Username   string `bun:"username"`
	Credential string `bun:"credential"`
	CreatedAt  Moment `bun:"created_at"`
	ExpiresAt  Moment `bun:"expires_at"`
	Refreshes  int    `bun:"refreshes"`
}

func (r sessionRow) session() account.Session {
	return account.Session{ID: r.ID, Username: r.Username, Credential: r.Credential,
		CreatedAt: r.CreatedAt.Time(), ExpiresAt: r.ExpiresAt.Time(), Refreshes: r.Refreshes}
}

func (s sessions) Create(ctx context.Context, a account.Session) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&sessionRow{ID: a.ID, Username: a.Username, Credential: a.Credential,
			CreatedAt: MomentOf(a.CreatedAt), ExpiresAt: MomentOf(a.ExpiresAt), Refreshes: a.Refreshes}).Exec(ctx)
		return err
	})
}

func (s sessions) Get(ctx context.Context, id string) (account.Session, error) {
	var row sessionRow
	err := s.db.View(ctx, func(q bun.IDB) error { return getSession(ctx, q, id, &row) })
	if err != nil {
		return account.Session{}, err
	}
	return row.session(), nil
}

func (s sessions) SpendRefresh(ctx context.Context, id string, limit int, expires time.Time) (account.Session, error) {
	var row sessionRow
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := tx.NewRaw(`UPDATE sessions SET refreshes = refreshes + 1, expires_at = ?
			WHERE id = ? AND refreshes < ? RETURNING *`, MomentOf(expires), id, limit).Scan(ctx, &row)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := getSession(ctx, tx, id, &row); err != nil {
			return err
		}
		return errRefreshesSpent
	})
	if err != nil {
		return account.Session{}, err
	}
	return row.session(), nil
}

func (s sessions) Delete(ctx context.Context, id string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewDelete().Model((*sessionRow)(nil)).Where("id = ?", id).Exec(ctx)
		return Changed(res, err, errSessionNotFound)
	})
}

func (s sessions) DeleteOf(ctx context.Context, username string) (int, error) {
	return s.deleteWhere(ctx, "username = ?", username)
}

func (s sessions) DeleteExpired(ctx context.Context, now time.Time) (int, error) {
	return s.deleteWhere(ctx, "expires_at < ?", MomentOf(now))
}

func (s sessions) deleteWhere(ctx context.Context, condition string, value any) (int, error) {
	var n int64
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewDelete().Model((*sessionRow)(nil)).Where(condition, value).Exec(ctx)
		if err != nil {
			return err
		}
		n, err = res.RowsAffected()
		return err
	})
	return int(n), err
}

func getSession(ctx context.Context, q bun.IDB, id string, row *sessionRow) error {
	return Missing(q.NewSelect().Model(row).Where("id = ?", id).Scan(ctx), errSessionNotFound)
}
