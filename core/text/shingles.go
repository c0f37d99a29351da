package text

import (
	"math/bits"
	"slices"
)

// ShingleWidth is the number of words in a shingle, GramWidth the number of
// characters in a gram.
const (
	ShingleWidth = 3
	GramWidth    = 5
)

// Shingle returns the hash of three words that stand in this order, from the
// hashes of the words.
func Shingle(a, b, c uint64) uint64 { return Mix(a+bits.RotateLeft64(b, 29), c) }

// Shingles replaces the hashes of words by those of their shingles of three
// consecutive words, in place: fewer than three words give none.
func Shingles(words []uint64) []uint64 {
	if len(words) < ShingleWidth {
		return words[:0]
	}
	n := len(words) - ShingleWidth + 1
	for i := 0; i < n; i++ {
		words[i] = Shingle(words[i], words[i+1], words[i+2])
	}
	return words[:n]
}

// AppendGrams appends the hash of every run of five characters of s to dst.
// Characters are folded, and every run of what is not a letter or digit counts
// as one space, none at either end; a text of fewer than five gives none.
func AppendGrams(dst []uint64, s string) []uint64 {
	const window = 1<<(8*GramWidth) - 1
	var c chunk
	var acc uint64 // the last characters, the latest lowest
	read := 0      // characters so far
	open := 0      // 1 while the last character was no space
	before := len(dst)
	for i := 0; i < len(s); {
		n, next, _ := c.fold(s, i, 0, oneByte, nil)
		i = next
		p := 0
		for ; p < n && read < GramWidth-1; p++ {
			if c[p] != 0 {
				acc, open = acc<<8|uint64(c[p]), 1
				read++
			} else if open == 1 {
				acc, open = acc<<8|' ', 0
				read++
			}
		}
		if p == n {
			continue
		}
		at := len(dst)
		dst = slices.Grow(dst, n-p)[:at+n-p]
		for _, b := range c[p:n] {
			letter := int(uint32(b)+0xff) >> 8 // 1 when b is no separator
			step := letter | open
			acc = acc<<(8*step) | uint64(b)
			acc |= uint64(step&^letter) << 5 // a space
			dst[at] = Mix(acc&window, mulC)
			at += step
			open = letter
		}
		dst = dst[:at]
	}
	if open == 0 && len(dst) > before { // a space at the end
		dst = dst[:len(dst)-1]
	}
	return dst
}
