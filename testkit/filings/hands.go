package filings

// Hands: how a text as composed is typed. Each hand keeps the number of code
// points, so spans stay where they are.

import (
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/text"
)

type hand int

const (
	careful hand = iota
	accentless
	capitals
)

func (h hand) write(s string) string {
	switch h {
	case accentless:
		return strings.Map(withoutAccent, s)
	case capitals:
		return strings.ToUpper(s)
	}
	return s
}

// withoutAccent keeps the case of a letter and takes its mark away; ñ stays,
// as it has a key of its own.
func withoutAccent(r rune) rune {
	switch {
	case r == 'ñ' || r == 'Ñ' || !unicode.IsLetter(r):
		return r
	case unicode.IsUpper(r):
		return unicode.ToUpper(text.FoldRune(r))
	}
	return text.FoldRune(r)
}
