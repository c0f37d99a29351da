package sqlstore

import (
	"context"
	"errors"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// documents implements ports.Documents.
type documents struct{ db *DB }

func (s documents) Create(ctx context.Context, d document.Document) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.db.insertRow(ctx, tx, newDocumentRow(d)); err != nil {
			return err
		}
		if err := s.db.insertKeys(ctx, tx, keyRows(&d)); err != nil {
			return err
		}
		return s.db.insertSearchable(ctx, tx, &d, 0)
	})
}

func (s documents) Get(ctx context.Context, id string) (document.Document, error) {
	var row documentRow
	err := s.db.View(ctx, func(q bun.IDB) error { return s.db.getDocument(ctx, q, id, &row) })
	if err != nil {
		return document.Document{}, err
	}
	return row.document(), nil
}

func (s documents) Update(ctx context.Context, id string, change func(*document.Document) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row documentRow
		if err := s.db.getDocument(ctx, tx, id, &row); err != nil {
			return err
		}
		d := row.document()
		was, before := d, keyRows(&d)
		was.Tags = slices.Clone(d.Tags)
		if err := change(&d); err != nil {
			return err
		}
		d.ID = id
		if _, err := tx.NewUpdate().Model(newDocumentRow(d)).WherePK().Exec(ctx); err != nil {
			return err
		}
		if err := s.db.updateSearchable(ctx, tx, &was, &d); err != nil {
			return err
		}
		if after := keyRows(&d); !slices.Equal(before, after) {
			if err := s.db.deleteKeys(ctx, tx, before); err != nil {
				return err
			}
			return s.db.insertKeys(ctx, tx, after)
		}
		return nil
	})
}

func (s documents) Delete(ctx context.Context, id string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row documentRow
		err := tx.NewRaw("DELETE FROM documents WHERE id = ? RETURNING "+keyColumns, id).Scan(ctx, &row)
		if err != nil {
			return Missing(err, errDocumentNotFound)
		}
		if err := s.db.deleteKeys(ctx, tx, row.keys()); err != nil {
			return err
		}
		if err := deleteExamples(ctx, tx, id); err != nil {
			return err
		}
		return s.db.deleteSearchable(ctx, tx, id)
	})
}

func (s documents) List(ctx context.Context, f document.Filter, page document.PageRequest) (document.Listing, error) {
	if f.Query != "" {
		return s.finder().list(ctx, f, page)
	}
	var rows []summaryRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		if total, err = count(ctx, q, f); err != nil {
			return err
		}
		rows, total, err = PageOf[summaryRow](ctx, q, page, func(q *bun.SelectQuery) *bun.SelectQuery { return chosen(q, f) }, total)
		return err
	})
	return Listed(rows, total, page, summaryRow.summary), err
}

// Each reads a snapshot as long as it lasts: what is written meanwhile does not
// wait for it. Of a row, only what stands before the large columns is read.
func (s documents) Each(ctx context.Context, filter document.Filter, visit func(*document.Document) error) error {
	var row documentRow
	finder := s.finder()
	return finder.view(ctx, func(q bun.IDB) (err error) {
		all := chosen(q.NewSelect().Model(&row).ExcludeColumn("body", "pages", "entities", "duplicates", "suggestion"), filter)
		if filter.Query != "" {
			if all, err = finder.found(ctx, q, all, search.Parse(filter.Query)); err != nil {
				return err
			}
		}
		rows, err := all.Order("created_at", "id").Rows(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			row = documentRow{}
			if err := s.db.reader.ScanRow(ctx, rows, &row); err != nil {
				return err
			}
			d := row.document()
			if err := visit(&d); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// chosen narrows a selection of documents to those that f takes, but for its
// query.
func chosen(q *bun.SelectQuery, f document.Filter) *bun.SelectQuery {
	if f.Status != "" {
		q.Where("status = ?", string(f.Status))
	}
	if f.Type != "" {
		q.Where("type = ?", string(f.Type))
	}
	switch f.Review {
	case document.ReviewDue:
		q.Where("needs_review")
	case document.ReviewNotDue:
		q.Where("NOT needs_review")
	}
	if f.From != 0 {
		q.Where("created_at >= ?", MomentOf(f.From.Begin()))
	}
	if f.To != 0 {
		q.Where("created_at < ?", MomentOf((f.To + 1).Begin()))
	}
	return q
}

func (s documents) Summaries(ctx context.Context, ids []string) (map[string]document.Summary, error) {
	found := make(map[string]document.Summary, len(ids))
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(ids, idsPerQuery) {
			var rows []summaryRow
			if err := q.NewSelect().Model(&rows).Where("id IN (?)", bun.List(some)).Scan(ctx); err != nil {
				return err
			}
			for _, r := range rows {
				found[r.ID] = r.summary()
			}
		}
		return nil
	})
	return found, err
}

func (s documents) WithSHA256(ctx context.Context, sha256 string) ([]string, error) {
	var ids []string
	err := s.db.View(ctx, func(q bun.IDB) error {
		if err := s.db.Alone(ctx, comparing); err != nil {
			return err
		}
		// The second condition lets the partial index be used.
		return q.NewSelect().Model((*documentRow)(nil)).Column("id").
			Where("sha256 = ?", sha256).Where("sha256 <> ''").Order("created_at", "id").Scan(ctx, &ids)
	})
	return ids, err
}

// comparing is what transactions do one after the other that look for earlier
// documents before they store one: of two equal papers that arrive together the
// later sees the earlier.
const comparing = "compare"

func (s documents) finder() finder { return newFinder(s.db) }

// idsPerQuery bounds the length of a statement that lists IDs.
const idsPerQuery = 500

// getDocument keeps others, within a transaction, from changing the document
// until its end.
func (db *DB) getDocument(ctx context.Context, q bun.IDB, id string, row *documentRow) error {
	return Missing(db.Held(ctx, q.NewSelect().Model(row)).Where("id = ?", id).Scan(ctx), errDocumentNotFound)
}
