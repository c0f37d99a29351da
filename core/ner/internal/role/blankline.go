package role

import (
	"bytes"
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// Numbers that a paper leaves blank: C.C. No. ________.

const (
	// blankWords bounds the words for an identity document before the line on which to
	// write its number, blankLine is how many low lines make one.
	blankWords, blankLine = 6, 3
	// maxBlanks bounds the lines that are looked at.
	maxBlanks = 40
)

// BlankBearers returns the names before the lines on which the numbers of identity
// documents were to be written.
func (t *Text) BlankBearers() (names []string) {
	for k, found := 0, 0; k < len(t.Words) && found < maxBlanks; k++ {
		if bytes.Count(t.Between(k), []byte("_")) < blankLine {
			continue
		}
		first := t.blankOf(k)
		if first < 0 {
			continue
		}
		found++
		if name := t.ownerBefore(int(t.Words[first].Start)); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// blankOf returns the first of the words up to word k that say of the line to write on
// behind it that an identity document's number belongs there, -1 when they do not.
func (t *Text) blankOf(k int) int {
	first := -1
	for n := 0; n < blankWords && k-n >= 0; n++ {
		if gap := t.Between(k - n); n > 0 && (bytes.IndexByte(gap, '_') >= 0 || bytes.Count(gap, []byte("\n")) > 1) || t.Words[k-n].Shape == doc.Number {
			break
		}
		switch t.Key(k - n) {
		case "cedula", "ciudadania", "identificacion", "identidad", "documento", "cc", "ce", "ti", "rc", "ppt", "nuip", "c":
			first = k - n
		}
	}
	return first
}
