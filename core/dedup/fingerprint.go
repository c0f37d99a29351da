package dedup

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/minhash"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/core/tfidf"
)

// Bounds of a fingerprint: whatever the text, it takes at most about 12 KB.
const (
	maxShingles    = 1024
	maxGrams       = 256
	maxTerms       = 256
	maxAnchors     = 48
	maxNames       = 96
	maxRare        = 6
	maxIdentifiers = 24
	maxAsked       = 48
	maxField       = 400 // bytes of a party's field
)

// Fingerprint is all of a filing that comparing needs. Make one with
// Detector.Fingerprint; store it with MarshalBinary.
type Fingerprint struct {
	ID   string
	Type string

	step  string // a doctype.Step: what the paper is in a proceeding
	isCut bool   // it ends within a sentence: pages are missing

	parties     Parties
	letters     uint64   // hash of the letters and digits of the text, see lettersHash
	identifiers []uint64 // numbers of the text that may be a person's, sorted
	names       []uint32 // rare capitalised words of the text, sorted

	// Of the matter: the facts and what is asked, without norms and formulas.
	signature minhash.Signature // of its shingles
	shingles  sample            // three words each
	grams     sample            // five characters each
	terms     tfidf.Vector      // words
	anchors   []uint64          // days, sums, numbers, sorted
	written   string            // the anchors as the text has them, see writtenAnchors
	places    []uint64          // where the days and long numbers among them stand, see places.go, sorted
	rare      []uint32          // its rarest terms, sorted
	grounds   particulars       // what it is about
	claims    particulars       // what it asks for
	asked     []uint32          // words of the request, sorted
	wording   string            // what is asked for, see wording.go
	request   request           // rights invoked and orders asked for

	represented particulars // given names of relatives, and of whom it is filed for
	principals  particulars // names of the people for whom an agent files
	called      particulars // without principals, the given names of whom the paper is about
}

// sample is a set of hashes, or its least ones when it is large.
type sample struct {
	hashes []uint32 // of hashBits, sorted, distinct
	total  uint32   // size of the whole set
}

// hashBits is how much of each hash is kept: of two filings of a thousand
// shingles, one in twenty shares one by accident.
const hashBits = 24

// jaccard estimates the similarity of the whole sets; exact when both are kept
// whole. It is 0 when either is empty.
func (s sample) jaccard(o sample) float64 {
	return jaccard(s.hashes, o.hashes, min(s.limit(), o.limit()))
}

// jaccard is the similarity of two sets of which all is known up to a limit.
func jaccard(a, b []uint32, limit uint32) float64 {
	a, b = upTo(a, limit), upTo(b, limit)
	shared := sharedSorted(a, b)
	return float64(shared) / float64(max(1, len(a)+len(b)-shared))
}

// contained estimates how much of the smaller set is in the larger, from their
// similarity.
func (s sample) contained(o sample, j float64) float64 {
	smaller := float64(min(s.total, o.total))
	if smaller == 0 {
		return 0
	}
	shared := j / (1 + j) * float64(uint64(s.total)+uint64(o.total))
	return min(1, shared/smaller)
}

// limit is the greatest hash up to which the sample is the whole set: a sample
// holds all of its set that is at most its greatest hash.
func (s sample) limit() uint32 {
	if int(s.total) == len(s.hashes) {
		return 1<<hashBits - 1
	}
	return s.hashes[len(s.hashes)-1]
}

// upTo returns those of sorted hashes that are at most limit.
func upTo(hashes []uint32, limit uint32) []uint32 {
	if n := len(hashes); n == 0 || hashes[n-1] <= limit {
		return hashes
	}
	n, _ := slices.BinarySearch(hashes, limit)
	if hashes[n] == limit {
		n++
	}
	return hashes[:n]
}

// Fingerprint reduces a filing to what comparing it needs. It never fails: of
// a text without words little is left, and it is like no other. What follows
// the first 2 MiB of a text is not read. It allocates little more than what it
// returns.
func (d *Detector) Fingerprint(f Filing) Fingerprint {
	fp, _ := d.FingerprintContext(context.Background(), f) // which fails only when its context ends
	return fp
}

// FingerprintContext is like Fingerprint and gives up when ctx ends: it checks between the parts
// of the fingerprint. Its only error is that of ctx.
func (d *Detector) FingerprintContext(ctx context.Context, f Filing) (Fingerprint, error) {
	r := d.readings.Get().(*reading)
	defer d.done(r)
	fp := Fingerprint{ID: f.ID, Type: f.Type}
	var shingles []uint64
	var terms tfidf.Vector
	for _, part := range [...]func(){
		func() { fp.parties = tidied(f.Parties, f.Text); r.read(f.Text) },
		func() { shingles = r.shingles(d.table) },
		func() { terms = r.vector(fp.parties) },
		func() {
			fp.grounds, fp.claims, fp.represented, fp.principals, fp.called = r.particulars(d.table, r.named)
		},
		func() { fp.asked, fp.wording = r.asked(d.table, r.named), r.wording(d.table, r.named) },
		func() { fp.anchors, fp.written = r.anchors() },
		func() { fp.letters = lettersHash(r.text, r.words) },
		func() { fp.identifiers, fp.names = r.identifiers(fp.parties), r.names(d.table) },
		func() { fp.signature, fp.shingles = minhash.Of(shingles), r.sampler.take(shingles, maxShingles) },
		func() { fp.grams = r.gramSample(maxGrams) },
		func() { fp.terms, fp.rare = terms.Rarest(d.table, maxTerms), rarest(terms, d.table) },
		func() { fp.places, fp.request = r.places(fp.anchors), r.request() },
		func() { fp.step, fp.isCut = string(doctype.StepOf(r.text)), r.isCut() },
	} {
		if err := ctx.Err(); err != nil {
			return Fingerprint{}, err
		}
		part()
	}
	return fp, nil
}

// lettersHash returns a hash of the letters and digits of a text, folded, whatever stands between
// them.
func lettersHash(s string, words []word) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	h := uint64(offset)
	for _, w := range words {
		for _, r := range w.In(s) {
			h = (h ^ uint64(text.FoldRune(r))) * prime
		}
	}
	return h
}

// done keeps r for the next text, unless it has grown large.
func (d *Detector) done(r *reading) {
	r.text = ""
	if !r.long {
		d.readings.Put(r)
	}
}

// WithParties returns the fingerprint of a filing whose parties have become
// known, of which f is the one without them: the same as Fingerprint, mostly
// without reading the text again.
func (d *Detector) WithParties(f Fingerprint, text string, p Parties) Fingerprint {
	if f.parties != (Parties{}) || len(f.terms) >= maxTerms || len(f.identifiers) >= maxIdentifiers ||
		max(len(f.grounds), len(f.claims)) >= maxParticulars || len(f.asked) >= maxAsked {
		return d.Fingerprint(Filing{ID: f.ID, Type: f.Type, Text: text, Parties: p})
	}
	f.parties = tidied(p, text)
	if c := entity.CedulaDigits(f.parties.Cedula); c != "" {
		identifiers := first(slices.Clone(f.identifiers))
		identifiers.add(parse(c), maxIdentifiers)
		f.identifiers = identifiers.sorted()
	}
	named := appendNames(nil, f.parties)
	f.terms = slices.DeleteFunc(slices.Clone(f.terms), func(t tfidf.Term) bool {
		_, ok := slices.BinarySearch(named, t.Hash)
		return ok
	})
	f.rare = rarest(f.terms, d.table)
	f.asked = slices.DeleteFunc(slices.Clone(f.asked), func(word uint32) bool {
		_, ok := slices.BinarySearch(named, word)
		return ok
	})
	f.wording = wordingWithout(f.wording, named)
	f.grounds, f.claims, f.called = f.grounds.withoutTerms(named), f.claims.withoutTerms(named), f.called.withoutTerms(named)
	return f
}

// tidied returns parties as a fingerprint keeps them: the numbers as the text has them.
func tidied(p Parties, s string) Parties {
	p.Cedula, p.Radicado = writtenNumber(s, p.Cedula), writtenNumber(s, p.Radicado)
	for _, s := range []*string{&p.Plaintiff, &p.Defendant, &p.Cedula, &p.Email, &p.Radicado, &p.Address} {
		*s = shorten(strings.TrimSpace(*s))
	}
	for _, percent := range []*uint8{&p.Doubts.Plaintiff, &p.Doubts.Defendant, &p.Doubts.Cedula} {
		*percent = min(*percent, 100)
	}
	return p
}

// appendNames appends the terms of the names of the parties to an empty dst,
// sorted.
func appendNames(dst []uint32, p Parties) []uint32 {
	dst = tfidf.AppendWords(tfidf.AppendWords(dst, p.Plaintiff), p.Defendant)
	slices.Sort(dst)
	return dst
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
