package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// corrections implements ports.Corrections.
type corrections struct{ db *DB }

type correctionRow struct {
	bun.BaseModel `bun:"table:corrections"`

	Seq         int64        `bun:"seq,pk,autoincrement"`
	RecordID    string       `bun:"record_id"`
	Field       string       `bun:"field"`
	From        string       `bun:"from_value"`
	To          string       `bun:"to_value"`
	Username    string       `bun:"username"`
	CorrectedAt sqldb.Moment `bun:"corrected_at"`
}

func (s corrections) Append(ctx context.Context, recordID string, made []notification.Correction) error {
	if len(made) == 0 {
		return nil
	}
	rows := make([]correctionRow, len(made))
	for i, c := range made {
		rows[i] = correctionRow{RecordID: recordID, Field: c.Field, From: c.From, To: c.To, Username: c.By, CorrectedAt: sqldb.MomentOf(c.At)}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&rows).Exec(ctx)
		return err
	})
}

func (s corrections) List(ctx context.Context, recordID string, page pagination.Request) (pagination.Of[notification.Correction], error) {
	return pageBySeq(ctx, s.db, "record_id", recordID, page, correctionRow.value)
}

func (r correctionRow) value() notification.Correction {
	return notification.Correction{Field: r.Field, From: r.From, To: r.To, By: r.Username, At: r.CorrectedAt.Time()}
}

// pageBySeq returns one page of the rows of a log, newest first.
func pageBySeq[Row, T any](ctx context.Context, db *DB, column, id string, page pagination.Request, value func(Row) T) (pagination.Of[T], error) {
	var rows []Row
	var total int
	err := db.View(ctx, func(q bun.IDB) error {
		n, err := q.NewSelect().Model((*Row)(nil)).Where("? = ?", bun.Ident(column), id).Count(ctx)
		if err != nil {
			return err
		}
		total = int(n)
		offset := page.Offset()
		if page.Number < 1 || page.Size < 1 || offset < 0 || offset >= total {
			return nil
		}
		return q.NewSelect().Model(&rows).Where("? = ?", bun.Ident(column), id).Order("seq DESC").
			Limit(int64(page.Size)).Offset(int64(offset)).Scan(ctx)
	})
	return sqldb.ListingOf(rows, total, page, value), err
}
