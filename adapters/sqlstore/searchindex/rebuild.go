package searchindex

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/records"
)

// Rebuild computes the entries of the next indexed documents on all processors: up to limit,
// in the order of their numbers, from the first number after the given one.
func Rebuild(ctx context.Context, q bun.IDB, after int64, limit int) ([]Entry, error) {
	var numbered []searchRow
	err := q.NewSelect().Model(&numbered).Column("seq", "document_id").Where("seq > ?", after).Order("seq").Limit(int64(limit)).Scan(ctx)
	if err != nil || len(numbered) == 0 {
		return nil, err
	}
	ids, seqs := make([]string, len(numbered)), make(map[string]int64, len(numbered))
	for i, r := range numbered {
		ids[i], seqs[r.DocumentID] = r.DocumentID, r.Seq
	}
	var rows []records.DocumentRow
	if err := q.NewSelect().Model(&rows).ExcludeColumn("pages", "entities").Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	entries := make([]Entry, len(rows))
	var workers sync.WaitGroup
	share := (len(rows) + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0)
	for from := 0; from < len(rows); from += share {
		workers.Go(func() {
			for i := from; i < min(from+share, len(rows)); i++ {
				d := rows[i].Document()
				entries[i] = Entry{seqs[d.ID], d.SearchEntry()}
			}
		})
	}
	workers.Wait()
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Seq, b.Seq) })
	return entries, nil
}
