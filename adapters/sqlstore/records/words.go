package records

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/ports"
)

// PageWords returns the store of where words stand.
func PageWords(db *sqldb.DB) ports.PageWords { return words{db} }

type words struct{ db *sqldb.DB }

func (s words) Put(ctx context.Context, documentID string, pages [][]byte) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		for i, data := range pages {
			if _, err := tx.Tx.ExecContext(ctx, s.db.Bind("INSERT INTO page_words (document_id, page, data) VALUES (?, ?, ?)"), documentID, i+1, data); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s words) Get(ctx context.Context, documentID string, page int) (data []byte, ok bool, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		err := q.NewRaw("SELECT data FROM page_words WHERE document_id = ? AND page = ?", documentID, page).Scan(ctx, &data)
		ok = err == nil
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return data, ok, err
}

func (s words) All(ctx context.Context, documentID string) (pages [][]byte, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT data FROM page_words WHERE document_id = ? ORDER BY page", documentID).Scan(ctx, &pages)
	})
	return pages, err
}

func deleteWords(ctx context.Context, tx bun.Tx, documentID string) error {
	_, err := tx.NewRaw("DELETE FROM page_words WHERE document_id = ?", documentID).Exec(ctx)
	return err
}
