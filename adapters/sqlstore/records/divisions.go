package records

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Divisions returns the store of divided files.
func Divisions(db *sqldb.DB) ports.Divisions { return divisions{db} }

type divisions struct{ db *sqldb.DB }

type dividedPart struct {
	bun.BaseModel `bun:"table:divided_parts"`

	DocumentID string `bun:"document_id,pk"`
	DividedID  string `bun:"divided_id"`
	TaskID     string `bun:"task_id"`
	FirstPage  int    `bun:"first_page"`
	LastPage   int    `bun:"last_page"`
}

var errNotDivided = fault.New(fault.NotFound, "not_divided", "Ese archivo no está dividido en escritos.")

func (s divisions) Create(ctx context.Context, d document.Division) error {
	rows := make([]dividedPart, len(d.Parts))
	for i, p := range d.Parts {
		rows[i] = dividedPart{DocumentID: p.DocumentID, DividedID: d.DocumentID, TaskID: p.TaskID, FirstPage: p.Pages.First, LastPage: p.Pages.Last}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		for some := range slices.Chunk(rows, sqldb.RowsPerInsert) {
			if _, err := tx.NewInsert().Model(&some).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s divisions) Get(ctx context.Context, documentID string) (d document.Division, err error) {
	var rows []dividedPart
	err = s.db.View(ctx, func(q bun.IDB) error {
		if err := q.NewSelect().Model(&rows).Where("divided_id = ?", documentID).Order("first_page").Scan(ctx); err != nil || len(rows) == 0 {
			return err
		}
		return q.NewRaw("SELECT coalesce((SELECT file_name FROM binned_documents WHERE id = ?), '')", documentID).Scan(ctx, &d.FileName)
	})
	if err == nil && len(rows) == 0 {
		err = errNotDivided
	}
	if err != nil {
		return document.Division{}, err
	}
	d.DocumentID = documentID
	for _, r := range rows {
		d.Parts = append(d.Parts, document.DividedPart{DocumentID: r.DocumentID, TaskID: r.TaskID, Pages: document.PageRange{First: r.FirstPage, Last: r.LastPage}})
	}
	return d, nil
}

func (s divisions) Origins(ctx context.Context, partIDs []string) (map[string]string, error) {
	origins := map[string]string{}
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(partIDs, sqldb.IDsPerQuery) {
			var rows []dividedPart
			if err := q.NewSelect().Model(&rows).Where("document_id IN (?)", bun.List(some)).Scan(ctx); err != nil {
				return err
			}
			for _, r := range rows {
				origins[r.DocumentID] = r.DividedID
			}
		}
		return nil
	})
	return origins, err
}

func (s divisions) Delete(ctx context.Context, documentID string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewDelete().Model((*dividedPart)(nil)).Where("divided_id = ?", documentID).Exec(ctx)
		return err
	})
}
