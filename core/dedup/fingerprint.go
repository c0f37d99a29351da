package dedup

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/minhash"
	"github.com/cotejo/cotejo/core/tfidf"
)

// Bounds of a fingerprint: whatever the text, it takes at most about 9 KB.
const (
	maxShingles    = 1024
	maxGrams       = 256
	maxTerms       = 256
	maxAnchors     = 48
	maxNames       = 96
	maxRare        = 6
	maxIdentifiers = 24
	maxField       = 400 // bytes of a party's field
)

// Fingerprint is all of a filing that comparing needs. Make one with
// Detector.Fingerprint; store it with MarshalBinary.
type Fingerprint struct {
	ID   string
	Type string

	parties     Parties
	identifiers []uint64 // numbers of the text that may be a person's, sorted
	names       []uint32 // rare capitalised words of the text, sorted

	// Of the matter: the facts and what is asked, without norms and formulas.
	signature minhash.Signature // of its shingles
	shingles  sample            // three words each
	grams     sample            // five characters each
	terms     tfidf.Vector      // words
	anchors   []uint64          // days, sums, numbers, sorted
	rare      []uint32          // its rarest terms, sorted
}

// sample is a set of hashes, or its least ones when it is large.
type sample struct {
	hashes []uint32 // sorted, distinct
	total  uint32   // size of the whole set
}

// jaccard estimates the similarity of the whole sets; exact when both are kept
// whole. It is 0 when either is empty.
func (s sample) jaccard(o sample) float64 {
	if s.total == 0 || o.total == 0 {
		return 0
	}
	// A sample holds all of its set that is at most its greatest hash. Up to
	// the lesser of the two limits the samples are the sets.
	limit := min(s.limit(), o.limit())
	shared, union := 0, 0
	for i, j := 0, 0; ; union++ {
		x, y := at(s.hashes, i), at(o.hashes, j)
		if m := min(x, y); m > limit {
			break
		}
		if x == y {
			shared++
		}
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	if union == 0 {
		return 0
	}
	return float64(shared) / float64(union)
}

// contained estimates how much of the smaller set is in the larger.
func (s sample) contained(o sample) float64 {
	j := s.jaccard(o)
	smaller := float64(min(s.total, o.total))
	if smaller == 0 {
		return 0
	}
	shared := j / (1 + j) * float64(uint64(s.total)+uint64(o.total))
	return min(1, shared/smaller)
}

const endOfHashes = 1 << 32

// limit is the greatest hash up to which the sample is the whole set.
func (s sample) limit() uint64 {
	if int(s.total) == len(s.hashes) {
		return endOfHashes - 1
	}
	return uint64(s.hashes[len(s.hashes)-1])
}

func at(hashes []uint32, i int) uint64 {
	if i < len(hashes) {
		return uint64(hashes[i])
	}
	return endOfHashes
}

// Fingerprint reduces a filing to what comparing it needs. It never fails: of
// a text without words little is left, and it is like no other. What follows
// the first 2 MiB of a text is not read. It allocates little more than what it
// returns.
func (d *Detector) Fingerprint(f Filing) Fingerprint {
	p := f.Parties
	for _, s := range []*string{&p.Plaintiff, &p.Defendant, &p.Cedula, &p.Email, &p.Radicado, &p.Address} {
		*s = shorten(strings.TrimSpace(*s))
	}
	r := d.readings.Get().(*reading)
	defer d.readings.Put(r)
	r.read(f.Text)
	shingles := r.shingles(d.table)
	terms := r.terms(p)
	return Fingerprint{
		ID: f.ID, Type: f.Type,
		parties:     p,
		identifiers: r.identifiers(p),
		names:       r.names(d.table),
		signature:   minhash.Of(shingles),
		shingles:    r.sampler.take(shingles, maxShingles),
		grams:       r.sampler.take(r.grams(), maxGrams),
		terms:       terms.Rarest(d.table, maxTerms),
		anchors:     r.anchors(),
		rare:        rarest(terms, d.table),
	}
}

// WithoutLaw returns a text without the sections that cite norms and rulings,
// which name nobody who is a party: of most filings the larger half.
func (d *Detector) WithoutLaw(s string) string {
	r := d.readings.Get().(*reading)
	defer d.readings.Put(r)
	r.divide(s)
	if len(r.parts) < 2 {
		return s
	}
	var b strings.Builder
	for _, p := range r.parts {
		if p.part != law {
			b.WriteString(r.text[p.start:p.end])
		}
	}
	return b.String()
}

// rarest returns the rarest terms, sorted, of those that the table hardly
// knows.
func rarest(terms tfidf.Vector, table *tfidf.Table) []uint32 {
	var rare []uint32
	for _, t := range terms.Rarest(table, maxRare) {
		if table.IDF(t.Hash) >= table.Rare() {
			rare = append(rare, t.Hash)
		}
	}
	return rare
}

// shorten cuts a field to its bound, at a rune.
func shorten(s string) string {
	if len(s) <= maxField {
		return s
	}
	n := maxField
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
