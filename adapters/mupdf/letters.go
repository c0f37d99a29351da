package mupdf

/*
#include "bridge.h"
*/
import "C"

import (
	"cmp"
	"math"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/cotejo/cotejo/core/document"
)

// letter is a character in a line.
type letter struct {
	r        rune
	box      document.Box
	baseline float64
	size     float64 // of the font, in points
	isAdded  bool    // a space that MuPDF adds
	isCut    bool    // a letter before it is left out
}

// marks are the combining marks for accents that are drawn as glyphs of their own, as TeX does.
var marks = map[rune]rune{'´': '\u0301', '`': '\u0300', '¨': '\u0308', '˜': '\u0303', 'ˆ': '\u0302', '¸': '\u0327',
	'ˇ': '\u030c', '˘': '\u0306', '¯': '\u0304', '˙': '\u0307', '˚': '\u030a', '˝': '\u030b'}

const wordSpace = 0.15 // of the size of a font: wider gaps part words

// composed puts accents onto the letters that they are drawn over. The space before an accent is
// none if its letter stands close to the one before.
func composed(line []letter) []letter {
	if !slices.ContainsFunc(line, func(l letter) bool { return markOf(l.r) != 0 }) {
		return line
	}
	out := make([]letter, 0, len(line))
	for i := 0; i < len(line); i++ {
		l := line[i]
		mark := markOf(l.r)
		if mark == 0 {
			out = append(out, l)
			continue
		}
		if n := len(out); n > 0 && isOver(l, out[n-1]) && put(mark, &out[n-1]) {
			continue
		}
		next := i + 1
		if next < len(line) && line[next].isAdded {
			next++
		}
		if next == len(line) || !isOver(l, line[next]) {
			out = append(out, l)
			continue
		}
		base := line[next]
		if !put(mark, &base) {
			out = append(out, l)
			continue
		}
		if n := len(out); n > 1 && out[n-1].isAdded && base.box.X0-out[n-2].box.X1 < wordSpace*base.size {
			out = out[:n-1]
		}
		out = append(out, base)
		i = next
	}
	return out
}

// markOf returns the combining mark of an accent, or 0.
func markOf(r rune) rune {
	if r >= '\u0300' && r < '\u0370' {
		return r
	}
	return marks[r]
}

// isOver reports whether an accent stands over the middle of a letter, and not between two as an apostrophe does.
func isOver(accent, l letter) bool {
	const aside, slant = 0.3, 0.05 // of the width of the letter, and of the size of its font
	off := (accent.box.X0 + accent.box.X1 - l.box.X0 - l.box.X1) / 2
	return unicode.IsLetter(l.r) && math.Abs(off) < aside*(l.box.X1-l.box.X0)+slant*l.size
}

// put puts a mark onto a letter, if there is such a letter.
func put(mark rune, l *letter) bool {
	base := l.r
	switch base {
	case 'ı':
		base = 'i'
	case 'ȷ':
		base = 'j'
	}
	one := []rune(norm.NFC.String(string([]rune{base, mark})))
	if len(one) != 1 {
		return false
	}
	l.r = one[0]
	return true
}

// isScattered reports whether a page is drawn letter by letter in any order.
func isScattered(text *C.fz_stext_page) bool {
	const (
		fewest = 40  // lines
		most   = 2.0 // letters in a line
	)
	lines, letters := 0, 0
	for ch, beginsLine := range characters(text) {
		if beginsLine {
			lines++
		}
		if !isBlank(rune(ch.c)) {
			letters++
		}
	}
	return lines >= fewest && float64(letters) < most*float64(lines)
}

// inPlace returns letters line by line, from above to below.
func inPlace(letters []letter) (lines [][]letter) {
	const (
		sameBaseline = 0.4 // of the size of a font
		wideGap      = 1.5 // from which on MuPDF begins a line
	)
	letters = slices.DeleteFunc(letters, func(l letter) bool { return isBlank(l.r) })
	slices.SortStableFunc(letters, func(a, b letter) int { return cmp.Compare(a.baseline, b.baseline) })
	for first := 0; first < len(letters); {
		end := first + 1
		for end < len(letters) && letters[end].baseline-letters[end-1].baseline < sameBaseline*letters[first].size {
			end++
		}
		row := letters[first:end]
		slices.SortStableFunc(row, func(a, b letter) int { return cmp.Compare(a.box.X0, b.box.X0) })
		var line []letter
		for i, l := range row {
			if i > 0 {
				gap := l.box.X0 - row[i-1].box.X1
				if gap > wideGap*l.size {
					lines, line = append(lines, line), nil
				} else if gap > wordSpace*l.size {
					line = append(line, letter{r: ' ', box: l.box, isAdded: true})
				}
			}
			line = append(line, l)
		}
		lines = append(lines, line)
		first = end
	}
	return lines
}
