package dedup

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/minhash"
	"github.com/cotejo/cotejo/core/tfidf"
)

// Format is the version of a stored fingerprint. It changes whenever the same
// filing would give another fingerprint: with the layout, the tokeniser, the
// hash, the signature or the division into sections.
const Format = 1

// ErrFormat is wrapped by UnmarshalBinary's error for another Format.
var ErrFormat = errors.New("dedup: fingerprint of another format")

// ErrDamaged is returned by UnmarshalBinary for what is no fingerprint.
var ErrDamaged = errors.New("dedup: damaged fingerprint")

// MarshalBinary returns f, its ID included, in the current Format. It never
// fails.
func (f Fingerprint) MarshalBinary() ([]byte, error) {
	return f.AppendBinary(nil)
}

// AppendBinary appends what MarshalBinary returns. It never fails.
func (f Fingerprint) AppendBinary(b []byte) ([]byte, error) {
	b = slices.Grow(b, 1024+2*minhash.Bins+4*(len(f.shingles.hashes)+len(f.grams.hashes)+len(f.names)+len(f.rare))+
		5*len(f.terms)+8*(len(f.identifiers)+len(f.anchors)))
	b = binary.LittleEndian.AppendUint16(b, Format)
	for _, s := range f.strings() {
		b = binary.AppendUvarint(b, uint64(len(*s)))
		b = append(b, *s...)
	}
	b = appendNumbers(b, f.identifiers)
	b = appendNumbers(b, f.anchors)
	b = appendHashes(b, f.names)
	for _, v := range f.signature {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	for _, s := range []sample{f.shingles, f.grams} {
		b = binary.AppendUvarint(b, uint64(s.total))
		b = appendHashes(b, s.hashes)
	}
	b = binary.AppendUvarint(b, uint64(len(f.terms)))
	for _, t := range f.terms {
		b = append(binary.LittleEndian.AppendUint32(b, t.Hash), t.Count)
	}
	return appendHashes(b, f.rare), nil
}

func appendNumbers(b []byte, numbers []uint64) []byte {
	b = binary.AppendUvarint(b, uint64(len(numbers)))
	for _, v := range numbers {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}

func appendHashes(b []byte, hashes []uint32) []byte {
	b = binary.AppendUvarint(b, uint64(len(hashes)))
	for _, h := range hashes {
		b = binary.LittleEndian.AppendUint32(b, h)
	}
	return b
}

// UnmarshalBinary reads what MarshalBinary wrote. Of another Format it makes
// an error that is ErrFormat and says how to go on.
func (f *Fingerprint) UnmarshalBinary(data []byte) error {
	if len(data) < 2 {
		return ErrDamaged
	}
	if v := binary.LittleEndian.Uint16(data); v != Format {
		return fmt.Errorf("%w: stored as %d, this program reads %d; rebuild the index: make every document's fingerprint anew and put it («cotejo reindex»)",
			ErrFormat, v, Format)
	}
	var g Fingerprint
	d := decoder{rest: data[2:]}
	for _, s := range g.strings() {
		*s = string(d.bytes(d.count(1)))
	}
	g.identifiers, g.anchors = d.numbers(), d.numbers()
	g.names = d.hashes()
	for i, signature := 0, d.bytes(2*minhash.Bins); i < len(signature)/2; i++ {
		g.signature[i] = binary.LittleEndian.Uint16(signature[2*i:])
	}
	for _, s := range []*sample{&g.shingles, &g.grams} {
		s.total = uint32(d.uvarint())
		s.hashes = d.hashes()
	}
	g.terms = make(tfidf.Vector, d.count(5))
	for i := range g.terms {
		b := d.bytes(5)
		g.terms[i] = tfidf.Term{Hash: binary.LittleEndian.Uint32(b), Count: b[4]}
	}
	g.rare = d.hashes()
	if d.failed || len(d.rest) != 0 || !g.sound() {
		return ErrDamaged
	}
	*f = g
	return nil
}

// sound reports whether the sets are sorted and within their totals, as
// comparing takes for granted.
func (f *Fingerprint) sound() bool {
	for _, s := range []sample{f.shingles, f.grams} {
		if int(s.total) < len(s.hashes) || s.total > 0 && len(s.hashes) == 0 || !slices.IsSorted(s.hashes) {
			return false
		}
	}
	return slices.IsSorted(f.identifiers) && slices.IsSorted(f.anchors) && slices.IsSorted(f.names) &&
		slices.IsSortedFunc(f.terms, func(a, b tfidf.Term) int { return cmp.Compare(a.Hash, b.Hash) })
}

// strings are the text fields in the order in which they are stored.
func (f *Fingerprint) strings() []*string {
	p := &f.parties
	return []*string{&f.ID, &f.Type, &p.Plaintiff, &p.Defendant, &p.Cedula, &p.Email, &p.Radicado, &p.Address}
}

// decoder reads values off the front of a slice; after a failure it yields
// zeroes.
type decoder struct {
	rest   []byte
	failed bool
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.rest, d.failed = nil, true
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

// count reads the number of items of that size that follow; never more than
// there is room for.
func (d *decoder) count(size int) int {
	n := d.uvarint()
	if n > uint64(len(d.rest)/size) {
		d.rest, d.failed = nil, true
		return 0
	}
	return int(n)
}

func (d *decoder) bytes(n int) []byte {
	if n > len(d.rest) {
		d.rest, d.failed = nil, true
		n = 0
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) numbers() []uint64 {
	numbers := make([]uint64, d.count(8))
	b := d.bytes(8 * len(numbers))
	for i := range numbers {
		numbers[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return numbers
}

func (d *decoder) hashes() []uint32 {
	hashes := make([]uint32, d.count(4))
	b := d.bytes(4 * len(hashes))
	for i := range hashes {
		hashes[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return hashes
}
