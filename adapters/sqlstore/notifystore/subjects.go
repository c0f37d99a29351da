package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// subjects implements ports.Subjects.
type subjects struct{ db *DB }

type subjectRow struct {
	bun.BaseModel `bun:"table:subjects"`

	ID             string       `bun:"id"`
	Name           string       `bun:"name"`
	DocumentType   string       `bun:"document_type"`
	DocumentNumber string       `bun:"document_number"`
	DocumentKey    string       `bun:"document_key"`
	Email          string       `bun:"email"`
	Phone          string       `bun:"phone"`
	Address        string       `bun:"address"`
	Part           string       `bun:"part"`
	CreatedAt      sqldb.Moment `bun:"created_at"`
	CreatedBy      string       `bun:"created_by"`
	SearchText     string       `bun:"search_text"`
}

func newSubjectRow(d notification.Subject) subjectRow {
	return subjectRow{ID: d.ID, Name: d.Name, DocumentType: string(d.DocumentType), DocumentNumber: d.DocumentNumber,
		DocumentKey: notification.DocumentKey(d.DocumentNumber), Email: d.Email, Phone: d.Phone, Address: d.Address, Part: string(d.Part),
		CreatedAt: sqldb.MomentOf(d.CreatedAt), CreatedBy: d.CreatedBy, SearchText: d.SearchText()}
}

func (s subjects) Create(ctx context.Context, d notification.Subject) error {
	row := newSubjectRow(d)
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
}

func (s subjects) Get(ctx context.Context, id string) (notification.Subject, error) {
	var row subjectRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return sqldb.MapNoRows(q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx), notification.ErrSubjectNotFound)
	})
	if err != nil {
		return notification.Subject{}, err
	}
	return row.value(), nil
}

func (s subjects) Update(ctx context.Context, id string, change func(d *notification.Subject) error) (d notification.Subject, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row subjectRow
		err := s.db.ForUpdate(ctx, tx.NewSelect().Model(&row).Where("id = ?", id)).Scan(ctx)
		if err := sqldb.MapNoRows(err, notification.ErrSubjectNotFound); err != nil {
			return err
		}
		d = row.value()
		if err := change(&d); err != nil {
			return err
		}
		row = newSubjectRow(d)
		_, err = tx.NewUpdate().Model(&row).Column("name", "document_type", "document_number", "document_key", "email", "phone",
			"address", "part", "search_text").Where("id = ?", id).Exec(ctx)
		return err
	})
	return d, err
}

func (s subjects) ByID(ctx context.Context, ids []string) (map[string]notification.Subject, error) {
	rows, err := byID[subjectRow](ctx, s.db, ids)
	found := map[string]notification.Subject{}
	for _, r := range rows {
		found[r.ID] = r.value()
	}
	return found, err
}

func (s subjects) List(ctx context.Context, f notification.SubjectFilter, page pagination.Request) (pagination.Of[notification.Subject], error) {
	var rows []subjectRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		// A transaction stores what it does not find: two must not store the same.
		if err := s.db.LockNamed(ctx, "look for subjects"); err != nil {
			return err
		}
		total = -1
		if f.DocumentKey == "" && len(f.Words) == 0 {
			if total, err = tallied(ctx, q, "subjects", "", ""); err != nil {
				return err
			}
		}
		rows, total, err = sqldb.PageOf[subjectRow](ctx, q, page, s.chosen(f), total)
		return err
	})
	return sqldb.ListingOf(rows, total, page, subjectRow.value), err
}

func (s subjects) chosen(f notification.SubjectFilter) sqldb.Where {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		if f.DocumentKey != "" {
			q.Where("document_key = ?", f.DocumentKey)
		}
		s.db.containing(q, f.Words)
		return q
	}
}

func (r subjectRow) value() notification.Subject {
	return notification.Subject{ID: r.ID, Name: r.Name, DocumentType: notification.DocumentType(r.DocumentType), DocumentNumber: r.DocumentNumber,
		Email: r.Email, Phone: r.Phone, Address: r.Address, Part: notification.Part(r.Part),
		CreatedAt: r.CreatedAt.Time(), CreatedBy: r.CreatedBy}
}
