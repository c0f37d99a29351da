package segment

import (
	"encoding/binary"
	"strings"

	"github.com/cotejo/cotejo/core/search"
)

// AppendPairs appends the hashes of each two of the words of a search.Entry that stand
// side by side to keys. A phrase is in none that lacks one of its pairs.
func AppendPairs(keys []int64, words string) []int64 { return appendRuns(keys, words, twos) }

// AppendRuns appends those that a segment has: of each word, of each two side by side,
// and of three and four where those between them stand in every text, as in "acción de
// tutela" and "derecho a la salud".
func AppendRuns(keys []int64, words string) []int64 {
	return appendRuns(keys, words, ones|twos|threes|fours)
}

// RunsOf returns those by which a phrase is sought. They are all there is to know
// of it where exact is true; otherwise the words may stand apart.
func RunsOf(p search.Phrase) (keys []int64, exact bool) {
	length, exact := twos|threes|fours, true
	switch {
	case len(p) == 1:
		length = ones
	case len(p) == 3 && search.Stop(p[1]):
		length = threes
	case len(p) == 4 && search.Stop(p[1]) && search.Stop(p[2]):
		length = fours
	case len(p) > 2:
		exact = false
	}
	return appendRuns(nil, strings.Join(p, " "), length), exact
}

// lengths are those of runs, in words; in the midst of threes and fours are words that
// stand in every text.
type lengths uint8

const (
	ones lengths = 1 << iota
	twos
	threes
	fours
)

// The hashes are FNV-1a of the words with a space between. They are stored: they
// must not change. Of a million documents, none is found by a run that it does not
// have: 64 bits keep some 10⁹ of them apart.
const offset, prime = 14695981039346656037, 1099511628211

// appendRuns carries on the hashes of the runs that end with the word before, all
// of them byte by byte.
func appendRuns(keys []int64, words string, wanted lengths) []int64 {
	var one, two, three uint64 // the hashes of the word before, and of the two and three before
	n, stops := 0, 0           // how many there are of them; how many of the last of those stand in every text
	for i := 0; i < len(words); i++ {
		begin := i
		h1, h2, h3, h4 := uint64(offset), (one^' ')*prime, (two^' ')*prime, (three^' ')*prime
		for ; i < len(words) && words[i] != ' '; i++ {
			c := uint64(words[i])
			h1, h2, h3, h4 = (h1^c)*prime, (h2^c)*prime, (h3^c)*prime, (h4^c)*prime
		}
		word := words[begin:i]
		if word == "" {
			continue
		}
		if word == search.Gap {
			n, stops = 0, 0
			continue
		}
		if wanted&ones != 0 {
			keys = append(keys, int64(h1))
		}
		if wanted&twos != 0 && n > 0 {
			keys = append(keys, int64(h2))
		}
		if wanted&threes != 0 && n > 1 && stops > 0 {
			keys = append(keys, int64(h3))
		}
		if wanted&fours != 0 && n > 2 && stops > 1 {
			keys = append(keys, int64(h4))
		}
		one, two, three, n = h1, h2, h3, min(n+1, 3)
		if stops++; !isStop(h1) {
			stops = 0
		}
	}
	return keys
}

// isStop reports whether a hash is that of a word that stands in every text.
func isStop(hash uint64) bool {
	for i := hash >> stopShift; stops[i] != 0; i = (i + 1) % uint64(len(stops)) {
		if stops[i] == hash {
			return true
		}
	}
	return false
}

// stops are the hashes of those words, each at the place of its upper bits or
// behind it. Most places are 0.
var stops = func() (all [1 << (64 - stopShift)]uint64) {
	for word := range search.StopWords() {
		hash := uint64(offset)
		for _, c := range []byte(word) {
			hash = (hash ^ uint64(c)) * prime
		}
		i := hash >> stopShift
		for all[i] != 0 {
			i = (i + 1) % uint64(len(all))
		}
		all[i] = hash
	}
	return all
}()

const stopShift = 54

// Codes returns the words in their order, each as two bytes. A phrase stands in
// them where its codes stand in theirs. By chance they also stand elsewhere, those
// of three words in one of 10¹⁰ documents.
func Codes(words string) []byte {
	codes := make([]byte, 0, len(words)/2)
	for i := 0; i < len(words); i++ {
		h, begin := uint64(offset), i
		for ; i < len(words) && words[i] != ' '; i++ {
			h = (h ^ uint64(words[i])) * prime
		}
		if i == begin {
			continue
		}
		h ^= h >> 32
		h ^= h >> 14
		// No first byte is a second one.
		codes = binary.BigEndian.AppendUint16(codes, uint16(h&0x3f80<<1|h&0x7f|0x8000))
	}
	return codes
}
