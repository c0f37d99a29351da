package doc

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Words of a text: where they stand, how they are written, what the lexicon knows
// of them.

// Word is a maximal run of letters and digits.
type Word struct {
	Start, End int32
	Class      lex.Class
	Fix        int32 // one more than the index in repaired of the keyword this is a damaged form of; 0 for none
	Shape      Shape
}

// Shape is the case of a word.
type Shape uint8

const (
	Lower  Shape = iota // all letters small
	Title               // first letter capital, the rest small
	Upper               // all letters capital
	Mixed               // anything else with letters only
	Number              // digits only
	Alnum               // letters and digits
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
	for i := 0; i < len(t.Chars); {
		if !lex.IsWord(t.Chars[i]) {
			step(i)
			i++
			continue
		}
		w := Word{Start: int32(i)}
		var digits, capitals, others int
		for ; i < len(t.Chars) && lex.IsWord(t.Chars[i]); i++ {
			r := step(i)
			switch c := t.Chars[i]; {
			case lex.IsDigit(c):
				digits++
			case c == lex.ByteMark, c == lex.ByteLost:
			case unicode.IsUpper(r):
				capitals++
				if int(w.Start) == i {
					w.Shape = Title
				}
			default:
				others++
			}
		}
		w.End = int32(i)
		switch letters := int(w.End-w.Start) - digits; {
		case letters == 0:
			w.Shape = Number
		case digits > 0:
			w.Shape = Alnum
		case capitals > 0 && others == 0:
			w.Shape = Upper
		case w.Shape == Title && capitals == 1, capitals == 0:
		default:
			w.Shape = Mixed
		}
		w.Class = lex.Class(lex.HashBytes(t.Chars[w.Start:w.End])) // until it is looked up
		t.Words = append(t.Words, w)
	}
	for words := range slices.Chunk(t.Words, lex.MaxFetched) {
		var hashes [lex.MaxFetched]uint32
		for i := range words {
			hashes[i] = uint32(words[i].Class)
		}
		t.fetched += t.Lex.Table.Fetch(hashes[:len(words)])
		for i := range words {
			t.lookUp(&words[i])
		}
	}
}

// lookUp finds the properties of a word whose class is still the hash of its letters,
// those of the keyword when it is a damaged one.
func (t *Text) lookUp(w *Word) {
	f := t.Chars[w.Start:w.End]
	c, ok := t.Lex.Table.FindHash(uint32(w.Class), f)
	if w.Class = c; ok {
		return
	}
	if w.Shape == Number {
		return
	}
	if key := t.Lex.Repair(f); key != "" {
		t.repaired = append(t.repaired, key)
		w.Class, w.Fix = t.Lex.Words[key], int32(len(t.repaired))
	}
}

// Folded returns the folded bytes of word i.
func (t *Text) Folded(i int) []byte {
	w := t.Words[i]
	return t.Chars[w.Start:w.End]
}

// Is reports whether word i is the folded word s.
func (t *Text) Is(i int, s string) bool {
	return i >= 0 && i < len(t.Words) && string(t.Folded(i)) == s
}

// WordAt returns the index of the first word that ends after position p.
func (t *Text) WordAt(p int) int {
	from, to := 0, len(t.Words)
	for from < to {
		if mid := int(uint(from+to) >> 1); int(t.Words[mid].End) > p {
			to = mid
		} else {
			from = mid + 1
		}
	}
	return from
}

// Between returns the folded bytes between words i and i+1.
func (t *Text) Between(i int) []byte {
	if i < 0 || i+1 >= len(t.Words) {
		return nil
	}
	return t.Chars[t.Words[i].End:t.Words[i+1].Start]
}

// MayBe reports whether word i, repaired, may be on one of the lists.
func (t *Text) MayBe(i int, f *lex.WordFilter) bool {
	return t.Words[i].Fix > 0 || f.MayHave(t.Folded(i))
}

// CapitalAt reports whether code point i is a capital without an accent.
func (t *Text) CapitalAt(i int) bool {
	c := t.ByteAt(i)
	return 'A' <= c && c <= 'Z'
}

// ByteAt returns the first byte of code point i as it stands in the text.
func (t *Text) ByteAt(i int) byte { return t.src[t.ByteOffset(i)] }

// Spells reports whether the words from k on are those, parted by little.
func (t *Text) Spells(k int, words []string) bool {
	if k+len(words) > len(t.Words) {
		return false
	}
	for n, w := range words {
		if string(t.Folded(k+n)) != w || n > 0 && len(t.Between(k+n-1)) > 3 {
			return false
		}
	}
	return true
}

// PhraseAny is phrase of the first of a list that matches.
func (t *Text) PhraseAny(k int, list []string) int {
	for _, s := range list {
		if n := t.Phrase(k, s); n > 0 {
			return n
		}
	}
	return 0
}
