package records

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// Examples returns the store of corrections that teach extraction.
func Examples(db *sqldb.DB) ports.Examples { return examples{db} }

type examples struct{ db *sqldb.DB }

type exampleRow struct {
	bun.BaseModel `bun:"table:ner_examples"`

	DocumentID string       `bun:"document_id,pk"`
	Field      string       `bun:"field,pk"`
	Extracted  string       `bun:"extracted"`
	Corrected  string       `bun:"corrected"`
	MadeAt     sqldb.Moment `bun:"made_at"`
	Votes      []storedVote `bun:"votes,type:text"`
}

type storedVote struct {
	Value       string         `json:"value"`
	Confidence  float64        `json:"confidence"`
	Alternative bool           `json:"alternative,omitempty"`
	Sources     []storedSource `json:"sources,omitempty"`
}

func (x examples) Put(ctx context.Context, some []document.Example, keep int) error {
	if len(some) == 0 {
		return ctx.Err()
	}
	return x.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, e := range some {
			_, err := tx.NewInsert().Model(newExampleRow(e)).On("CONFLICT (document_id, field) DO UPDATE").
				Set("extracted = EXCLUDED.extracted").Set("corrected = EXCLUDED.corrected").
				Set("made_at = EXCLUDED.made_at").Set("votes = EXCLUDED.votes").Exec(ctx)
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

func newExampleRow(e document.Example) *exampleRow {
	row := &exampleRow{DocumentID: e.DocumentID, Field: string(e.Field), Extracted: e.Extracted, Corrected: e.Corrected,
		MadeAt: sqldb.MomentOf(e.At), Votes: make([]storedVote, len(e.Votes))}
	for i, v := range e.Votes {
		row.Votes[i] = storedVote{Value: v.Value, Confidence: v.Confidence, Alternative: v.Alternative}
		for _, s := range v.Sources {
			row.Votes[i].Sources = append(row.Votes[i].Sources, storedSource(s))
		}
	}
	return row
}

func (r *exampleRow) example() document.Example {
	e := document.Example{DocumentID: r.DocumentID, Field: document.Field(r.Field), Extracted: r.Extracted, Corrected: r.Corrected, At: r.MadeAt.Time()}
	for _, v := range r.Votes {
		vote := document.Vote{Value: v.Value, Confidence: v.Confidence, Alternative: v.Alternative}
		for _, s := range v.Sources {
			vote.Sources = append(vote.Sources, ner.Source(s))
		}
		e.Votes = append(e.Votes, vote)
	}
	return e
}
