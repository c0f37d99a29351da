package dedup

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/core/tfidf"
)

// Boilerplate is the common text of one collection: the shingles of its form
// letters, and how rare each word is. A Learner makes it; it is immutable and safe
// for concurrent use.
//
// Only comparing depends on it, see Detector.With. Fingerprints and keys do not, so
// a new Boilerplate needs no new index.
type Boilerplate struct {
	shingles hashSet
	words    *tfidf.Table
}

// Shingles is how many shingles are known as common.
func (b *Boilerplate) Shingles() int { return len(b.shingles.sorted) }

// Words is how many words have a frequency of their own.
func (b *Boilerplate) Words() int { return b.words.Len() }

// leastLeft is how many shingles must be left of a filing to compare it by what is
// not common alone: where hardly anything is, it is nearly all boilerplate, and is
// compared whole.
const leastLeft = 5

// appendWithout appends those of hashes that are not common.
func (b *Boilerplate) appendWithout(left, hashes []uint32) []uint32 {
	for _, h := range hashes {
		if !b.shingles.has(h) {
			left = append(left, h)
		}
	}
	return left
}

// Edition names a Boilerplate that is stored for all that share an index.
type Edition struct {
	Number    int64 // from 1 on; 0: none is stored
	LearnedAt time.Time
	Documents int // how many filings the collection had
}

const (
	boilerplateMagic   = "cotejoBP"
	boilerplateVersion = 1
)

// ErrBoilerplate is wrapped by ReadBoilerplate's error for data of
// another origin: another version, or hashes of another text.Scheme.
var ErrBoilerplate = errors.New("dedup: not a table of this version; learn it again («cotejo reindex --learn»)")

// MarshalBinary returns b in the form that ReadBoilerplate reads. It never
// fails.
func (b *Boilerplate) MarshalBinary() ([]byte, error) {
	data := []byte(boilerplateMagic)
	data = binary.LittleEndian.AppendUint32(data, boilerplateVersion)
	data = binary.LittleEndian.AppendUint32(data, text.Scheme)
	data = appendSteps(data, b.shingles.sorted)
	return b.words.Append(data), nil
}

// ReadBoilerplate reads what MarshalBinary wrote.
func ReadBoilerplate(data []byte) (*Boilerplate, error) {
	const header = len(boilerplateMagic) + 8
	if len(data) < header || string(data[:len(boilerplateMagic)]) != boilerplateMagic {
		return nil, fmt.Errorf("%w (no header)", ErrBoilerplate)
	}
	version, scheme := binary.LittleEndian.Uint32(data[len(boilerplateMagic):]), binary.LittleEndian.Uint32(data[len(boilerplateMagic)+4:])
	if version != boilerplateVersion || scheme != text.Scheme {
		return nil, fmt.Errorf("%w (version %d with hashes of scheme %d; this program has %d and %d)",
			ErrBoilerplate, version, scheme, boilerplateVersion, text.Scheme)
	}
	d := decoder{rest: data[header:]}
	common := steps(&d, new(Unpacker).hashRoom)
	if d.failed {
		return nil, fmt.Errorf("%w (damaged)", ErrBoilerplate)
	}
	words, err := tfidf.ReadTable(d.rest)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBoilerplate, err)
	}
	return &Boilerplate{shingles: newHashSet(common), words: words}, nil
}

// hashSet is a set that rejects most of the hashes that it does not have quickly.
type hashSet struct {
	sorted []uint32
	maybe  []uint64 // a bit for each value of the upper bits of a hash
}

// maybeBits is how many of the upper bits of a hash choose its bit: 128 KiB, of which
// the largest set fills one in sixteen.
const maybeBits = 20

func newHashSet(sorted []uint32) hashSet {
	s := hashSet{sorted: sorted}
	if len(sorted) == 0 {
		return s
	}
	s.maybe = make([]uint64, 1<<maybeBits/64)
	for _, h := range sorted {
		bit := h >> (hashBits - maybeBits)
		s.maybe[bit/64] |= 1 << (bit % 64)
	}
	return s
}

func (s *hashSet) has(h uint32) bool {
	if s.maybe == nil {
		return false
	}
	if bit := h >> (hashBits - maybeBits); s.maybe[bit/64]&(1<<(bit%64)) == 0 {
		return false
	}
	_, ok := slices.BinarySearch(s.sorted, h)
	return ok
}
