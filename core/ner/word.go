package ner

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Words of a text: where they stand, how they are written, what the lexicon knows
// of them.

// word is a maximal run of letters and digits.
type word struct {
	start, end int32
	class      lex.Class
	fix        int32 // one more than the index in repaired of the keyword this is a damaged form of; 0 for none
	shape      shape
}

// shape is the case of a word.
type shape uint8

const (
	lower  shape = iota // all letters small
	title               // first letter capital, the rest small
	upper               // all letters capital
	mixed               // anything else with letters only
	number              // digits only
	alnum               // letters and digits
)

func (t *Text) divideWords() {
	at := 0 // byte offset of code point i
	step := func(i int) rune {
		if c := t.src[at]; c < utf8.RuneSelf {
			at++
			return rune(c)
		}
		r, size := utf8.DecodeRuneInString(t.src[at:])
		at += size
		return r
	}
	for i := 0; i < len(t.cp); {
		if !lex.IsWord(t.cp[i]) {
			step(i)
			i++
			continue
		}
		w := word{start: int32(i)}
		var digits, capitals, others int
		for ; i < len(t.cp) && lex.IsWord(t.cp[i]); i++ {
			r := step(i)
			switch c := t.cp[i]; {
			case lex.IsDigit(c):
				digits++
			case c == lex.ByteMark, c == lex.ByteLost:
			case unicode.IsUpper(r):
				capitals++
				if int(w.start) == i {
					w.shape = title
				}
			default:
				others++
			}
		}
		w.end = int32(i)
		switch letters := int(w.end-w.start) - digits; {
		case letters == 0:
			w.shape = number
		case digits > 0:
			w.shape = alnum
		case capitals > 0 && others == 0:
			w.shape = upper
		case w.shape == title && capitals == 1, capitals == 0:
		default:
			w.shape = mixed
		}
		w.class = lex.Class(lex.HashBytes(t.cp[w.start:w.end])) // until it is looked up
		t.words = append(t.words, w)
	}
	for words := range slices.Chunk(t.words, lex.MaxFetched) {
		var hashes [lex.MaxFetched]uint32
		for i := range words {
			hashes[i] = uint32(words[i].class)
		}
		t.fetched += t.lex.Table.Fetch(hashes[:len(words)])
		for i := range words {
			t.lookUp(&words[i])
		}
	}
}

// lookUp finds the properties of a word whose class is still the hash of its letters,
// those of the keyword when it is a damaged one.
func (t *Text) lookUp(w *word) {
	f := t.cp[w.start:w.end]
	c, ok := t.lex.Table.FindHash(uint32(w.class), f)
	if w.class = c; ok {
		return
	}
	if w.shape == number {
		return
	}
	if key := t.lex.Repair(f); key != "" {
		t.repaired = append(t.repaired, key)
		w.class, w.fix = t.lex.Words[key], int32(len(t.repaired))
	}
}

// folded returns the folded bytes of word i.
func (t *Text) folded(i int) []byte {
	w := t.words[i]
	return t.cp[w.start:w.end]
}

// is reports whether word i is the folded word s.
func (t *Text) is(i int, s string) bool {
	return i >= 0 && i < len(t.words) && string(t.folded(i)) == s
}

// wordAt returns the index of the first word that ends after position p.
func (t *Text) wordAt(p int) int {
	from, to := 0, len(t.words)
	for from < to {
		if mid := int(uint(from+to) >> 1); int(t.words[mid].end) > p {
			to = mid
		} else {
			from = mid + 1
		}
	}
	return from
}

// between returns the folded bytes between words i and i+1.
func (t *Text) between(i int) []byte {
	if i < 0 || i+1 >= len(t.words) {
		return nil
	}
	return t.cp[t.words[i].end:t.words[i+1].start]
}

// mayBe reports whether word i, repaired, may be on one of the lists.
func (t *Text) mayBe(i int, f *lex.WordFilter) bool {
	return t.words[i].fix > 0 || f.MayHave(t.folded(i))
}
