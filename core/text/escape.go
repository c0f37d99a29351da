package text

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// HalfEscape returns where a JSON text has the first escape that is half a character of UTF-16,
// which encoding/json decodes to U+FFFD; -1 if there is none.
func HalfEscape(json []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(json[at:], '\\')
		if i < 0 || at+i+1 == len(json) {
			return -1
		}
		at += i
		unit, size := unitOf(json[at:])
		if utf16.IsSurrogate(unit) {
			second, more := unitOf(json[at+size:])
			if utf16.DecodeRune(unit, second) == utf8.RuneError {
				return at
			}
			size += more
		}
		at += size
	}
}

// unitOf returns the unit of UTF-16 that an escape of JSON stands for, 0 for any other escape,
// and the size of the escape.
func unitOf(escape []byte) (unit rune, size int) {
	const long = len(`\u0000`)
	if len(escape) < long || escape[0] != '\\' || escape[1] != 'u' {
		return 0, min(2, len(escape))
	}
	n, err := strconv.ParseUint(string(escape[2:long]), 16, 16)
	if err != nil {
		return 0, 2
	}
	return rune(n), long
}
