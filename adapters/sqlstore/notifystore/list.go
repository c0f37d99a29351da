package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/listing"
)

// narrow adds the conditions of a filter to a selection.
type narrow func(q *bun.SelectQuery) *bun.SelectQuery

// pageOf returns the rows of one page, newest first, and how many rows narrow
// leaves. It finds the page in an index alone and then fetches its rows; the
// second half of the list is found from its end, so that the last page costs no
// more than the first. total may be known already; it is counted when negative.
func pageOf[Row any](ctx context.Context, q bun.IDB, page listing.Request, chosen narrow, total int) (rows []Row, _ int, err error) {
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

// tallied returns how many rows a list has, of one state and one channel where
// these are given, from what triggers have counted.
func tallied(ctx context.Context, q bun.IDB, list, state, channel string) (n int, err error) {
	sum := q.NewSelect().Table("tallies").ColumnExpr("coalesce(sum(n), 0)").Where("list = ?", list)
	if state != "" {
		sum.Where("state = ?", state)
	}
	if channel != "" {
		sum.Where("channel = ?", channel)
	}
	err = sum.Scan(ctx, &n)
	return n, err
}

// listed turns rows into a page.
func listed[Row, T any](rows []Row, total int, page listing.Request, value func(Row) T) listing.Of[T] {
	l := listing.Of[T]{Total: total, Page: page}
	for _, r := range rows {
		l.Items = append(l.Items, value(r))
	}
	return l
}
