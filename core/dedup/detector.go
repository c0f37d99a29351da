package dedup

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/tfidf"
)

// maxCandidates bounds how many filings one search verifies.
const maxCandidates = 200

// Detector makes and compares fingerprints. It is safe for concurrent use.
type Detector struct {
	config   Config
	table    *tfidf.Table // what fingerprints are made with
	learned  *Boilerplate // nil: nothing
	readings *sync.Pool   // of *reading
	pairs    *sync.Pool   // of *[2]side
}

// NewDetector returns a detector, or what is wrong with the configuration.
func NewDetector(c Config) (*Detector, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Detector{config: c, table: tfidf.Background(), readings: &sync.Pool{New: func() any { return new(reading) }},
		pairs: &sync.Pool{New: func() any { return new([2]side) }}}, nil
}

// With returns a detector that compares by what was learned of the collection,
// too: what is common in it counts less. The fingerprints of both are the same.
// A nil Boilerplate is nothing learned.
func (d *Detector) With(b *Boilerplate) *Detector {
	informed := *d
	informed.learned = b
	return &informed
}

// Find returns the filings in idx that are related to fp, duplicates first and
// each relation's best first. The filing with fp's own ID is left out. It
// fails only when idx or ctx does.
func (d *Detector) Find(ctx context.Context, idx Index, fp Fingerprint) ([]Match, error) {
	candidates, err := idx.Lookup(ctx, toKeys(fp.appendHints(nil)), fp.lookupKeys(), maxCandidates)
	if err != nil {
		return nil, err
	}
	matches := d.compareAll(fp, candidates)
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Relation, b.Relation), cmp.Compare(b.Ensemble, a.Ensemble), cmp.Compare(a.ID, b.ID))
	})
	return matches, nil
}

// together is how many candidates one goroutine compares: what it takes to start
// it is little beside that.
const together = 16

// compareAll compares fp with each candidate, on all processors.
func (d *Detector) compareAll(fp Fingerprint, candidates []Fingerprint) (matches []Match) {
	var workers sync.WaitGroup
	parts := make([][]Match, (len(candidates)+together-1)/together)
	one := new(side).of(&fp, d)
	for i, some := range slices.Collect(slices.Chunk(candidates, together)) {
		workers.Go(func() {
			other := new(side)
			for j := range some {
				if some[j].ID == fp.ID {
					continue
				}
				if m, ok, _ := d.compare(one, other.of(&some[j], d)); ok {
					parts[i] = append(parts[i], m)
				}
			}
		})
	}
	workers.Wait()
	return slices.Concat(parts...)
}

// Compare verifies one pair; the match names b. ok is false when they are
// unrelated. Which of the two comes first makes no difference but for the
// type, of which a's selects the threshold.
func (d *Detector) Compare(a, b Fingerprint) (m Match, ok bool) {
	m, ok, _ = d.CompareTexts(a, b)
	return m, ok
}

// CompareTexts is Compare for filings of which nobody has extracted the
// parties yet, and says whether it is worth doing that.
func (d *Detector) CompareTexts(a, b Fingerprint) (m Match, ok bool, doubt Doubt) {
	p := d.pairs.Get().(*[2]side)
	defer d.pairs.Put(p)
	m, ok, e := d.compare(p[0].of(&a, d), p[1].of(&b, d))
	return m, ok, e.doubt(ok && m.Relation == Duplicate)
}

func (d *Detector) compare(a, b *side) (m Match, ok bool, e evidence) {
	e = d.measure(a, b)
	threshold := d.config.Thresholds.For(a.Type)
	if e.otherFacts() && !e.sameLetter() && threshold > otherFactsCap {
		e.unrelated = true // whoever files it: comparing people costs the most
		return Match{}, false, e
	}
	m = d.explain(&e, a.Fingerprint, b.Fingerprint, threshold)
	return m, m.Relation != Unrelated, e
}

// Explain verifies one pair as Compare does, and tells the scores and reasons
// of filings that are unrelated, too.
func (d *Detector) Explain(a, b Fingerprint) Match {
	e := d.measure(new(side).of(&a, d), new(side).of(&b, d))
	return d.explain(&e, &a, &b, d.config.Thresholds.For(a.Type))
}

func (d *Detector) explain(e *evidence, a, b *Fingerprint, threshold float64) Match {
	e.comparePeople(a, b, d.table)
	s := d.judge(e)
	m := Match{ID: b.ID, MinHash: s.text, TFIDF: s.facts, Entity: s.parties, Ensemble: s.ensemble, Reasons: s.reasons}
	switch {
	case !s.barred && s.ensemble >= threshold && e.grams > 0:
		m.Relation = Duplicate
	case e.parties.Person < 0.3 && e.sameLetter() && (e.parties.Defendant.Agrees() || e.parties.Defendant.Agreement == entity.Unknown):
		m.Relation = Mass
		m.Reasons = append(m.Reasons, "mismo formato de escrito")
	}
	return m
}
