package records

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// History returns the store of changes of documents.
func History(db *sqldb.DB) ports.History { return history{db} }

type history struct{ db *sqldb.DB }

type changeRow struct {
	bun.BaseModel `bun:"table:document_history"`

	Seq        int64        `bun:"seq,pk,autoincrement"`
	DocumentID string       `bun:"document_id"`
	ChangedAt  sqldb.Moment `bun:"changed_at"`
	Username   string       `bun:"username"`
	MadeBy     string       `bun:"made_by"`
	Field      string       `bun:"field"`
	OldValue   string       `bun:"old_value"`
	NewValue   string       `bun:"new_value"`
}

func (h history) Append(ctx context.Context, changes []document.Change) error {
	if len(changes) == 0 {
		return ctx.Err()
	}
	rows := make([]changeRow, len(changes))
	for i, c := range changes {
		rows[i] = changeRow{DocumentID: c.DocumentID, ChangedAt: sqldb.MomentOf(c.At), Username: c.User, MadeBy: c.By,
			Field: string(c.Field), OldValue: c.From, NewValue: c.To}
	}
	return h.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&rows).Exec(ctx)
		return err
	})
}

func (r changeRow) change() document.Change {
	return document.Change{DocumentID: r.DocumentID, At: r.ChangedAt.Time(), User: r.Username, By: r.MadeBy,
		Field: document.Field(r.Field), From: r.OldValue, To: r.NewValue}
}

func (h history) List(ctx context.Context, documentID string, page document.PageRequest) (document.ChangeListing, error) {
	listing := document.ChangeListing{Page: page}
	err := h.db.View(ctx, func(q bun.IDB) error {
		total, err := q.NewSelect().Model((*changeRow)(nil)).Where("document_id = ?", documentID).Count(ctx)
		if err != nil {
			return err
		}
		listing.Total = int(total)
		offset := page.Offset()
		if page.Number < 1 || offset < 0 || offset >= listing.Total {
			return nil
		}
		var rows []changeRow
		err = q.NewSelect().Model(&rows).Where("document_id = ?", documentID).Order("seq DESC").
			Limit(int64(page.Size)).Offset(int64(offset)).Scan(ctx)
		for _, r := range rows {
			listing.Items = append(listing.Items, r.change())
		}
		return err
	})
	return listing, err
}
