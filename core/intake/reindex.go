package intake

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
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

const (
	// abandonedAfter is how old a document without a fingerprint is that no import
	// will store one of any more: it was killed.
	abandonedAfter = 6 * time.Hour
	// perCompletion is how many fingerprints are made between two looks for what
	// has none.
	perCompletion = 5000
)

// Complete makes the fingerprints that an import left out that was killed and not
// called again: until then its last documents are found by nothing that repeats
// them.
func (s *Service) Complete(ctx context.Context) (made int, err error) {
	detector, err := s.compare.current(ctx)
	if err != nil {
		return 0, err
	}
	for {
		ids, err := s.Loader.Unindexed(ctx, s.Now().Add(-abandonedAfter), perCompletion)
		if err != nil {
			return made, fmt.Errorf("looking for documents without a fingerprint: %w", err)
		}
		for _, id := range ids {
			err := s.fingerprint(ctx, detector, id)
			if fault.KindOf(err) == fault.NotFound {
				continue // deleted meanwhile
			}
			if err != nil {
				return made, err
			}
			made++
		}
		if len(ids) < perCompletion {
			return made, nil
		}
	}
}

// stale reports whether a fingerprint is to be made anew, by the error of
// reading it.
func stale(err error) bool {
	return errors.Is(err, dedup.ErrNotFound) || errors.Is(err, dedup.ErrFormat) || errors.Is(err, dedup.ErrDamaged)
}
