package sqldb

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/pagination"
)

// Where adds conditions to a selection.
type Where func(q *bun.SelectQuery) *bun.SelectQuery

// NoIndex after the name of a column of text makes it an expression, for which no index is
// searched: SQLite prefers any index of an equal column to a smaller partial index.
const NoIndex = " || ''"

// PageOf returns the rows of one page of a list, newest first by created_at and
// id, and how long the list is. total may be known already; it is counted when
// negative.
//
// The page is found in an index alone, and then its rows are fetched. The
// second half of a list is found from its end, so that the last page costs no
// more than the first.
func PageOf[Row any](ctx context.Context, q bun.IDB, page pagination.Request, chosen Where, total int) (rows []Row, _ int, err error) {
	model := (*Row)(nil)
	if total < 0 {
		n, err := chosen(q.NewSelect().Model(model)).Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		total = int(n)
	}
	offset := page.Offset()
	if page.Number < 1 || page.Size < 1 || offset < 0 || offset >= total {
		return nil, total, nil
	}
	size := min(page.Size, total-offset)
	ids := chosen(q.NewSelect().Model(model).Column("id").Limit(int64(size)))
	if offset <= total/2 {
		ids.Order("created_at DESC", "id DESC").Offset(int64(offset))
	} else {
		ids.Order("created_at", "id").Offset(int64(total - offset - size))
	}
	err = q.NewSelect().Model(&rows).Where("id IN (?)", ids).Order("created_at DESC", "id DESC").Scan(ctx)
	return rows, total, err
}

// ListingOf converts the rows of a page.
func ListingOf[Row, T any](rows []Row, total int, page pagination.Request, value func(Row) T) pagination.Of[T] {
	l := pagination.Of[T]{Total: total, Page: page}
	for _, r := range rows {
		l.Items = append(l.Items, value(r))
	}
	return l
}
