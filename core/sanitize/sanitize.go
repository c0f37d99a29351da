// Package sanitize makes text that strangers send harmless, and leaves text
// that people write as it is.
//
// Nothing is entity-encoded: "A < B" and "O'Neil & Cía" come back byte for
// byte. What goes is what no filing needs: control and direction characters, soft hyphens,
// tags of HTML, SVG and MathML, script and style with what they hold, and the
// colon that makes javascript: an address. Sanitising twice changes nothing.
package sanitize

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Text cleans a text of several lines. It takes time in proportion to the
// length of s, whatever s is. The result is NFC and valid UTF-8.
func Text(s string) string {
	if harmless(s) {
		return s
	}
	if paged := withoutControls(s); harmless(paged) {
		return paged
	}
	s = norm.NFC.String(withoutSoftHyphens(characters(s)))
	s = withoutTags(s)
	s = norm.NFC.String(s) // what was on both sides of a tag may belong together
	return withoutSchemes(s)
}

// Line cleans a text of one line: as Text does, and every run of white space
// that breaks a line becomes one space. Space around it is removed.
func Line(s string) string {
	s = strings.TrimSpace(Text(s))
	if !strings.ContainsFunc(s, breaks) {
		return s
	}
	step(len(s))
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

// Excerpt is Line cut at so many code points, with an ellipsis in place of the rest.
func Excerpt(s string, most int) string {
	line := []rune(Line(s))
	if len(line) > most {
		line = append(line[:most], '…')
	}
	return string(line)
}

// harmless reports that s has nothing that could need cleaning, as nearly all
// texts have not: neither tags nor entities, no colon behind what makes an
// address dangerous, and no characters but those of ASCII, Latin letters and
// signs that are NFC and stay so whatever is beside them.
func harmless(s string) bool {
	step(len(s))
	var prefixes uint64 // of schemes; see schemeBits
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ':':
			if prefixes&schemes.last != 0 {
				return false
			}
		case c == ' ', c == '\n', c == '\t': // may stand between the letters of a scheme
		case c < utf8.RuneSelf:
			if !plain[c] {
				return false
			}
			prefixes = (prefixes<<1 | schemes.first) & schemes.letters[c]
		case 0xc3 <= c && c <= 0xc5 || c == 0xc2 && i+1 < len(s) && s[i+1] >= 0xa0: // U+00A0 to U+017F
			if i++; i == len(s) || s[i]&0xc0 != 0x80 || c == 0xc2 && s[i] == 0xad { // the soft hyphen
				return false
			}
			if c != 0xc2 || s[i] != 0xa0 { // the no-break space is white space, too
				prefixes = 0
			}
		case c == 0xe2: // U+2010 to U+2027: dashes, quotes, dots
			if i += 2; i >= len(s) || s[i-1] != 0x80 || s[i] < 0x90 || s[i] > 0xa7 {
				return false
			}
			prefixes = 0
		default:
			return false
		}
	}
	return true
}

// withoutControls removes the control characters of ASCII, except those that part lines. The
// end of a page is one of a line.
func withoutControls(s string) string {
	step(len(s))
	b := []byte(s)
	kept := b[:0]
	for _, c := range b {
		switch {
		case c == '\f', c == '\v':
			c = '\n'
		case (c < ' ' || c == 0x7f) && c != '\n' && c != '\t' && c != '\r':
			continue
		}
		kept = append(kept, c)
	}
	return string(kept)
}

// plain are the ASCII characters that are harmless wherever they stand.
var plain = func() (all [utf8.RuneSelf]bool) {
	for c := range all {
		all[c] = (c >= ' ' && c < 0x7f || c == '\n' || c == '\t') && !strings.ContainsRune("<>&:", rune(c))
	}
	return all
}()

// characters removes invalid UTF-8, and the characters that show nothing
// and mislead. A line ends in \n, however it ended.
func characters(s string) string {
	step(len(s))
	s = strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == '\f', r == '\v':
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
