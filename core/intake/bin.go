package intake

// Deleted documents and the bin. Deletion removes a document from every store that answers questions about documents,
// and stores a copy in the bin, from which only this file reads.

import (
	"context"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Delete implements ports.Intake. One commit deletes the document, its fingerprint and its pairs, and stores them in the
// bin with the reference to the original. Without a bin (Options.BinTTL) the original is removed
// afterwards; if that fails, Sweeper removes it within a day.
func (s *Service) Delete(ctx context.Context, by account.Actor, id string) error {
	if err := by.RequireAdmin(); err != nil {
		return err
	}
	var original string
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		entry, err := s.delete(ctx, by, id, document.Deleted)
		if err != nil {
			return err
		}
		original = entry.Document.OriginalKey
		return s.keepDeleted(ctx, entry)
	})
	if err != nil {
		return err
	}
	s.Logger.InfoContext(ctx, "document deleted", "document", id, "by", by.Username)
	if s.opts.BinTTL <= 0 {
		s.removeOriginal(ctx, id, original)
	}
	return nil
}

// keepDeleted stores a deleted document in the bin, unless there is none, and makes its task forget the original.
func (s *Service) keepDeleted(ctx context.Context, e document.BinEntry) error {
	if s.opts.BinTTL > 0 || e.IsDivided() {
		if err := s.Bin.Put(ctx, e); err != nil {
			return fmt.Errorf("storing a deleted document: %w", err)
		}
	}
	return s.Tasks.ForgetOriginal(ctx, e.Document.OriginalKey)
}

// delete deletes a document in the transaction of ctx and returns what it deleted. The history says what became of it.
func (s *Service) delete(ctx context.Context, by account.Actor, id string, became document.Status) (entry document.BinEntry, err error) {
	now := s.now()
	entry = document.BinEntry{DeletedBy: by.Username, DeletedAt: now, KeptUntil: now.Add(s.opts.BinTTL)}
	if entry.Document, err = s.Documents.Get(ctx, id); err != nil {
		return entry, err
	}
	if entry.Pairs, err = s.Pairs.Of(ctx, []string{id}); err != nil {
		return entry, err
	}
	if entry.Words, err = s.Deps.PageWords.All(ctx, id); err != nil {
		return entry, err
	}
	if entry.Examples, err = s.Examples.Of(ctx, id); err != nil {
		return entry, err
	}
	if err := s.Documents.Delete(ctx, id); err != nil {
		return entry, err
	}
	for _, f := range entry.Document.Filings() {
		if err := s.Index.Delete(ctx, f.ID); err != nil {
			return entry, fmt.Errorf("removing the fingerprint: %w", err)
		}
	}
	if entry.Replacements, err = s.rejoinCopies(ctx, by, entry.Document, entry.Pairs); err != nil {
		return entry, err
	}
	var later []string
	for _, p := range entry.Pairs {
		later = append(later, p.DocumentID)
	}
	if err := s.pairing.settle(ctx, later...); err != nil {
		return entry, err
	}
	if became == document.Divided {
		entry.KeptUntil = document.KeptForever
	}
	return entry, s.noteStatus(ctx, by, id, entry.Document.Status, became)
}

// noteStatus adds a change of status to the history of a document.
func (s *Service) noteStatus(ctx context.Context, by account.Actor, id string, from, to document.Status) error {
	err := s.Changes.Append(ctx, []document.Change{{DocumentID: id, At: s.now(), User: by.Username, By: by.Username,
		Field: document.FieldStatus, From: string(from), To: string(to)}})
	if err != nil {
		return fmt.Errorf("storing the history: %w", err)
	}
	return nil
}

// removeOriginal removes the original of a document that is gone for good.
func (s *Service) removeOriginal(ctx context.Context, id, key string) {
	if key == "" {
		return
	}
	if err := s.Blobs.Delete(ctx, key); err != nil && fault.KindOf(err) != fault.NotFound {
		s.Logger.WarnContext(ctx, "original of a deleted document not removed yet", "document", id, "error", err)
	}
}

// ListBin implements ports.RecycleBin.
func (s *Service) ListBin(ctx context.Context, by account.Actor, page document.PageRequest) (document.BinListing, error) {
	if err := by.RequireAdmin(); err != nil {
		return document.BinListing{}, err
	}
	return s.Bin.List(ctx, page)
}

// Erase implements ports.RecycleBin.
func (s *Service) Erase(ctx context.Context, by account.Actor, id string) error {
	if err := by.RequireAdmin(); err != nil {
		return err
	}
	var original string
	err := s.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		if original, err = s.Bin.Remove(ctx, id); err != nil {
			return err
		}
		return s.noteStatus(ctx, by, id, document.Deleted, document.Erased)
	})
	if err != nil {
		return err
	}
	s.Logger.InfoContext(ctx, "document erased", "document", id, "by", by.Username)
	s.removeOriginal(ctx, id, original)
	return nil
}

// Restore implements ports.RecycleBin. One commit takes the document out of the bin and stores it with all that its
// deletion removed. Fingerprints, which another configuration may compute differently by now, are computed again.
func (s *Service) Restore(ctx context.Context, by account.Actor, id string) (document.Document, error) {
	if err := by.RequireAdmin(); err != nil {
		return document.Document{}, err
	}
	return s.restore(ctx, by, id)
}

// restore restores a document; of a divided one it deletes the parts.
func (s *Service) restore(ctx context.Context, by account.Actor, id string) (document.Document, error) {
	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return document.Document{}, err
	}
	entry, err := s.Bin.Get(ctx, id)
	if err != nil {
		return document.Document{}, err
	}
	prints, err := fingerprints(ctx, detector, &entry.Document) // before the transaction, to keep that short
	if err != nil {
		return document.Document{}, err
	}
	var originals []string // of parts that are gone for good
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		entry, err = s.Bin.Take(ctx, id) // the document in the bin never changes, its pairs may
		if err != nil {
			return err
		}
		d := &entry.Document
		if originals, err = s.dissolve(ctx, by, id); err != nil {
			return err
		}
		if err := s.Documents.Create(ctx, *d); err != nil {
			return fmt.Errorf("storing the document: %w", err)
		}
		if len(entry.Words) > 0 {
			if err := s.Deps.PageWords.Put(ctx, id, entry.Words); err != nil {
				return fmt.Errorf("storing where words are: %w", err)
			}
		}
		if err := s.Examples.Put(ctx, entry.Examples, maxExamples); err != nil {
			return fmt.Errorf("storing the examples: %w", err)
		}
		if err := s.Index.Put(ctx, prints...); err != nil {
			return fmt.Errorf("storing the fingerprint: %w", err)
		}
		if err := s.restorePairs(ctx, &entry); err != nil {
			return err
		}
		if err := s.refound(ctx, detector, d, prints[0]); err != nil {
			return err
		}
		return s.noteStatus(ctx, by, id, entry.Status(), d.Status)
	})
	if err != nil {
		return document.Document{}, err
	}
	for _, key := range originals {
		s.removeOriginal(ctx, id, key)
	}
	s.Logger.InfoContext(ctx, "document restored", "document", id, "by", by.Username)
	return s.Documents.Get(ctx, id) // its duplicate state may be another one
}

// restorePairs stores the pairs of a restored document with documents that exist. It deletes those that had replaced them,
// unless a person decided otherwise in the meantime.
func (s *Service) restorePairs(ctx context.Context, entry *document.BinEntry) error {
	var ids []string // of all that are in a pair
	for _, p := range slices.Concat(entry.Pairs, entry.Replacements) {
		ids = append(ids, p.DocumentID, p.EarlierID)
	}
	existing, err := s.Documents.Summaries(ctx, ids)
	if err != nil {
		return err
	}
	for _, p := range entry.Pairs {
		if _, ok := existing[p.Other(entry.Document.ID)]; !ok {
			continue
		}
		if err := s.Pairs.Put(ctx, p); err != nil {
			return fmt.Errorf("storing a pair: %w", err)
		}
	}
	for _, added := range entry.Replacements {
		p, err := s.Pairs.Get(ctx, added.DocumentID, added.EarlierID)
		if err == nil && p.Decision == added.Decision {
			err = s.Pairs.Delete(ctx, p.DocumentID, p.EarlierID)
		}
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return fmt.Errorf("removing the pair of two copies: %w", err)
		}
	}
	return s.pairing.settle(ctx, ids...)
}
