package text

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Scheme names the tokeniser, the folding, the hash and its seed. Hashes of
// different schemes must never meet: whoever stores hashes stores the scheme.
const Scheme = 1

// The seed and the multipliers of scheme 1: odd constants with about as many
// ones as zeros, drawn once from the digits of π.
const (
	seed  = 0x243f6a8885a308d3
	mulA  = 0x13198a2e03707345
	mulB  = 0xa4093822299f31d1
	mulC  = 0x082efa98ec4e6c89
	empty = 0 // no hash of a word is zero
)

// Mix folds a 64×64 → 128 bit product in half, the step that wyhash (Wang Yi)
// is built of: every bit of the result depends on every bit of a and b.
func Mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^mulA, b^mulB)
	return hi ^ lo
}

// A byte's class: a word byte folds to itself or to lower case; zero ends a
// word; wide starts or continues a code point outside ASCII.
const wide = 0xff

var class = func() (t [256]byte) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			t[c] = byte(c)
		case 'A' <= c && c <= 'Z':
			t[c] = byte(c) + 'a' - 'A'
		case c >= utf8.RuneSelf:
			t[c] = wide
		}
	}
	return t
}()

// AppendWords appends a 64-bit hash of each word of s to dst, in order, and
// returns the extended slice; it allocates only when dst is too small. A word
// is a maximal run of letters and digits, compared after Fold; a combining
// mark neither ends a word nor counts in it, so that composed and decomposed
// accents hash alike. Bytes that are no UTF-8 separate words. No hash is 0.
func AppendWords(dst []uint64, s string) []uint64 {
	for w := (Words{rest: s}); w.Next(); {
		dst = append(dst, w.Hash)
	}
	return dst
}

// Words walks the words of a text; see AppendWords for what a word is.
//
//	for w := text.NewWords(s); w.Next(); {
//		use(w.Hash, s[w.Start:w.End])
//	}
type Words struct {
	Hash       uint64 // of the folded word
	Start, End int    // bytes of the text
	Digits     bool   // the word holds a digit

	rest string
	pos  int
}

// NewWords returns a walk over s that stands before the first word.
func NewWords(s string) Words { return Words{rest: s} }

// Next moves to the next word and reports whether there is one.
func (w *Words) Next() bool {
	s, i := w.rest, w.pos
	for i < len(s) {
		c := class[s[i]]
		if c == 0 {
			i++
			continue
		}
		if c != wide {
			return w.scan(i)
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if isWord(r) {
			return w.scan(i)
		}
		i += size
	}
	w.pos = i
	return false
}

// scan reads the word that starts at byte i.
func (w *Words) scan(i int) bool {
	s := w.rest
	h, acc, n := uint64(seed), uint64(0), uint(0)
	w.Start, w.Digits = i, false
	end := i
	for i < len(s) {
		c := class[s[i]]
		if c == 0 {
			break
		}
		size, folded := 1, rune(c)
		if c == wide {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			if isMark(r) {
				i += size
				continue
			}
			if !isWord(r) {
				break
			}
			folded = FoldRune(r)
		}
		i += size
		end = i
		for {
			acc = acc<<8 | uint64(folded&0xff)
			if n++; n&7 == 0 {
				h, acc = Mix(h, acc), 0
			}
			if folded >>= 8; folded == 0 {
				break
			}
		}
		if '0' <= c && c <= '9' {
			w.Digits = true
		}
	}
	w.End, w.pos = end, i
	w.Hash = Mix(h^acc, uint64(n)^mulC)
	if w.Hash == empty {
		w.Hash = mulC
	}
	return true
}

// isMark reports whether r is a combining mark.
func isMark(r rune) bool {
	return r >= 0x300 && (r < 0x370 || unicode.Is(unicode.Mn, r))
}

func isWord(r rune) bool {
	if r < 0x180 {
		return r >= 0xc0 && r != '×' && r != '÷' || r == 'ª' || r == 'º' || r == 'µ'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
