package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// rankedFew returns the page of few documents, by the ranks that each belongs
// to. What belongs to no earlier rank belongs to the last.
func (f finder) rankedFew(ctx context.Context, tx bun.IDB, index searchView, match search.Set, ranks []search.Set, page document.PageRequest, left []int64) ([]string, error) {
	end := min(page.Offset()+page.Size, len(left))
	if len(left) <= f.readable {
		if ids, ok, err := f.rankedByReading(ctx, tx, ranks, left); ok || err != nil {
			return ids[min(page.Offset(), len(ids)):min(end, len(ids))], err
		}
	}
	if err := index.ahead(ctx, ranks); err != nil {
		return nil, err
	}
	inOrder := make([]int64, 0, len(left))
	for _, rank := range ranks[:len(ranks)-1] {
		if len(inOrder) >= end || len(left) == 0 {
			break
		}
		// What the query has of phrases holds of all that are left, and none of
		// them is in an earlier rank.
		rank.With, rank.Without = rank.With[len(match.With):], nil
		if len(rank.With) > 0 {
			rank.Terms = nil // they have the words
		}
		some, err := index.latest(ctx, rank, left, 0, len(left))
		if err != nil {
			return nil, err
		}
		inOrder = append(inOrder, some...)
		left = slices.DeleteFunc(left, func(seq int64) bool { // both descend
			for len(some) > 0 && some[0] > seq {
				some = some[1:]
			}
			return len(some) > 0 && some[0] == seq
		})
	}
	return idsOfEntries(ctx, tx, append(inOrder, left...)[page.Offset():end])
}

const (
	// readable is how many documents take less time to be read and ranked than
	// their ranks take to be asked for, and readableBytes how long they may be
	// together.
	readable      = 20
	readableBytes = 500_000
)

// rankedByReading ranks documents by entries that are made anew; ok is false
// where they are long.
func (f finder) rankedByReading(ctx context.Context, tx bun.IDB, ranks []search.Set, seqs []int64) (ids []string, ok bool, err error) {
	var size int
	err = tx.NewRaw("SELECT coalesce(sum(octet_length(body)), 0) FROM search_documents JOIN documents ON id = document_id WHERE seq IN (?)",
		bun.List(seqs)).Scan(ctx, &size)
	if err != nil || size > readableBytes {
		return nil, false, err
	}
	if ids, err = idsOfEntries(ctx, tx, seqs); err != nil {
		return nil, false, err
	}
	var rows []documentRow
	if err := tx.NewSelect().Model(&rows).ExcludeColumn("pages", "entities").Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, false, err
	}
	rankOf := make(map[string]int, len(rows))
	for i := range rows {
		d := rows[i].document()
		entry := d.SearchEntry()
		rankOf[d.ID] = slices.IndexFunc(ranks, func(rank search.Set) bool { return rank.Has(entry) })
	}
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(rankOf[a], rankOf[b]) })
	return ids, true, nil
}

// ranked walks the ranks until the page is full, or has the last of total
// documents. How many documents a rank has is only counted where the page begins
// behind it.
func (f finder) ranked(ctx context.Context, tx bun.IDB, index searchView, ranks []search.Set, page document.PageRequest, total int) ([]string, error) {
	if err := index.ahead(ctx, ranks); err != nil {
		return nil, err
	}
	var seqs []int64
	skip := page.Offset()
	want := min(page.Size, total-skip)
	for _, rank := range ranks {
		some, err := index.latest(ctx, rank, nil, skip, want-len(seqs))
		if err != nil {
			return nil, err
		}
		if seqs = append(seqs, some...); len(seqs) == want {
			break
		}
		if skip > 0 && len(some) == 0 {
			n, err := index.count(ctx, rank)
			if err != nil {
				return nil, err
			}
			skip -= n
		} else {
			skip = 0
		}
	}
	return idsOfEntries(ctx, tx, seqs)
}

// idsOfEntries returns the documents of entries, in their order.
func idsOfEntries(ctx context.Context, tx bun.IDB, seqs []int64) ([]string, error) {
	if len(seqs) == 0 {
		return nil, nil
	}
	var rows []struct {
		Seq        int64
		DocumentID string
	}
	if err := tx.NewRaw("SELECT seq, document_id FROM search_documents WHERE seq IN (?)", bun.List(seqs)).Scan(ctx, &rows); err != nil {
		return nil, err
	}
	byEntry := make(map[int64]string, len(rows))
	for _, r := range rows {
		byEntry[r.Seq] = r.DocumentID
	}
	ids := make([]string, 0, len(seqs))
	for _, seq := range seqs {
		if id, ok := byEntry[seq]; ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
