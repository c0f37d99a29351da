package excel

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// escape writes s as the text of an element. What XML cannot hold, and a
// carriage return, which XML would make a line feed, are written _xHHHH_
// (ST_Xstring, ECMA-376 part 1, 22.9.2.19); so is the underscore of a text that
// looks like that by itself.
func escape(w *bufio.Writer, s string) {
	start := 0
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		var instead string
		switch {
		case r == '&':
			instead = "&amp;"
		case r == '<':
			instead = "&lt;"
		case r == '>':
			instead = "&gt;"
		case r == '_' && isEscape(s[i:]):
			instead = "_x005F_"
		case r < ' ' && r != '\n' && r != '\t', r == 0xFFFE, r == 0xFFFF:
			instead = fmt.Sprintf("_x%04X_", r)
		case r == utf8.RuneError && size == 1:
			instead = "\uFFFD"
		default:
			i += size
			continue
		}
		w.WriteString(s[start:i])
		w.WriteString(instead)
		i += size
		start = i
	}
	w.WriteString(s[start:])
}

const escapeLength = len("_x0000_")

// isEscape reports whether s begins with an escape.
func isEscape(s string) bool {
	if len(s) < escapeLength || s[0] != '_' || s[1] != 'x' || s[escapeLength-1] != '_' {
		return false
	}
	for _, c := range []byte(s[2 : escapeLength-1]) {
		if (c < '0' || c > '9') && (c < 'A' || c > 'F') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// unescape undoes escape, once XML has been read. Two escaped halves of a
// character outside the basic plane are one.
func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var b strings.Builder
	var half rune
	flush := func() {
		if half != 0 {
			b.WriteRune(utf8.RuneError)
			half = 0
		}
	}
	for i := 0; i < len(s); {
		if s[i] != '_' || !isEscape(s[i:]) {
			flush()
			b.WriteByte(s[i])
			i++
			continue
		}
		n, _ := strconv.ParseUint(s[i+2:i+escapeLength-1], 16, 16)
		r := rune(n)
		i += escapeLength
		switch {
		case half != 0 && utf16.DecodeRune(half, r) != utf8.RuneError:
			b.WriteRune(utf16.DecodeRune(half, r))
			half = 0
		case utf16.IsSurrogate(r):
			flush()
			half = r
		default:
			flush()
			b.WriteRune(r)
		}
	}
	flush()
	return b.String()
}
