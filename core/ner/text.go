package ner

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// Text is a text prepared once for all extractors: folded, divided into lines
// and words, its words looked up in the lexicon. All positions count code
// points; an invalid byte counts as one, as in a range over the string.
//
// Give it NFC: a combining mark that stands alone parts no word but matches
// nothing either. A Text does not change once it is made.
type Text struct {
	src     string
	cp      []byte  // one byte a code point, see foldByte
	anchors []int32 // byte offset of every anchorStep-th code point; nil when src is ASCII

	words []word
	lines []line // those that are not blank

	repaired []string // damaged keywords as they should be
	lossy    bool     // the accented letters were lost
	width    int      // length of a full line, see lineWidth
	flat     bool     // the line ends were lost: two blanks or more part what lines parted
	seamless bool     // so were those blanks
	lex      *lexicon

	sections  []Section
	presented int  // where the paragraph begins in which somebody presents the filing; Len when none does
	continues bool // the paper belongs to a case that already has a number
}

// anchorStep trades the size of the offset table for the steps of a look-up.
const anchorStep = 64

// word is a maximal run of letters and digits.
type word struct {
	start, end int32
	class      class
	fix        int32 // one more than the index in repaired of the keyword this is a damaged form of; 0 for none
	shape      shape
}

// line is a line of the text without the blanks and the rules of a table around it.
type line struct {
	start, end int32
	indent     int32 // blanks before it, a tab counts as eight
	gap        bool  // an empty line or a page break stands before it
	capitals   int32
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

// Bytes of the folded view for what is neither ASCII nor folds to it.
const (
	byteOrdinal = 0xB0 // º ° ª
	byteMark    = 0xFD // combining marks and invisible characters
	byteLost    = 0xFE // U+FFFD and invalid bytes: a letter nobody could read
	byteLetter  = 0xFF // letters of other alphabets
	byteSymbol  = 0x02 // any other sign
)

// NewText prepares s. It takes time and memory linear in the length of s.
func NewText(s string) *Text {
	t := &Text{src: s, lex: defaultLexicon()}
	t.fold()
	t.divide()
	t.countCapitals()
	t.width, t.flat = lineWidth(t.lines), flattened(t.lines)
	t.closeSpacing()
	t.seamless = t.flat && t.lacksGaps()
	t.lossy = t.losesAccents()
	t.sections = findSections(t)
	t.presented, t.continues = t.presentation(), t.followsUp()
	return t
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

func (t *Text) fold() {
	n := utf8.RuneCountInString(t.src)
	t.cp = make([]byte, 0, n)
	if n != len(t.src) {
		t.anchors = make([]int32, 0, n/anchorStep+1)
	}
	for at, r := range t.src {
		if t.anchors != nil && len(t.cp)%anchorStep == 0 {
			t.anchors = append(t.anchors, int32(at))
		}
		t.cp = append(t.cp, foldByte(r))
	}
	if t.anchors != nil && len(t.cp)%anchorStep == 0 {
		t.anchors = append(t.anchors, int32(len(t.src)))
	}
}

// foldByte maps a code point to the byte by which the extractors know it:
// small unaccented letters, digits and ASCII signs stand for themselves, all
// blanks are ' ' or '\t', all line and page ends '\n', all dashes '-', all
// quotes '"'; see the constants for the rest.
func foldByte(r rune) byte {
	if r < utf8.RuneSelf {
		switch {
		case 'A' <= r && r <= 'Z':
			return byte(r) + 'a' - 'A'
		case r == '\f' || r == '\v':
			return '\n'
		case r == '\r' || r < ' ' && r != '\n' && r != '\t':
			return ' '
		}
		return byte(r)
	}
	switch r {
	case 'º', '°', 'ª':
		return byteOrdinal
	case '‐', '‑', '‒', '–', '—', '―', '−', '\u00ad':
		return '-'
	case '“', '”', '„', '«', '»', '‘', '’', '´':
		return '"'
	case '\u0085', '\u2028', '\u2029':
		return '\n'
	case utf8.RuneError:
		return byteLost
	}
	if f := text.FoldRune(r); f < utf8.RuneSelf {
		return byte(f)
	}
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return byteLetter
	case unicode.IsSpace(r):
		return ' '
	case unicode.Is(unicode.M, r), unicode.Is(unicode.Cf, r):
		return byteMark
	}
	return byteSymbol
}

func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || b >= byteMark }
func isWord(b byte) bool   { return isLetter(b) || isDigit(b) }
func isBlank(b byte) bool  { return b == ' ' || b == '\t' }
func isSpace(b byte) bool  { return b == ' ' || b == '\t' || b == '\n' }

// divide finds the words and lines.
func (t *Text) divide() {
	t.words = make([]word, 0, len(t.cp)/6+1)
	t.lines = make([]line, 0, len(t.cp)/60+1)
	at, gap := 0, false
	for at < len(t.cp) {
		end := at
		for end < len(t.cp) && t.cp[end] != '\n' {
			end++
		}
		l := line{start: int32(at), end: int32(end), gap: gap}
		for l.start < l.end && (isBlank(t.cp[l.start]) || t.cp[l.start] == '|') {
			l.indent++
			if t.cp[l.start] == '\t' {
				l.indent += 7
			}
			l.start++
		}
		for l.end > l.start && (isBlank(t.cp[l.end-1]) || t.cp[l.end-1] == '|') {
			l.end--
		}
		if gap = l.start == l.end; !gap {
			t.lines = append(t.lines, l)
		}
		at = end + 1
	}
	t.divideWords()
}

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
		if !isWord(t.cp[i]) {
			step(i)
			i++
			continue
		}
		w := word{start: int32(i)}
		var digits, capitals, others int
		for ; i < len(t.cp) && isWord(t.cp[i]); i++ {
			r := step(i)
			switch c := t.cp[i]; {
			case isDigit(c):
				digits++
			case c == byteMark, c == byteLost:
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
		t.lookUp(&w)
		t.words = append(t.words, w)
	}
}

// lookUp finds the properties of a word, those of the keyword when it is a
// damaged one.
func (t *Text) lookUp(w *word) {
	f := t.cp[w.start:w.end]
	if c, ok := t.lex.words[string(f)]; ok {
		w.class = c
		return
	}
	if w.shape == number {
		return
	}
	if key := t.lex.repair(f); key != "" {
		t.repaired = append(t.repaired, key)
		w.class, w.fix = t.lex.words[key], int32(len(t.repaired))
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
	return sort.Search(len(t.words), func(i int) bool { return int(t.words[i].end) > p })
}

// countCapitals counts the capital letters of each line.
func (t *Text) countCapitals() {
	l := 0
	for _, w := range t.words {
		for l < len(t.lines) && t.lines[l].end <= w.start {
			l++
		}
		if l == len(t.lines) {
			return
		}
		switch w.shape {
		case upper:
			t.lines[l].capitals += w.end - w.start
		case title, mixed:
			t.lines[l].capitals++
		}
	}
}

// room returns the room that a line takes on paper in small letters: a capital
// is a third wider.
func (l line) room() int { return int(l.end-l.start+l.indent) + int(l.capitals)/3 }

// Bounds of the length of a full line on paper.
const minWidth, maxWidth = 45, 130

// lineWidth estimates the length to which the lines of a text were broken: the
// length that one in ten of the longer lines exceeds. It is 0 for a text whose
// paragraphs are single lines.
func lineWidth(lines []line) int {
	var count [maxWidth + 1]int
	total := 0
	for _, l := range lines {
		if n := l.room(); n >= minWidth {
			count[min(n, maxWidth)]++
			total++
		}
	}
	if total == 0 || count[maxWidth]*4 > total {
		return 0
	}
	above := 0
	for n := maxWidth; n > minWidth; n-- {
		if above += count[n]; above*10 > total {
			return n
		}
	}
	return minWidth
}

// minFlat is a length that no paragraph of a filing has.
const minFlat = 1800

// flattened reports whether the head of a text is one enormous line.
func flattened(lines []line) bool {
	for _, l := range lines[:min(3, len(lines))] {
		if l.end-l.start > minFlat {
			return true
		}
	}
	return len(lines) <= 2 && len(lines) > 0 && lines[0].end-lines[0].start > minFlat/6
}

// maxSeams bounds the words whose gaps tell whether any mark the lost line ends.
const maxSeams = 400

// lacksGaps reports whether no words of the head are parted by more than a blank.
func (t *Text) lacksGaps() bool {
	wide := 0
	for k := 0; k+1 < len(t.words) && k < maxSeams; k++ {
		if t.wideGap(k) {
			wide++
		}
	}
	return wide < 3
}

// lineAt returns the index of the line that holds position p or, in the blank
// between two, the next.
func (t *Text) lineAt(p int) int {
	return sort.Search(len(t.lines), func(i int) bool { return int(t.lines[i].end) > p })
}

// between returns the folded bytes between words i and i+1.
func (t *Text) between(i int) []byte {
	if i < 0 || i+1 >= len(t.words) {
		return nil
	}
	return t.cp[t.words[i].end:t.words[i+1].start]
}
