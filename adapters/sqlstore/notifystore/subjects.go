package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
)

// subjects implements ports.Subjects.
type subjects struct{ db *DB }

type subjectRow struct {
	bun.BaseModel `bun:"table:subjects"`

	ID             string          `bun:"id"`
	Name           string          `bun:"name"`
	DocumentType   string          `bun:"document_type"`
	DocumentNumber string          `bun:"document_number"`
	DocumentKey    string          `bun:"document_key"`
	Email          string          `bun:"email"`
	Phone          string          `bun:"phone"`
	Address        string          `bun:"address"`
	Part           string          `bun:"part"`
	CreatedAt      sqlstore.Moment `bun:"created_at"`
	CreatedBy      string          `bun:"created_by"`
	SearchText     string          `bun:"search_text"`
}

func (s subjects) Create(ctx context.Context, d docket.Subject) error {
	row := subjectRow{ID: d.ID, Name: d.Name, DocumentType: string(d.DocumentType), DocumentNumber: d.DocumentNumber,
		DocumentKey: docket.DocumentKey(d.DocumentNumber), Email: d.Email, Phone: d.Phone, Address: d.Address, Part: string(d.Part),
		CreatedAt: sqlstore.MomentOf(d.CreatedAt), CreatedBy: d.CreatedBy, SearchText: d.SearchText()}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
}

func (s subjects) Get(ctx context.Context, id string) (docket.Subject, error) {
	var row subjectRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return sqlstore.Missing(q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx), docket.ErrSubjectNotFound)
	})
	if err != nil {
		return docket.Subject{}, err
	}
	return row.value(), nil
}

func (s subjects) List(ctx context.Context, f docket.SubjectFilter, page listing.Request) (listing.Of[docket.Subject], error) {
	var rows []subjectRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		// A transaction stores what it does not find: two must not store the same.
		if err := s.db.Alone(ctx, "look for subjects"); err != nil {
			return err
		}
		total = -1
		if f.DocumentKey == "" && len(f.Words) == 0 {
			if total, err = tallied(ctx, q, "subjects", "", ""); err != nil {
				return err
			}
		}
		rows, total, err = sqlstore.PageOf[subjectRow](ctx, q, page, s.chosen(f), total)
		return err
	})
	return sqlstore.Listed(rows, total, page, subjectRow.value), err
}

func (s subjects) chosen(f docket.SubjectFilter) sqlstore.Narrow {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		if f.DocumentKey != "" {
			q.Where("document_key = ?", f.DocumentKey)
		}
		s.db.containing(q, f.Words)
		return q
	}
}

func (r subjectRow) value() docket.Subject {
	return docket.Subject{ID: r.ID, Name: r.Name, DocumentType: docket.DocumentType(r.DocumentType), DocumentNumber: r.DocumentNumber,
		Email: r.Email, Phone: r.Phone, Address: r.Address, Part: docket.Part(r.Part),
		CreatedAt: r.CreatedAt.Time(), CreatedBy: r.CreatedBy}
}
