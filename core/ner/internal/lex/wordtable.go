package lex

import (
	"cmp"
	"maps"
	"slices"
)

// The lexicon as it is looked up: once for every word of a text, by its letters
// as they stand there.

// WordTable finds the class of a folded word. It is an open hash table of numbers of
// four bytes, which tell most words apart by themselves; the words it has stand one
// behind the other, those of no table of names first: they are most of what a text is
// made of, and so stand near.
type WordTable struct {
	slots   []uint32 // a power of two; the high bits of the hash and one more than the index in words, 0 in an empty slot
	words   []wordEntry
	letters string
}

type wordEntry struct {
	at, end uint32 // where the word stands in letters
	class   Class
}

// indexBits are those of a slot that tell which word it is.
const indexBits = 20

// newWordTable returns the table of words.
func newWordTable(words map[string]Class) WordTable {
	size := 1024
	for size < 2*len(words) {
		size *= 2
	}
	t := WordTable{slots: make([]uint32, size), words: make([]wordEntry, 0, len(words))}
	isName := func(w string) int {
		if words[w]&^(Given|Surname|PlaceStart) == 0 {
			return 1
		}
		return 0
	}
	list := slices.SortedFunc(maps.Keys(words), func(a, b string) int { return cmp.Or(cmp.Compare(isName(a), isName(b)), cmp.Compare(a, b)) })
	var letters []byte
	for _, w := range list {
		if w == "" {
			continue
		}
		h := Hash(0, w)
		i := int(h) & (size - 1)
		for t.slots[i] != 0 {
			i = (i + 1) & (size - 1)
		}
		t.words = append(t.words, wordEntry{uint32(len(letters)), uint32(len(letters) + len(w)), words[w]})
		t.slots[i] = h&^(1<<indexBits-1) | uint32(len(t.words))
		letters = append(letters, w...)
	}
	t.letters = string(letters)
	return t
}

// Find returns the class of a folded word, false for one that the table lacks.
func (t *WordTable) Find(folded []byte) (Class, bool) {
	return t.FindHash(HashBytes(folded), folded)
}

// Hash is FNV-1a of s from a seed.
func Hash(seed uint32, s string) uint32 {
	h := HashSeed ^ seed
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * HashPrime
	}
	return h
}

// HashSeed and HashPrime are those of FNV-1a.
const HashSeed, HashPrime uint32 = 2166136261, 16777619

// HashBytes is hash from seed 0.
func HashBytes(w []byte) uint32 {
	h := HashSeed
	for _, c := range w {
		h = (h ^ uint32(c)) * HashPrime
	}
	return h
}

// MaxFetched is how many words are fetched at once at most.
const MaxFetched = 64

// Fetch has what FindHash reads of the words with those hashes brought near: it lies
// all over the table, and here no word waits for another. The sum is returned so that
// reading is not left out.
func (t *WordTable) Fetch(hashes []uint32) (sum byte) {
	var entries [MaxFetched]uint32
	for i, h := range hashes {
		entries[i] = t.slots[int(h)&(len(t.slots)-1)] & (1<<indexBits - 1)
	}
	for _, e := range entries[:len(hashes)] {
		if e > 0 {
			sum += t.letters[t.words[e-1].at]
		}
	}
	return sum
}

// FindHash is find of a word whose hash is known.
func (t *WordTable) FindHash(h uint32, folded []byte) (Class, bool) {
	for i := int(h) & (len(t.slots) - 1); ; i = (i + 1) & (len(t.slots) - 1) {
		s := t.slots[i]
		if s == 0 {
			return 0, false
		}
		if (s^h)>>indexBits == 0 {
			if w := &t.words[s&(1<<indexBits-1)-1]; string(folded) == t.letters[w.at:w.end] {
				return w.class, true
			}
		}
	}
}

// halves tells of most words that they are not one letter away from any of some
// others: where a word differs in one letter, the first or the last half of the
// shorter is the same in both. It has a bit for each half, with the length of
// the word that is looked for, by their hash.
type halves [1 << 14 / 64]uint64

func (s *halves) add(w []byte) {
	for n := len(w) - 1; n <= len(w)+1; n++ {
		first, last := halfHashes(w, n, min(n, len(w))/2)
		s[first>>6%uint32(len(s))] |= 1 << (first & 63)
		s[last>>6%uint32(len(s))] |= 1 << (last & 63)
	}
}

// MayHave reports whether w may be one letter away from a word that was added.
func (s *halves) mayHave(w []byte) bool {
	has := func(k int) bool {
		first, last := halfHashes(w, len(w), k)
		return s[first>>6%uint32(len(s))]>>(first&63)&1 != 0 || s[last>>6%uint32(len(s))]>>(last&63)&1 != 0
	}
	n := len(w)
	return has(n/2) || (n-1)/2 != n/2 && has((n-1)/2)
}

// halfHashes returns the hashes of the first and the last k letters of w, for
// words of n letters.
func halfHashes(w []byte, n, k int) (first, last uint32) {
	first = HashSeed ^ uint32(n)
	last = ^first
	for i := range k {
		first = (first ^ uint32(w[i])) * HashPrime
		last = (last ^ uint32(w[len(w)-1-i])) * HashPrime
	}
	return first ^ first>>15, last ^ last>>15
}

// hashFilter tells of most hashes that they are none of some, at a bit each.
type hashFilter [1 << 16 / 64]uint64

func (f *hashFilter) add(h uint32) {
	b := h * 0x9e3779b1 >> 16
	f[b>>6] |= 1 << (b & 63)
}

func (f *hashFilter) mayHave(h uint32) bool {
	b := h * 0x9e3779b1 >> 16
	return f[b>>6]>>(b&63)&1 != 0
}

// rollingHash is a polynomial in rollingBase: what another letter in one place, or
// none, makes of it takes no reading of the rest.
func rollingHash(w []byte) uint32 {
	h := uint32(0)
	for _, c := range w {
		h = h*rollingBase + uint32(c)
	}
	return h
}

const rollingBase = 0x01000193

// rollingPowers are the powers of rollingBase.
var rollingPowers = func() (p [maxRepair]uint32) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * rollingBase
	}
	return p
}()

// WordFilter tells of most words that they are on none of some lists, which
// costs less than looking: it has a bit for every word that is, by its length
// and the letters at both ends.
type WordFilter [1 << 10 / 64]uint64

// FilterOf returns the filter of the words of some lists.
func FilterOf[V any](lists ...map[string]V) (f WordFilter) {
	for _, list := range lists {
		for w := range list {
			f.add(w)
		}
	}
	return f
}

func (f *WordFilter) add(w string) {
	b := wordBit(w)
	f[b>>6] |= 1 << (b & 63)
}

// MayHave reports whether a word may be on one of the lists.
func (f *WordFilter) MayHave(folded []byte) bool {
	b := wordBit(folded)
	return f[b>>6]>>(b&63)&1 != 0
}

// wordBit returns the bit of a word in a WordFilter.
func wordBit[W []byte | string](w W) uint32 {
	n := len(w)
	if n == 0 {
		return 0
	}
	return (uint32(w[0])*5 ^ uint32(w[n-1])*37 ^ uint32(n)*131) & (1<<10 - 1)
}
