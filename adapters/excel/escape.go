package excel

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/spreadsheet"
)

// What XML cannot hold, and a carriage return, which XML would make a line
// feed, is in a workbook as _xHHHH_ (ST_Xstring, ECMA-376 part 1,
// 22.9.2.19); so does the underscore of a text that looks like that by itself.
// excelize replaces the first by U+FFFD, misses some of the last, and would
// escape again what had been escaped before. So marks go through it instead,
// characters that Unicode keeps for such uses within a program: one each, since
// it cuts what is longer than a cell. On its way out a mark becomes what it
// stands for.
const (
	firstMark  = 0xFDD0 // of the control character 0; the others follow
	lastMark   = firstMark + 0x1F
	underscore = firstMark + '\t' // tabs and line feeds need no mark
	other      = firstMark + '\n' // of a character above U+F000; its last digits follow
)

// mark replaces by marks what excelize cannot write. In a cell that is full to
// the last character it has no room for characters which are marks themselves:
// these are lost, as invalid UTF-8 is.
func mark(s string) string {
	at := strings.IndexFunc(s, needsMark)
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/2)
	b.WriteString(s[:at])
	for i, r := range s[at:] {
		switch {
		case !needsMark(r), r == '_' && !isEscape(s[at+i:]):
			b.WriteRune(r)
		case r == '_':
			b.WriteRune(underscore)
		case r < ' ':
			b.WriteRune(firstMark + r)
		default:
			fmt.Fprintf(&b, "%c%03X_", other, r&0xFFF)
		}
	}
	if marked := b.String(); len(marked) <= spreadsheet.MaxCell || units(marked) <= spreadsheet.MaxCell || units(s) > spreadsheet.MaxCell {
		return marked
	}
	return mark(strings.Map(func(r rune) rune {
		if r >= firstMark && needsMark(r) {
			return utf8.RuneError
		}
		return r
	}, s))
}

func needsMark(r rune) bool {
	return r == '_' || r < ' ' && r != '\n' && r != '\t' || r >= firstMark && r <= lastMark || r == 0xFFFE || r == 0xFFFF
}

func units(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// unmarker writes what it is given with escapes instead of marks.
type unmarker struct {
	ctx  context.Context
	out  io.Writer
	rest []byte // the beginning of a character that may be a mark
}

// lead is the byte with which every mark begins, as do all characters from
// U+F000 to U+FFFF, of three bytes.
const lead, long = 0xEF, 3

func (u *unmarker) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	b := append(u.rest, p...)
	if len(u.rest) == 0 {
		b = p
	}
	u.rest = nil
	for len(b) > 0 {
		plain, instead := bytes.IndexByte(b, lead), ""
		next := plain + long
		switch {
		case plain < 0:
			plain, next = len(b), len(b)
		case next > len(b):
			u.rest = bytes.Clone(b[plain:])
			next = len(b)
		default:
			if r, _ := utf8.DecodeRune(b[plain:]); r >= firstMark && r <= lastMark {
				instead = escaped(r)
			} else {
				plain = next
			}
		}
		if _, err := u.out.Write(b[:plain]); err != nil {
			return 0, err
		}
		if _, err := io.WriteString(u.out, instead); err != nil {
			return 0, err
		}
		b = b[next:]
	}
	return len(p), nil
}

// escaped is what a mark becomes.
func escaped(mark rune) string {
	switch mark {
	case underscore:
		return "_x005F_"
	case other:
		return "_xF"
	}
	return fmt.Sprintf("_x%04X_", mark-firstMark)
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

// unescape undoes escapes, once XML has been read. Two escaped halves of a
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
