package memstore

import (
	"context"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// bin implements ports.Bin. The pairs of its entries are in a table of their own.
type bin struct {
	*table[document.BinEntry]
	pairs *table[document.Pair]
}

func (b bin) Put(ctx context.Context, e document.BinEntry) error {
	return b.s.do(ctx, func() error {
		kept := e
		kept.Pairs = nil
		if err := b.add(kept); err != nil {
			return err
		}
		for _, p := range e.Pairs {
			if id := pairID(p.DocumentID, p.EarlierID); b.pairs.rows[id].DocumentID == "" {
				b.pairs.put(id, p)
			}
		}
		return nil
	})
}

func (b bin) Get(ctx context.Context, id string) (document.BinEntry, error) {
	return ask(ctx, b.s, func() (document.BinEntry, error) { return b.whole(id) })
}

// whole returns an entry with its pairs.
func (b bin) whole(id string) (document.BinEntry, error) {
	e, err := b.find(id)
	for _, p := range b.pairs.rows {
		if err == nil && (p.DocumentID == id || p.EarlierID == id) {
			e.Pairs = append(e.Pairs, p)
		}
	}
	slices.SortFunc(e.Pairs, func(x, y document.Pair) int {
		return slices.Compare([]string{x.DocumentID, x.EarlierID}, []string{y.DocumentID, y.EarlierID})
	})
	return e, err
}

func (b bin) Take(ctx context.Context, id string) (document.BinEntry, error) {
	return ask(ctx, b.s, func() (document.BinEntry, error) {
		e, err := b.whole(id)
		if err == nil {
			b.drop(id)
			b.pairs.dropAll(func(p document.Pair) bool {
				_, waits := b.rows[p.Other(id)]
				return !waits && (p.DocumentID == id || p.EarlierID == id)
			})
		}
		return e, err
	})
}

func (b bin) Remove(ctx context.Context, id string) (string, error) {
	return ask(ctx, b.s, func() (string, error) {
		e, err := b.find(id)
		if err == nil {
			b.remove(id)
		}
		return e.Document.OriginalKey, err
	})
}

func (b bin) remove(id string) {
	b.drop(id)
	b.pairs.dropAll(func(p document.Pair) bool { return p.DocumentID == id || p.EarlierID == id })
}

func (b bin) RemoveExpired(ctx context.Context, now time.Time) (n int, err error) {
	return ask(ctx, b.s, func() (int, error) {
		for _, e := range b.sorted(func(e *document.BinEntry) bool { return !e.KeptUntil.After(now) }) {
			b.remove(e.Document.ID)
			n++
		}
		return n, nil
	})
}

func (b bin) List(ctx context.Context, page document.PageRequest) (document.BinListing, error) {
	all, err := b.list(ctx, func(*document.BinEntry) bool { return true }, page)
	l := document.BinListing{Total: all.Total, Page: page}
	for _, e := range all.Items {
		l.Items = append(l.Items, e.Binned())
	}
	return l, err
}
