package memstore

import (
	"context"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

// index implements dedup.Index and dedup.Sampler: a dedup.Memory whose changes
// can be undone.
type index struct {
	*dedup.Memory
	s *Store
}

func (x index) Put(ctx context.Context, all ...dedup.Fingerprint) error {
	return x.s.do(ctx, func() error {
		for _, f := range all {
			x.remember(f.ID)
		}
		return x.Memory.Put(ctx, all...)
	})
}

func (x index) Delete(ctx context.Context, id string) error {
	return x.s.do(ctx, func() error {
		x.remember(id)
		return x.Memory.Delete(ctx, id)
	})
}

// remember is as that of a table.
func (x index) remember(id string) {
	ctx := context.Background()
	old, err := x.Memory.Get(ctx, id)
	x.s.undo = append(x.s.undo, func() {
		if err == nil {
			x.Memory.Put(ctx, old)
		} else {
			x.Memory.Delete(ctx, id)
		}
	})
}

func (x index) Get(ctx context.Context, id string) (f dedup.Fingerprint, err error) {
	f, err = ask(ctx, x.s, func() (dedup.Fingerprint, error) { return x.Memory.Get(ctx, id) })
	if err == dedup.ErrNotFound {
		err = fault.Wrap(err, fault.NotFound, "fingerprint_not_found", "El documento no está en el índice de duplicados.")
	}
	return f, err
}

func (x index) Lookup(ctx context.Context, hints, telling []dedup.Key, limit int) ([]dedup.Fingerprint, error) {
	return ask(ctx, x.s, func() ([]dedup.Fingerprint, error) { return x.Memory.Lookup(ctx, hints, telling, limit) })
}
