package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
)

// courts implements ports.Courts.
type courts struct{ db *DB }

type courtRow struct {
	bun.BaseModel `bun:"table:courts"`

	ID        string       `bun:"id,pk"`
	Name      string       `bun:"name"`
	NameKey   string       `bun:"name_key"`
	CreatedAt sqldb.Moment `bun:"created_at"`
	CreatedBy string       `bun:"created_by"`
}

func (s courts) Create(ctx context.Context, c notification.Court) error {
	row := courtRow{ID: c.ID, Name: c.Name, NameKey: notification.CourtKey(c.Name), CreatedAt: sqldb.MomentOf(c.CreatedAt), CreatedBy: c.CreatedBy}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (name_key) DO NOTHING").Exec(ctx)
		return sqldb.RequireRow(res, err, notification.ErrCourtTaken)
	})
}

func (s courts) Named(ctx context.Context, name string) (notification.Court, error) {
	var row courtRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return sqldb.MapNoRows(q.NewSelect().Model(&row).Where("name_key = ?", notification.CourtKey(name)).Scan(ctx), notification.ErrCourtNotFound)
	})
	if err != nil {
		return notification.Court{}, err
	}
	return row.value(), nil
}

func (s courts) Get(ctx context.Context, id string) (notification.Court, error) {
	var row courtRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return sqldb.MapNoRows(q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx), notification.ErrCourtNotFound)
	})
	if err != nil {
		return notification.Court{}, err
	}
	return row.value(), nil
}

func (s courts) All(ctx context.Context) ([]notification.Court, error) {
	var rows []courtRow
	err := s.db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&rows).Order("name_key").Scan(ctx) })
	all := make([]notification.Court, len(rows))
	for i, r := range rows {
		all[i] = r.value()
	}
	return all, err
}

func (r courtRow) value() notification.Court {
	return notification.Court{ID: r.ID, Name: r.Name, CreatedAt: r.CreatedAt.Time(), CreatedBy: r.CreatedBy}
}
