package records

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// SavedViews returns the store of the views that users saved.
func SavedViews(db *sqldb.DB) ports.SavedViewStore { return savedViews{db} }

type savedViews struct{ db *sqldb.DB }

type savedViewRow struct {
	bun.BaseModel `bun:"table:saved_views"`

	ID        string       `bun:"id,pk"`
	Owner     string       `bun:"owner"`
	Name      string       `bun:"name"`
	Shared    bool         `bun:"shared"`
	Filter    string       `bun:"filter"`
	CreatedAt sqldb.Moment `bun:"created_at"`
}

func (r savedViewRow) view() document.SavedView {
	return document.SavedView{ID: r.ID, Owner: r.Owner, Name: r.Name, Shared: r.Shared, Filter: r.Filter, At: r.CreatedAt.Time()}
}

func (s savedViews) Put(ctx context.Context, v document.SavedView, most int) (document.SavedView, error) {
	row := savedViewRow{ID: v.ID, Owner: v.Owner, Name: v.Name, Shared: v.Shared, Filter: v.Filter, CreatedAt: sqldb.MomentOf(v.At)}
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.db.LockNamed(ctx, "saved views of "+v.Owner); err != nil {
			return err
		}
		var names []string
		if err := tx.NewSelect().Model((*savedViewRow)(nil)).Column("name").Where("owner = ?", v.Owner).Scan(ctx, &names); err != nil {
			return err
		}
		if len(names) >= most && !slices.Contains(names, v.Name) {
			return document.ErrTooManyViews
		}
		return tx.NewInsert().Model(&row).On("CONFLICT (owner, name) DO UPDATE").Set("shared = EXCLUDED.shared").Set("filter = EXCLUDED.filter").
			Set("created_at = EXCLUDED.created_at").Returning("id").Scan(ctx, &row.ID)
	})
	return row.view(), err
}

func (s savedViews) SeenBy(ctx context.Context, username string) (all []document.SavedView, err error) {
	var rows []savedViewRow
	err = s.db.View(ctx, func(q bun.IDB) error {
		return q.NewSelect().Model(&rows).Where("owner = ? OR shared", username).Order("name", "owner").Scan(ctx)
	})
	for _, r := range rows {
		all = append(all, r.view())
	}
	return all, err
}

func (s savedViews) Get(ctx context.Context, id string) (document.SavedView, error) {
	var rows []savedViewRow
	err := s.db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&rows).Where("id = ?", id).Scan(ctx) })
	if err == nil && len(rows) == 0 {
		err = document.ErrViewNotFound
	}
	if err != nil {
		return document.SavedView{}, err
	}
	return rows[0].view(), nil
}

func (s savedViews) Delete(ctx context.Context, id string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewDelete().Model((*savedViewRow)(nil)).Where("id = ?", id).Exec(ctx)
		return sqldb.RequireRow(res, err, document.ErrViewNotFound)
	})
}
