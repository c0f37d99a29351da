package intake

import (
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// maxGroup bounds the documents of a group of duplicates that a decision is carried over to.
const maxGroup = 200

// groupNote is the note of a decision that follows from another one.
const groupNote = "Por la decisión sobre otra pareja del mismo grupo."

// groupOf returns the documents that people have declared duplicates of a document, directly or through others, and
// the document itself.
func (s *Service) groupOf(ctx context.Context, id string) (members []string, err error) {
	members = []string{id}
	for next := 0; next < len(members) && len(members) < maxGroup; {
		pairs, err := s.Pairs.Of(ctx, members[next:])
		if err != nil {
			return nil, err
		}
		next = len(members)
		for _, p := range pairs {
			if p.Decision.Verdict != document.IsDuplicate {
				continue
			}
			for _, one := range []string{p.DocumentID, p.EarlierID} {
				if !slices.Contains(members, one) && len(members) < maxGroup {
					members = append(members, one)
				}
			}
		}
	}
	return members, nil
}

// groups are the groups of the two documents of a pair, and all pairs of their members.
type groups struct {
	left, right []string
	pairs       []document.Pair
}

func (s *Service) groupsOf(ctx context.Context, p document.Pair) (g groups, err error) {
	if g.left, err = s.groupOf(ctx, p.DocumentID); err != nil {
		return g, err
	}
	if g.right, err = s.groupOf(ctx, p.EarlierID); err != nil {
		return g, err
	}
	g.pairs, err = s.Pairs.Of(ctx, slices.Compact(slices.Sorted(slices.Values(slices.Concat(g.left, g.right)))))
	return g, err
}

// joins reports whether a pair is of a document of either group.
func (g groups) joins(q document.Pair) bool {
	return slices.Contains(g.left, q.DocumentID) && slices.Contains(g.right, q.EarlierID) ||
		slices.Contains(g.left, q.EarlierID) && slices.Contains(g.right, q.DocumentID)
}

// beyond returns the document of a pair that is outside of the left group; "" if both or neither are.
func (g groups) beyond(q document.Pair) string {
	switch in, earlierIn := slices.Contains(g.left, q.DocumentID), slices.Contains(g.left, q.EarlierID); {
	case in && !earlierIn:
		return q.EarlierID
	case earlierIn && !in:
		return q.DocumentID
	}
	return ""
}

// verdicts returns the verdicts that follow from a decision, by pair: what is the same as one document is the same as
// its duplicates, and what is not the same as one is not the same as they are.
func (g groups) verdicts(p document.Pair) map[[2]string]document.PairVerdict {
	found := map[[2]string]document.PairVerdict{}
	decided := map[string]document.PairVerdict{} // on documents outside of the group
	for _, q := range g.pairs {
		if outside := g.beyond(q); outside != "" && q.Decision.IsMade() {
			decided[outside] = q.Decision.Verdict
		}
	}
	for _, q := range g.pairs {
		if q.Decision.IsMade() {
			continue
		}
		if g.joins(q) {
			found[keyOf(q)] = p.Decision.Verdict
		} else if verdict := decided[g.beyond(q)]; verdict != "" && p.Decision.Verdict == document.IsDuplicate {
			found[keyOf(q)] = verdict
		}
	}
	delete(found, keyOf(p))
	return found
}

func keyOf(p document.Pair) [2]string { return [2]string{p.DocumentID, p.EarlierID} }

// decideGroup stores the new decision on a pair and on those that follow from it. What people decided stays. With a
// decision that is taken back, those that followed from it are, too.
func (s *Service) decideGroup(ctx context.Context, by account.Actor, p document.Pair, before document.Decision) error {
	g, err := s.groupsOf(ctx, p)
	if err != nil {
		return err
	}
	if err := s.decide(ctx, by, p, before); err != nil {
		return err
	}
	for _, q := range g.pairs {
		if q.Decision.Note != groupNote || q.Decision.By != before.By || !q.Decision.At.Equal(before.At) {
			continue
		}
		followed := q.Decision
		q.Decision = document.Decision{}
		if err := s.decide(ctx, by, q, followed); err != nil {
			return err
		}
	}
	if !p.Decision.IsMade() {
		return nil
	}
	if g, err = s.groupsOf(ctx, p); err != nil {
		return err
	}
	verdicts := g.verdicts(p)
	for _, q := range g.pairs {
		verdict, follows := verdicts[keyOf(q)]
		if !follows {
			continue
		}
		q.Decision = document.Decision{Verdict: verdict, Note: groupNote, By: p.Decision.By, At: p.Decision.At}
		if err := s.decide(ctx, by, q, document.Decision{}); err != nil {
			return err
		}
	}
	return nil
}
