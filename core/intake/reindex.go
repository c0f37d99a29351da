package intake

import (
	"context"
	"errors"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
)

// Reindex rebuilds missing fingerprints and those of another format; with all, every fingerprint.
// It can be interrupted and repeated, and may run beside a service. progress receives for each
// document whether its fingerprint was rebuilt. Reindex returns how many were.
func (s *Service) Reindex(ctx context.Context, _ account.Actor, all bool, progress func(made bool)) (made int, err error) {
	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return 0, err
	}
	// IDs first: a walk over the documents must not wait for what is written.
	var ids []string
	err = s.Documents.Each(ctx, document.Filter{}, func(d *document.Document) error {
		ids = append(ids, d.ID)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("listing the documents: %w", err)
	}
	for _, id := range ids {
		_, err := s.Index.Get(ctx, id)
		anew := all || stale(err)
		if err != nil && !anew {
			return made, fmt.Errorf("reading the fingerprint of %s: %w", id, err)
		}
		if anew {
			if err := s.fingerprint(ctx, detector, id); err != nil {
				return made, err
			}
			made++
		}
		progress(anew)
	}
	return made, nil
}

// fingerprint rebuilds the fingerprint of a document in one transaction, so that no correction
// comes between.
func (s *Service) fingerprint(ctx context.Context, detector *dedup.Detector, id string) error {
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		d, err := s.Documents.Get(ctx, id)
		if err != nil {
			return err
		}
		prints, err := fingerprints(ctx, detector, &d)
		if err != nil {
			return err
		}
		return s.Index.Put(ctx, prints...)
	})
	if err != nil {
		return fmt.Errorf("making the fingerprint of %s: %w", id, err)
	}
	return nil
}

// stale reports whether an error of reading a fingerprint means that it must be rebuilt.
func stale(err error) bool {
	return errors.Is(err, dedup.ErrNotFound) || errors.Is(err, dedup.ErrFormat) || errors.Is(err, dedup.ErrDamaged)
}
