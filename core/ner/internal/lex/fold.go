package lex

import (
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// The folded view of a text, in which the extractors look for what they know: a
// byte for each code point.

// Bytes of the folded view for what is neither ASCII nor folds to it.
const (
	ByteOrdinal = 0xB0 // º ° ª
	ByteMark    = 0xFD // combining marks and invisible characters
	ByteLost    = 0xFE // U+FFFD and invalid bytes: a letter nobody could read
	ByteLetter  = 0xFF // letters of other alphabets
	ByteSymbol  = 0x02 // any other sign
)

// FoldTable is FoldByte of the letters of European languages.
var FoldTable = func() (table [0x180]byte) {
	for r := range table {
		table[r] = FoldByte(rune(r))
	}
	return table
}()

// FoldByte maps a code point to the byte by which the extractors know it:
// small unaccented letters, digits and ASCII signs stand for themselves, all
// blanks are ' ' or '\t', all line and page ends '\n', all dashes '-', all
// quotes '"'; see the constants for the rest.
func FoldByte(r rune) byte {
	if r < utf8.RuneSelf {
		switch {
		case 'A' <= r && r <= 'Z':
			return byte(r) + 'a' - 'A'
		case r == '\f' || r == '\v':
			return '\n'
		case r == '\r' || r < ' ' && r != '\n' && r != '\t':
			return ' '
		}
		return byte(r)
	}
	switch r {
	case 'º', '°', 'ª':
		return ByteOrdinal
	case '‐', '‑', '‒', '–', '—', '―', '−', '\u00ad':
		return '-'
	case '“', '”', '„', '«', '»', '‘', '’', '´':
		return '"'
	case '\u0085', '\u2028', '\u2029':
		return '\n'
	case utf8.RuneError:
		return ByteLost
	}
	if f := text.FoldRune(r); f < utf8.RuneSelf {
		return byte(f)
	}
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return ByteLetter
	case unicode.IsSpace(r):
		return ' '
	case unicode.Is(unicode.M, r), unicode.Is(unicode.Cf, r):
		return ByteMark
	}
	return ByteSymbol
}

// IsDigit reports whether a byte of the folded view is a digit.
func IsDigit(b byte) bool { return '0' <= b && b <= '9' }

// IsLetter reports whether it is a letter, a mark or what nobody could read.
func IsLetter(b byte) bool { return 'a' <= b && b <= 'z' || b >= ByteMark }

// IsWord reports whether it belongs to a word.
func IsWord(b byte) bool { return IsLetter(b) || IsDigit(b) }

// IsBlank reports whether it is a blank or a tab.
func IsBlank(b byte) bool { return b == ' ' || b == '\t' }

// IsSpace reports whether it is a blank, a tab or a line end.
func IsSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }
