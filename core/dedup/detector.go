package dedup

import (
	"cmp"
	"context"
	"slices"
	"sync"

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

// With returns a detector that gives less weight to what is common in the
// collection. The fingerprints of both are the same. A nil Boilerplate means that
// nothing was learned.
func (d *Detector) With(b *Boilerplate) *Detector {
	informed := *d
	informed.learned = b
	return &informed
}

// Config returns the configuration by which the detector judges.
func (d *Detector) Config() Config { return d.config }

// WithConfig returns a detector that judges by another configuration, or what is wrong
// with that. The fingerprints of both are the same.
func (d *Detector) WithConfig(c Config) (*Detector, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	other := *d
	other.config = c
	return &other, nil
}

// Find returns the filings in idx that are related to fp, duplicates first and
// each relation's best first. The filing with fp's own ID is left out. It
// fails only when idx or ctx does.
func (d *Detector) Find(ctx context.Context, idx Index, fp Fingerprint) ([]Match, error) {
	candidates, err := idx.Lookup(ctx, toKeys(fp.appendHints(nil)), fp.lookupKeys(), maxCandidates)
	if err != nil {
		return nil, err
	}
	matches, err := d.compareAll(ctx, fp, candidates)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(matches, Match.Compare)
	return matches, nil
}

// Compare orders matches: duplicates first, and of each relation the most similar ones.
func (m Match) Compare(o Match) int {
	return cmp.Or(cmp.Compare(m.Relation.rank(), o.Relation.rank()), cmp.Compare(o.Similarity, m.Similarity), cmp.Compare(m.ID, o.ID))
}

// rank orders relations by how much they matter to a clerk.
func (r Relation) rank() int {
	return slices.Index([]Relation{Duplicate, NewClaim, SameCase, Mass, Unrelated}, r)
}

// candidatesPerWorker is how many candidates one goroutine compares. Starting it
// costs little in comparison.
const candidatesPerWorker = 16

// compareAll compares fp with each candidate, on all processors. Its only error is that of ctx.
func (d *Detector) compareAll(ctx context.Context, fp Fingerprint, candidates []Fingerprint) (matches []Match, err error) {
	var workers sync.WaitGroup
	parts := make([][]Match, (len(candidates)+candidatesPerWorker-1)/candidatesPerWorker)
	one := new(side).load(&fp, d)
	for i, some := range slices.Collect(slices.Chunk(candidates, candidatesPerWorker)) {
		workers.Go(func() {
			other := new(side)
			for j := range some {
				if ctx.Err() != nil {
					return
				}
				if some[j].ID == fp.ID {
					continue
				}
				if m, ok := d.compare(one, other.load(&some[j], d)); ok {
					parts[i] = append(parts[i], m)
				}
			}
		})
	}
	workers.Wait()
	return slices.Concat(parts...), ctx.Err()
}

// Compare verifies one pair; the match names b. ok is false when they are
// unrelated. The order matters only for the
// threshold, which the type of a selects.
func (d *Detector) Compare(a, b Fingerprint) (m Match, ok bool) {
	p := d.pairs.Get().(*[2]side)
	defer d.pairs.Put(p)
	return d.compare(p[0].load(&a, d), p[1].load(&b, d))
}

// Certainty says whether the parties of two filings, once extracted, could change a verdict on
// their texts.
type Certainty int

const (
	// Doubtful: the texts hardly say who files them.
	Doubtful Certainty = iota
	// Likely: the numbers and names in the texts show it. Of 1,310 such pairs among held-out
	// filings, knowing the parties changed 10.
	Likely
	// Certain: the texts are about two matters; the plaintiffs do not count.
	Certain
)

// CompareTexts is Compare for filings whose parties have not been extracted.
func (d *Detector) CompareTexts(a, b Fingerprint) (m Match, ok bool, c Certainty) {
	p := d.pairs.Get().(*[2]side)
	defer d.pairs.Put(p)
	one, other := p[0].load(&a, d), p[1].load(&b, d)
	e := d.measure(one, other)
	if e.otherMatter(one, other) {
		return Match{}, false, Certain
	}
	e.comparePeople(one.Fingerprint, other.Fingerprint, d.table)
	if !e.otherPlaintiffs() {
		m = d.conclude(&e, one, other)
	}
	if !e.isWithinCase() && e.tellsPeople(m.Relation) {
		c = Likely // the one who answers has numbers of his own
	}
	return m, m.Relation != Unrelated, c
}

func (d *Detector) compare(a, b *side) (m Match, ok bool) {
	e := d.measure(a, b)
	if e.otherMatter(a, b) {
		return Match{}, false // comparing people costs the most
	}
	e.comparePeople(a.Fingerprint, b.Fingerprint, d.table)
	if e.otherPlaintiffs() {
		return Match{}, false
	}
	m = d.conclude(&e, a, b)
	return m, m.Relation != Unrelated
}

// conclude compares all but the people, who have been compared, and gives the verdict.
func (d *Detector) conclude(e *evidence, a, b *side) Match {
	e.compareParticulars(a.Fingerprint, b.Fingerprint, d.table)
	relation, s := d.config.judge(e, a.Fingerprint)
	return d.match(e, relation, s, a.Fingerprint, b.Fingerprint)
}

// Explain verifies one pair as Compare does, and returns scores and reasons of
// unrelated filings, too.
func (d *Detector) Explain(a, b Fingerprint) Match {
	one, other := new(side).load(&a, d), new(side).load(&b, d)
	e := d.measure(one, other)
	e.comparePeople(&a, &b, d.table)
	return d.conclude(&e, one, other)
}

// tellsPeople reports whether the numbers and names of the texts carry a verdict.
func (e *evidence) tellsPeople(r Relation) bool {
	switch {
	case r == NewClaim: // the same parties make it no duplicate
		return true
	case r == Duplicate && e.sameLetter() && e.anchorShare() < 0.5: // clients of one lawyer share his letter and his numbers
		return false
	case r == Duplicate:
		return e.fewestIdentifiers >= 2 && e.identifiers >= 0.5
	}
	return e.fewestIdentifiers >= 1 && e.identifiers == 0 || e.fewestIdentifiers >= 3 && e.identifiers < 0.35
}

// otherMatter reports whether the two are about two matters.
func (e *evidence) otherMatter(a, b *side) bool {
	return !e.isWithinCase() && e.otherFacts() && !e.sameLetter() && e.withoutText < 2 && sharedSorted(a.identifiers, b.identifiers) == 0
}

// otherPlaintiffs reports whether the two are unrelated, whatever they ask for.
func (e *evidence) otherPlaintiffs() bool {
	return !e.isWithinCase() && (e.parties.Veto || e.representOthers()) && !e.sameLetter()
}
