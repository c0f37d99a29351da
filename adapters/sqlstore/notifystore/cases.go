package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
)

// cases implements ports.Cases.
type cases struct{ db *DB }

type caseRow struct {
	bun.BaseModel `bun:"table:cases"`

	ID          string          `bun:"id,pk"`
	Number      string          `bun:"number"`
	NumberKey   string          `bun:"number_key"`
	Description string          `bun:"description"`
	Status      string          `bun:"status"`
	CourtID     string          `bun:"court_id"`
	CreatedAt   sqlstore.Moment `bun:"created_at"`
	CreatedBy   string          `bun:"created_by"`
}

func (s cases) Create(ctx context.Context, c docket.Case) error {
	row := caseRow{ID: c.ID, Number: c.Number, NumberKey: docket.NumberKey(c.Number), Description: c.Description,
		Status: string(c.Status), CourtID: c.CourtID, CreatedAt: sqlstore.MomentOf(c.CreatedAt), CreatedBy: c.CreatedBy}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (number_key) DO NOTHING").Exec(ctx)
		return sqlstore.Changed(res, err, docket.ErrNumberTaken)
	})
}

func (s cases) Get(ctx context.Context, id string) (docket.Case, error) {
	var row caseRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return sqlstore.Missing(q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx), docket.ErrCaseNotFound)
	})
	if err != nil {
		return docket.Case{}, err
	}
	return row.value(), nil
}

func (s cases) List(ctx context.Context, f docket.CaseFilter, page listing.Request) (listing.Of[docket.Case], error) {
	var rows []caseRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		total = -1
		if f.NumberKey == "" && f.CourtID == "" {
			if total, err = tallied(ctx, q, "cases", string(f.Status), ""); err != nil {
				return err
			}
		}
		rows, total, err = sqlstore.PageOf[caseRow](ctx, q, page, chosenCases(f), total)
		return err
	})
	return sqlstore.Listed(rows, total, page, caseRow.value), err
}

func chosenCases(f docket.CaseFilter) sqlstore.Narrow {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		if f.Status != "" {
			q.Where("status = ?", string(f.Status))
		}
		if f.NumberKey != "" {
			q.Where("number_key = ?", f.NumberKey)
		}
		if f.CourtID != "" {
			q.Where("court_id = ?", f.CourtID)
		}
		return q
	}
}

func (r caseRow) value() docket.Case {
	return docket.Case{ID: r.ID, Number: r.Number, Description: r.Description, Status: docket.CaseStatus(r.Status),
		CourtID: r.CourtID, CreatedAt: r.CreatedAt.Time(), CreatedBy: r.CreatedBy}
}
