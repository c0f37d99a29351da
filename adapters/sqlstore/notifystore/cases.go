package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// cases implements ports.Cases.
type cases struct{ db *DB }

type caseRow struct {
	bun.BaseModel `bun:"table:cases"`

	ID          string       `bun:"id,pk"`
	Number      string       `bun:"number"`
	NumberKey   string       `bun:"number_key"`
	Description string       `bun:"description"`
	Status      string       `bun:"status"`
	CourtID     string       `bun:"court_id"`
	CreatedAt   sqldb.Moment `bun:"created_at"`
	CreatedBy   string       `bun:"created_by"`
}

func newCaseRow(c notification.Case) caseRow {
	return caseRow{ID: c.ID, Number: c.Number, NumberKey: notification.NumberKey(c.Number), Description: c.Description,
		Status: string(c.Status), CourtID: c.CourtID, CreatedAt: sqldb.MomentOf(c.CreatedAt), CreatedBy: c.CreatedBy}
}

func (s cases) Create(ctx context.Context, c notification.Case) error {
	row := newCaseRow(c)
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (number_key) DO NOTHING").Exec(ctx)
		return sqldb.RequireRow(res, err, notification.ErrNumberTaken)
	})
}

func (s cases) Get(ctx context.Context, id string) (notification.Case, error) {
	var row caseRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return sqldb.MapNoRows(q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx), notification.ErrCaseNotFound)
	})
	if err != nil {
		return notification.Case{}, err
	}
	return row.value(), nil
}

func (s cases) Update(ctx context.Context, id string, change func(c *notification.Case) error) (c notification.Case, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row caseRow
		err := s.db.ForUpdate(ctx, tx.NewSelect().Model(&row).Where("id = ?", id)).Scan(ctx)
		if err := sqldb.MapNoRows(err, notification.ErrCaseNotFound); err != nil {
			return err
		}
		c = row.value()
		if err := change(&c); err != nil {
			return err
		}
		row = newCaseRow(c)
		_, err = tx.NewUpdate().Model(&row).Column("number", "number_key", "description", "court_id").Where("id = ?", id).Exec(ctx)
		if fault.KindOf(s.db.Translate(ctx, err)) == fault.Conflict { // number_key is unique
			return notification.ErrNumberTaken
		}
		return err
	})
	return c, err
}

func (s cases) ByID(ctx context.Context, ids []string) (map[string]notification.Case, error) {
	rows, err := byID[caseRow](ctx, s.db, ids)
	found := map[string]notification.Case{}
	for _, r := range rows {
		found[r.ID] = r.value()
	}
	return found, err
}

func (s cases) List(ctx context.Context, f notification.CaseFilter, page pagination.Request) (pagination.Of[notification.Case], error) {
	var rows []caseRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		total = -1
		if f.NumberKey == "" && f.NumberPart == "" && f.CourtID == "" {
			if total, err = tallied(ctx, q, "cases", string(f.Status), ""); err != nil {
				return err
			}
		}
		rows, total, err = sqldb.PageOf[caseRow](ctx, q, page, s.db.chosenCases(f), total)
		return err
	})
	return sqldb.ListingOf(rows, total, page, caseRow.value), err
}

func (db *DB) chosenCases(f notification.CaseFilter) sqldb.Where {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		if f.Status != "" {
			q.Where("status = ?", string(f.Status))
		}
		if f.NumberKey != "" {
			q.Where("number_key = ?", f.NumberKey)
		}
		if f.NumberPart != "" {
			q.Where(db.position()+"(number_key, ?) > 0", f.NumberPart)
		}
		if f.CourtID != "" {
			q.Where("court_id = ?", f.CourtID)
		}
		return q
	}
}

func (r caseRow) value() notification.Case {
	return notification.Case{ID: r.ID, Number: r.Number, Description: r.Description, Status: notification.CaseStatus(r.Status),
		CourtID: r.CourtID, CreatedAt: r.CreatedAt.Time(), CreatedBy: r.CreatedBy}
}
