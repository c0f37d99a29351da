package ner

import (
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// The folded view of a text, in which the extractors look for what they know: a
// byte for each code point.

// Bytes of the folded view for what is neither ASCII nor folds to it.
const (
	byteOrdinal = 0xB0 // º ° ª
	byteMark    = 0xFD // combining marks and invisible characters
	byteLost    = 0xFE // U+FFFD and invalid bytes: a letter nobody could read
	byteLetter  = 0xFF // letters of other alphabets
	byteSymbol  = 0x02 // any other sign
)

func (t *Text) fold() {
	n := utf8.RuneCountInString(t.src)
	t.cp = make([]byte, n)
	if n != len(t.src) {
		t.anchors = make([]int32, 0, n/anchorStep+1)
	}
	at := 0
	for i := range t.cp {
		if i%anchorStep == 0 && t.anchors != nil {
			t.anchors = append(t.anchors, int32(at))
		}
		c := t.src[at]
		if c < utf8.RuneSelf {
			t.cp[i] = foldTable[c]
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(t.src[at:])
		if at += size; r < rune(len(foldTable)) {
			t.cp[i] = foldTable[r]
		} else {
			t.cp[i] = foldByte(r)
		}
	}
	t.letters = string(t.cp)
	if t.anchors != nil && n%anchorStep == 0 {
		t.anchors = append(t.anchors, int32(len(t.src)))
	}
}

// foldTable is foldByte of the letters of European languages.
var foldTable = func() (table [0x180]byte) {
	for r := range table {
		table[r] = foldByte(rune(r))
	}
	return table
}()

// foldByte maps a code point to the byte by which the extractors know it:
// small unaccented letters, digits and ASCII signs stand for themselves, all
// blanks are ' ' or '\t', all line and page ends '\n', all dashes '-', all
// quotes '"'; see the constants for the rest.
func foldByte(r rune) byte {
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
		return byteOrdinal
	case '‐', '‑', '‒', '–', '—', '―', '−', '\u00ad':
		return '-'
	case '“', '”', '„', '«', '»', '‘', '’', '´':
		return '"'
	case '\u0085', '\u2028', '\u2029':
		return '\n'
	case utf8.RuneError:
		return byteLost
	}
	if f := text.FoldRune(r); f < utf8.RuneSelf {
		return byte(f)
	}
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return byteLetter
	case unicode.IsSpace(r):
		return ' '
	case unicode.Is(unicode.M, r), unicode.Is(unicode.Cf, r):
		return byteMark
	}
	return byteSymbol
}

func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || b >= byteMark }
func isWord(b byte) bool   { return isLetter(b) || isDigit(b) }
func isBlank(b byte) bool  { return b == ' ' || b == '\t' }
func isSpace(b byte) bool  { return b == ' ' || b == '\t' || b == '\n' }
