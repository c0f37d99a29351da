package mupdf

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/cotejo/cotejo/core/document"
)

// layerBuilder turns a page's characters into text and words that agree: every
// word is in the text at its offsets. Spaces are single, lines end by \n,
// blocks by an empty line. A word that is printed twice in one place, for bold letters or a
// shadow, counts once; MuPDF sees to letters that follow one another so.
type layerBuilder struct {
	lines []textLine
	line  textLine // the current one

	word    strings.Builder
	wordBox document.Box
	divided bool // a soft hyphen came last

	printed map[spot][]document.Box
}

// textLine is a line as MuPDF gives it: it ends where the baseline changes or a gap is wide.
type textLine struct {
	words       []document.Word // without offsets
	box         document.Box
	size        float64 // of the font, in points
	beginsBlock bool
	isLevel     bool // the text runs from left to right
	continues   bool // the line before it, after a space
}

// spot is a word, and where about its middle is.
type spot struct {
	word string
	x, y int // in spotSize points
}

const spotSize = 4

// softHyphen marks where a word may be divided.
const softHyphen = '\u00ad'

// add takes the next character of the current line.
func (b *layerBuilder) add(r rune, box document.Box) {
	if unicode.IsSpace(r) || r == 0 {
		b.endWord()
		return
	}
	if b.divided = r == softHyphen; ignorable(r) {
		return
	}
	if b.word.Len() == 0 {
		b.wordBox = box
	}
	b.word.WriteRune(r)
	b.wordBox = b.wordBox.Union(box)
}

// endLine ends the current line; isLevel reports whether its text runs from left to right.
func (b *layerBuilder) endLine(isLevel bool) {
	b.endWord()
	if len(b.line.words) == 0 {
		return
	}
	b.line.isLevel = isLevel
	b.lines = append(b.lines, b.line)
	b.line = textLine{}
}

// endBlock ends the block of the lines before.
func (b *layerBuilder) endBlock() {
	b.endLine(false)
	b.line.beginsBlock = true
}

// addLine adds a line; isLevel reports whether its text runs from left to right. A word ends where
// letters between it and the next one were left out.
func (b *layerBuilder) addLine(line []letter, isLevel bool) {
	for _, l := range composed(line) {
		if l.isCut && math.Abs(l.box.X0-b.wordBox.X1) > wordSpace*l.size {
			b.endWord()
		}
		b.add(l.r, l.box)
		b.line.size = max(b.line.size, l.size)
	}
	b.endLine(isLevel)
}

// addLines adds lines from above to below, with blocks where the distance is wide.
func (b *layerBuilder) addLines(lines [][]letter) {
	const wide = 1.4 // of the size of the font, from baseline to baseline
	for i, line := range lines {
		if i > 0 && line[0].baseline-lines[i-1][0].baseline > wide*line[0].size {
			b.endBlock()
		}
		b.addLine(line, true)
	}
}

// endWord puts the word that was gathered into the current line. A soft hyphen at its end
// stays: the word may go on in the next line.
func (b *layerBuilder) endWord() {
	if b.divided && b.word.Len() > 0 {
		b.word.WriteRune(softHyphen)
	}
	w := norm.NFC.String(b.word.String())
	b.word.Reset()
	b.divided = false
	if w == "" || b.isPrinted(w) {
		return
	}
	if len(b.line.words) == 0 {
		b.line.box = b.wordBox
	}
	b.line.words = append(b.line.words, document.Word{Text: w, Box: b.wordBox, Confidence: 1})
	b.line.box = b.line.box.Union(b.wordBox)
}

// isPrinted reports whether the word w of wordBox was printed there before, and notes it.
func (b *layerBuilder) isPrinted(w string) bool {
	const most = 8 // in one spot; tiny words are not worth more
	x, y := int((b.wordBox.X0+b.wordBox.X1)/2/spotSize), int((b.wordBox.Y0+b.wordBox.Y1)/2/spotSize)
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			for _, other := range b.printed[spot{w, x + dx, y + dy}] {
				if isSamePlace(b.wordBox, other) {
					return true
				}
			}
		}
	}
	if b.printed == nil {
		b.printed = map[spot][]document.Box{}
	}
	if at := (spot{w, x, y}); len(b.printed[at]) < most {
		b.printed[at] = append(b.printed[at], b.wordBox)
	}
	return false
}

// isSamePlace reports whether two boxes share more than half of the smaller one.
func isSamePlace(a, b document.Box) bool {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	area := func(o document.Box) float64 { return (o.X1 - o.X0) * (o.Y1 - o.Y0) }
	return w > 0 && h > 0 && w*h*2 > min(area(a), area(b))
}

// finish returns the text and its words, column after column.
func (b *layerBuilder) finish() (string, []document.Word) {
	b.endLine(false)
	var text strings.Builder
	var words []document.Word
	runes := 0
	write := func(s string) {
		text.WriteString(s)
		runes += utf8.RuneCountInString(s)
	}
	for i, line := range joinJustified(inColumns(byPlace(b.lines), 0)) {
		switch {
		case i == 0:
		case line.continues:
			write(" ")
		case line.beginsBlock:
			write("\n\n")
		default:
			write("\n")
		}
		for j, w := range line.words {
			if j > 0 {
				write(" ")
			}
			w.Start = runes
			write(w.Text)
			w.End = runes
			words = append(words, w)
		}
	}
	if runes > 0 {
		write("\n")
	}
	return text.String(), words
}

// ignorable characters show nothing: controls, directional marks, zero-width
// spaces and soft hyphens.
func ignorable(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }
