package segment

import (
	"encoding/binary"
	"iter"
	"strings"

	"github.com/cotejo/cotejo/core/search"
)

// Pairs walks the hashes of each two words that stand side by side in the words
// of a search.Entry. A phrase is in none that lacks one of its pairs.
func Pairs(words string) iter.Seq[int64] {
	return runs(words, func(n int, _ bool) bool { return n == 2 })
}

// Runs walks the hashes of each word, of each two side by side, and of three where
// the one between them stands in every text, as in "acción de tutela".
func Runs(words string) iter.Seq[int64] {
	return runs(words, func(n int, stop bool) bool { return n < 3 || stop })
}

// RunsOf returns those by which a phrase is sought. They are all there is to know
// of it where exact is true; otherwise the words may stand apart.
func RunsOf(p search.Phrase) (keys []int64, exact bool) {
	longest := min(len(p), 2)
	if len(p) == 3 && search.Stop(p[1]) {
		longest = 3
	}
	for key := range runs(strings.Join(p, " "), func(n int, stop bool) bool { return n == longest || n == 3 && stop }) {
		keys = append(keys, key)
	}
	return keys, len(p) == longest
}

// The hashes are FNV-1a of the words with a space between. They are stored: they
// must not change. Of a million documents, none is found by a run that it does not
// have: 64 bits keep some 10⁹ of them apart.
const offset, prime = 14695981039346656037, 1099511628211

func extended(h uint64, by string) uint64 {
	for i := range len(by) {
		h = (h ^ uint64(by[i])) * prime
	}
	return h
}

// runs walks the hashes of runs of one word to three; wanted is told how many it
// is, and whether the last but one stands in every text.
func runs(words string, wanted func(n int, stop bool) bool) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		var before [2]uint64 // the hashes of the word before, and of the two before
		n, stop := 0, false  // how many there are of them; whether the word before stands in every text
		for word := range strings.FieldsSeq(words) {
			if word == search.Gap {
				n = 0
				continue
			}
			one := extended(offset, word)
			if wanted(1, false) && !yield(int64(one)) {
				return
			}
			var two uint64
			if n > 0 {
				two = extended(extended(before[0], " "), word)
				if wanted(2, false) && !yield(int64(two)) {
					return
				}
			}
			if n > 1 && wanted(3, stop) && !yield(int64(extended(extended(before[1], " "), word))) {
				return
			}
			before, n, stop = [2]uint64{one, two}, min(n+1, 2), search.Stop(word)
		}
	}
}

// Codes returns the words in their order, each as two bytes. A phrase stands in
// them where its codes stand in theirs. By chance they also stand elsewhere, those
// of three words in one of 10¹⁰ documents.
func Codes(words string) []byte {
	codes := make([]byte, 0, len(words)/2)
	for word := range strings.FieldsSeq(words) {
		h := extended(offset, word)
		h ^= h >> 32
		h ^= h >> 14
		// No first byte is a second one.
		codes = binary.BigEndian.AppendUint16(codes, uint16(h&0x3f80<<1|h&0x7f|0x8000))
	}
	return codes
}
