package text

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Scheme names the tokeniser, the folding, the hash and its seed. Hashes of
// different schemes must never meet: anyone who stores hashes stores the scheme.
const Scheme = 1

// The seed and the multipliers of scheme 1: the first digits of π in base 16,
// made odd.
const (
	seed = 0x243f6a8885a308d3
	mulA = 0x13198a2e03707345
	mulB = 0xa4093822299f31d1
	mulC = 0x082efa98ec4e6c89
)

// Mix folds a 64×64 → 128 bit product in half, the step that wyhash (Wang Yi)
// is built of: every bit of the result depends on every bit of a and b.
func Mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^mulA, b^mulB)
	return hi ^ lo
}

// AppendWords appends a 64-bit hash of each word of s to dst, in order, and
// returns the extended slice; it allocates only when dst is too small. A word
// is a maximal run of letters and digits, compared after Fold; a combining
// mark neither ends a word nor counts in it, so that composed and decomposed
// accents hash alike. Bytes that are no UTF-8 separate words. No hash is 0.
func AppendWords(dst []uint64, s string) []uint64 {
	if len(s) < shortText {
		return appendWordsSlowly(dst, s)
	}
	var c chunk
	before := len(dst)
	for i, kept := 0, 0; ; {
		n, next, ok := c.fold(s, i, kept, allBytes, nil)
		if ok && next == len(s) {
			return c.words(dst, n)
		}
		end := c.lastWord(n)
		if !ok || end == 0 { // a letter that looks like a separator, or a word as long as the chunk
			return appendWordsSlowly(dst[:before], s)
		}
		dst = c.words(dst, end)
		i, kept = next, copy(c[:], c[end:n])
	}
}

// Below shortText it takes longer to set up a chunk than to do without.
const shortText = 64

func appendWordsSlowly(dst []uint64, s string) []uint64 {
	for w := NewWords(s); w.Next(); {
		dst = append(dst, w.Hash)
	}
	return dst
}

// HashPrefix returns the hash of the first letters of a word, fewer than eight; ok is false
// unless the first eight bytes of word are ASCII.
func HashPrefix(word string, letters int) (hash uint64, ok bool) {
	if len(word) < 8 || uint(letters) >= 8 {
		return 0, false
	}
	v := load(word)
	inside := uint64(1)<<(8*letters) - 1
	return finish(seed^(v|lower)&inside, letters), v&high == 0
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

	text string
	pos  int
}

// NewWords returns a walk over s that is before the first word.
func NewWords(s string) Words { return Words{text: s} }

// Next moves to the next word and reports whether there is one.
func (w *Words) Next() bool {
	hash, start, end, digits := ascii(w.text, w.pos)
	if start == end {
		return w.slowly(end)
	}
	w.Hash, w.Start, w.End, w.Digits = hash, start, end, digits
	w.pos = end
	return true
}

// ascii finds the next word from byte i on as long as it can be read eight
// bytes at a time, each with one load and one mask: a word mostly ends within
// the first eight and takes one product. What touches a byte outside ASCII or
// the last bytes of the text it leaves to slowly: then start equals end, and
// the next word begins there or later.
func ascii(s string, i int) (hash uint64, start, end int, digit bool) {
	for i+8 <= len(s) {
		v := load(s[i:])
		letters, digits := classify(v)
		word := letters | digits
		if word&(1<<7) == 0 {
			skip := bits.TrailingZeros64(word|v&high) >> 3
			if i += skip; skip < 8 && s[i] >= utf8.RuneSelf {
				return 0, i, i, false
			}
			continue
		}
		h, at := uint64(seed), i
		for word == high {
			h = Mix(h, v|lower)
			digit = digit || digits != 0
			if at += 8; at+8 > len(s) {
				return 0, i, i, false
			}
			v = load(s[at:])
			letters, digits = classify(v)
			word = letters | digits
		}
		length := bits.TrailingZeros64(^word&high) &^ 7 // in bits
		if v>>length&0x80 != 0 {
			return 0, i, i, false
		}
		inside := uint64(1)<<length - 1
		end = at + length>>3
		return finish(h^(v|lower)&inside, end-i), i, end, digit || digits&inside != 0
	}
	return 0, i, i, false
}

// slowly finds the next word from byte i on and reads it byte by byte.
func (w *Words) slowly(i int) bool {
	s := w.text
	for ; i < len(s); i++ {
		c := class[s[i]]
		if c == 0 {
			continue
		}
		if c != wide {
			return w.scan(i)
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if isWord(r) {
			return w.scan(i)
		}
		i += size - 1
	}
	w.pos = i
	return false
}

// scan reads the word that starts at byte i.
func (w *Words) scan(i int) bool {
	s := w.text
	h, acc, n := uint64(seed), uint64(0), 0
	w.Start, w.Digits = i, false
	end := i
	for i < len(s) {
		c := class[s[i]]
		size := 1
		if c == wide {
			if c = latin1(s, i); c != 0 {
				size = 2
			} else {
				var r rune
				r, size = utf8.DecodeRuneInString(s[i:])
				if isMark(r) {
					i += size
					continue
				}
				if !isWord(r) {
					break
				}
				for r = FoldRune(r); r > 0xff; r >>= 8 {
					acc |= uint64(r&0xff) << ((n & 7) * 8)
					if n++; n&7 == 0 {
						h, acc = Mix(h, acc), 0
					}
				}
				c = byte(r)
			}
		} else if c == 0 {
			break
		} else if c <= '9' {
			w.Digits = true
		}
		i += size
		end = i
		acc |= uint64(c) << ((n & 7) * 8)
		if n++; n&7 == 0 {
			h, acc = Mix(h, acc), 0
		}
	}
	w.End, w.pos = end, i
	w.Hash = finish(h^acc, n)
	return true
}

// finish returns the hash of a word of n folded bytes, the last of which are
// mixed into h; it is never 0.
func finish(h uint64, n int) uint64 {
	if h = Mix(h, uint64(n)^mulC); h == 0 {
		return mulC
	}
	return h
}

const (
	high  = 0x8080808080808080 // the bit that ASCII leaves free, of eight bytes
	lower = 0x2020202020202020 // the bit that tells lower case from upper
)

// load returns the first eight bytes of s, the first one lowest.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// classify sets the high bit of each byte of v that is an ASCII letter or digit.
// Adding to seven bits carries into the eighth from some value on.
func classify(v uint64) (letters, digits uint64) {
	low, plain := v&^high, ^v&high
	t := low | lower
	letters = (t + each*(0x80-'a')) &^ (t + each*(0x7f-'z')) & plain
	digits = (low + each*(0x80-'0')) &^ (low + each*(0x7f-'9')) & plain
	return letters, digits
}

const each = 0x0101010101010101

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

// accented gives the ASCII letter that U+00C0 to U+00FF fold to, 0 for others.
var accented = func() (t [64]byte) {
	for i := range t {
		if r := FoldRune(rune(0xc0 + i)); r < utf8.RuneSelf {
			t[i] = byte(r)
		}
	}
	return t
}()

// latin1 returns the ASCII letter that the letter from U+00C0 to U+00FF at byte
// i folds to, 0 when there is none.
func latin1(s string, i int) byte {
	const lead = 0xc3
	if s[i] != lead || i+1 == len(s) || s[i+1]&0xc0 != 0x80 {
		return 0
	}
	return accented[s[i+1]&0x3f]
}

// isMark reports whether r is a combining mark.
func isMark(r rune) bool {
	return r >= 0x300 && (r < 0x370 || unicode.Is(unicode.Mn, r))
}

func isWord(r rune) bool {
	if r < 0x180 {
		return r >= 0xc0 && r != '×' && r != '÷' || r == 'ª' || r == 'º' || r == 'µ'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
