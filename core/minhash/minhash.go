// Package minhash estimates the similarity of two sets of hashes from 256 bytes a set.
//
// It uses one-permutation hashing (Li, Owen and Zhang, 2012): the upper bits of a hash choose
// one of 128 bins, and each bin keeps its minimum. Two sets agree in a bin with the
// probability of their Jaccard similarity. Empty bins borrow from others by the optimal
// densification of Shrivastava (ICML 2017), which keeps the estimate unbiased with the least
// variance. 16 bits of each minimum are kept: two different minima agree once in 65536, which
// is negligible compared with the standard error of √(J(1−J)/128) ≤ .044.
//
// One hash per element instead of 128 makes signing as fast as reading.
package minhash

import "github.com/cotejo/cotejo/core/text"

// Bins is the number of minima in a signature; Scheme names how they are made.
// Signatures of different schemes, or over hashes of different text.Scheme,
// must not be compared.
const (
	Bins   = 128
	Scheme = 1

	binBits = 7
)

// Signature holds a minimum for each bin. The zero Signature is that of the
// empty set, which is like nothing, itself included.
type Signature [Bins]uint16

// Of returns the signature of a set of hashes, which may repeat and are in
// any order.
func Of(hashes []uint64) Signature {
	var s Sketch
	s.Add(hashes)
	return s.Signature()
}

// Sketch collects a set of hashes piece by piece. The zero Sketch is empty.
type Sketch struct {
	// Complements of the minima, so that zero means that nothing was seen.
	max [Bins]uint64
}

// Add puts hashes into the set.
func (k *Sketch) Add(hashes []uint64) {
	for _, h := range hashes {
		v := ^h | 1
		b := &k.max[h>>(64-binBits)]
		*b = max(*b, v)
	}
}

// AddShingles puts the shingles of consecutive words into the set, given the
// hashes of the words: what Add does with text.Shingles, in one step.
func (k *Sketch) AddShingles(words []uint64) {
	if len(words) < text.ShingleWidth {
		return
	}
	first, second := words[0], words[1]
	for _, third := range words[2:] {
		h := text.Shingle(first, second, third)
		v := ^h | 1
		b := &k.max[h>>(64-binBits)]
		*b = max(*b, v)
		first, second = second, third
	}
}

// Signature returns the signature of what was added.
func (k *Sketch) Signature() Signature {
	var s Signature
	filled := 0
	for i, v := range k.max {
		if v != 0 {
			s[i] = reduce(v)
			filled++
		}
	}
	if filled == 0 || filled == Bins {
		return s
	}
	for i, v := range k.max {
		if v != 0 {
			continue
		}
		for try := uint64(1); ; try++ {
			j := text.Mix(uint64(i), try) >> (64 - binBits)
			if k.max[j] != 0 {
				s[i] = reduce(k.max[j])
				break
			}
		}
	}
	return s
}

// reduce keeps 16 bits of a minimum, never all zero.
func reduce(v uint64) uint16 {
	h := uint16(text.Mix(v, Scheme) >> 48)
	if h == 0 {
		return 1
	}
	return h
}

// Empty reports whether the signature is that of the empty set.
func (s *Signature) Empty() bool { return s[0] == 0 }

// Jaccard estimates the size of the intersection over the size of the union:
// 0 to 1, and 0 when either set is empty.
func (s *Signature) Jaccard(o *Signature) float64 {
	if s.Empty() || o.Empty() {
		return 0
	}
	same := 0
	for i := range s {
		if s[i] == o[i] {
			same++
		}
	}
	return float64(same) / Bins
}

// Bands appends one hash for every rows consecutive minima, mixed with their
// place; a remainder of minima is left out. Two sets of similarity J share a
// band with probability 1−(1−J^rows)^(Bins/rows). An empty set has no bands.
func (s *Signature) Bands(dst []uint64, rows int) []uint64 {
	if s.Empty() || rows <= 0 {
		return dst
	}
	for i := 0; i+rows <= Bins; i += rows {
		h := text.Mix(uint64(i), uint64(rows))
		for _, v := range s[i : i+rows] {
			h = text.Mix(h, uint64(v))
		}
		dst = append(dst, h)
	}
	return dst
}
