package dedup

import "strings"

// maxWritten bounds the bytes that are kept of a word or number as the text has it.
const maxWritten = 48

// writtenFigure returns a day or number as the text has it, on one line: "12 de marzo de
// 2024", "$849.000".
func writtenFigure(s string, f figure) string {
	start, end := f.start, f.end
	if before := strings.TrimRight(s[max(0, start-2):start], " "); f.kind != day && strings.HasSuffix(before, "$") {
		start = strings.LastIndexByte(s[:start], '$')
	}
	// "doce (12) de marzo de dos mil veinticuatro (2024)"
	if n := strings.IndexAny(s[start:end], "()"); n >= 0 && s[start+n] == ')' && start > 0 && s[start-1] == '(' {
		start--
	}
	if strings.LastIndexByte(s[start:end], '(') > strings.LastIndexByte(s[start:end], ')') && end < len(s) && s[end] == ')' {
		end++
	}
	return cut(strings.Join(strings.Fields(s[start:end]), " "), maxWritten)
}

// writtenNumber returns the first place of s that writes these digits, with or without
// separators, and digits itself where there is none.
func writtenNumber(s, digits string) string {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return digits
	}
	for i := 0; i < len(s); i++ {
		n := strings.IndexByte(s[i:], digits[0])
		if n < 0 {
			break
		}
		i += n
		if i > 0 && isDigit(s[i-1]) {
			continue
		}
		if written := prefixWriting(s[i:], digits); written != "" {
			return strings.Clone(written)
		}
	}
	return digits
}

// prefixWriting returns the beginning of s if it writes all digits and no other follows.
// At most two separators may stand between neighbours.
func prefixWriting(s, digits string) string {
	end := 0
	for i := range len(digits) {
		for range 2 {
			if i > 0 && end < len(s) && strings.IndexByte(" .,-'", s[end]) >= 0 {
				end++
			}
		}
		if end == len(s) || s[end] != digits[i] {
			return ""
		}
		end++
	}
	if end < len(s) && isDigit(s[end]) {
		return ""
	}
	return s[:end]
}
