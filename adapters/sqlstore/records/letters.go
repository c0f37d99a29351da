package records

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Letters returns the store of form letters.
func Letters(db *sqldb.DB) ports.Letters { return letters{db} }

type letters struct{ db *sqldb.DB }

type letterRow struct {
	bun.BaseModel `bun:"table:form_letters"`

	ID             string       `bun:"id,pk"`
	Representative string       `bun:"representative"`
	Documents      int          `bun:"documents"`
	People         int          `bun:"people"`
	FirstAt        sqldb.Moment `bun:"first_at"`
	LastAt         sqldb.Moment `bun:"last_at"`
}

func (r letterRow) letter() document.Letter {
	return document.Letter{ID: r.ID, Representative: r.Representative, Documents: r.Documents, People: r.People,
		FirstAt: r.FirstAt.Time(), LastAt: r.LastAt.Time()}
}

var errLetterNotFound = fault.New(fault.NotFound, "letter_not_found", "Ese formato ya no tiene escritos; vuelva a la lista de formatos.")

// letterMember is a document in a form letter. Person is ” when nobody is named.
type letterMember struct {
	bun.BaseModel `bun:"table:form_letter_documents"`

	DocumentID string       `bun:"document_id,pk"`
	LetterID   string       `bun:"letter_id"`
	Person     string       `bun:"person"`
	CreatedAt  sqldb.Moment `bun:"created_at"`
}

// letterLock is the name that transactions lock before they change form letters.
const letterLock = "form letters"

func (s letters) Put(ctx context.Context, letterID string, documentIDs ...string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.db.LockNamed(ctx, letterLock); err != nil {
			return err
		}
		for _, id := range documentIDs {
			var row DocumentRow
			err := tx.NewSelect().Model(&row).Column("id", "created_at", "plaintiff", "cedula").Where("id = ?", id).Scan(ctx)
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err == nil {
				err = leaveLetter(ctx, tx, id)
			}
			if err == nil {
				err = s.join(ctx, tx, letterID, &row)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s letters) join(ctx context.Context, tx bun.Tx, letterID string, row *DocumentRow) error {
	member := letterMember{DocumentID: row.ID, LetterID: letterID, CreatedAt: row.CreatedAt}
	if key := (&document.Document{Plaintiff: row.Plaintiff, Cedula: row.Cedula}).PersonKey(); key.Value != "" {
		member.Person = sqldb.ValidText(string(key.Kind) + " " + key.Value)
	}
	people := 0
	if member.Person != "" {
		known, err := tx.NewSelect().Model((*letterMember)(nil)).Where("letter_id = ? AND person = ?", letterID, member.Person).Exists(ctx)
		if err != nil {
			return err
		}
		if !known {
			people = 1
		}
	}
	if err := s.db.InsertRow(ctx, tx, &member); err != nil {
		return err
	}
	_, err := tx.NewRaw(`INSERT INTO form_letters (id, representative, documents, people, first_at, last_at) VALUES (?0, ?0, 1, ?1, ?2, ?2)
		ON CONFLICT (id) DO UPDATE SET documents = form_letters.documents + 1, people = form_letters.people + excluded.people,
		first_at = CASE WHEN excluded.first_at < form_letters.first_at THEN excluded.first_at ELSE form_letters.first_at END,
		last_at = CASE WHEN excluded.last_at > form_letters.last_at THEN excluded.last_at ELSE form_letters.last_at END`,
		letterID, people, member.CreatedAt).Exec(ctx)
	return err
}

func (s letters) Remove(ctx context.Context, documentID string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.db.LockNamed(ctx, letterLock); err != nil {
			return err
		}
		return leaveLetter(ctx, tx, documentID)
	})
}

// leaveLetter takes a document out of its letter, if it is in one. The earliest that
// stays represents a letter that loses its representative.
func leaveLetter(ctx context.Context, tx bun.Tx, id string) error {
	var gone letterMember
	err := tx.NewRaw("DELETE FROM form_letter_documents WHERE document_id = ? RETURNING letter_id, person", id).Scan(ctx, &gone)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	staying := func() *bun.SelectQuery {
		return tx.NewSelect().Model((*letterMember)(nil)).Where("letter_id = ?", gone.LetterID)
	}
	var first, last letterMember
	err = staying().Order("created_at", "document_id").Limit(1).Scan(ctx, &first)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = tx.NewDelete().Model((*letterRow)(nil)).Where("id = ?", gone.LetterID).Exec(ctx)
		return err
	}
	if err != nil {
		return err
	}
	if err := staying().Order("created_at DESC", "document_id DESC").Limit(1).Scan(ctx, &last); err != nil {
		return err
	}
	people := 0
	if gone.Person != "" {
		others, err := staying().Where("person = ?", gone.Person).Exists(ctx)
		if err != nil {
			return err
		}
		if !others {
			people = 1
		}
	}
	_, err = tx.NewRaw(`UPDATE form_letters SET documents = documents - 1, people = people - ?, first_at = ?, last_at = ?,
		representative = CASE representative WHEN ? THEN ? ELSE representative END WHERE id = ?`,
		people, first.CreatedAt, last.CreatedAt, id, first.DocumentID, gone.LetterID).Exec(ctx)
	return err
}

func (s letters) Of(ctx context.Context, documentIDs []string) (map[string]document.Letter, error) {
	found := map[string]document.Letter{}
	err := s.db.View(ctx, func(q bun.IDB) error {
		if err := s.db.LockNamed(ctx, letterLock); err != nil {
			return err
		}
		for some := range slices.Chunk(documentIDs, sqldb.IDsPerQuery) {
			var rows []struct {
				letterRow  `bun:",extend"`
				DocumentID string
			}
			err := q.NewSelect().TableExpr("form_letter_documents AS m").Join("JOIN form_letters AS l ON l.id = m.letter_id").
				ColumnExpr("l.*, m.document_id").Where("m.document_id IN (?)", bun.List(some)).Scan(ctx, &rows)
			if err != nil {
				return err
			}
			for _, r := range rows {
				found[r.DocumentID] = r.letter()
			}
		}
		return nil
	})
	return found, err
}

func (s letters) Get(ctx context.Context, id string) (document.Letter, error) {
	var row letterRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return sqldb.MapNoRows(q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx), errLetterNotFound)
	})
	return row.letter(), err
}

func (s letters) List(ctx context.Context, page document.PageRequest) (document.LetterListing, error) {
	var rows []letterRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) error {
		n, err := q.NewSelect().Model((*letterRow)(nil)).Where("people > 1").Count(ctx)
		if total = int(n); err != nil || page.Number < 1 || page.Offset() < 0 || page.Offset() >= total {
			return err
		}
		return q.NewSelect().Model(&rows).Where("people > 1").Order("documents DESC", "last_at DESC", "id").
			Limit(int64(page.Size)).Offset(int64(page.Offset())).Scan(ctx)
	})
	return sqldb.ListingOf(rows, total, page, letterRow.letter), err
}

func (s letters) Members(ctx context.Context, id string, page document.PageRequest) (document.Listing, error) {
	var rows []SummaryRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) error {
		var letter letterRow
		err := q.NewSelect().Model(&letter).Where("id = ?", id).Scan(ctx)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if total = letter.Documents; err != nil || page.Number < 1 || page.Offset() < 0 || page.Offset() >= total {
			return err
		}
		ids := q.NewSelect().Model((*letterMember)(nil)).Column("document_id").Where("letter_id = ?", id).
			Order("created_at DESC", "document_id DESC").Limit(int64(page.Size)).Offset(int64(page.Offset()))
		return q.NewSelect().Model(&rows).Where("id IN (?)", ids).Order("created_at DESC", "id DESC").Scan(ctx)
	})
	return sqldb.ListingOf(rows, total, page, SummaryRow.Summary), err
}
