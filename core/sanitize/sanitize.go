// Package sanitize makes text that strangers send harmless, and leaves text
// that people write as it is.
//
// Nothing is entity-encoded: "A < B" and "O'Neil & Cía" come back byte for
// byte. What goes is what no filing needs: control and direction characters,
// tags of HTML, SVG and MathML, script and style with what they hold, and the
// colon that makes javascript: an address. Sanitising twice changes nothing.
package sanitize

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Text cleans a text of several lines. It takes time in proportion to the
// length of s, whatever s is. The result is NFC and valid UTF-8.
func Text(s string) string {
	if harmless(s) {
		return s
	}
	s = norm.NFC.String(characters(s))
	s = withoutTags(s)
	s = norm.NFC.String(s) // what stood on both sides of a tag may belong together
	return withoutSchemes(s)
}

// Line cleans a text of one line: as Text does, and every run of white space
// that breaks a line becomes one space. Space around it is removed.
func Line(s string) string {
	s = strings.TrimSpace(Text(s))
	if !strings.ContainsFunc(s, breaks) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		run := len(s[i:]) - len(strings.TrimLeftFunc(s[i:], unicode.IsSpace))
		switch {
		case run == 0:
			next := strings.IndexFunc(s[i:], unicode.IsSpace)
			if next < 0 {
				next = len(s) - i
			}
			b.WriteString(s[i : i+next])
			i += next
			continue
		case strings.ContainsFunc(s[i:i+run], breaks):
			b.WriteByte(' ')
		default:
			b.WriteString(s[i : i+run])
		}
		i += run
	}
	return b.String()
}

// harmless reports that s is ASCII without anything that could need cleaning,
// as most fields are.
func harmless(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' || c == '<' || c == '>' || c == ':' || c == '&' {
			return false
		}
	}
	return true
}

// characters removes what is no UTF-8, and the characters that show nothing
// and mislead. A line ends in \n, however it ended.
func characters(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
}

// breaks reports whether r has no place in a line.
func breaks(r rune) bool { return r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029' }
