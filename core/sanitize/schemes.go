package sanitize

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// dangerous are the beginnings of addresses that a browser would run. A colon
// stands for any number of them.
var dangerous = []string{"javascript:", "vbscript:", "livescript:",
	"data:text/html", "data:text/xml", "data:application/xhtml", "data:application/xml", "data:image/svg"}

// schemeBits is the Shift-And automaton (Baeza-Yates and Gonnet, 1992) of the
// schemes in dangerous, which finds all of them in one pass. Each letter of
// each scheme has a bit. In a state, the bit is set when the text read so far
// ends with the scheme up to that letter.
type schemeBits struct {
	first, last uint64 // letters of each scheme
	letters     [utf8.RuneSelf]uint64
}

var schemes = func() (bits schemeBits) {
	next := uint64(1)
	for _, address := range dangerous {
		scheme, _, _ := strings.Cut(address, ":")
		bits.first |= next
		for _, c := range []byte(scheme) {
			bits.letters[c] |= next
			bits.letters[unicode.ToUpper(rune(c))] |= next
			next <<= 1
		}
		bits.last |= next >> 1
	}
	if next == 0 {
		panic("the dangerous schemes have more than 63 letters")
	}
	return bits
}()

// withoutSchemes takes the colon out of dangerous addresses. White space
// within them counts for nothing, and a character may be written as an entity
// (&colon;, &#58;, &#x3a;), as in an attribute.
func withoutSchemes(s string) string {
	if !strings.ContainsAny(s, ":&") {
		return s
	}
	step(len(s))
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		colon, end, ok := match(s, i)
		if !ok {
			i++
			continue
		}
		b.WriteString(s[done:colon])
		if next, _ := utf8.DecodeRuneInString(s[end:]); end < len(s) && !unicode.IsSpace(next) {
			b.WriteByte(' ')
		}
		done, i = end, end
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// match reports whether a dangerous address begins at i of s, and where its
// colons, with white space before them, begin and end.
func match(s string, i int) (colon, end int, ok bool) {
	initial, _ := character(s, i)
	for _, address := range dangerous {
		if address[0] != initial {
			continue
		}
		if colon, end, ok = matchOne(s, i, address); ok {
			return colon, end, true
		}
	}
	return 0, 0, false
}

func matchOne(s string, i int, address string) (colon, end int, ok bool) {
	for k, want := range []byte(address) {
		if want == ':' {
			colon, end = i, pastColons(s, i)
			if i = end; end == colon {
				return 0, 0, false
			}
			continue
		}
		if k > 0 {
			i = skipSpace(s, i)
		}
		c, next := character(s, i)
		if c != want {
			return 0, 0, false
		}
		i = next
	}
	return colon, end, true
}

// pastColons returns where a run of colons, and white space before each, ends.
func pastColons(s string, i int) int {
	for {
		c, next := character(s, skipSpace(s, i))
		if c != ':' {
			return i
		}
		i = next
	}
}

// skipSpace returns where white space, written in whatever way, ends.
func skipSpace(s string, i int) int {
	for i < len(s) {
		step(1)
		if r, size := utf8.DecodeRuneInString(s[i:]); unicode.IsSpace(r) {
			i += size
			continue
		}
		c, next := character(s, i)
		if c != ' ' {
			break
		}
		i = next
	}
	return i
}

// character returns the ASCII character at i, in lower case, written as itself
// or as an entity, and where it ends; 0 when there is none.
func character(s string, i int) (c byte, next int) {
	step(1)
	if i >= len(s) {
		return 0, i
	}
	if s[i] != '&' {
		return lower(rune(s[i])), i + 1
	}
	if strings.HasPrefix(s[i:], "&#") {
		return numericEntity(s, i)
	}
	for _, e := range named {
		if end := i + len(e.entity); end <= len(s) && strings.EqualFold(s[i:end], e.entity) {
			return e.means, end
		}
	}
	return 0, i
}

// named are the entities that hide a part of an address.
var named = []struct {
	entity string
	means  byte
}{{"&colon;", ':'}, {"&tab;", ' '}, {"&newline;", ' '}, {"&nbsp;", ' '}, {"&sol;", '/'}, {"&plus;", '+'}}

// numericEntity reads &#58; and &#x3a;. The semicolon may be missing.
func numericEntity(s string, i int) (c byte, next int) {
	const longest = 64 // zeros in front and all
	start, base := i+len("&#"), 10
	if start < len(s) && s[start]|0x20 == 'x' {
		start, base = start+1, 16
	}
	end := start
	for end < len(s) && end < start+longest && isDigit(s[end], base) {
		end++
	}
	step(end - start)
	code, err := strconv.ParseUint(s[start:end], base, 32)
	if err != nil {
		return 0, i
	}
	if end < len(s) && s[end] == ';' {
		end++
	}
	if r := rune(code); unicode.IsSpace(r) || unicode.IsControl(r) {
		return ' ', end
	}
	return lower(rune(code)), end
}

func isDigit(c byte, base int) bool {
	return '0' <= c && c <= '9' || base == 16 && 'a' <= c|0x20 && c|0x20 <= 'f'
}

func lower(r rune) byte {
	switch {
	case r >= utf8.RuneSelf || r < 0:
		return 0
	case 'A' <= r && r <= 'Z':
		return byte(r) | 0x20
	}
	return byte(r)
}
