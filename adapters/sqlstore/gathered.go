package sqlstore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search/segment"
)

// gathered is the part of the search index of some documents whose numbers follow
// one another from one that is divisible by 8 on.
type gathered struct {
	documents int
	settled   [][]any // rows without the numbers
	pages     []segment.Page
}

// gather makes the segment of documents that have no seqs yet, for which nobody
// need wait.
func (s settling) gather(entries []pendingEntry, builder *segment.Builder) (*gathered, error) {
	g := &gathered{documents: len(entries), settled: s.rows(entries)}
	if len(entries) == 0 {
		return g, nil
	}
	_, pages := s.segment(entries, builder)
	err := pages(func(p segment.Page) error {
		g.pages = append(g.pages, p)
		return nil
	})
	return g, err
}

// gatheredOf returns what was gathered of just those documents, or nil.
func gatheredOf(all []document.Loadable) *gathered {
	for i := range all {
		rows := all[i].Rows.(*loadRows)
		if rows.of == nil || rows.of != all[0].Rows.(*loadRows).of || rows.place != i || rows.of.documents != len(all) {
			return nil
		}
	}
	return all[0].Rows.(*loadRows).of
}

// aligned returns n numbers that follow one another from one that is divisible by
// 8 on, or nil where there are none since others took some in between.
func aligned(numbers []int64, n int) []int64 {
	for ; len(numbers) >= n; numbers = numbers[1:] {
		if numbers[0]%8 == 0 && numbers[n-1]-numbers[0] == int64(n-1) {
			return numbers[:n]
		}
	}
	return nil
}

func (g *gathered) settle(ctx context.Context, db *Base, tx bun.Tx, entries []pendingEntry) error {
	for i, e := range entries {
		g.settled[i][0] = e.seq
	}
	if err := db.add(ctx, tx, settledColumns, g.settled); err != nil {
		return err
	}
	return writeSegment(ctx, db, tx, entries[0].seq, len(entries), func(emit func(segment.Page) error) error {
		for _, p := range g.pages {
			if err := emit(p); err != nil {
				return err
			}
		}
		return nil
	})
}
