package ner

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
	cp      []byte  // one byte a code point, see FoldByte
	letters string  // the same before blanks were written over line ends: its words are those of cp
	anchors []int32 // byte offset of every anchorStep-th code point; nil when src is ASCII

	words []word
	lines []line // those that are not blank

	repaired []string // damaged keywords as they should be
	lossy    bool     // the accented letters were lost
	width    int      // length of a full line, see lineWidth
	flat     bool     // the line ends were lost: two blanks or more part what lines parted
	seamless bool     // so were those blanks
	lex      *lex.Lexicon
	fetched  byte // says nothing, see WordTable.fetch

	sections  []Section
	presented int     // where the paragraph begins in which somebody presents the filing; Len when none does
	noise     float64 // how poorly it was read, see damage
	paper

	cut     bool        // the text goes on in another part, see parts.go
	opening SectionKind // of the section in which the text begins
}

// paper is what the head of a text tells of all of it.
type paper struct {
	continues bool     // it belongs to a case that already has a number
	attacks   bool     // it opens a case against a court or a ruling
	answers   bool     // who is sued wrote it
	issuer    court    // the court that wrote it, the zero value when a party did
	offices   []string // how the radicados of the courts begin that it names, see findOffices
}

// anchorStep trades the size of the offset table for the steps of a look-up.
const anchorStep = 16

// NewText prepares s. It takes time and memory linear in the length of s.
func NewText(s string) *Text {
	t := &Text{src: s, lex: lex.Default(), opening: Heading}
	t.divideUp()
	t.presented, t.issuer = t.presentation(), t.findIssuer()
	t.continues = t.issued() || t.followsUp()
	t.attacks, t.answers = t.attacksRuling(), t.answersClaim()
	t.noise = t.damage()
	t.offices = t.findOffices()
	return t
}

// divideUp finds words, lines and sections.
func (t *Text) divideUp() {
	t.fold()
	t.divide()
	t.dropHeadnotes()
	t.countCapitals()
	t.width, t.flat = lineWidth(t.lines), flattened(t.lines)
	t.closeSpacing()
	t.closeGaps()
	t.seamless = t.flat && t.lacksGaps()
	t.lossy = t.losesAccents()
	t.sections = findSections(t)
}

// fold finds the folded view of the text, and where its code points begin.
func (t *Text) fold() {
	n := utf8.RuneCountInString(t.src)
	t.cp = make([]byte, n)
	if n != len(t.src) {
		t.anchors = make([]int32, 0, n/anchorStep+1)
	}
	at := 0
	for i := range t.cp {
		if i%anchorStep == 0 && t.anchors != nil {
			t.anchors = append(t.anchors, int32(at))
		}
		c := t.src[at]
		if c < utf8.RuneSelf {
			t.cp[i] = lex.FoldTable[c]
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(t.src[at:])
		if at += size; r < rune(len(lex.FoldTable)) {
			t.cp[i] = lex.FoldTable[r]
		} else {
			t.cp[i] = lex.FoldByte(r)
		}
	}
	t.letters = string(t.cp)
	if t.anchors != nil && n%anchorStep == 0 {
		t.anchors = append(t.anchors, int32(len(t.src)))
	}
}

// Len returns the number of code points.
func (t *Text) Len() int { return len(t.cp) }

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
	return len(t.cp)
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
