// Package records keeps documents, tasks and what belongs to them in a SQL database: pairs,
// history, corrections, configurations, and the index of recurring people.
package records

import (
	"context"
	"errors"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/dedupindex"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/ports"
)

// Documents returns the store of documents, which keeps index up to date.
func Documents(db *sqldb.DB, index SearchIndex) ports.Documents { return documents{db, index} }

type documents struct {
	db    *sqldb.DB
	index SearchIndex
}

// SearchIndex is the part of the search index that the store of documents uses.
type SearchIndex interface {
	// Insert, Update and Delete follow a change, in the transaction of ctx.
	Insert(ctx context.Context, tx bun.Tx, d *document.Document) error
	Update(ctx context.Context, tx bun.Tx, before, after *document.Document) error
	Delete(ctx context.Context, tx bun.Tx, id string) error

	// Find returns a page of the documents that a query finds and a filter accepts.
	Find(ctx context.Context, q search.Query, f document.Filter, order document.SearchOrder, page document.PageRequest) (document.Listing, error)

	// View runs read on one state of the database, which includes the changes of the
	// transaction of ctx.
	View(ctx context.Context, read func(tx bun.IDB) error) error

	// Narrow adds the condition to a selection that a query finds the document.
	Narrow(ctx context.Context, tx bun.IDB, selection *bun.SelectQuery, q search.Query) (*bun.SelectQuery, error)
}

func (s documents) Create(ctx context.Context, d document.Document) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.db.InsertRow(ctx, tx, NewDocumentRow(d)); err != nil {
			return err
		}
		if err := insertKeys(ctx, s.db, tx, KeyRows(&d)); err != nil {
			return err
		}
		return s.index.Insert(ctx, tx, &d)
	})
}

func (s documents) Get(ctx context.Context, id string) (document.Document, error) {
	var row DocumentRow
	err := s.db.View(ctx, func(q bun.IDB) error { return getDocument(ctx, s.db, q, id, &row) })
	if err != nil {
		return document.Document{}, err
	}
	return row.Document(), nil
}

func (s documents) Update(ctx context.Context, id string, change func(*document.Document) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row DocumentRow
		if err := getDocument(ctx, s.db, tx, id, &row); err != nil {
			return err
		}
		d := row.Document()
		was, before := d, KeyRows(&d)
		was.Tags = slices.Clone(d.Tags)
		if err := change(&d); err != nil {
			return err
		}
		d.ID = id
		if _, err := tx.NewUpdate().Model(NewDocumentRow(d)).WherePK().Exec(ctx); err != nil {
			return err
		}
		if err := s.index.Update(ctx, tx, &was, &d); err != nil {
			return err
		}
		if after := KeyRows(&d); !slices.Equal(before, after) {
			if err := deleteKeys(ctx, s.db, tx, before); err != nil {
				return err
			}
			return insertKeys(ctx, s.db, tx, after)
		}
		return nil
	})
}

func (s documents) Delete(ctx context.Context, id string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row DocumentRow
		err := tx.NewRaw("DELETE FROM documents WHERE id = ? RETURNING "+keyColumns, id).Scan(ctx, &row)
		if err != nil {
			return sqldb.MapNoRows(err, errDocumentNotFound)
		}
		if err := deleteKeys(ctx, s.db, tx, row.keys()); err != nil {
			return err
		}
		if err := deleteExamples(ctx, tx, id); err != nil {
			return err
		}
		if err := deleteWords(ctx, tx, id); err != nil {
			return err
		}
		if err := deletePairs(ctx, tx, id); err != nil {
			return err
		}
		if err := Letters(s.db).Remove(ctx, id); err != nil {
			return err
		}
		return s.index.Delete(ctx, tx, id)
	})
}

func (s documents) List(ctx context.Context, f document.Filter, page document.PageRequest) (document.Listing, error) {
	if q := search.Parse(f.Query); !q.MatchesAll() {
		order := document.ByNewest
		if f.ByDue {
			order = document.ByDue
		}
		return s.index.Find(ctx, q, f, order, page)
	}
	f.Query = ""
	var rows []SummaryRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		if total, err = Count(ctx, q, f); err != nil {
			return err
		}
		if f.ByDue {
			err = Filter(q.NewSelect().Model(&rows), f).Order("due_day", "created_at", "id").Limit(int64(page.Size)).Offset(int64(page.Offset())).Scan(ctx)
			return err
		}
		rows, total, err = sqldb.PageOf[SummaryRow](ctx, q, page, func(q *bun.SelectQuery) *bun.SelectQuery { return Filter(q, f) }, total)
		return err
	})
	return sqldb.ListingOf(rows, total, page, SummaryRow.Summary), err
}

// Each reads a snapshot as long as it lasts: what is written in the meantime does not
// wait for it. Of a row, only what is before the large columns is read.
func (s documents) Each(ctx context.Context, filter document.Filter, visit func(*document.Document) error) error {
	return s.each(ctx, filter, false, func(d *document.Document, _ []document.EarlierPair) error { return visit(d) })
}

func (s documents) EachPaired(ctx context.Context, filter document.Filter, visit func(*document.Document, []document.EarlierPair) error) error {
	return s.each(ctx, filter, true, visit)
}

// each reads pairs with the same statement as documents: a second connection for each
// of several exports could be waited for for ever.
func (s documents) each(ctx context.Context, filter document.Filter, paired bool, visit func(*document.Document, []document.EarlierPair) error) error {
	var row pairedRow
	return s.index.View(ctx, func(q bun.IDB) (err error) {
		all := Filter(q.NewSelect().Model(&row).ExcludeColumn("body", "pages", "duplicates", "suggestion", "doubts"), filter)
		if paired {
			all.ColumnExpr("(?) AS earlier", earlierPairs(s.db, q))
		} else {
			all.ExcludeColumn("entities", "due_day", "assignee")
		}
		if filter.Query != "" {
			if all, err = s.index.Narrow(ctx, q, all, search.Parse(filter.Query)); err != nil {
				return err
			}
		}
		rows, err := all.Order("created_at", "id").Rows(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			row = pairedRow{}
			if err := s.db.BunReader().ScanRow(ctx, rows, &row); err != nil {
				return err
			}
			d := row.Document()
			if err := visit(&d, row.pairs()); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// Filter narrows a selection of documents to those that f accepts. It ignores the query of f.
func Filter(q *bun.SelectQuery, f document.Filter) *bun.SelectQuery {
	noIndex := ""
	if f.HasDue() || f.Assignee != "" || f.Review == document.ReviewDue || f.Duplicates != nil && *f.Duplicates != document.NoDuplicate {
		noIndex = sqldb.NoIndex // these are few, and the index of them has both columns
	}
	if f.Status != "" {
		q.Where("status"+noIndex+" = ?", string(f.Status))
	}
	if f.Type != "" {
		q.Where("type"+noIndex+" = ?", string(f.Type))
	}
	switch f.Review {
	case document.ReviewDue:
		q.Where("needs_review")
	case document.ReviewNotDue:
		q.Where("NOT needs_review")
	}
	if f.Duplicates != nil {
		q.Where("duplicate_state = ?", string(*f.Duplicates))
		if *f.Duplicates != document.NoDuplicate { // lets SQLite use the partial index
			q.Where("duplicate_state <> ''")
		}
	}
	if f.Assignee != "" {
		q.Where("assignee = ?", f.Assignee).Where("assignee <> ''") // lets SQLite use the partial index
	}
	if f.HasDue() {
		q.Where("due_day > 0").Where("due_day >= ?", int64(f.DueFrom)).Where("duplicate_state <> ?", string(document.ConfirmedDuplicate))
	}
	if f.DueTo != 0 {
		q.Where("due_day <= ?", int64(f.DueTo))
	}
	if f.From != 0 {
		q.Where("created_at >= ?", sqldb.MomentOf(f.From.Begin()))
	}
	if f.To != 0 {
		q.Where("created_at < ?", sqldb.MomentOf((f.To + 1).Begin()))
	}
	return q
}

func (s documents) Summaries(ctx context.Context, ids []string) (map[string]document.Summary, error) {
	found := make(map[string]document.Summary, len(ids))
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(ids, sqldb.IDsPerQuery) {
			var rows []SummaryRow
			if err := q.NewSelect().Model(&rows).Where("id IN (?)", bun.List(some)).Scan(ctx); err != nil {
				return err
			}
			for _, r := range rows {
				found[r.ID] = r.Summary()
			}
		}
		return nil
	})
	return found, err
}

func (s documents) WithSHA256(ctx context.Context, sha256 string) ([]string, error) {
	var ids []string
	err := s.db.View(ctx, func(q bun.IDB) error {
		if err := s.db.LockNamed(ctx, dedupindex.CompareLock); err != nil {
			return err
		}
		// The second condition lets the partial index be used.
		return q.NewSelect().Model((*DocumentRow)(nil)).Column("id").
			Where("sha256 = ?", sha256).Where("sha256 <> ''").Order("created_at", "id").Scan(ctx, &ids)
	})
	return ids, err
}

// getDocument reads a row. Within a transaction it locks the row until the end.
func getDocument(ctx context.Context, db *sqldb.DB, q bun.IDB, id string, row *DocumentRow) error {
	return sqldb.MapNoRows(db.ForUpdate(ctx, q.NewSelect().Model(row)).Where("id = ?", id).Scan(ctx), errDocumentNotFound)
}

var errDocumentNotFound = fault.New(fault.NotFound, "document_not_found", "No existe un documento con ese identificador. Revise el identificador o búsquelo en la lista.")
