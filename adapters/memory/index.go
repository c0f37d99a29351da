package memory

import (
	"context"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

var errFingerprintNotFound = fault.Wrap(dedup.ErrNotFound, fault.NotFound, "fingerprint_not_found",
	"El documento no está en el índice de duplicados. Verifique que exista.")

// index implements dedup.Index: a dedup.Memory whose changes can be undone.
type index struct{ s *Store }

func (x index) Put(ctx context.Context, all ...dedup.Fingerprint) error {
	return x.s.do(ctx, func(tx *transaction) error {
		for _, f := range all {
			x.remember(tx, f.ID)
			x.s.indexed[f.ID] = f
		}
		return x.s.index.Put(ctx, all...)
	})
}

func (x index) Delete(ctx context.Context, id string) error {
	return x.s.do(ctx, func(tx *transaction) error {
		x.remember(tx, id)
		delete(x.s.indexed, id)
		return x.s.index.Delete(ctx, id)
	})
}

func (x index) Get(ctx context.Context, id string) (f dedup.Fingerprint, err error) {
	err = x.s.do(ctx, func(*transaction) error {
		found, ok := x.s.indexed[id]
		if !ok {
			return errFingerprintNotFound
		}
		f = found
		return nil
	})
	return f, err
}

func (x index) Lookup(ctx context.Context, hints, telling []dedup.Key, limit int) (found []dedup.Fingerprint, err error) {
	err = x.s.do(ctx, func(*transaction) (err error) {
		found, err = x.s.index.Lookup(ctx, hints, telling, limit)
		return err
	})
	return found, err
}

// remember has the transaction put back, when it fails, what is stored under
// id now. The context has no part in it: dedup.Memory only fails for that.
func (x index) remember(tx *transaction, id string) {
	old, had := x.s.indexed[id]
	tx.undo = append(tx.undo, func() {
		if had {
			x.s.indexed[id] = old
			x.s.index.Put(context.Background(), old)
		} else {
			delete(x.s.indexed, id)
			x.s.index.Delete(context.Background(), id)
		}
	})
}
