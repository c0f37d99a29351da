package mail

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// How the initials and digits beside the names in an address are mended.

// mendJoined replaces two letters before a name by the initial for which scanners read
// them: clforero is dforero where he is Darío Forero.
func mendJoined(local string, names []string, initials string) string {
	if len(local) < 2+MinNamed || isInitial(local[0], initials) && isInitial(local[1], initials) {
		return local
	}
	initial := lex.Joined(local[0], local[1])
	if !isInitial(initial, initials) || !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(local[2:], n) && n[0] != initial }) {
		return local
	}
	return string(initial) + local[2:]
}

func isInitial(c byte, initials string) bool { return strings.IndexByte(initials, c) >= 0 }

// mendDigits takes a letter among the digits behind a name for the digit that scanners
// read it for, unless it may be an initial: claudias110 is claudia5110.
func mendDigits(local string, names []string, initials string) string {
	for _, n := range names {
		at := strings.Index(local, n) + len(n)
		if at < len(n) || at == len(local) {
			continue
		}
		if partsAddress.Has(local[at]) {
			at++
		}
		if digits := digitsOf(local[at:], initials); digits != "" {
			return local[:at] + digits
		}
		if tail := local[at:]; len(tail) > 1 && isInitial(tail[0], initials) {
			if digits := tail[1:]; digits != "" {
				return local[:at+1] + digits
			}
		}
	}
	return local
}

// mendOne takes an l alone behind a name for a one, unless it may be an initial.
func mendOne(local string, names []string, initials string) string {
	bare, ok := strings.CutSuffix(local, "l")
	if !ok || isInitial('l', initials) || !slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(bare, n) }) ||
		slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(local, n) }) {
		return local
	}
	return bare + "1"
}

// digitsOf returns the digits that tail was before one of them was read for a letter,
// "" when it was none. Before a digit that looks alike the letter is that digit again.
func digitsOf(tail, initials string) string {
	i := strings.IndexFunc(tail, func(r rune) bool { return r < '0' || r > '9' })
	if i < 0 || len(tail) < 2 || strings.Trim(tail[i+1:], "0123456789") != "" {
		return ""
	}
	letter, rest := tail[i], tail[i+1:]
	digit := ident.StandsForDigit(letter)
	switch {
	case letter == 'z':
		digit = '2'
	case digit == 0:
		return ""
	}
	switch {
	case i == 0 && strings.IndexByte(initials, letter) >= 0:
		return ""
	case rest != "" && (rest[0] == digit || letter == 's' && rest[0] == '8'):
		return tail[:i] + rest
	}
	return tail[:i] + string(digit) + rest
}
