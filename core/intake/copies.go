package intake

// Pairs of identical files. Of a group of them each has a pair with one that was received earlier, mostly the first:
// n files have n-1 pairs, and people are asked n-1 times.

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// ofCopies returns the pairs of a document with identical files: those that it has, for a new document one with the
// first that was received earlier, or else with the first that was received later.
func (p pairing) ofCopies(ctx context.Context, id string, received time.Time, related document.Related, later []overtaker) ([]document.Pair, error) {
	var earlier []document.Duplicate
	var overtakers []overtaker
	copies := map[string]bool{}
	for _, d := range related.Duplicates {
		if d.IsSameFile() {
			earlier, copies[d.DocumentID] = append(earlier, d), true
		}
	}
	for _, o := range later {
		if o.IsSameFile() {
			overtakers, copies[o.DocumentID] = append(overtakers, o), true
		}
	}
	if len(copies) == 0 {
		return nil, nil
	}
	stored, err := p.pairs.Of(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	stored = slices.DeleteFunc(stored, func(q document.Pair) bool { return !copies[q.Other(id)] })
	switch {
	case len(stored) > 0:
		return stored, nil
	case len(earlier) > 0:
		return []document.Pair{pairOf(id, document.SameFacts, earlier[0], received)}, nil
	}
	o := slices.MinFunc(overtakers, func(a, b overtaker) int {
		return cmp.Or(a.received.Compare(b.received), cmp.Compare(a.DocumentID, b.DocumentID))
	})
	return []document.Pair{pairOf(o.DocumentID, document.SameFacts, o.Mirrored(id, ""), o.received)}, nil
}

// rejoinCopies relates the identical files that had pairs with a deleted document: the earliest of them takes its place.
// A decision stays if it follows from those on the two pairs that it replaces. rejoinCopies returns the new pairs.
func (s *Service) rejoinCopies(ctx context.Context, by account.Actor, deleted document.Document, pairs []document.Pair) (added []document.Pair, err error) {
	copies, err := s.Comparer.copies(ctx, deleted.SHA256)
	if err != nil || len(copies) < 2 {
		return nil, err
	}
	left := make(map[string]bool, len(copies))
	for _, id := range copies {
		left[id] = true
	}
	pairs = slices.DeleteFunc(slices.Clone(pairs), func(p document.Pair) bool { return !left[p.Other(deleted.ID)] })
	if len(pairs) < 2 {
		return nil, nil
	}
	isLater := func(p document.Pair) bool { return p.EarlierID == deleted.ID }
	rank := func(p document.Pair) int { // what was received before the deleted document is first
		if isLater(p) {
			return 1
		}
		return 0
	}
	slices.SortFunc(pairs, func(a, b document.Pair) int {
		return cmp.Or(rank(a)-rank(b), a.ReceivedAt.Compare(b.ReceivedAt), cmp.Compare(a.DocumentID, b.DocumentID))
	})
	first := pairs[0]
	for _, p := range pairs[1:] {
		if !isLater(p) {
			continue
		}
		p.EarlierID = first.Other(deleted.ID)
		_, err := s.Pairs.Get(ctx, p.DocumentID, p.EarlierID)
		if err == nil {
			continue
		}
		if fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		p.Decision = following(p.Decision, first.Decision)
		if p.Decision.IsMade() {
			err = s.decide(ctx, by, p, document.Decision{})
		} else {
			err = s.Pairs.Put(ctx, p)
		}
		if err != nil {
			return nil, fmt.Errorf("relating the copies of a deleted document: %w", err)
		}
		added = append(added, p)
	}
	return added, nil
}

// following returns the decision on two documents that follows from those on each of them and a third: the one on what is
// the same as the other. The zero Decision means that none follows.
func following(a, b document.Decision) document.Decision {
	switch {
	case !a.IsMade() || !b.IsMade():
		return document.Decision{}
	case b.Verdict == document.IsDuplicate:
	case a.Verdict == document.IsDuplicate:
		a = b
	default:
		return document.Decision{}
	}
	a.Note = groupNote
	return a
}
