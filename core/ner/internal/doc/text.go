package doc

import (
	"sort"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Text is a text prepared once for all extractors: folded, divided into lines
// and words, its words looked up in the lexicon. All positions count code
// points; an invalid byte counts as one, as in a range over the string.
//
// Give it NFC: a combining mark that stands alone parts no word but matches
// nothing either. A Text does not change once it is made.
type Text struct {
	src     string
	Chars   []byte  // one byte a code point, see lex.FoldByte
	letters string  // the same before blanks were written over line ends: its words are those of Chars
	anchors []int32 // byte offset of every anchorStep-th code point; nil when src is ASCII

	Words []Word
	Lines []Line // those that are not blank

	repaired []string // damaged keywords as they should be
	Lossy    bool     // the accented letters were lost
	width    int      // length of a full line, see lineWidth
	Flat     bool     // the line ends were lost: two blanks or more part what lines parted
	Seamless bool     // so were those blanks
	Lex      *lex.Lexicon
	fetched  byte // says nothing, see lex.WordTable.Fetch

	sections   []Section
	Recognised []Span  // where a scanner read it, in order; elsewhere it was typed
	Noise      float64 // how poorly it was read, see damage; none in a typed text
}

// Span is a part of a text, in code points.
type Span struct{ Start, End int }

// IsPrinted reports whether nothing between two code points was recognised: there, each character
// is the writer's.
func (t *Text) IsPrinted(start, end int) bool {
	i := sort.Search(len(t.Recognised), func(i int) bool { return t.Recognised[i].End > start })
	return i == len(t.Recognised) || t.Recognised[i].Start >= end
}

// anchorStep trades the size of the offset table for the steps of a look-up.
const anchorStep = 16

// Prepare prepares s, which begins in a section of the given kind. introduces reports
// whether somebody introduces himself with word k: in a text of double spacing that ends
// a paragraph. It is asked before the text has sections. Prepare takes time and memory
// linear in the length of s.
func (t *Text) Prepare(s string, opening SectionKind, introduces func(k int) bool) {
	t.src, t.Lex = s, lex.Default()
	t.fold()
	t.divide()
	t.dropHeadnotes()
	t.countCapitals()
	t.width, t.Flat = lineWidth(t.Lines), flattened(t.Lines)
	t.closeSpacing(introduces)
	t.closeGaps()
	t.Seamless = t.Flat && t.lacksGaps()
	t.Lossy = t.losesAccents()
	t.sections = t.findSections(opening)
	if len(t.Recognised) > 0 {
		t.Noise = t.damage()
	}
}

// fold finds the folded view of the text, and where its code points begin.
func (t *Text) fold() {
	n := utf8.RuneCountInString(t.src)
	t.Chars = make([]byte, n)
	if n != len(t.src) {
		t.anchors = make([]int32, 0, n/anchorStep+1)
	}
	at := 0
	for i := range t.Chars {
		if i%anchorStep == 0 && t.anchors != nil {
			t.anchors = append(t.anchors, int32(at))
		}
		c := t.src[at]
		if c < utf8.RuneSelf {
			t.Chars[i] = lex.FoldTable[c]
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(t.src[at:])
		if at += size; r < rune(len(lex.FoldTable)) {
			t.Chars[i] = lex.FoldTable[r]
		} else {
			t.Chars[i] = lex.FoldByte(r)
		}
	}
	t.letters = string(t.Chars)
	if t.anchors != nil && n%anchorStep == 0 {
		t.anchors = append(t.anchors, int32(len(t.src)))
	}
}

// Len returns the number of code points.
func (t *Text) Len() int { return len(t.Chars) }

// Slice returns the text between two code points.
func (t *Text) Slice(start, end int) string {
	if start >= end {
		return ""
	}
	from := t.ByteOffset(start)
	if t.anchors == nil {
		return t.src[from : from+end-start]
	}
	to := from
	if end-start <= anchorStep {
		to = advance(t.src, from, end-start)
	} else {
		to = t.ByteOffset(end)
	}
	return t.src[from:to]
}

// ByteOffset returns where code point i begins in the string; i may be Len.
func (t *Text) ByteOffset(i int) int {
	if t.anchors == nil {
		return i
	}
	return advance(t.src, int(t.anchors[i/anchorStep]), i%anchorStep)
}

// CodePoint returns the code point that holds byte offset b; len of the string
// gives Len.
func (t *Text) CodePoint(b int) int {
	if t.anchors == nil {
		return b
	}
	k := sort.Search(len(t.anchors), func(k int) bool { return int(t.anchors[k]) > b }) - 1
	i := k * anchorStep
	for at := int(t.anchors[k]); at < len(t.src); i++ {
		_, size := utf8.DecodeRuneInString(t.src[at:])
		if at += size; at > b {
			return i
		}
	}
	return len(t.Chars)
}

// Sections returns the parts of the filing in order; see Section.
func (t *Text) Sections() []Section { return t.sections }

func advance(s string, at, n int) int {
	for ; n > 0; n-- {
		if s[at] < utf8.RuneSelf {
			at++
			continue
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}
