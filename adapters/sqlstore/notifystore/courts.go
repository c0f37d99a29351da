package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/docket"
)

// courts implements ports.Courts.
type courts struct{ db *DB }

type courtRow struct {
	bun.BaseModel `bun:"table:courts"`

	ID        string          `bun:"id,pk"`
	Name      string          `bun:"name"`
	NameKey   string          `bun:"name_key"`
	CreatedAt sqlstore.Moment `bun:"created_at"`
	CreatedBy string          `bun:"created_by"`
}

func (s courts) Create(ctx context.Context, c docket.Court) error {
	row := courtRow{ID: c.ID, Name: c.Name, NameKey: docket.CourtKey(c.Name), CreatedAt: sqlstore.MomentOf(c.CreatedAt), CreatedBy: c.CreatedBy}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (name_key) DO NOTHING").Exec(ctx)
		return sqlstore.Changed(res, err, docket.ErrCourtTaken)
	})
}

func (s courts) Named(ctx context.Context, name string) (docket.Court, error) {
	var row courtRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return sqlstore.Missing(q.NewSelect().Model(&row).Where("name_key = ?", docket.CourtKey(name)).Scan(ctx), docket.ErrCourtNotFound)
	})
	if err != nil {
		return docket.Court{}, err
	}
	return row.value(), nil
}

func (s courts) All(ctx context.Context) ([]docket.Court, error) {
	var rows []courtRow
	err := s.db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&rows).Order("name_key").Scan(ctx) })
	all := make([]docket.Court, len(rows))
	for i, r := range rows {
		all[i] = r.value()
	}
	return all, err
}

func (r courtRow) value() docket.Court {
	return docket.Court{ID: r.ID, Name: r.Name, CreatedAt: r.CreatedAt.Time(), CreatedBy: r.CreatedBy}
}
