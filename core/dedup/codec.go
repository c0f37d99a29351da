package dedup

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/minhash"
	"github.com/cotejo/cotejo/core/tfidf"
)

// Format is the version of a stored fingerprint. It changes whenever the same
// filing would give another fingerprint: with the layout, the tokeniser, the
// hash, the signature or the division into sections.
const Format = 17

// ErrFormat is wrapped by UnmarshalBinary's error for another Format.
var ErrFormat = errors.New("dedup: fingerprint of another format")

// ErrDamaged is returned by UnmarshalBinary for data that is not a fingerprint.
var ErrDamaged = errors.New("dedup: damaged fingerprint")

// MarshalBinary returns f, its ID included, in the current Format. What is
// sorted is written as the steps from one to the next, which are short. It
// never fails.
func (f Fingerprint) MarshalBinary() ([]byte, error) {
	return f.AppendBinary(nil)
}

// AppendBinary appends what MarshalBinary returns. It never fails.
func (f Fingerprint) AppendBinary(b []byte) ([]byte, error) {
	b = slices.Grow(b, 1024+2*minhash.Bins+4*(len(f.shingles.hashes)+len(f.grams.hashes)+len(f.names)+len(f.rare)+len(f.asked))+
		5*len(f.terms)+8*(len(f.identifiers)+len(f.anchors)+len(f.places)))
	b = binary.LittleEndian.AppendUint16(b, Format)
	for _, s := range f.strings() {
		b = binary.AppendUvarint(b, uint64(len(*s)))
		b = append(b, *s...)
	}
	b = append(b, f.parties.Doubts.Plaintiff, f.parties.Doubts.Defendant, f.parties.Doubts.Cedula)
	b = appendSteps(b, f.identifiers)
	b = appendSteps(b, f.anchors)
	b = appendSteps(b, f.places)
	b = appendSteps(b, f.names)
	for _, v := range f.signature {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	for _, s := range []sample{f.shingles, f.grams} {
		b = binary.AppendUvarint(b, uint64(s.total))
		b = appendSteps(b, s.hashes)
	}
	b = appendSteps(appendSteps(appendTerms(b, f.terms), f.rare), f.asked)
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(f.request.rights)), uint64(f.request.actions))
	b = binary.AppendUvarint(b, f.letters)
	b = append(b, flag(f.isCut))
	for _, p := range []particulars{f.grounds, f.claims, f.represented, f.principals, f.called} {
		b = binary.AppendUvarint(b, uint64(len(p)))
		for _, w := range p {
			written := w.written
			if written == w.folded {
				written = "" // most are written in lower case without accents
			}
			b = append(append(b, byte(len(w.folded))), w.folded...)
			b = append(append(b, byte(len(written))), written...)
		}
	}
	return b, nil
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// appendSteps appends how many numbers there are, and how far each is from the
// one before. They are sorted.
func appendSteps[T uint32 | uint64](b []byte, numbers []T) []byte {
	b = binary.AppendUvarint(b, uint64(len(numbers)))
	var last T
	for _, v := range numbers {
		b = binary.AppendUvarint(b, uint64(v-last))
		last = v
	}
	return b
}

// appendTerms appends terms as appendSteps does hashes; the lowest bit of a step
// is set when a count other than 1 follows.
func appendTerms(b []byte, terms tfidf.Vector) []byte {
	b = binary.AppendUvarint(b, uint64(len(terms)))
	last := uint32(0)
	for _, t := range terms {
		step := uint64(t.Hash-last) << 1
		if last = t.Hash; t.Count == 1 {
			b = binary.AppendUvarint(b, step)
		} else {
			b = append(binary.AppendUvarint(b, step|1), t.Count)
		}
	}
	return b
}

// UnmarshalBinary reads what MarshalBinary wrote. The error for another
// Format wraps ErrFormat and says what to do.
func (f *Fingerprint) UnmarshalBinary(data []byte) error { return new(Unpacker).Unpack(data, f) }

// Unpacker reads many fingerprints, which share the memory that it allocates.
// The zero Unpacker is ready.
type Unpacker struct {
	many   bool // it has read one
	hashes []uint32
	wide   []uint64
	terms  []tfidf.Term
}

// How many numbers an Unpacker makes room for from the second fingerprint on: for
// ten of them or so.
const (
	hashesAtOnce = 8192
	wideAtOnce   = 256
	termsAtOnce  = 2048
)

// Unpack reads what MarshalBinary wrote, like UnmarshalBinary.
func (u *Unpacker) Unpack(data []byte, f *Fingerprint) error {
	if len(data) < 2 {
		return ErrDamaged
	}
	if v := binary.LittleEndian.Uint16(data); v != Format {
		return fmt.Errorf("%w: stored as %d, this program reads %d; rebuild the index: rebuild every document's fingerprint and put it («cotejo reindex»)",
			ErrFormat, v, Format)
	}
	var g Fingerprint
	d := decoder{rest: data[2:]}
	d.strings(g.strings())
	g.parties.Doubts = entity.Doubts{Plaintiff: d.percent(), Defendant: d.percent(), Cedula: d.percent()}
	g.identifiers, g.anchors, g.places = steps(&d, u.wideRoom), steps(&d, u.wideRoom), steps(&d, u.wideRoom)
	g.names = steps(&d, u.hashRoom)
	for i, signature := 0, d.bytes(2*minhash.Bins); i < len(signature)/2; i++ {
		g.signature[i] = binary.LittleEndian.Uint16(signature[2*i:])
	}
	for _, s := range []*sample{&g.shingles, &g.grams} {
		s.total = uint32(d.uvarint())
		s.hashes = steps(&d, u.hashRoom)
	}
	g.terms = d.terms(room(&u.terms, d.count(1), u.many, termsAtOnce))
	g.rare, g.asked = steps(&d, u.hashRoom), steps(&d, u.hashRoom)
	g.request.rights, g.request.actions = uint32(d.uvarint()), uint32(d.uvarint())
	g.letters = d.uvarint()
	g.isCut = d.flag()
	for _, p := range []*particulars{&g.grounds, &g.claims, &g.represented, &g.principals, &g.called} {
		*p = d.particulars()
	}
	u.many = true
	if d.failed || len(d.rest) != 0 || !g.isValid() {
		return ErrDamaged
	}
	*f = g
	return nil
}

func (u *Unpacker) hashRoom(n int) []uint32 { return room(&u.hashes, n, u.many, hashesAtOnce) }
func (u *Unpacker) wideRoom(n int) []uint64 { return room(&u.wide, n, u.many, wideAtOnce) }

// room returns room for n numbers, of what is allocated for many where there are
// many.
func room[T any](all *[]T, n int, many bool, atOnce int) []T {
	if n == 0 {
		return nil // whatever was read before
	}
	if n > cap(*all)-len(*all) {
		size := n
		if many {
			size = max(n, atOnce)
		}
		*all = make([]T, 0, size)
	}
	begin := len(*all)
	*all = (*all)[:begin+n]
	return (*all)[begin : begin+n : begin+n]
}

// isValid reports whether the samples are within their totals, their hashes
// within their bits and the places of anchors that there are, as comparing takes for granted.
func (f *Fingerprint) isValid() bool {
	for _, s := range []sample{f.shingles, f.grams} {
		n := len(s.hashes)
		if int(s.total) < n || s.total > 0 && n == 0 || n > 0 && s.hashes[n-1]>>hashBits != 0 {
			return false
		}
	}
	return doctype.Step(f.step).IsValid() && f.request.isValid() && strings.Count(f.wording, " ") < maxWording &&
		!slices.ContainsFunc(f.places, func(p uint64) bool { return place(p).anchor() >= len(f.anchors) })
}

func (d *decoder) percent() uint8 {
	v := d.bytes(1)
	if len(v) == 0 || v[0] > 100 {
		d.fail()
		return 0
	}
	return v[0]
}

func (d *decoder) flag() bool {
	v := d.uvarint()
	if v > 1 {
		d.fail()
	}
	return v == 1
}

// strings are the text fields in the order in which they are stored.
func (f *Fingerprint) strings() []*string {
	p := &f.parties
	return []*string{&f.ID, &f.Type, &f.step, &p.Plaintiff, &p.Defendant, &p.Cedula, &p.Email, &p.Radicado, &p.Address,
		&f.written, &f.wording, &f.request.addressee}
}

// decoder reads values off the front of a slice; after a failure it yields
// zeroes.
type decoder struct {
	rest   []byte
	failed bool
}

func (d *decoder) uvarint() uint64 {
	v, n := shortUvarint(d.rest)
	if n == 0 {
		v, n = binary.Uvarint(d.rest)
	}
	if n <= 0 {
		d.fail()
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
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) bytes(n int) []byte {
	if n > len(d.rest) {
		d.fail()
		n = 0
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

// strings reads texts, which share the memory of one.
func (d *decoder) strings(all []*string) {
	ahead := *d
	for range all {
		ahead.bytes(ahead.count(1))
	}
	text := string(d.rest[:len(d.rest)-len(ahead.rest)])
	for _, s := range all {
		n := d.count(1)
		at := len(text) - (len(d.rest) - len(ahead.rest))
		*s = text[at:][:len(d.bytes(n))]
	}
}

// particulars reads a list of words, which share the memory of one.
func (d *decoder) particulars() particulars {
	n := d.count(2)
	if n == 0 {
		return nil
	}
	if n > maxParticulars {
		d.fail()
		return nil
	}
	p := make(particulars, n)
	words := make([]*string, 0, 2*n)
	for i := range p {
		words = append(words, &p[i].folded, &p[i].written)
	}
	d.strings(words)
	for i, w := range p {
		switch {
		case w.folded == "":
			d.fail() // comparing takes a first byte for granted
			return nil
		case w.written == "":
			p[i].written = w.folded
		}
	}
	return p
}

// steps reads what appendSteps wrote, into the room that is made for so many. Steps
// that lead beyond the greatest number fail, so that what is read is sorted.
func steps[T uint32 | uint64](d *decoder, room func(n int) []T) []T {
	numbers := room(d.count(1))
	rest, at, last := d.rest, 0, uint64(0)
	for i := range numbers {
		step, n := shortUvarint(rest[at:])
		if n == 0 {
			if step, n = binary.Uvarint(rest[at:]); n <= 0 {
				d.fail()
				return nil
			}
		}
		at += n
		if step > uint64(^T(0))-last {
			d.fail()
			return nil
		}
		last += step
		numbers[i] = T(last)
	}
	d.rest = rest[at:]
	return numbers
}

// shortUvarint is binary.Uvarint for numbers of up to five bytes, of which most are,
// if eight bytes follow: their number is computed without a branch, which the
// processor would mispredict. n is 0 for others.
func shortUvarint(b []byte) (v uint64, n int) {
	if len(b) < 8 {
		return 0, 0
	}
	w := binary.LittleEndian.Uint64(b)
	n = bits.TrailingZeros64(^w&0x8080808080)/8 + 1
	if n > 5 {
		return 0, 0
	}
	w &= 1<<(8*n) - 1
	return w&0x7f | w>>1&(0x7f<<7) | w>>2&(0x7f<<14) | w>>3&(0x7f<<21) | w>>4&(0x7f<<28), n
}

func (d *decoder) terms(terms tfidf.Vector) tfidf.Vector {
	last := uint64(0)
	for i := range terms {
		step := d.uvarint()
		last += step >> 1
		if step > math.MaxUint32<<1|1 || last > math.MaxUint32 {
			d.fail()
			return nil
		}
		count := uint8(1)
		if step&1 != 0 {
			if b := d.bytes(1); len(b) == 1 {
				count = b[0]
			}
		}
		terms[i] = tfidf.Term{Hash: uint32(last), Count: count}
	}
	return terms
}

func (d *decoder) fail() { d.rest, d.failed = nil, true }
