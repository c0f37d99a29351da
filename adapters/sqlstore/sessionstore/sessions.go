// Package sessionstore keeps in a SQL database what both services need to talk to clients:
// sessions, idempotency keys and login attempts.
package sessionstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Sessions returns the store of sessions.
func Sessions(db *sqldb.DB) ports.Sessions { return sessions{db} }

type sessions struct{ db *sqldb.DB }

var (
	errSessionNotFound = fault.New(fault.NotFound, "session_not_found", "La sesión ya no existe. Inicie sesión de nuevo.")
	errRefreshesSpent  = fault.New(fault.Unauthenticated, "refresh_limit_reached", "Esta sesión ya no se puede renovar más. Inicie sesión de nuevo.")
)

type sessionRow struct {
	bun.BaseModel `bun:"table:sessions"`

	ID         string       `bun:"id,pk"`
	Username   string       `bun:"username"`
	Credential string       `bun:"credential"`
	CreatedAt  sqldb.Moment `bun:"created_at"`
	ExpiresAt  sqldb.Moment `bun:"expires_at"`
	Refreshes  int          `bun:"refreshes"`
}

func (r sessionRow) session() account.Session {
	return account.Session{ID: r.ID, Username: r.Username, Credential: r.Credential,
		CreatedAt: r.CreatedAt.Time(), ExpiresAt: r.ExpiresAt.Time(), Refreshes: r.Refreshes}
}

func (s sessions) Create(ctx context.Context, a account.Session) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&sessionRow{ID: a.ID, Username: a.Username, Credential: a.Credential,
			CreatedAt: sqldb.MomentOf(a.CreatedAt), ExpiresAt: sqldb.MomentOf(a.ExpiresAt), Refreshes: a.Refreshes}).Exec(ctx)
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
			WHERE id = ? AND refreshes < ? RETURNING *`, sqldb.MomentOf(expires), id, limit).Scan(ctx, &row)
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

func (s sessions) Extend(ctx context.Context, id string, expires time.Time) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw("UPDATE sessions SET expires_at = ?0 WHERE id = ?1 AND expires_at < ?0", sqldb.MomentOf(expires), id).Exec(ctx)
		return err
	})
}

func (s sessions) Delete(ctx context.Context, id string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewDelete().Model((*sessionRow)(nil)).Where("id = ?", id).Exec(ctx)
		return sqldb.RequireRow(res, err, errSessionNotFound)
	})
}

func (s sessions) DeleteOf(ctx context.Context, username string) (int, error) {
	return s.deleteWhere(ctx, "username = ?", username)
}

func (s sessions) DeleteExpired(ctx context.Context, now time.Time) (int, error) {
	return s.deleteWhere(ctx, "expires_at < ?", sqldb.MomentOf(now))
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

// Forget deletes all rows of tables that a backup must not bring back.
func Forget(ctx context.Context, db *sqldb.DB, tables []string) error {
	return db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, table := range tables {
			if _, err := tx.NewRaw("DELETE FROM ?", bun.Ident(table)).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

func getSession(ctx context.Context, q bun.IDB, id string, row *sessionRow) error {
	return sqldb.MapNoRows(q.NewSelect().Model(row).Where("id = ?", id).Scan(ctx), errSessionNotFound)
}
