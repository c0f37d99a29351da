package doc

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// The words of a text as the extractors ask for them: damaged keywords repaired.

// Key returns word i folded and, when it is a damaged keyword, repaired.
func (t *Text) Key(i int) string {
	if i < 0 || i >= len(t.Words) {
		return ""
	}
	w := &t.Words[i]
	if w.Fix > 0 {
		return t.repaired[w.Fix-1]
	}
	return t.letters[w.Start:w.End]
}

// Phrase reports how many words from i on spell the words of s, 0 when they
// do not; damaged keywords count.
func (t *Text) Phrase(i int, s string) int {
	if s != "" && i < len(t.Words) && t.Words[i].Fix == 0 && t.Chars[t.Words[i].Start] != s[0] {
		return 0
	}
	n := 0
	for s != "" {
		var w string
		w, s, _ = strings.Cut(s, " ")
		if i+n >= len(t.Words) {
			return 0
		}
		if fix := t.Words[i+n].Fix; string(t.Folded(i+n)) != w && (fix == 0 || t.repaired[fix-1] != w) {
			return 0
		}
		n++
	}
	return n
}

// minLossy is how many keywords without their accented letter show that a text
// layer lost them all.
const minLossy = 2

// losesAccents reports whether the text lost its accented letters.
func (t *Text) losesAccents() bool {
	n := 0
	for _, key := range t.repaired {
		if accentedKeywords[key] {
			n++
		}
	}
	return n >= minLossy
}

// accentedKeywords are keywords that every filing has, with an accent.
var accentedKeywords = lex.Set("doc.accentedKeywords")
