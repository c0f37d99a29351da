package dedupindex

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/dedup"
)

// perSample is how many fingerprints one snapshot of the database is kept for:
// the log of writes cannot begin again as long as a snapshot lasts.
const perSample = 100

// Count implements dedup.Sampler.
func (x Index) Count(ctx context.Context) (n int, err error) {
	err = x.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT count(*) FROM dedup_fingerprints").Scan(ctx, &n)
	})
	return n, err
}

// Outdated implements dedup.Sampler. What is stored again gets a new seq, so that
// fingerprints of an earlier program have the least.
func (x Index) Outdated(ctx context.Context) (bool, error) {
	var formats []int
	err := x.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT format FROM dedup_fingerprints ORDER BY seq LIMIT 1").Scan(ctx, &formats)
	})
	return len(formats) > 0 && formats[0] != dedup.Format, err
}

// Sample implements dedup.Sampler: it looks up places that lie evenly apart in
// the order of seq, and takes what follows each.
func (x Index) Sample(ctx context.Context, most int, visit func(dedup.Fingerprint) error) error {
	if most <= 0 {
		return ctx.Err()
	}
	var span struct{ First, Last, N int64 }
	err := x.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last, count(*) AS n FROM dedup_fingerprints").Scan(ctx, &span)
	})
	if err != nil {
		return err
	}
	stride := max(1, float64(span.Last-span.First+1)/float64(min(int64(most), max(1, span.N))))
	if span.N <= int64(most) {
		stride = 1 // all of them, however large the gaps
	}
	next := span.First
	for next <= span.Last && span.N > 0 {
		var some []dedup.Fingerprint
		err := x.db.View(ctx, func(q bun.IDB) (err error) {
			some, next, err = x.sampleSome(ctx, q, span.First, next, stride)
			return err
		})
		if err != nil {
			return err
		}
		for _, f := range some {
			if err := visit(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// sampleSome returns some fingerprints from next on, and where to go on.
func (x Index) sampleSome(ctx context.Context, q bun.IDB, first, next int64, stride float64) (some []dedup.Fingerprint, _ int64, _ error) {
	for range perSample {
		var rows []struct {
			Seq  int64
			Data []byte
		}
		err := q.NewRaw("SELECT seq, data FROM dedup_fingerprints WHERE seq >= ? ORDER BY seq LIMIT 1", next).Scan(ctx, &rows)
		if err != nil {
			return nil, 0, err
		}
		if len(rows) == 0 {
			return some, 1<<63 - 1, nil
		}
		var f dedup.Fingerprint
		if f.UnmarshalBinary(rows[0].Data) == nil {
			some = append(some, f)
		}
		step := int64(float64(rows[0].Seq-first)/stride) + 1
		next = max(rows[0].Seq+1, first+int64(float64(step)*stride))
	}
	return some, next, nil
}
