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
// blocks by an empty line.
type layerBuilder struct {
	text  strings.Builder
	runes int // in text
	words []document.Word

	word    strings.Builder
	wordBox document.Box
	gap     string // what goes before the next word
}

// add takes the next character of the current line.
func (b *layerBuilder) add(r rune, box document.Box) {
	if unicode.IsSpace(r) || r == 0 {
		b.endWord(" ")
		return
	}
	if ignorable(r) {
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
// has to be before the next one.
func (b *layerBuilder) endWord(gap string) {
	if b.word.Len() > 0 {
		if b.runes > 0 {
			b.text.WriteString(b.gap)
			b.runes += len(b.gap)
		}
		b.gap = ""
		w := norm.NFC.String(b.word.String())
		n := utf8.RuneCountInString(w)
		b.words = append(b.words, document.Word{Text: w, Box: b.wordBox, Confidence: 1, Start: b.runes, End: b.runes + n})
		b.text.WriteString(w)
		b.runes += n
		b.word.Reset()
	}
	if rank(gap) > rank(b.gap) {
		b.gap = gap
	}
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
func ignorable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\ufeff' || r == '\u00ad'
}
