package dedup

import (
	"slices"

	"github.com/cotejo/cotejo/core/tfidf"
)

// replacement weighs what one filing says instead of another's words: what two copies
// of one form letter were filled in with. A word counts that one filing says at least twice and the other never: a scanner
// seldom misreads one word twice. It is the smaller weight of the two sides: what one
// filing adds is not a contradiction.
type replacement float64

const (
	// replacedIDF is the IDF of a word without weight, replacedMost the most that one word weighs.
	replacedIDF, replacedMost = 1.0, 4.0
	// fullIDF is the least IDF of a word that counts where not all words are kept.
	fullIDF = 4.0
)

// replacedBetween compares the words of two filings.
func replacedBetween(a, b *Fingerprint, table *tfidf.Table) replacement {
	onlyA := a.unsharedRepeats(b, table)
	if onlyA < hinting {
		return 0
	}
	return replacement(min(onlyA, b.unsharedRepeats(a, table)))
}

// unsharedRepeats weighs the words that f repeats and o does not have.
func (f *Fingerprint) unsharedRepeats(o *Fingerprint, table *tfidf.Table) (weight float64) {
	full := len(o.terms) >= maxTerms
	j := 0
	for _, t := range f.terms {
		for j < len(o.terms) && o.terms[j].Hash < t.Hash {
			j++
		}
		if t.Count < 2 {
			continue
		}
		idf := table.IDF(t.Hash)
		if j < len(o.terms) && o.terms[j].Hash == t.Hash || idf <= replacedIDF || full && idf < fullIDF {
			continue
		}
		if _, name := slices.BinarySearch(f.names, t.Hash); !name && !f.misreadIn(o, t.Hash) {
			weight += min(idf-replacedIDF, replacedMost)
		}
	}
	return weight
}

// misreadIn reports whether a word of f is one of its particulars that o spells
// in another way.
func (f *Fingerprint) misreadIn(o *Fingerprint, word uint32) bool {
	for _, list := range []particulars{f.claims, f.grounds} {
		for _, w := range list {
			if tfidf.Word(w.folded) == word {
				return o.claims.hasOne(w) || o.grounds.hasOne(w)
			}
		}
	}
	return false
}
