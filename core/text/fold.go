// Package text prepares Spanish text for comparison: folding of case and
// accents, and division into words.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in lower case without accents, rune for rune: the result has
// exactly as many code points as s, so an offset into one is an offset into
// the other. ñ becomes n, since scans and keyboards lose the tilde. A
// combining mark that stands alone stays as it is; normalise to NFC first.
func Fold(s string) string {
	if i := foldedPrefix(s); i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		b.WriteRune(FoldRune(r))
	}
	return b.String()
}

// AppendFold appends Fold(s) to dst.
func AppendFold(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < utf8.RuneSelf {
			dst = append(dst, byte(FoldRune(rune(c))))
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		dst = utf8.AppendRune(dst, FoldRune(r))
		i += size - 1
	}
	return dst
}

// FoldRune folds one code point; see Fold.
func FoldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	if int(r) < len(latin) {
		return latin[r]
	}
	low := unicode.ToLower(r)
	if 0x80 <= low && int(low) < len(latin) {
		return latin[low] // the Ångström sign is an Å
	}
	return low
}

// latin folds the code points below U+0180, where all Spanish letters are.
var latin = func() (t [0x180]rune) {
	for r := rune(0x80); int(r) < len(t); r++ {
		low := unicode.ToLower(r)
		if d := norm.NFD.String(string(low)); d != string(low) {
			low, _ = utf8.DecodeRuneInString(d)
		}
		t[r] = low
	}
	return t
}()

// foldedPrefix returns the length of the prefix of s that folding leaves alone
// and that is plain ASCII.
func foldedPrefix(s string) int {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return i
		}
	}
	return len(s)
}
