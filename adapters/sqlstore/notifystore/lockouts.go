package notifystore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
)

// lockouts implements ports.Lockouts: account.Lockout in SQL, one statement an
// attempt, so that no two programs on one database ever decide on the same state.
type lockouts struct{ db *DB }

// unlocked is the locked_until of a name that is not locked.
var unlocked = sqldb.MomentOf(time.Time{})

// reserve is account.Lockout.Reserve. Its parameters are the name, the time,
// the attempts that may fail, how long a lock lasts in microseconds, and
// unlocked. It returns no row while the name is locked.
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

// succeed is account.Lockout.Succeed. Its parameters are the name, the number of
// the slot, the attempts that may fail, and unlocked.
const succeed = `
UPDATE lockouts SET
    base = CASE WHEN base < ?1 THEN ?1 ELSE base END,
    locked_until = CASE WHEN gen - base < ?2 OR gen - ?1 < ?2 THEN ?3 ELSE locked_until END
WHERE username = ?0`

// ofClient makes a statement on lockouts one on client_lockouts, whose last parameter,
// after those of the statement, is the client.
func ofClient(statement string, parameters int) string {
	client := fmt.Sprint("?", parameters)
	return strings.NewReplacer("lockouts", "client_lockouts", "(username", "(username, client", "(?0", "(?0, "+client,
		"username = ?0", "username = ?0 AND client = "+client).Replace(statement)
}

var (
	reserveClient = ofClient(reserve, 5)
	succeedClient = ofClient(succeed, 4)
)

func (s lockouts) Reserve(ctx context.Context, username, client string, rule account.Lockout, now time.Time) (slot account.Slot, granted bool, err error) {
	statement := reserve
	if client != "" {
		statement = reserveClient
	}
	var number int64
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := tx.NewRaw(statement, username, sqldb.MomentOf(now), rule.Attempts, rule.Lock.Microseconds(), unlocked, client).Scan(ctx, &number)
		granted = err == nil
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil || !granted {
		return account.Slot{}, false, err
	}
	return account.Slot{Username: username, Client: client, Number: number}, true, nil
}

func (s lockouts) Known(ctx context.Context, username, client string) (known bool, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT EXISTS (SELECT 1 FROM client_lockouts WHERE username = ? AND client = ?)", username, client).Scan(ctx, &known)
	})
	return known, err
}

func (s lockouts) Succeed(ctx context.Context, slot account.Slot, rule account.Lockout) error {
	statement := succeed
	if slot.Client != "" {
		statement = succeedClient
	}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw(statement, slot.Username, slot.Number, rule.Attempts, unlocked, slot.Client).Exec(ctx)
		return err
	})
}

func (s lockouts) Unlock(ctx context.Context, username string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, table := range []string{"lockouts", "client_lockouts"} {
			if _, err := tx.NewRaw("UPDATE "+table+" SET base = gen, locked_until = ?1, seen = ?1 WHERE username = ?0", username, unlocked).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s lockouts) Forget(ctx context.Context, then, now time.Time) (int, error) {
	var n int64
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		n = 0
		for _, statement := range []string{
			`DELETE FROM lockouts WHERE seen < ? AND locked_until <= ?
				AND NOT EXISTS (SELECT 1 FROM users WHERE users.username = lockouts.username)`,
			`DELETE FROM client_lockouts WHERE seen < ? AND locked_until <= ?`,
		} {
			res, err := tx.NewRaw(statement, sqldb.MomentOf(then), sqldb.MomentOf(now)).Exec(ctx)
			if err != nil {
				return err
			}
			deleted, err := res.RowsAffected()
			if err != nil {
				return err
			}
			n += deleted
		}
		return nil
	})
	return int(n), err
}
