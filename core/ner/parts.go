package ner

import (
	"strings"
	"unicode/utf8"
)

// A long text is read part by part. The first is read as a paper. What follows
// half a megabyte of it, two hundred pages, are annexes: only Pattern reads on,
// since who opens and signs an annex files nothing.

// maxPart bounds the bytes that are prepared at once, minPart where the line ends
// at which a part is cut.
const maxPart, minPart = 1 << 19, 1<<19 - 1<<15

// partLen returns the length of the first part of s in bytes: up to a line end,
// where there is one, else a blank, else a code point.
func partLen(s string) int {
	if len(s) <= maxPart {
		return len(s)
	}
	for _, ends := range [...]string{"\n\f", " "} {
		if i := strings.LastIndexAny(s[minPart:maxPart], ends); i >= 0 {
			return minPart + i + 1
		}
	}
	for n := maxPart; n > maxPart-utf8.UTFMax; n-- {
		if utf8.RuneStart(s[n]) {
			return n
		}
	}
	return maxPart // among bytes that belong to no code point
}
