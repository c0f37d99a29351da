package search

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
)

// vocabulary remembers what was worked out of the words that texts have in
// common: nine of ten words of a filing are a few thousand words over and over.
// While one text is read it counts in it, too. It is for one goroutine.
type vocabulary struct {
	lemmas map[string]*lemma
	met    []metLemma // in the text that is read
}

// metLemma has beside a lemma how it begins, by which most are sorted.
type metLemma struct {
	begin uint64
	*lemma
}

// lemma is a word, a number or a stem, and what it is in the text that is read.
type lemma struct {
	text  string
	begin uint64 // the first eight bytes of text
	stop  bool
	base  *lemma // its stem; nil until somebody asks
	topic string // the term of a text that comes back to it; empty until there is one

	met   bool
	times int // how often the words of this stem stand in the running text
}

// mostLemmas bounds the memory of a vocabulary, some 5 MB. One that is full is
// begun anew: the words that texts have in common are soon there again.
const mostLemmas = 1 << 15

var vocabularies = sync.Pool{New: func() any { return new(vocabulary) }}

// begin prepares for a text.
func (v *vocabulary) begin() {
	for _, l := range v.met {
		l.met, l.times = false, 0
	}
	v.met = v.met[:0]
	if v.lemmas == nil || len(v.lemmas) > mostLemmas {
		v.lemmas = make(map[string]*lemma, 1024)
	}
}

// of returns the lemma of a word.
func (v *vocabulary) of(word string) *lemma {
	l := v.lemmas[word]
	if l == nil {
		l = &lemma{text: strings.Clone(word), stop: stopWords[word]} // a text is not kept for its words
		var begin [8]byte
		copy(begin[:], word)
		l.begin = binary.BigEndian.Uint64(begin[:])
		v.lemmas[l.text] = l
	}
	return l
}

// stem returns the lemma of the stem of a word.
func (v *vocabulary) stem(l *lemma) *lemma {
	if l.base == nil {
		l.base = l
		if stem := Stem(l.text); stem != l.text {
			l.base = v.of(stem)
		}
	}
	return l.base
}

// meet notes that the text has a word or stem.
func (v *vocabulary) meet(l *lemma) {
	if !l.met {
		l.met = true
		v.met = append(v.met, metLemma{l.begin, l})
	}
}

// count notes that the running text has a word once more.
func (v *vocabulary) count(word *lemma) {
	stem := v.stem(word)
	v.meet(stem)
	stem.times++
}

// topics appends the terms of what the text comes back to, of so many telling
// words.
func (v *vocabulary) topics(terms []string, telling int) []string {
	for _, l := range v.met {
		if l.times > 0 && saturation(l.times, telling) >= topical {
			if l.topic == "" {
				l.topic = inTopic + l.text
			}
			terms = append(terms, l.topic)
		}
	}
	return terms
}

// with returns what was met and the other terms, sorted, each once.
func (v *vocabulary) with(others []string) []string {
	slices.Sort(others)
	others = slices.Compact(others)
	slices.SortFunc(v.met, func(a, b metLemma) int {
		if a.begin != b.begin {
			return cmp.Compare(a.begin, b.begin)
		}
		return strings.Compare(a.text, b.text)
	})
	terms := make([]string, 0, len(v.met)+len(others))
	for _, l := range v.met {
		for len(others) > 0 && others[0] < l.text {
			terms, others = append(terms, others[0]), others[1:]
		}
		terms = append(terms, l.text)
	}
	return append(terms, others...)
}
