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
	var rows []eventRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) error {
		n, err := q.NewSelect().Model((*eventRow)(nil)).Where("username = ?", username).Count(ctx)
		if err != nil {
			return err
		}
		total = int(n)
		offset := page.Offset()
		if page.Number < 1 || page.Size < 1 || offset < 0 || offset >= total {
			return nil
		}
		return q.NewSelect().Model(&rows).Where("username = ?", username).Order("seq DESC").
			Limit(int64(page.Size)).Offset(int64(offset)).Scan(ctx)
	})
	return sqldb.ListingOf(rows, total, page, eventRow.value), err
}

func (r eventRow) value() account.Event {
	return account.Event{Username: r.Username, Action: account.Action(r.Action), By: r.DoneBy, At: r.HappenedAt.Time()}
}
