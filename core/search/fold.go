package search

import (
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// appendLatin appends s to dst with folded Latin letters and without the characters that a word
// may contain but that are not part of it. words yields the same words for both, and nearly all of
// them without a copy.
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

// firstBeyondLatin is the first letter whose folded form may fold again, as Å of ångström.
const firstBeyondLatin = 0x180

// wordBehindGlue reports whether the word continues after a glue character.
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
