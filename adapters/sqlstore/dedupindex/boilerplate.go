package dedupindex

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Boilerplate returns the store of the boilerplate that was learned from the collection.
func Boilerplate(db *sqldb.DB) ports.Boilerplate { return boilerplate{db} }

// boilerplate keeps one row, the latest edition.
type boilerplate struct{ db *sqldb.DB }

type boilerplateRow struct {
	Edition   int64
	LearnedAt sqldb.Moment
	Documents int
	Data      []byte
}

func (r boilerplateRow) edition() dedup.Edition {
	if r.Edition == 0 {
		return dedup.Edition{}
	}
	return dedup.Edition{Number: r.Edition, LearnedAt: r.LearnedAt.Time(), Documents: r.Documents}
}

func (s boilerplate) Edition(ctx context.Context) (dedup.Edition, error) {
	row, err := s.last(ctx, "edition, learned_at, documents")
	return row.edition(), err
}

func (s boilerplate) Load(ctx context.Context) (dedup.Edition, []byte, error) {
	row, err := s.last(ctx, "edition, learned_at, documents, data")
	return row.edition(), row.Data, err
}

func (s boilerplate) last(ctx context.Context, columns string) (row boilerplateRow, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT "+columns+" FROM dedup_boilerplate ORDER BY edition DESC LIMIT 1").Scan(ctx, &row)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return boilerplateRow{}, nil
	}
	return row, err
}

var errOtherEdition = fault.New(fault.Conflict, "boilerplate_replaced", "Otro proceso ya aprendió de la colección; no hay nada más que hacer.")

func (s boilerplate) Replace(ctx context.Context, e dedup.Edition, table []byte) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var last int64
		if err := tx.NewRaw("SELECT coalesce(max(edition), 0) FROM dedup_boilerplate").Scan(ctx, &last); err != nil {
			return err
		}
		if e.Number != last+1 {
			return errOtherEdition
		}
		if _, err := tx.NewRaw("DELETE FROM dedup_boilerplate").Exec(ctx); err != nil {
			return err
		}
		_, err := tx.NewRaw("INSERT INTO dedup_boilerplate (edition, learned_at, documents, data) VALUES (?, ?, ?, ?)",
			e.Number, sqldb.MomentOf(e.LearnedAt), e.Documents, table).Exec(ctx)
		return err
	})
}
