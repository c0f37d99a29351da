package intake

import (
	"context"
	"errors"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
)

// Reindex makes the fingerprints anew that are missing or that another version
// of the program made, so that every document is found; with all it makes every
// one. It can be stopped and called again, and is safe beside a running
// service. progress hears of every document, and whether it was made anew; the
// count is of those that were.
func (s *Service) Reindex(ctx context.Context, _ account.Actor, all bool, progress func(made bool)) (made int, err error) {
	detector, err := s.compare.current(ctx)
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

// fingerprint makes that of a document in one transaction, so that no correction
// comes between.
func (s *Service) fingerprint(ctx context.Context, detector *dedup.Detector, id string) error {
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		d, err := s.Documents.Get(ctx, id)
		if err != nil {
			return err
		}
		return s.Index.Put(ctx, detector.Fingerprint(d.Filing()))
	})
	if err != nil {
		return fmt.Errorf("making the fingerprint of %s: %w", id, err)
	}
	return nil
}

// stale reports whether a fingerprint is to be made anew, by the error of
// reading it.
func stale(err error) bool {
	return errors.Is(err, dedup.ErrNotFound) || errors.Is(err, dedup.ErrFormat) || errors.Is(err, dedup.ErrDamaged)
}
