package segment

import (
	"iter"
	"strings"

	"github.com/cotejo/cotejo/core/search"
)

// Pairs walks the hashes of each two words that stand side by side in the words
// of a search.Entry. A phrase is in none that lacks one of its pairs.
func Pairs(words string) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		before := "" // and what follows up to the end of the word that is read
		for rest := strings.TrimPrefix(words, " "); rest != ""; {
			end := strings.IndexByte(rest, ' ')
			word := rest[:end]
			switch {
			case word == search.Gap:
				before = ""
			case before == "":
				before = rest
			default:
				if !yield(pairHash(before[:len(before)-len(rest)+end])) {
					return
				}
				before = rest
			}
			rest = rest[end+1:]
		}
	}
}

// pairHash is FNV-1a of two words with a space between. It is stored: it must not
// change. Of a million documents, none is found by a pair that it does not have:
// 64 bits keep some 10⁹ pairs apart.
func pairHash(pair string) int64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for i := range len(pair) {
		h = (h ^ uint64(pair[i])) * prime
	}
	return int64(h)
}
