package notifystore

import (
	"context"

	"github.com/uptrace/bun"
)

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
