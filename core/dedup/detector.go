package dedup

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/minhash"
	"github.com/cotejo/cotejo/core/text"
)

// maxCandidates bounds how many filings one search verifies.
const maxCandidates = 200

// Detector makes and compares fingerprints. It is safe for concurrent use.
type Detector struct {
	config Config
}

// NewDetector returns a detector, or what is wrong with the configuration.
func NewDetector(c Config) (*Detector, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Detector{config: c}, nil
}

// Fingerprint reduces a filing to what comparing it needs. It never fails: of
// a text without words little is left, and it is like no other.
func (d *Detector) Fingerprint(f Filing) Fingerprint {
	words := text.AppendWords(nil, f.Text)
	shingles := text.Shingles(words)
	return Fingerprint{
		ID: f.ID, Type: f.Type,
		parties:   f.Parties,
		signature: minhash.Of(shingles),
		shingles:  take(shingles, maxShingles),
		grams:     take(text.AppendGrams(nil, f.Text), maxGrams),
	}
}

// Find returns the filings in idx that are related to fp, duplicates first and
// each relation's best first. The filing with fp's own ID is left out. It
// fails only when idx or ctx does.
func (d *Detector) Find(ctx context.Context, idx Index, fp Fingerprint) ([]Match, error) {
	candidates, err := idx.Lookup(ctx, fp.Keys(), maxCandidates)
	if err != nil {
		return nil, err
	}
	var matches []Match
	for _, c := range candidates {
		if c.ID == fp.ID {
			continue
		}
		if m, ok := d.Compare(fp, c); ok {
			matches = append(matches, m)
		}
	}
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Relation, b.Relation), cmp.Compare(b.Ensemble, a.Ensemble), cmp.Compare(a.ID, b.ID))
	})
	return matches, nil
}

// Compare verifies one pair; the match names b. ok is false when they are
// unrelated.
func (d *Detector) Compare(a, b Fingerprint) (m Match, ok bool) {
	j := a.signature.Jaccard(&b.signature)
	m = Match{ID: b.ID, Relation: Duplicate, MinHash: j, Ensemble: j}
	return m, j >= d.config.Thresholds.For(a.Type)
}
