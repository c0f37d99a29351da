package ident

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of numbers as scanners leave them, shared by the extractors.

// maxRunDigits bounds a run; a longer one is skipped whole.
const maxRunDigits = 40

// digitRuns calls visit for every run of at least so many digits between two
// code points in order. accept tells which separators may stand between two groups.
func digitRuns(t *doc.Text, from, to, least int, accept func(sep byte) bool, visit func(DigitRun)) {
	for i := from; i < to; {
		if !lex.IsDigit(t.Chars[i]) {
			i++
			continue
		}
		start := i
		for start > from && StandsForDigit(t.Chars[start-1]) != 0 && (start-1 == 0 || !lex.IsWord(t.Chars[start-2])) {
			start--
		}
		glued := least >= minRadicado && start > 1 && t.Chars[start-1] == 'n' && !lex.IsWord(t.Chars[start-2]) // Radicado N05001 40 03
		if start > 0 && lex.IsWord(t.Chars[start-1]) && !glued {                                               // the tail of a word
			for i < to && lex.IsWord(t.Chars[i]) {
				i++
			}
			continue
		}
		r := DigitRunAt(t, start, to, least, accept)
		if len(r.Digits) >= least && len(r.Digits) <= maxRunDigits {
			visit(r)
		}
		i = max(r.End, i+1)
	}
}

// DigitRunAt reads the run that begins at code point i; of one with fewer digits
// than least it tells only where it ends.
func DigitRunAt(t *doc.Text, i, to, least int, accept func(sep byte) bool) DigitRun {
	r := DigitRun{Start: i, End: i}
	var room, marks [maxRunDigits + 1]byte
	var lengths, stops [maxRunDigits + 1]int
	digits, seps, groups, ends := room[:0], marks[:0], lengths[:0], stops[:0]
	for {
		group, repaired := digitGroup(t, i, to)
		if group == 0 {
			break
		}
		for p := i; p < i+min(group, maxRunDigits); p++ {
			c := digitAt(t, p)
			if len(digits) <= maxRunDigits {
				digits = append(digits, c)
			}
		}
		i += group
		r.repaired += repaired
		r.End = i
		if len(digits) <= maxRunDigits { // a longer run is only skipped
			groups, ends = append(groups, group), append(ends, i)
		}
		sep, next := separator(t, i, to)
		if sep == 0 || !accept(sep) {
			break
		}
		if len(digits) <= maxRunDigits {
			seps = append(seps, sep)
		}
		i = next
	}
	if len(digits) >= least {
		both := slices.Concat(groups, ends)
		r.Digits, r.groups, r.ends = string(digits), both[:len(groups):len(groups)], both[len(groups):]
		r.seps = string(seps[:min(len(seps), max(0, len(groups)-1))])
	}
	return r
}

// digitGroup returns the length of the group of digits at code point i and how
// many letters stand in it for digits. It is 0 without a true digit, and where
// a word begins like a number.
func digitGroup(t *doc.Text, i, to int) (length, repaired int) {
	from, rare := i, false
	for ; i < to; i++ {
		if lex.IsDigit(t.Chars[i]) {
			continue
		}
		if digitAt(t, i) == 0 {
			break
		}
		rare = rare || StandsForDigit(t.Chars[i]) == 0
		repaired++
	}
	length = i - from
	if repaired == length && !zerosAt(t, from, i) || rare && length-repaired < minSure || i < to && lex.IsLetter(t.Chars[i]) && t.Chars[i] != lex.ByteMark {
		return 0, 0
	}
	return length, repaired
}

// zerosAt reports whether the code points from up to i are the zeros of a group of a
// longer number, read as letters: 11001-4O-OO3.
func zerosAt(t *doc.Text, from, i int) bool {
	if i-from > 3 || from < 2 || t.Chars[from-1] != '-' || !lex.IsDigit(t.Chars[from-2]) && t.Chars[from-2] != 'o' {
		return false
	}
	for ; from < i; from++ {
		if t.Chars[from] != 'o' {
			return false
		}
	}
	return true
}

// minSure is the number of true digits in a group in which a capital that is
// seldom read for a digit counts as one: 46A is a house number.
const minSure = 3

// digitAt returns the digit at code point i or the one that a scanner may have
// read as the letter there, 0 when there is none.
func digitAt(t *doc.Text, i int) byte {
	c := t.Chars[i]
	if lex.IsDigit(c) {
		return c
	}
	if d := StandsForDigit(c); d != 0 {
		return d
	}
	if d := capitalForDigit[c&0x7f]; d != 0 && c <= 0x7f && t.CapitalAt(i) {
		return d
	}
	return 0
}

// capitalForDigit has the digits that a scanner may read as these capitals.
var capitalForDigit = [0x80]byte{'z': '2', 'b': '8', 'g': '6', 'a': '4'}

// separator reads what parts two groups of digits at code point i: one of
// ' ' '.' '-' ',' '/' '_' ”' with blanks around it, a rule between two cells, which counts as '/', a line end after a hyphen or a
// point, or wideBlank. A semicolon right between digits is a comma.
func separator(t *doc.Text, i, to int) (sep byte, next int) {
	blanks := 0
	for ; i < to && blanks < 2 && lex.IsBlank(t.Chars[i]); i++ {
		blanks++
	}
	if i >= to {
		return 0, i
	}
	switch c := t.Chars[i]; {
	case c == '\n' && groupBelow(t, skipColumn(t, i+1, to), to):
		return '\n', skipColumn(t, i+1, to)
	case c == '\n' && i+2 < to && t.Chars[i+1] == '-' && (lex.IsBlank(t.Chars[i+2]) && i+3 < to && lex.IsDigit(t.Chars[i+3]) || lex.IsDigit(t.Chars[i+2])):
		if lex.IsBlank(t.Chars[i+2]) {
			return '-', i + 3
		}
		return '-', i + 2
	case c == '|' && blanks > 0 && i+1 < to && lex.IsBlank(t.Chars[i+1]): // the cells of a table
		sep = '/'
	case lex.IsDigit(c) || StandsForDigit(c) != 0:
		switch blanks {
		case 1:
			return ' ', i
		case 2:
			return wideBlank, i
		}
		return 0, i
	case c == '~':
		sep = '-'
	case c == ';' && blanks == 0 && i+1 < to && lex.IsDigit(t.Chars[i+1]):
		return ',', i + 1
	case c == '`':
		sep = '\''
	case c == '-' || c == '.' || c == ',' || c == '/' || c == '_' || c == '\'' || c == '"':
		sep = c
	default:
		return 0, i
	}
	for i++; i < to && (lex.IsBlank(t.Chars[i]) || sep == ',' && t.Chars[i] == '.' || sep == '.' && t.Chars[i] == ',' || sep == '-' && t.Chars[i] == '-' && t.Chars[i-1] == '-') && blanks < 3; i++ { // 29.011,.339, 1.,085, 40 -- 88
		blanks++
	}
	if sep == '.' && i+1 < to && t.Chars[i] == '\n' && groupBelow(t, i+1, to) {
		return '\n', i + 1
	}
	if sep == '-' && i < to && t.Chars[i] == '\n' {
		for i++; i < to && lex.IsBlank(t.Chars[i]); i++ {
		}
	}
	if i < to && (lex.IsDigit(t.Chars[i]) || StandsForDigit(t.Chars[i]) != 0) {
		return sep, i
	}
	return 0, i
}

// wideBlank stands for two blanks between groups: those of a number in a column, or
// of two numbers side by side.
const wideBlank = '\t'

// maxColumn bounds the blanks before the part of a number that stands below the rest in a column.
const maxColumn = 60

// skipColumn returns where behind the blanks a line begins.
func skipColumn(t *doc.Text, i, to int) int {
	for end := min(to, i+maxColumn); i < end && lex.IsBlank(t.Chars[i]); {
		i++
	}
	return i
}

// groupBelow reports whether a line begins with a group of three to five digits
// at code point i, or with two and more of a number behind them or nothing.
func groupBelow(t *doc.Text, i, to int) bool {
	n := 0
	for i+n < to && lex.IsDigit(t.Chars[i+n]) {
		n++
	}
	if end := i + n; n == 2 && end < to && t.Chars[end] != '\n' {
		next, _ := separator(t, end, to)
		return next == '-' || next == ' '
	}
	return n >= 2 && n <= 5 && (i+n >= to || !lex.IsWord(t.Chars[i+n]))
}

// StandsForDigit returns the digit that scanners read as the letter c, 0 when
// there is none.
func StandsForDigit(c byte) byte {
	switch c {
	case 'o':
		return '0'
	case 'l', 'i', '|':
		return '1'
	case 's':
		return '5'
	}
	return 0
}

// AnyOf returns a function that reports whether a separator is one of seps.
func AnyOf(seps string) func(byte) bool {
	return func(c byte) bool {
		for i := 0; i < len(seps); i++ {
			if seps[i] == c {
				return true
			}
		}
		return false
	}
}

// NITCheckDigit returns the check digit of a NIT given without it: the digits
// weighted by primes from the right, modulo 11 (DIAN, Orden Administrativa 4
// of 1989). digits must be digits only, at most fifteen.
func NITCheckDigit(digits string) byte {
	weights := [...]int{3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71}
	sum := 0
	for i := 0; i < len(digits) && i < len(weights); i++ {
		sum += weights[i] * int(digits[len(digits)-1-i]-'0')
	}
	if r := sum % 11; r < 2 {
		return byte('0' + r)
	} else {
		return byte('0' + 11 - r)
	}
}

// plausibleID reports whether digits can be the number of an identity document
// of that kind. A cédula has six to eight digits in the old series, ten
// beginning with 1 in the new one; children's numbers (ti, rc, nuip) have ten
// or eleven; those of foreigners (ce, ppt) six or seven.
func plausibleID(kind, digits string) bool {
	switch {
	case (kind == "ti" || kind == "rc" || kind == "nuip") && (len(digits) == 10 || len(digits) == 11):
		return digits[0] == '1' || len(digits) == 11
	case (kind == "ce" || kind == "ppt") && len(digits) >= 6 && len(digits) <= 7:
		return true
	}
	switch len(digits) {
	case 6, 7, 8:
		return digits[0] != '0'
	case 10:
		return digits[0] == '1'
	}
	return false
}
