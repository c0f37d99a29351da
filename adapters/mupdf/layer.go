package mupdf

import (
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
	text  strings.Builder
	runes int // in text
	words []document.Word

	word    strings.Builder
	wordBox document.Box
	divided bool   // a soft hyphen came last
	gap     string // what goes before the next word

	printed map[spot][]document.Box
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
		b.endWord(" ")
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

func (b *layerBuilder) endLine() { b.endWord("\n") }

func (b *layerBuilder) endBlock() { b.endWord("\n\n") }

// endWord puts the word that was gathered into the text; gap is the least that
// has to be before the next one. A soft hyphen at its end stays: the word may go on in the
// next line.
func (b *layerBuilder) endWord(gap string) {
	if b.divided && b.word.Len() > 0 {
		b.word.WriteRune(softHyphen)
	}
	w := norm.NFC.String(b.word.String())
	b.word.Reset()
	b.divided = false
	if w != "" && !b.isPrinted(w) {
		if b.runes > 0 {
			b.text.WriteString(b.gap)
			b.runes += len(b.gap)
		}
		b.gap = ""
		n := utf8.RuneCountInString(w)
		b.words = append(b.words, document.Word{Text: w, Box: b.wordBox, Confidence: 1, Start: b.runes, End: b.runes + n})
		b.text.WriteString(w)
		b.runes += n
	}
	if rank(gap) > rank(b.gap) {
		b.gap = gap
	}
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

func (b *layerBuilder) finish() (string, []document.Word) {
	b.endWord("\n")
	if b.runes > 0 {
		b.text.WriteString("\n")
	}
	return b.text.String(), b.words
}

// rank orders gaps: nothing, space, line, block.
func rank(gap string) int {
	switch gap {
	case "":
		return 0
	case " ":
		return 1
	}
	return 1 + len(gap)
}

// ignorable characters show nothing: controls, directional marks, zero-width
// spaces and soft hyphens.
func ignorable(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }
