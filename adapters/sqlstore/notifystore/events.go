package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/pagination"
)

// userEvents implements ports.UserEvents.
type userEvents struct{ db *DB }

type eventRow struct {
	bun.BaseModel `bun:"table:user_events"`

	Seq        int64        `bun:"seq,pk,autoincrement"`
	Username   string       `bun:"username"`
	Action     string       `bun:"action"`
	DoneBy     string       `bun:"done_by"`
	HappenedAt sqldb.Moment `bun:"happened_at"`
}

func (s userEvents) Append(ctx context.Context, e account.Event) error {
	row := eventRow{Username: e.Username, Action: string(e.Action), DoneBy: e.By, HappenedAt: sqldb.MomentOf(e.At)}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
}

func (s userEvents) List(ctx context.Context, username string, page pagination.Request) (pagination.Of[account.Event], error) {
	return pageBySeq(ctx, s.db, "username", username, page, eventRow.value)
}

func (r eventRow) value() account.Event {
	return account.Event{Username: r.Username, Action: account.Action(r.Action), By: r.DoneBy, At: r.HappenedAt.Time()}
}
