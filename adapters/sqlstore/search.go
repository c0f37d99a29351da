package sqlstore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// finder implements ports.Search over search_documents and the index beside it,
// which documents keeps up to date.
type finder struct {
	db       *DB
	index    searchIndex
	readable int // how many documents are read to rank them
}

func newFinder(db *DB) finder { return finder{db, db.engine.search(), readable} }

func (f finder) Find(ctx context.Context, q search.Query, order document.SearchOrder, page document.PageRequest) (document.Listing, error) {
	found := document.Listing{Page: page}
	if q.Nothing() {
		return found, ctx.Err()
	}
	err := f.view(ctx, func(tx bun.IDB, index searchView) (err error) {
		plan := q.Plan()
		total, few, err := index.find(ctx, plan.Match, search.Few)
		if err != nil {
			return err
		}
		found.Total = total
		if page.Number < 1 || page.Offset() < 0 || page.Offset() >= found.Total {
			return nil
		}
		var ids []string
		switch ranks := plan.RanksOf(found.Total); {
		case order != document.ByRelevance:
			var all *bun.SelectQuery
			if all, err = index.documents(ctx, plan.Match, found.Total); err == nil {
				ids, err = sorted(ctx, all, order, page)
			}
		case found.Total <= search.Few:
			ids, err = f.rankedFew(ctx, tx, index, plan.Match, ranks, page, few)
		default:
			ids, err = f.ranked(ctx, tx, index, ranks, page, found.Total)
		}
		if err != nil {
			return err
		}
		found.Items, err = summariesOf(ctx, tx, ids)
		return err
	})
	return found, err
}

// view sees what the transaction of ctx keeps for its end, too.
func (f finder) view(ctx context.Context, read func(tx bun.IDB, index searchView) error) error {
	if err := f.db.flush(ctx); err != nil {
		return err
	}
	return f.db.View(ctx, func(q bun.IDB) error {
		index, err := f.index.view(ctx, q)
		if err != nil {
			return err
		}
		return read(q, index)
	})
}

var searchOrders = map[document.SearchOrder]string{
	document.ByNewest:    "created_at DESC, document_id DESC",
	document.ByOldest:    "created_at, document_id",
	document.ByPlaintiff: "plaintiff_key, created_at DESC, document_id DESC",
	document.ByRadicado:  "radicado_key, created_at DESC, document_id DESC",
}

// sorted returns the page of what documents selects.
func sorted(ctx context.Context, documents *bun.SelectQuery, order document.SearchOrder, page document.PageRequest) ([]string, error) {
	var ids []string
	err := documents.Column("document_id").OrderExpr(searchOrders[order]).
		Limit(int64(page.Size)).Offset(int64(page.Offset())).Scan(ctx, &ids)
	return ids, err
}

// list is documents.List under a filter that has a query.
func (f finder) list(ctx context.Context, filter document.Filter, page document.PageRequest) (document.Listing, error) {
	listing := document.Listing{Page: page}
	q := search.Parse(filter.Query)
	filter.Query = ""
	if q.Nothing() {
		return listing, ctx.Err()
	}
	err := f.view(ctx, func(tx bun.IDB, index searchView) (err error) {
		match := q.Plan().Match
		all, err := index.documents(ctx, match, 0)
		if err != nil {
			return err
		}
		if err = chosen(all, filter).ColumnExpr("count(*)").Scan(ctx, &listing.Total); err != nil {
			return err
		}
		if page.Number < 1 || page.Offset() < 0 || page.Offset() >= listing.Total {
			return nil
		}
		if all, err = index.documents(ctx, match, listing.Total); err != nil {
			return err
		}
		ids, err := sorted(ctx, chosen(all, filter), document.ByNewest, page)
		if err != nil {
			return err
		}
		listing.Items, err = summariesOf(ctx, tx, ids)
		return err
	})
	return listing, err
}

// found narrows a selection of documents to those that a query finds.
func found(ctx context.Context, index searchView, q *bun.SelectQuery, query search.Query) (*bun.SelectQuery, error) {
	if query.Nothing() {
		return q.Where("FALSE"), nil
	}
	all, err := index.documents(ctx, query.Plan().Match, 0)
	if err != nil {
		return nil, err
	}
	return q.Where("id IN (?)", all.Column("document_id")), nil
}

// summariesOf returns the rows of documents in the order of their IDs.
func summariesOf(ctx context.Context, tx bun.IDB, ids []string) ([]document.Summary, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []summaryRow
	if err := tx.NewSelect().Model(&rows).Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	byID := make(map[string]document.Summary, len(rows))
	for _, r := range rows {
		byID[r.ID] = r.summary()
	}
	all := make([]document.Summary, 0, len(ids))
	for _, id := range ids {
		all = append(all, byID[id])
	}
	return all, nil
}

func (f finder) Passages(ctx context.Context, ids []string) (map[string]string, error) {
	passages := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return passages, ctx.Err()
	}
	err := f.db.View(ctx, func(tx bun.IDB) error {
		var rows []struct{ ID, Passage string }
		err := tx.NewRaw("SELECT id, substr(CASE body WHEN '' THEN remarks ELSE body END, 1, ?) AS passage FROM documents WHERE id IN (?)",
			search.SnippetReach, bun.List(ids)).Scan(ctx, &rows)
		for _, r := range rows {
			passages[r.ID] = r.Passage
		}
		return err
	})
	return passages, err
}
