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
	lemmas map[string]lemma
	recent [1 << recentBits]known // where words of up to sixteen bytes are sought first
	traits []traits               // of each lemma
	forms  []string               // likewise

	round  uint32  // the number of the text that is read
	met    []lemma // in it
	folded []byte  // room for it, its words and its terms
	words  []byte
	terms  []byte
}

// lemma is the number by which the vocabulary knows a word, a number or a stem. 0
// is none.
type lemma uint32

// traits are what is asked each time that a lemma is met. Those of all words that
// texts have in common stay in the cache of the processor.
type traits struct {
	round uint32 // the last text that had it
	times uint32 // how often the words of this stem stand in its running text
	stem  lemma  // none until somebody asks
	stop  bool
	part  part // the best part of the text that has it
}

// known is a word of up to sixteen bytes with its lemma.
type known struct {
	head, tail uint64 // its bytes, and zeroes, which no word has
	lemma      lemma
}

// recentBits make a table that stays in the cache of the processor.
const recentBits = 13

// mostLemmas bounds the memory of a vocabulary, some 5 MB. One that is full is
// begun anew: the words that texts have in common are soon there again.
const mostLemmas = 1 << 15

var vocabularies = sync.Pool{New: func() any { return new(vocabulary) }}

// begin prepares for a text.
func (v *vocabulary) begin() {
	v.met = v.met[:0]
	v.round++
	if v.lemmas == nil || len(v.lemmas) > mostLemmas || v.round == 0 {
		v.lemmas = make(map[string]lemma, 1024)
		v.traits, v.forms, v.round = append(v.traits[:0], traits{}), append(v.forms[:0], ""), 1
		clear(v.recent[:])
	}
}

// fold returns s as words are most quickly read from it.
func (v *vocabulary) fold(s string) string {
	v.folded = appendLatin(v.folded[:0], s)
	return string(v.folded)
}

// of returns the lemma of a word.
func (v *vocabulary) of(word string) lemma {
	head, tail, ok := packed(word)
	if !ok {
		return v.sought(word)
	}
	k := &v.recent[(head^bits.RotateLeft64(tail, 23))*0x9e3779b97f4a7c15>>(64-recentBits)]
	if k.head != head || k.tail != tail || k.lemma == 0 {
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
		return eight(word), eight(word[n-8:]) >> (8 * (16 - n)), true
	case n >= 4:
		return four(word) | four(word[n-4:])<<(8*(n-4)), 0, true
	case n > 0:
		return uint64(word[0]) | uint64(word[n/2])<<(8*(n/2)) | uint64(word[n-1])<<(8*(n-1)), 0, true
	}
	return 0, 0, true
}

// four returns the first four bytes of s, the first one lowest, and eight eight.
func four(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func (v *vocabulary) sought(word string) lemma {
	l := v.lemmas[word]
	if l == 0 {
		l = lemma(len(v.forms))
		word = strings.Clone(word) // a text is not kept for its words
		v.forms, v.traits = append(v.forms, word), append(v.traits, traits{stop: Stop(word)})
		v.lemmas[word] = l
	}
	return l
}

// stem returns the lemma of the stem of a word.
func (v *vocabulary) stem(l lemma) lemma {
	if stem := v.traits[l].stem; stem != 0 {
		return stem
	}
	stem := l
	if text := Stem(v.forms[l]); text != v.forms[l] {
		stem = v.of(text)
	}
	v.traits[l].stem = stem
	return stem
}

// meet notes that a part of the text has a term.
func (v *vocabulary) meet(l lemma, p part) {
	t := &v.traits[l]
	if t.round != v.round {
		t.round, t.times, t.part = v.round, 0, p
		v.met = append(v.met, l)
	}
	t.part = max(t.part, p)
}

// count notes that the running text has a word once more, and reports whether it
// tells something.
func (v *vocabulary) count(word lemma) bool {
	if v.traits[word].stop {
		return false
	}
	stem := v.stem(word)
	v.meet(stem, anywhere)
	v.traits[stem].times++
	return true
}

// meetTopics notes what the text comes back to, of so many telling words.
func (v *vocabulary) meetTopics(telling int) {
	for _, l := range v.met {
		if times := v.traits[l].times; times > 0 && saturation(int(times), telling) >= topical {
			v.meet(l, inTopic)
		}
	}
}

// list returns the terms that were met.
func (v *vocabulary) list() string {
	v.terms = append(v.terms[:0], ' ')
	for _, l := range v.met {
		v.terms = append(append(v.terms, v.forms[l]...), ' ')
	}
	return string(v.terms)
}

// parts returns the terms that were met in each part, the best first.
func (v *vocabulary) parts() string {
	v.terms = append(v.terms[:0], ' ')
	for _, p := range []part{inIdentity, inHeading, inTopic} {
		for _, l := range v.met {
			if v.traits[l].part == p {
				v.terms = append(append(v.terms, v.forms[l]...), ' ')
			}
		}
		if p != inTopic {
			v.terms = append(v.terms, endOfPart+" "...)
		}
	}
	return string(v.terms)
}
