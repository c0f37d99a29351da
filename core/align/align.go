// Package align compares two texts and returns the passages that both have, and those that
// only one has.
//
// It compares words without case, accents, spacing and punctuation, in which scanners and
// keyboards differ. First it aligns runs of four words that occur once in each text, the
// longest chain in the same order (patience sorting); between two of them it finds the
// shortest edit (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986).
//
// Where two stretches have little in common, the search ends after a bounded number of steps
// and continues from the furthest point: the result is still an alignment, though perhaps not
// the shortest. So the time is linear in the number of words.
package align

import (
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// Kind says who has a passage.
type Kind string

const (
	Both  Kind = "both"
	Left  Kind = "left"
	Right Kind = "right"
)

// Passage is a stretch of words. Of one that only one text has, the span in the
// other is empty and stands where it would be.
type Passage struct {
	Kind        Kind
	Left, Right Span
}

// Span is a part of a text.
type Span struct {
	Start, End int // in code points
	Words      int
}

// Shift moves the span by a number of code points.
func (s *Span) Shift(by int) { s.Start, s.End = s.Start+by, s.End+by }

// Texts aligns two texts. The spans of either text follow each other without a
// gap and cover all of it: what stands between two words belongs to the one
// before, what is before the first to the first. Two passages of one kind
// never follow each other, and what is only on the left comes before what is
// only on the right. There are no passages of two texts without characters.
func Texts(left, right string) []Passage {
	a, b := tokens(left), tokens(right)
	d := &differ{a: a.words, b: b.words, keepA: make([]bool, len(a.words)), keepB: make([]bool, len(b.words))}
	d.align()
	d.dropCrumbs()
	return passages(a, b, d)
}

// tokenized is a text cut before each of its words but the first.
type tokenized struct {
	words  []uint64 // their hashes; 0 for what is like no word
	starts []int    // code points where each word's stretch begins
	length int      // code points
}

func tokens(s string) tokenized {
	t := tokenized{}
	at, points := 0, 0
	for w := text.NewWords(s); w.Next(); {
		points += utf8.RuneCountInString(s[at:w.Start])
		at = w.Start
		t.words = append(t.words, w.Hash)
		t.starts = append(t.starts, points)
	}
	t.length = points + utf8.RuneCountInString(s[at:])
	if len(t.starts) > 0 {
		t.starts[0] = 0
	} else if t.length > 0 { // no word at all: a stretch that is like no word
		t.words, t.starts = []uint64{0}, []int{0}
	}
	return t
}

// span is that of the words from i to j.
func (t tokenized) span(i, j int) Span {
	end := func(k int) int {
		if k < len(t.starts) {
			return t.starts[k]
		}
		return t.length
	}
	return Span{Start: end(i), End: end(j), Words: j - i}
}

// passages reads the alignment off the words that are kept.
func passages(a, b tokenized, d *differ) []Passage {
	var out []Passage
	add := func(kind Kind, i, j, k, l int) {
		if i < j || k < l {
			out = append(out, Passage{Kind: kind, Left: a.span(i, j), Right: b.span(k, l)})
		}
	}
	for i, k := 0, 0; i < len(d.keepA) || k < len(d.keepB); {
		j, l := i, k
		for j < len(d.keepA) && !d.keepA[j] {
			j++
		}
		for l < len(d.keepB) && !d.keepB[l] {
			l++
		}
		add(Left, i, j, k, k)
		add(Right, j, j, k, l)
		i, k = j, l
		for j < len(d.keepA) && l < len(d.keepB) && d.keepA[j] && d.keepB[l] {
			j, l = j+1, l+1
		}
		add(Both, i, j, k, l)
		i, k = j, l
	}
	return out
}
