package dedup

import (
	"slices"

	"github.com/cotejo/cotejo/core/minhash"
)

// Bounds of a fingerprint: whatever the text, it takes at most about 8 KB.
const (
	maxShingles    = 1024
	maxGrams       = 256
	maxTerms       = 256
	maxRare        = 6
	maxIdentifiers = 24
	maxField       = 200 // bytes of a party's field
)

// Fingerprint is all of a filing that comparing needs. Make one with
// Detector.Fingerprint; store it with MarshalBinary.
type Fingerprint struct {
	ID   string
	Type string

	parties     Parties
	identifiers []uint64 // numbers in the text that may be a person's, sorted

	signature minhash.Signature // of the shingles of the matter
	shingles  sample            // of the matter, three words each
	grams     sample            // of the matter, five characters each
	terms     []term            // words of the matter, by hash
	rare      []uint32          // its rarest terms, sorted
}

// sample is a set of hashes, or its least ones when it is large.
type sample struct {
	hashes []uint32 // sorted, distinct
	total  uint32   // size of the whole set
}

// term is a word and how often it occurs.
type term struct {
	hash  uint32
	count uint8
}

// take returns the sample of at most limit of the hashes, whose order it changes.
func take(hashes []uint64, limit int) sample {
	short := make([]uint32, len(hashes))
	for i, h := range hashes {
		short[i] = uint32(h)
	}
	slices.Sort(short)
	short = slices.Compact(short)
	total := uint32(len(short))
	if len(short) > limit {
		short = slices.Clone(short[:limit])
	}
	return sample{hashes: slices.Clip(short), total: total}
}
