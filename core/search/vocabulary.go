package search

import (
	"math/bits"
	"strings"
	"sync"
)

// vocabulary remembers what was worked out of the words that texts have in
// common: nine of ten words of a filing are a few thousand words over and over.
// While one text is read it counts in it, too. It is for one goroutine.
type vocabulary struct {
	lemmas map[string]*lemma
	recent [1 << recentBits]known // where words of up to sixteen bytes are sought first
	met    []*lemma               // in the text that is read
	words  []byte                 // room for those of a text
	terms  []byte
}

// lemma is a word, a number, a stem, or one of them in a part of a document.
type lemma struct {
	text string
	stop bool
	base *lemma // its stem; nil until somebody asks

	topic, heading, identity *lemma // its terms in parts; nil until there is one

	met   bool
	times int // how often the words of this stem stand in the running text
}

// known is a word of up to sixteen bytes with its lemma.
type known struct {
	head, tail uint64 // its bytes, and zeroes, which no word has
	lemma      *lemma
}

// recentBits make a table that stays in the cache of the processor.
const recentBits = 12

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
		clear(v.recent[:])
	}
}

// of returns the lemma of a word.
func (v *vocabulary) of(word string) *lemma {
	head, tail, ok := packed(word)
	if !ok {
		return v.sought(word)
	}
	k := &v.recent[(head^bits.RotateLeft64(tail, 23))*0x9e3779b97f4a7c15>>(64-recentBits)]
	if k.head != head || k.tail != tail || k.lemma == nil {
		*k = known{head, tail, v.sought(word)}
	}
	return k.lemma
}

// packed returns the bytes of a word as two numbers, when they fit.
func packed(word string) (head, tail uint64, ok bool) {
	switch n := len(word); {
	case n > 16:
		return 0, 0, false
	case n >= 8:
		return load(word), load(word[n-8:]) >> (8 * (16 - n)), true
	}
	for i := range len(word) {
		head |= uint64(word[i]) << (8 * i)
	}
	return head, 0, true
}

// load returns the first eight bytes of s, the first one lowest.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func (v *vocabulary) sought(word string) *lemma {
	l := v.lemmas[word]
	if l == nil {
		l = &lemma{text: strings.Clone(word), stop: stopWords[word]} // a text is not kept for its words
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

// in returns the lemma of a word or stem in a part.
func (v *vocabulary) in(part string, l *lemma) *lemma {
	known := &l.topic
	switch part {
	case inHeading:
		known = &l.heading
	case inIdentity:
		known = &l.identity
	}
	if *known == nil {
		*known = v.of(part + l.text)
	}
	return *known
}

// meet notes that the text has a term.
func (v *vocabulary) meet(l *lemma) {
	if !l.met {
		l.met = true
		v.met = append(v.met, l)
	}
}

// count notes that the running text has a word once more.
func (v *vocabulary) count(word *lemma) {
	stem := v.stem(word)
	v.meet(stem)
	stem.times++
}

// meetTopics notes what the text comes back to, of so many telling words.
func (v *vocabulary) meetTopics(telling int) {
	for _, l := range v.met {
		if l.times > 0 && saturation(l.times, telling) >= topical {
			v.meet(v.in(inTopic, l))
		}
	}
}

// list returns the terms that were met.
func (v *vocabulary) list() string {
	v.terms = append(v.terms[:0], ' ')
	for _, l := range v.met {
		v.terms = append(append(v.terms, l.text...), ' ')
	}
	return string(v.terms)
}
