package intake

// Learning how to compare from what people decided, and what that would change.

import (
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

const (
	// MinDecided is the minimum number of decided pairs for learning, and minEach the minimum of
	// each decision.
	MinDecided = 40
	minEach    = 8

	// maxJudged bounds how many pairs, the newest, are compared: their fingerprints are held in
	// memory.
	maxJudged = 5000
)

// PreviewDedup implements ports.Configuration.
func (s *Configuration) PreviewDedup(ctx context.Context, by account.Actor,
	change func(*dedup.Config), seen func(done, total int)) (document.DedupPreview, error) {
	if err := by.RequireAdmin(); err != nil {
		return document.DedupPreview{}, err
	}
	config, err := s.DedupConfig(ctx, by)
	if err != nil {
		return document.DedupPreview{}, err
	}
	change(&config)
	if err := checkDedup(config); err != nil {
		return document.DedupPreview{}, err
	}
	return s.preview(ctx, config, seen)
}

// preview compares the newest open pairs under the current configuration and under config.
func (s *Configuration) preview(ctx context.Context, config dedup.Config, seen func(done, total int)) (document.DedupPreview, error) {
	var p document.DedupPreview
	now, err := s.Comparer.current(ctx)
	if err != nil {
		return p, err
	}
	then, err := now.WithConfig(config)
	if err != nil {
		return p, fmt.Errorf("configuration of comparing: %w", err)
	}
	err = s.eachPair(ctx, document.PairFilter{State: document.PairOpen, ByDate: true}, seen, func(row document.PairRow, a, b dedup.Fingerprint) {
		p.Pairs++
		before, after := now.Explain(a, b), then.Explain(a, b)
		change := document.PairChange{PairRow: row, Before: judged(before), After: judged(after)}
		switch {
		case before.Relation == after.Relation:
		case before.Relation == dedup.Duplicate:
			p.Stop = append(p.Stop, change)
		case after.Relation == dedup.Duplicate:
			p.Start = append(p.Start, change)
		}
	})
	return p, err
}

func judged(m dedup.Match) document.Judged {
	return document.Judged{Relation: relations[m.Relation], Similarity: m.Similarity}
}

// eachPair visits the pairs that match f with the fingerprints of the filings that matched, at most
// maxJudged. It skips pairs whose fingerprints are in an unreadable format. seen receives the number
// of pairs read.
func (s *Configuration) eachPair(ctx context.Context, f document.PairFilter, seen func(done, total int),
	visit func(row document.PairRow, a, b dedup.Fingerprint)) error {
	const size = 200
	for number := 1; (number-1)*size < maxJudged; number++ {
		list, err := s.Pairs.List(ctx, f, document.PageRequest{Number: number, Size: size})
		if err != nil || len(list.Items) == 0 {
			return err
		}
		rows, err := pairRows(ctx, s.Documents, list.Items)
		if err != nil {
			return err
		}
		for _, row := range rows {
			a, b, err := s.Comparer.matched(ctx, row.Pair)
			if err == nil {
				visit(row, a, b)
			} else if !stale(err) && fault.KindOf(err) != fault.NotFound {
				return fmt.Errorf("reading the fingerprints of a pair: %w", err)
			}
		}
		seen(min((number-1)*size+len(list.Items), maxJudged), min(list.Total, maxJudged))
	}
	return nil
}

// TuneDedup learns weights and thresholds from people's decisions about pairs, and reports how
// they would change the open pairs. It stores them if they cause fewer errors on a held-out part
// of the decisions, unless dry is set. Faults: Forbidden if the caller is not an administrator;
// RuleViolated with too few decisions.
func (s *Configuration) TuneDedup(ctx context.Context, by account.Actor, dry bool, seen func(done, total int)) (document.DedupTuned, error) {
	var t document.DedupTuned
	if err := by.RequireAdmin(); err != nil {
		return t, err
	}
	var lessons, apart []dedup.Decided
	duplicates := 0
	err := s.eachPair(ctx, document.PairFilter{State: document.PairDecided, ByDate: true}, seen, func(row document.PairRow, a, b dedup.Fingerprint) {
		pair := dedup.Decided{A: a, B: b, Duplicate: row.Decision.Verdict == document.IsDuplicate}
		if pair.Duplicate {
			duplicates++
		}
		if isHeldOut(row.DocumentID + row.EarlierID) {
			apart = append(apart, pair)
		} else {
			lessons = append(lessons, pair)
		}
	})
	if err != nil {
		return t, err
	}
	if n := len(lessons) + len(apart); n < MinDecided || duplicates < minEach || n-duplicates < minEach {
		return t, fault.New(fault.RuleViolated, "too_few_decisions", fmt.Sprintf(
			"Hay %d parejas decididas, %d de ellas duplicados; se necesitan al menos %d, con %d duplicados y %d que no lo sean. Decida más y vuelva a intentarlo.",
			n, duplicates, MinDecided, minEach, minEach))
	}
	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return t, err
	}
	t.LearnedFrom, t.From = len(lessons), detector.Config()
	t.To = detector.Tune(lessons)
	tuned, err := detector.WithConfig(t.To)
	if err != nil {
		return t, err
	}
	t.Before, t.After = detector.Agreement(apart), tuned.Agreement(apart)
	if t.Preview, err = s.preview(ctx, t.To, seen); err != nil {
		return t, err
	}
	if dry || !t.Better() {
		return t, nil
	}
	t.Tuning, err = s.dedupTuner().adopt(ctx, by, t.From, t.To)
	t.Stored = err == nil
	return t, err
}
