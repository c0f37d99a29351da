package text

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

// The fast way through a text, eight bytes at a time: a chunk of it is folded
// into a buffer where each character of a word is a byte and each other
// character a zero, and then the buffer is taken apart. The two steps keep the
// processor busier than one would, since neither waits for what the other finds.

const (
	// chunkSize fits the first cache beside the hashes that are made of it.
	chunkSize = 2048
	// padding is how much of the buffer is zero behind what is filled, so that
	// whole blocks can be loaded at any place of it.
	padding = 2 * block
)

type chunk [chunkSize + utf8.UTFMax + padding]byte

// letters says how letters outside Latin are folded.
type letters bool

const (
	// allBytes of the code point, as words have it.
	allBytes letters = false
	// oneByte keeps grams in a register: two letters in 256 are taken for one
	// another, few for a separator.
	oneByte letters = true
)

// fold folds s from byte i on behind the first n bytes of the chunk until the
// chunk is full or s ends, and returns how much of the chunk is filled and
// where in s to go on. A combining mark leaves no trace. ok is false when a
// letter outside Latin folds to what looks like a separator. from, when not nil,
// is reported where each byte comes from.
func (c *chunk) fold(s string, i, n int, how letters, from *origins) (filled, next int, ok bool) {
	for n < chunkSize {
		if i+8 <= len(s) && n+8 <= chunkSize {
			v := load(s[i:])
			alphabetic, digits := classify(v)
			word := alphabetic | digits
			store(c[n:], (v|lower)&(word|(word-word>>7)))
			outside := v & high
			if outside == 0 {
				i += 8
				n += 8
				continue
			}
			skip := bits.TrailingZeros64(outside) >> 3
			i += skip
			n += skip
		} else if i == len(s) {
			break
		} else if s[i] < utf8.RuneSelf {
			c[n] = class[s[i]]
			i++
			n++
			continue
		}
		if letter := latin1(s, i); letter != 0 {
			c[n] = letter
			i += 2
			n++
			if from != nil {
				from.moved(i, n)
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case isMark(r):
			if from != nil {
				from.marked(i, n)
			}
			continue
		case isWord(r):
			if n, ok = c.wide(n, FoldRune(r), how); !ok {
				return 0, 0, false
			}
			if from != nil {
				from.foreign = true
			}
		default:
			c[n] = 0
			n++
		}
		if from != nil {
			from.moved(i, n)
		}
	}
	clear(c[n : n+padding])
	return n, i, true
}

// wide appends a folded letter outside Latin.
func (c *chunk) wide(n int, r rune, how letters) (int, bool) {
	if how == oneByte && r > 0xff {
		c[n] = byte(r) ^ byte(r>>8)
		return n + 1, true
	}
	for ; r > 0; r >>= 8 {
		if c[n] = byte(r); c[n] == 0 {
			return 0, false
		}
		n++
	}
	return n, true
}

// words appends the hashes of the words of the first n bytes. Where the words
// begin and end is worked out for all of them first, without a branch that
// depends on the text.
func (c *chunk) words(dst []uint64, n int) []uint64 {
	var edges edges
	found := edges.find(c, n)
	dst = slices.Grow(dst, found/2)
	hashes := dst[len(dst) : len(dst)+found/2]
	c.hash(hashes, &edges)
	return dst[:len(dst)+len(hashes)]
}

// hash sets hashes[i] to the hash of the word between edges[2i] and edges[2i+1].
func (c *chunk) hash(hashes []uint64, edges *edges) {
	for i := range hashes {
		begin, end := int(edges[2*i]), int(edges[2*i+1])
		length := end - begin
		v, rest := loadBytes(c[begin:]), c[begin+8:]
		h := uint64(seed)
		if length < 16 {
			// Most words have up to seven letters and take one product.
			if length >= 8 {
				h = Mix(h, v)
				v = loadBytes(rest)
			}
		} else {
			for left := length; left >= 8; left -= 8 {
				h = Mix(h, v)
				v, rest = loadBytes(rest), rest[8:]
			}
		}
		hashes[i] = finish(h^v&(1<<(length<<3&63)-1), length)
	}
}

// edges are the places of a chunk where words begin and end, in turn.
type edges [chunkSize + block]uint16

// block is how many bytes are taken at once to find edges: a bit for each.
const block = 64

// find finds the edges of the words of the first n bytes, none of which may
// cross into what follows, and returns how many there are.
func (e *edges) find(c *chunk, n int) int {
	found := 0
	var inside uint64 // 1 when a word crosses into the next block
	for at := 0; at <= n; at += block {
		var letters uint64
		for i := 0; i < block; i += 8 {
			v := loadBytes(c[at+i:])
			full := (v&^high + (high - each) | v) & high >> 7
			letters |= full * 0x0102040810204080 >> 56 << i
		}
		turns := letters ^ (letters<<1 | inside)
		inside = letters >> 63
		for places, left := e[found:], turns; left != 0; places = places[4:] {
			// Four at once: what lies behind the last is overwritten later.
			_ = places[3]
			places[0] = uint16(at + bits.TrailingZeros64(left))
			left &= left - 1
			places[1] = uint16(at + bits.TrailingZeros64(left))
			left &= left - 1
			places[2] = uint16(at + bits.TrailingZeros64(left))
			left &= left - 1
			places[3] = uint16(at + bits.TrailingZeros64(left))
			left &= left - 1
		}
		found += bits.OnesCount64(turns)
	}
	for found > 0 && int(e[found-1]) > n {
		found-- // of what follows
	}
	return found &^ 1
}

// lastWord returns where the unfinished word at the end of the first n bytes
// begins: n when there is none.
func (c *chunk) lastWord(n int) int {
	for n > 0 && c[n-1] != 0 {
		n--
	}
	return n
}

// store writes v to the first eight bytes of b, the lowest first.
func store(b []byte, v uint64) {
	_ = b[7]
	b[0], b[1], b[2], b[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	b[4], b[5], b[6], b[7] = byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56)
}

// loadBytes returns the first eight bytes of b, the first one lowest.
func loadBytes(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}
