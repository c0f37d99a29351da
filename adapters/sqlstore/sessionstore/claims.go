package sessionstore

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Claims returns the store of idempotency keys.
func Claims(db *sqldb.DB) ports.Claims { return claims{db} }

type claims struct{ db *sqldb.DB }

var errClaimNotFound = fault.New(fault.NotFound, "claim_not_found", "Esa Idempotency-Key no se ha usado o ya venció.")

type claimRow struct {
	bun.BaseModel `bun:"table:request_claims"`

	Owner     string       `bun:"owner,pk"`
	Key       string       `bun:"key,pk"`
	Digest    string       `bun:"digest"`
	Result    string       `bun:"result"`
	ExpiresAt sqldb.Moment `bun:"expires_at"`
}

func (c claims) Claim(ctx context.Context, want document.Claim, now time.Time) (held document.Claim, taken bool, err error) {
	err = c.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		row := claimRow{Owner: want.Owner, Key: want.Key, Digest: want.Digest, Result: want.Result, ExpiresAt: sqldb.MomentOf(want.ExpiresAt)}
		// The insert waits for a transaction that claims the same key.
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (owner, key) DO UPDATE").
			Set("digest = excluded.digest, result = excluded.result, expires_at = excluded.expires_at").
			Where("?TableAlias.expires_at <= ?", sqldb.MomentOf(now)).Exec(ctx)
		if err != nil {
			return err
		}
		made, err := res.RowsAffected()
		if err != nil {
			return err
		}
		if taken = made == 0; taken {
			if err := tx.NewSelect().Model(&row).WherePK().Scan(ctx); err != nil {
				return err
			}
		}
		held = row.claim()
		return c.forget(ctx, tx, now)
	})
	return held, taken, err
}

// forget deletes expired claims, except those that another transaction has locked.
func (c claims) forget(ctx context.Context, tx bun.Tx, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM request_claims WHERE (owner, key) IN (SELECT owner, key FROM request_claims WHERE expires_at <= ? ?)",
		sqldb.MomentOf(now), bun.Safe(c.db.SkipLocked())).Exec(ctx)
	return err
}

func (c claims) Held(ctx context.Context, owner, key string, now time.Time) (document.Claim, error) {
	row := claimRow{Owner: owner, Key: key}
	err := c.db.View(ctx, func(q bun.IDB) error {
		return sqldb.MapNoRows(q.NewSelect().Model(&row).WherePK().Where("expires_at > ?", sqldb.MomentOf(now)).Scan(ctx), errClaimNotFound)
	})
	if err != nil {
		return document.Claim{}, err
	}
	return row.claim(), nil
}

func (r claimRow) claim() document.Claim {
	return document.Claim{Owner: r.Owner, Key: r.Key, Digest: r.Digest, Result: r.Result, ExpiresAt: r.ExpiresAt.Time()}
}
