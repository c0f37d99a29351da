package doctype

import (
	"bytes"

	"github.com/cotejo/cotejo/core/text"
)

// Words of phrases that a scanner misread by a letter: tutcla, acclón.

// shortestMisread is the length from which a misread word is looked for; those
// that are shorter have too many neighbours.
const shortestMisread = 5

// longestMisread bounds the words that are looked at, in bytes.
const longestMisread = 40

// spellings knows words by how they begin and by how they end: one letter of
// difference leaves one of both alone.
type spellings map[edgeKey][]spelling

// edgeKey is one end of a word and its letters.
type edgeKey struct {
	end     byte
	letters [edge]byte
}

// edgeKeys returns the keys of a folded word.
func edgeKeys(word []byte) [2]edgeKey {
	first, last := edgeKey{end: '^'}, edgeKey{end: '$'}
	copy(first.letters[:], word[:edge])
	copy(last.letters[:], word[len(word)-edge:])
	return [2]edgeKey{first, last}
}

type spelling struct {
	word []byte // folded
	hash uint64
}

// edge is how many letters of both ends words are known by.
const edge = 3

func (n spellings) add(word string, hash uint64) {
	folded := text.AppendFold(nil, word)
	if len(folded) < shortestMisread {
		return
	}
	for _, key := range edgeKeys(folded) {
		n[key] = append(n[key], spelling{folded, hash})
	}
}

// nearest returns the hash of the word of a phrase that differs from the given
// one in a letter, not the last; the word's own where there is none.
func (t *phraseTable) nearest(hash uint64, word string) uint64 {
	if len(word) < shortestMisread || len(word) > longestMisread || t.known[hash] {
		return hash
	}
	var buffer [2 * longestMisread]byte
	w := text.AppendFold(buffer[:0], word)
	if len(w) < shortestMisread {
		return hash
	}
	for _, key := range edgeKeys(w) {
		for _, x := range t.spellings[key] {
			if d := len(w) - len(x.word); -1 <= d && d <= 1 && misread(w, x.word) {
				return x.hash
			}
		}
	}
	return hash
}

// misread reports whether two different words have one letter that differs, or
// that one of them lacks, and end alike, or in a digit: contestó and contesta are
// two words, as are sala and salas.
func misread(a, b []byte) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if end := a[len(a)-1]; len(a)-len(b) > 1 || end != b[len(b)-1] && (end < '0' || end > '9') {
		return false
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(b) {
		return false
	}
	if len(a) == len(b) {
		return bytes.Equal(a[i+1:], b[i+1:])
	}
	return bytes.Equal(a[i+1:], b[i:])
}
