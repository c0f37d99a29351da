package search

import (
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// appendLatin appends s to dst with its Latin letters folded and what stands within
// words without being part of them left out: words finds the same words in it, and
// next to all stand there as they are.
func appendLatin(dst []byte, s string) []byte {
	within := false // a word
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			dst = append(dst, asciiFolds[c])
			within = classes[c] != none
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case isWord(r):
			within = true
			if r < firstBeyondLatin {
				dst = utf8.AppendRune(dst, text.FoldRune(r))
			} else {
				dst = append(dst, s[i:i+size]...)
			}
		case within && isGlue(r) && wordBehindGlue(s[i+size:]):
		default:
			within = false
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return dst
}

// firstBeyondLatin is the first letter that may fold to one that folds on: Å is
// that of ångström.
const firstBeyondLatin = 0x180

// wordBehindGlue reports whether a word goes on behind what stands within it.
func wordBehindGlue(s string) bool {
	for _, r := range s {
		if !isGlue(r) {
			return isWord(r)
		}
	}
	return false
}

var asciiFolds = func() (all [utf8.RuneSelf]byte) {
	for c := range all {
		all[c] = byte(text.FoldRune(rune(c)))
	}
	return all
}()
