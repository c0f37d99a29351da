package intake

import (
	"context"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Learning updates what is known of the wording of the collection: common form letters and rare
// words.
type Learning struct {
	Prints dedup.Sampler
	Tables ports.Boilerplate
	Now    func() time.Time
}

const (
	// sampleSize bounds the filings to learn from. A text that one filing in 200 contains is in
	// about a hundred filings of such a sample.
	sampleSize = 20_000
	// relearnAfter is how long the learned data is valid while the collection changes little.
	relearnAfter = 24 * time.Hour
)

// Refresh learns again if there is no learned data, if the collection has grown by half, or if it
// has changed for a day; with now, always. learned is false if nothing was due, if there are too
// few filings, or if another process was faster. Fault: Unprocessable with now and too few
// filings.
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
	if known == nil { // or most fingerprints have an older format and are not rebuilt yet
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
		return true // missing, or of another format
	}
	return count >= stored.Documents+stored.Documents/2 || count != stored.Documents && l.Now().Sub(stored.LearnedAt) >= relearnAfter
}

var errTooFew = fault.New(fault.Unprocessable, "too_few_to_learn", fmt.Sprintf(
	"Hay muy pocos documentos para aprender de ellos qué texto es común: se necesitan al menos %d con huella al día («cotejo reindex» rehace las que falten).",
	dedup.LeastToLearn))
