package memory

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// loader implements ports.Loader one by one: there is nothing to be faster at.
type loader struct{ s *Store }

// Loader takes many documents in at once.
func (s *Store) Loader() ports.Loader { return loader{s} }

func (loader) Patience() time.Duration { return 0 }

func (l loader) InTurn(ctx context.Context, change func(ctx context.Context) error) error {
	return l.s.InTx(ctx, change)
}

func (loader) Prepare(*document.Loadable) error { return nil }

func (loader) Gather(ctx context.Context, _ []document.Loadable) error { return ctx.Err() }

func (l loader) LoadDocuments(ctx context.Context, all []document.Loadable) error {
	create := func(ctx context.Context) error {
		for _, d := range all {
			if err := l.s.Documents().Create(ctx, d.Document); err != nil {
				return err
			}
		}
		return nil
	}
	if ctx.Value(txKey(l)) != nil {
		return create(ctx)
	}
	return l.s.InTx(ctx, create)
}

func (l loader) Shelve() ports.Shelf { return &shelf{s: l.s} }

// shelf implements ports.Shelf.
type shelf struct {
	s      *Store
	prints []dedup.Fingerprint
}

func (s *shelf) Put(all []dedup.Packed) error {
	for _, p := range all {
		var f dedup.Fingerprint
		if err := f.UnmarshalBinary(p.Data); err != nil {
			return err
		}
		s.prints = append(s.prints, f)
	}
	return nil
}

func (s *shelf) Len() int { return len(s.prints) }

func (s *shelf) Store(ctx context.Context) error {
	defer s.Close()
	return s.s.Index().Put(ctx, s.prints...)
}

func (s *shelf) Close() { s.prints = nil }

func (l loader) WithoutFingerprint(ctx context.Context, ids []string) (missing []string, err error) {
	for _, id := range ids {
		if _, err := l.s.Index().Get(ctx, id); err != nil {
			missing = append(missing, id)
		}
	}
	return missing, ctx.Err()
}

func (l loader) Unindexed(ctx context.Context, before time.Time, most int) (ids []string, err error) {
	err = l.s.Documents().Each(ctx, document.Filter{}, func(d *document.Document) error {
		if _, err := l.s.Index().Get(ctx, d.ID); err != nil && d.CreatedAt.Before(before) && len(ids) < most {
			ids = append(ids, d.ID)
		}
		return nil
	})
	return ids, err
}

func (l loader) Settle(ctx context.Context) error { return ctx.Err() }
