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

// Shingle returns the hash of three words that are in this order, from the
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
	var w gramWalk
	before := len(dst)
	return w.end(w.append(dst, s), before)
}

// VisitGrams hands the hashes that AppendGrams appends to visit, some thousands
// at a time: a text of any length takes the same memory, unless it is one word.
func VisitGrams(s string, visit func(hashes []uint64)) {
	const piece = 16 << 10
	var w gramWalk
	var found []uint64
	for len(s) > 0 {
		n := min(piece, len(s))
		for n < len(s) && s[n] != ' ' && s[n] != '\n' {
			n++
		}
		found = w.append(found, s[:n])
		s = s[n:]
		if last := len(found) - 1; last > 0 { // which may be a space at the end
			visit(found[:last])
			found[0] = found[last]
			found = found[:1]
		}
	}
	visit(w.end(found, 0))
}

// gramWalk is where a walk through the characters of a text has come to.
type gramWalk struct {
	acc  uint64 // the last characters, the latest lowest
	read int    // characters so far, as far as that matters
	open int    // 1 while the last character was not a space
}

// append continues with s.
func (w *gramWalk) append(dst []uint64, s string) []uint64 {
	const window = 1<<(8*GramWidth) - 1
	var c chunk
	acc, read, open := w.acc, w.read, w.open
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
			letter := int(uint32(b)+0xff) >> 8 // 1 when b is not a separator
			step := letter | open
			acc = acc<<(8*step) | uint64(b)
			acc |= uint64(step&^letter) << 5 // a space
			dst[at] = Mix(acc&window, mulC)
			at += step
			open = letter
		}
		dst = dst[:at]
	}
	w.acc, w.read, w.open = acc, read, open
	return dst
}

// end takes the space at the end out of what was appended behind before.
func (w *gramWalk) end(dst []uint64, before int) []uint64 {
	if w.open == 0 && len(dst) > before {
		return dst[:len(dst)-1]
	}
	return dst
}
