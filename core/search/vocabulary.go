package search

import (
	"math/bits"
	"strings"
	"sync"
)

// vocabulary caches the stems and other properties of frequent words, and collects the terms of
// the current text. Nine of ten words of a filing are among a few thousand. It is not safe for
// concurrent use.
type vocabulary struct {
	lemmas map[string]lemma
	recent [1 << recentBits]cachedWord // where words of up to sixteen bytes are sought first
	traits []traits                    // of each lemma
	forms  []string                    // likewise

	round  uint32  // the number of the current text
	met    []lemma // in the current text
	folded []byte  // room for it, its words and its terms
	words  []byte
	terms  []byte
}

// lemma is the number of a word, a number or a stem in the vocabulary. 0 means none.
type lemma uint32

// traits are the properties used at each occurrence of a lemma. Those of frequent words fit into
// the processor's cache.
type traits struct {
	round uint32 // the last text that had it
	times uint32 // occurrences of this stem's words in the running text
	stem  lemma  // none until it is needed
	stop  bool
	part  part // the best part of the current text with it
}

// cachedWord is a word of up to sixteen bytes with its lemma.
type cachedWord struct {
	head, tail uint64 // its bytes, and zeroes, which no word has
	lemma      lemma
}

// recentBits sizes a table that fits into the processor's cache.
const recentBits = 13

// mostLemmas bounds the memory of a vocabulary to about 5 MB. A full one is emptied; frequent
// words are soon back.
const mostLemmas = 1 << 15

var vocabularies = sync.Pool{New: func() any { return new(vocabulary) }}

// begin starts a new text.
func (v *vocabulary) begin() {
	v.met = v.met[:0]
	v.round++
	if v.lemmas == nil || len(v.lemmas) > mostLemmas || v.round == 0 {
		v.lemmas = make(map[string]lemma, 1024)
		v.traits, v.forms, v.round = append(v.traits[:0], traits{}), append(v.forms[:0], ""), 1
		clear(v.recent[:])
	}
}

// fold returns s in the form that the word reader handles fastest.
func (v *vocabulary) fold(s string) string {
	v.folded = appendLatin(v.folded[:0], s)
	return string(v.folded)
}

// lemmaOf returns the lemma of a word.
func (v *vocabulary) lemmaOf(word string) lemma {
	head, tail, ok := packed(word)
	if !ok {
		return v.sought(word)
	}
	k := &v.recent[(head^bits.RotateLeft64(tail, 23))*0x9e3779b97f4a7c15>>(64-recentBits)]
	if k.head != head || k.tail != tail || k.lemma == 0 {
		*k = cachedWord{head, tail, v.sought(word)}
	}
	return k.lemma
}

// packed returns the bytes of a word as two numbers, if they fit.
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
		stem = v.lemmaOf(text)
	}
	v.traits[l].stem = stem
	return stem
}

// meet records that a part of the text has a term.
func (v *vocabulary) meet(l lemma, p part) {
	t := &v.traits[l]
	if t.round != v.round {
		t.round, t.times, t.part = v.round, 0, p
		v.met = append(v.met, l)
	}
	t.part = max(t.part, p)
}

// count counts an occurrence of a word in the running text, and reports whether it is not a stop
// word.
func (v *vocabulary) count(word lemma) bool {
	if v.traits[word].stop {
		return false
	}
	stem := v.stem(word)
	v.meet(stem, anywhere)
	v.traits[stem].times++
	return true
}

// meetTopics records the topics of the text; telling is the number of words that are not stop
// words.
func (v *vocabulary) meetTopics(telling int) {
	for _, l := range v.met {
		if times := v.traits[l].times; times > 0 && saturation(int(times), telling) >= topical {
			v.meet(l, inTopic)
		}
	}
}

// list returns all terms of the text.
func (v *vocabulary) list() string {
	v.terms = append(v.terms[:0], ' ')
	for _, l := range v.met {
		v.terms = append(append(v.terms, v.forms[l]...), ' ')
	}
	return string(v.terms)
}

// parts returns the terms of each part, the best part first.
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
