package dedup

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/cotejo/cotejo/core/tfidf"
)

// Learner learns the Boilerplate of a collection from its fingerprints, or from
// a sample of them: no text is read again. The zero Learner is ready; it is not
// safe for concurrent use.
//
// It counts in how many filings each shingle occurs by lossy counting (Manku
// and Motwani, 2002): now and then it forgets what has been rare so far, so
// that its memory does not grow with the collection, and counts at most one
// filing in 2,000 too few.
type Learner struct {
	seen     int
	shingles frequencies
	words    frequencies
	// In how many filings a shingle or word would be seen if it occurred:
	// long filings keep neither the greatest hashes nor the commonest words.
	limits [256]uint32 // by the upper bits of the greatest hash that is kept
	floors [256]uint32 // by the least weight that is kept, in floorSteps
}

const (
	// roundLength is after how many filings rare shingles are forgotten.
	roundLength = 2000
	// floorStep is the unit of Learner.floors.
	floorStep = 0.05

	// LeastToLearn is the least number of filings that boilerplate is learned
	// from: among fewer, a handful of copies would make themselves common.
	LeastToLearn = 1000

	// A shingle is common that stands in this share of the filings, and in this
	// many.
	commonShare   = 0.005
	commonFilings = 25
	// maxCommon bounds how many are kept, the commonest.
	maxCommon = 1 << 16
	// leastWordShare is the share of filings under which all words are equally
	// rare: the background table's.
	leastWordShare = 0.002
	// backgroundFilings is how many filings the background table counts for.
	backgroundFilings = 2000
)

// frequencies count in how many filings each hash was seen.
type frequencies map[uint32]counted

// counted is the count of one hash: it was seen in n filings since counting began,
// and before that in at most one filing of each missed round.
type counted struct{ n, missed uint32 }

func (f frequencies) add(hash, round uint32) {
	c, ok := f[hash]
	if !ok {
		c.missed = round
	}
	c.n++
	f[hash] = c
}

// forget drops what cannot have been in more filings than there were rounds.
func (f frequencies) forget(rounds uint32) {
	maps.DeleteFunc(f, func(_ uint32, c counted) bool { return c.n+c.missed <= rounds })
}

// Add learns from one filing.
func (l *Learner) Add(f *Fingerprint) {
	if l.shingles == nil {
		l.shingles, l.words = frequencies{}, frequencies{}
	}
	round := uint32(l.seen / roundLength)
	l.seen++
	l.limits[f.shingles.limit()>>(hashBits-8)]++
	for _, h := range f.shingles.hashes {
		l.shingles.add(h, round)
	}
	floor := leastKept(f.terms)
	l.floors[floor]++
	background := tfidf.Background()
	for _, t := range f.terms {
		// A common word is kept only where it is repeated: its count says nothing
		// about other filings.
		if stepsOf(background.IDF(t.Hash)) >= floor {
			l.words.add(t.Hash, round)
		}
	}
	if l.seen%roundLength == 0 {
		l.shingles.forget(round + 1)
		l.words.forget(round + 1)
	}
}

// Boilerplate returns what was learned; nil when fewer than LeastToLearn were
// seen.
func (l *Learner) Boilerplate() *Boilerplate {
	if l.seen < LeastToLearn {
		return nil
	}
	return &Boilerplate{shingles: newHashSet(l.common()), words: l.table()}
}

// common returns the hashes of the commonest shingles, sorted.
func (l *Learner) common() []uint32 {
	type shingle struct{ hash, n uint32 }
	var visible [256]float64 // filings that keep hashes whose upper bits are these
	for i, n := len(visible)-1, uint32(0); i >= 0; i-- {
		n += l.limits[i]
		visible[i] = float64(n)
	}
	var found []shingle
	for h, c := range l.shingles {
		if n := c.n + c.missed; c.n >= commonFilings && float64(n) >= commonShare*visible[h>>(hashBits-8)] {
			found = append(found, shingle{h, n})
		}
	}
	slices.SortFunc(found, func(a, b shingle) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.hash, b.hash)) })
	hashes := make([]uint32, 0, min(len(found), maxCommon))
	for _, s := range found[:min(len(found), maxCommon)] {
		hashes = append(hashes, s.hash)
	}
	slices.Sort(hashes)
	return hashes
}

// table returns the frequencies of words: those of the background table
// corrected by what was seen, the more the more was seen.
func (l *Learner) table() *tfidf.Table {
	var visible [256]float64
	for i, n := 0, uint32(0); i < len(visible); i++ {
		n += l.floors[i]
		visible[i] = float64(n)
	}
	background := tfidf.Background()
	shares := map[uint32]float64{}
	share := func(hash uint32) {
		idf := background.IDF(hash)
		shares[hash] = (float64(l.words[hash].n) + backgroundFilings*math.Exp(-idf)) / (visible[stepsOf(idf)] + backgroundFilings)
	}
	background.Each(share)
	for hash := range l.words {
		share(hash)
	}
	return tfidf.Build(shares, leastWordShare)
}

// leastKept is the least weight that a word of the filing must have had to be
// kept, in floorSteps.
func leastKept(terms tfidf.Vector) uint8 {
	if len(terms) < maxTerms {
		return 0
	}
	least := math.Inf(1)
	for _, t := range terms {
		least = min(least, t.Weight(tfidf.Background()))
	}
	return stepsOf(least) + 1
}

func stepsOf(weight float64) uint8 { return uint8(min(254, math.Round(weight/floorStep))) }
