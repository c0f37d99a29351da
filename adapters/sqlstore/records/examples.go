package records

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Examples returns the store of corrections that teach extraction.
func Examples(db *sqldb.DB) ports.Examples { return examples{db} }

type examples struct{ db *sqldb.DB }

type exampleRow struct {
	bun.BaseModel `bun:"table:ner_examples"`

	DocumentID string       `bun:"document_id,pk"`
	Field      string       `bun:"field,pk"`
	Corrected  string       `bun:"corrected"`
	MadeAt     sqldb.Moment `bun:"made_at"`

	// Earlier programs read what was extracted; a later release drops these columns.
	Extracted string `bun:"extracted"`
	Votes     string `bun:"votes"`
}

func (r exampleRow) example() document.Example {
	return document.Example{DocumentID: r.DocumentID, Field: document.Field(r.Field), Corrected: r.Corrected, At: r.MadeAt.Time()}
}

func (x examples) Put(ctx context.Context, some []document.Example, keep int) error {
	if len(some) == 0 {
		return ctx.Err()
	}
	return x.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, e := range some {
			row := exampleRow{DocumentID: e.DocumentID, Field: string(e.Field), Corrected: e.Corrected, MadeAt: sqldb.MomentOf(e.At), Votes: "[]"}
			_, err := tx.NewInsert().Model(&row).On("CONFLICT (document_id, field) DO UPDATE").Set("corrected = EXCLUDED.corrected").Set("made_at = EXCLUDED.made_at").Exec(ctx)
			if err != nil {
				return err
			}
		}
		_, err := tx.NewRaw(`DELETE FROM ner_examples WHERE (document_id, field) IN (
			SELECT document_id, field FROM ner_examples ORDER BY made_at DESC, document_id DESC, field DESC LIMIT ? OFFSET ?)`, maxForgotten, keep).Exec(ctx)
		return err
	})
}

// maxForgotten is more examples than there ever are beyond those that stay.
const maxForgotten = 1 << 40

func (x examples) Of(ctx context.Context, documentID string) (all []document.Example, err error) {
	var rows []exampleRow
	err = x.db.View(ctx, func(q bun.IDB) error {
		return q.NewSelect().Model(&rows).Where("document_id = ?", documentID).Order("field").Scan(ctx)
	})
	for _, r := range rows {
		all = append(all, r.example())
	}
	return all, err
}

func (x examples) Each(ctx context.Context, visit func(*document.Example) error) error {
	return x.db.View(ctx, func(q bun.IDB) (err error) {
		var row exampleRow
		rows, err := q.NewSelect().Model(&row).Order("document_id", "field").Rows(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			row = exampleRow{}
			if err := x.db.BunReader().ScanRow(ctx, rows, &row); err != nil {
				return err
			}
			e := row.example()
			if err := visit(&e); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// deleteExamples forgets what a document taught.
func deleteExamples(ctx context.Context, tx bun.Tx, documentID string) error {
	_, err := tx.NewDelete().Model((*exampleRow)(nil)).Where("document_id = ?", documentID).Exec(ctx)
	return err
}
