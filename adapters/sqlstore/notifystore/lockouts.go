package notifystore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
)

// lockouts implements ports.Lockouts: account.Lockout in SQL, one statement a
// call, so that no two programs on one database ever decide on the same state.
type lockouts struct{ db *DB }

// unlocked is the locked_until of a name that is not locked.
var unlocked = sqldb.MomentOf(time.Time{})

// reserve is account.Lockout.Reserve. Its parameters are the name, the time,
// the attempts that may fail, how long a lock lasts in microseconds, and
// unlocked. Of a name that is locked it returns no row.
const reserve = `
INSERT INTO lockouts (username, gen, base, locked_until, seen)
VALUES (?0, 1, 0, CASE WHEN 1 >= ?2 THEN ?1 + ?3 ELSE ?4 END, ?1)
ON CONFLICT (username) DO UPDATE SET
    gen = lockouts.gen + 1,
    base = CASE WHEN lockouts.locked_until > ?4 THEN lockouts.gen ELSE lockouts.base END,
    locked_until = CASE
        WHEN lockouts.gen + 1 - (CASE WHEN lockouts.locked_until > ?4 THEN lockouts.gen ELSE lockouts.base END) < ?2 THEN ?4
        WHEN lockouts.seen > ?1 THEN lockouts.seen + ?3
        ELSE ?1 + ?3 END,
    seen = CASE WHEN lockouts.seen > ?1 THEN lockouts.seen ELSE ?1 END
WHERE lockouts.locked_until <= ?1 OR lockouts.locked_until <= lockouts.seen
RETURNING gen`

func (s lockouts) Reserve(ctx context.Context, username string, rule account.Lockout, now time.Time) (slot account.Slot, granted bool, err error) {
	var number int64
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := tx.NewRaw(reserve, username, sqldb.MomentOf(now), rule.Attempts, rule.Lock.Microseconds(), unlocked).Scan(ctx, &number)
		granted = err == nil
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil || !granted {
		return account.Slot{}, false, err
	}
	return account.Slot{Username: username, Number: number}, true, nil
}

func (s lockouts) Succeed(ctx context.Context, slot account.Slot, rule account.Lockout) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw(`UPDATE lockouts SET
			base = CASE WHEN base < ?1 THEN ?1 ELSE base END,
			locked_until = CASE WHEN gen - base < ?2 OR gen - ?1 < ?2 THEN ?3 ELSE locked_until END
			WHERE username = ?0`, slot.Username, slot.Number, rule.Attempts, unlocked).Exec(ctx)
		return err
	})
}

func (s lockouts) Unlock(ctx context.Context, username string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw("UPDATE lockouts SET base = gen, locked_until = ?1, seen = ?1 WHERE username = ?0", username, unlocked).Exec(ctx)
		return err
	})
}

func (s lockouts) Forget(ctx context.Context, then, now time.Time) (int, error) {
	var n int64
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewRaw(`DELETE FROM lockouts WHERE seen < ? AND locked_until <= ?
			AND NOT EXISTS (SELECT 1 FROM users WHERE users.username = lockouts.username)`,
			sqldb.MomentOf(then), sqldb.MomentOf(now)).Exec(ctx)
		if err != nil {
			return err
		}
		n, err = res.RowsAffected()
		return err
	})
	return int(n), err
}
