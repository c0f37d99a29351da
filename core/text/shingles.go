package text

import (
	"math/bits"
	"unicode/utf8"
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
	var acc uint64
	n, gap := 0, false
	for i := 0; i < len(s); {
		c := class[s[i]]
		size := 1
		if c != wide {
		} else if c = latin1(s, i); c != 0 {
			size = 2
		} else {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			switch {
			case isMark(r):
				i += size
				continue
			case isWord(r):
				// One byte a character keeps the window in a register; outside
				// Latin two letters in 256 are taken for one another.
				f := FoldRune(r)
				c = byte(f) ^ byte(f>>8)
			default:
				c = 0
			}
		}
		i += size
		if c == 0 {
			gap = n > 0
			continue
		}
		if gap {
			gap = false
			acc = (acc<<8 | ' ') & window
			if n++; n >= GramWidth {
				dst = append(dst, Mix(acc, mulC))
			}
		}
		acc = (acc<<8 | uint64(c)) & window
		if n++; n >= GramWidth {
			dst = append(dst, Mix(acc, mulC))
		}
	}
	return dst
}
