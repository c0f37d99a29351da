package intake

import (
	"context"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Learning keeps up to date what is known of the wording of the collection: the
// letters that very many use, and which words are rare here.
type Learning struct {
	Prints dedup.Sampler
	Tables ports.Boilerplate
	Now    func() time.Time
}

const (
	// sampleSize is from how many filings it is learned at most: so many that
	// what stands in one of two hundred stands in a hundred of them.
	sampleSize = 20_000
	// relearnAfter is how long what was learned holds while the collection
	// changes little.
	relearnAfter = 24 * time.Hour
)

// Refresh learns anew when nothing was learned, when the collection has grown by
// half or changed for a day; now, even otherwise. learned is false when it was
// not due, when there are too few filings, and when somebody else was quicker.
// Fault: Unprocessable when it was to be now and there are too few.
func (l Learning) Refresh(ctx context.Context, now bool) (e dedup.Edition, learned bool, err error) {
	stored, table, err := l.Tables.Load(ctx)
	if err != nil {
		return e, false, fmt.Errorf("reading what was learned: %w", err)
	}
	count, err := l.Prints.Count(ctx)
	if err != nil {
		return e, false, fmt.Errorf("counting fingerprints: %w", err)
	}
	if !now && (count < dedup.LeastToLearn || !l.due(stored, table, count)) {
		return stored, false, nil
	}
	var learner dedup.Learner
	err = l.Prints.Sample(ctx, sampleSize, func(f dedup.Fingerprint) error {
		learner.Add(&f)
		return nil
	})
	if err != nil {
		return e, false, fmt.Errorf("reading fingerprints: %w", err)
	}
	known := learner.Boilerplate()
	if known == nil { // or most are of another version, and have yet to be made anew
		if now {
			err = errTooFew
		}
		return stored, false, err
	}
	data, err := known.MarshalBinary()
	if err != nil {
		return e, false, err
	}
	e = dedup.Edition{Number: stored.Number + 1, LearnedAt: l.Now().UTC(), Documents: count}
	err = l.Tables.Replace(ctx, e, data)
	if fault.KindOf(err) == fault.Conflict {
		return stored, false, nil
	}
	return e, err == nil, err
}

func (l Learning) due(stored dedup.Edition, table []byte, count int) bool {
	if _, err := dedup.ReadBoilerplate(table); err != nil {
		return true // none, or of another version
	}
	return count >= stored.Documents+stored.Documents/2 || count != stored.Documents && l.Now().Sub(stored.LearnedAt) >= relearnAfter
}

var errTooFew = fault.New(fault.Unprocessable, "too_few_to_learn", fmt.Sprintf(
	"Hay muy pocos documentos para aprender de ellos qué texto es común: se necesitan al menos %d con huella al día («cotejo reindex» rehace las que falten).",
	dedup.LeastToLearn))

// Learn learns anew, from the stored fingerprints, what the filings say again
// and again. Fault: Unprocessable when there are too few.
func (s *Service) Learn(ctx context.Context, _ account.Actor) (dedup.Edition, error) {
	e, _, err := Learning{Prints: s.Prints, Tables: s.Boilerplate, Now: s.Now}.Refresh(ctx, true)
	return e, err
}
