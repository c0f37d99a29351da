package parties

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Cues are what papers say beside names: "identificada", "mi hija", "contra". sets.txt has them
// by class; what a class says of a name is learned, by the place where it stands.

// cue is a phrase of a class.
type cue struct {
	words []string
	open  bool // the last word may go on
	class int
}

// cueTable are the cues by their first words, or by the letters with which a lone word begins that may go on.
type cueTable struct {
	classes []string
	whole   map[string][]cue
	stems   map[string][]cue
}

// stem is the number of letters by which words that may go on are looked up.
const stem = 3

var cues = sync.OnceValue(func() *cueTable {
	t := &cueTable{whole: map[string][]cue{}, stems: map[string][]cue{}}
	lists := lex.Lists("parties.cues")
	for _, class := range slices.Sorted(maps.Keys(lists)) {
		for _, p := range lists[class] {
			text, open := strings.CutSuffix(p, "*")
			c := cue{strings.Split(text, " "), open, len(t.classes)}
			if first := c.words[0]; open && len(c.words) == 1 {
				t.stems[first[:stem]] = append(t.stems[first[:stem]], c)
			} else {
				t.whole[first] = append(t.whole[first], c)
			}
		}
		t.classes = append(t.classes, class)
	}
	if len(t.classes) > maxClasses {
		panic("parties: more classes of cues than a classSet holds")
	}
	return t
})

// classSet is a set of classes of cues.
type classSet uint64

const maxClasses = 40

// marks are the classes of the cues that begin and end with each word of a text.
type marks struct{ begin, end []classSet }

func (t *Text) mark() marks {
	table, n := cues(), len(t.Words)
	m := marks{make([]classSet, n), make([]classSet, n)}
	for k, w := range t.Words {
		word := t.Chars[w.Start:w.End]
		for _, c := range table.whole[string(word)] {
			if t.spells(k, c) {
				m.begin[k] |= 1 << c.class
				m.end[k+len(c.words)-1] |= 1 << c.class
			}
		}
		if len(word) < stem {
			continue
		}
		for _, c := range table.stems[string(word[:stem])] {
			if t.spells(k, c) {
				m.begin[k] |= 1 << c.class
				m.end[k] |= 1 << c.class
			}
		}
	}
	return m
}

// spells reports whether a cue stands at word k.
func (t *Text) spells(k int, c cue) bool {
	if k+len(c.words) > len(t.Words) {
		return false
	}
	for i, want := range c.words {
		w := t.Words[k+i]
		have := t.Chars[w.Start:w.End]
		if c.open && i == len(c.words)-1 && len(have) > len(want) {
			have = have[:len(want)]
		}
		if string(have) != want {
			return false
		}
	}
	return true
}

// place is where a cue stands by a name.
type place int

const (
	rightBefore place = iota
	before            // in the sentence
	atLineHead
	rightBehind
	behind
	lineAbove  // of a name at the head of its line
	toNext     // between the name and the next one
	fromBefore // between the name before and this one
	places
)

var placeNames = [places]string{"right before", "before", "line head", "right behind", "behind", "line above", "to next", "from previous"}

// How many words a cue may stand from a name.
const (
	closeBy    = 3
	farBefore  = 12
	farBehind  = 15
	lineHead   = 4 // words of a line that may be its label
	longLabel  = 6 // words of a line above that may be one
	maxColumn  = 10
	maxBetween = 40 // words between two names
)

// beside returns the classes of the cues around a span, but not those between names.
func (s *survey) beside(x Span) (found [places]classSet) {
	m, words := s.marks, s.Words
	for k := x.First - 1; k >= max(0, x.First-farBefore) && s.view.sentence[k] == s.view.sentence[x.First]; k-- {
		if k >= x.First-closeBy {
			found[rightBefore] |= m.end[k]
		} else {
			found[before] |= m.end[k]
		}
	}
	for k := x.Last + 1; k <= min(len(words)-1, x.Last+farBehind); k++ {
		if k <= x.Last+closeBy {
			found[rightBehind] |= m.begin[k]
		} else {
			found[behind] |= m.begin[k]
		}
	}
	line := s.lineOf(x.First)
	if x.First-line <= maxColumn {
		for k := line; k < min(x.First, line+lineHead); k++ {
			found[atLineHead] |= m.begin[k]
		}
	}
	if x.First-line <= 1 && line > 0 {
		above := s.lineOf(line - 1)
		for k := above; k < min(line, above+longLabel); k++ {
			found[lineAbove] |= m.begin[k]
		}
	}
	return found
}

// lineOf returns the first word of the line of word k.
func (t *Text) lineOf(k int) int {
	for k > 0 && t.Words[k].Break == NoBreak {
		k--
	}
	return k
}
