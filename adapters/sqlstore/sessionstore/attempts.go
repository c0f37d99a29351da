package sessionstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/ports"
)

// LoginAttempts returns the store of login attempts.
func LoginAttempts(db *sqldb.DB) ports.LoginAttempts { return attempts{db} }

// attempts has one row for each client, with the times of its permitted attempts.
type attempts struct{ db *sqldb.DB }

func (s attempts) Take(ctx context.Context, client string, rule account.RateLimit, now time.Time) (wait time.Duration, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.db.LockNamed(ctx, "log in from "+client); err != nil {
			return err
		}
		var stored string
		err := tx.NewRaw("SELECT seen FROM login_attempts WHERE client = ?", client).Scan(ctx, &stored)
		if errors.Is(err, sql.ErrNoRows) {
			stored, err = "[]", nil
		}
		var seen []sqldb.Moment
		if err == nil {
			err = json.Unmarshal([]byte(stored), &seen)
		}
		if err != nil {
			return err
		}
		times := make([]time.Time, len(seen))
		for i, m := range seen {
			times[i] = m.Time()
		}
		kept, w := rule.Take(times, sqldb.MomentOf(now).Time())
		if wait = w; wait > 0 {
			return nil
		}
		seen = seen[:0]
		for _, t := range kept {
			seen = append(seen, sqldb.MomentOf(t))
		}
		text, err := json.Marshal(seen)
		if err != nil {
			return err
		}
		_, err = tx.NewRaw(`INSERT INTO login_attempts (client, seen, latest) VALUES (?, ?, ?)
			ON CONFLICT (client) DO UPDATE SET seen = excluded.seen, latest = excluded.latest`, client, string(text), sqldb.MomentOf(now)).Exec(ctx)
		return err
	})
	return wait, err
}

func (s attempts) Forget(ctx context.Context, then time.Time) (int, error) {
	var n int64
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewRaw("DELETE FROM login_attempts WHERE latest < ?", sqldb.MomentOf(then)).Exec(ctx)
		if err != nil {
			return err
		}
		n, err = res.RowsAffected()
		return err
	})
	return int(n), err
}
