package memory

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// loader implements ports.Loader one by one: there is nothing to be faster at.
type loader struct{ s *Store }

// Loader stores many documents at once.
func (s *Store) Loader() ports.Loader { return loader{s} }

func (l loader) Load(ctx context.Context, batch []document.Loadable) error {
	load := func(ctx context.Context) error {
		for _, d := range batch {
			if err := l.s.Documents().Create(ctx, d.Document); err != nil {
				return err
			}
			if err := l.s.Index().Put(ctx, d.Fingerprint); err != nil {
				return err
			}
		}
		return nil
	}
	if ctx.Value(txKey(l)) != nil {
		return load(ctx)
	}
	return l.s.InTx(ctx, load)
}
