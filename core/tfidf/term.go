package tfidf

import (
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// stemLetters is how much of a word is compared: enough to distinguish words,
// little enough that solicité, solicitó and solicitud are one, as are words
// whose endings a scanner misread.
const stemLetters = 7

// Word returns the hash of a word's beginning, folded; 0 for words that say
// nothing by themselves: those of one or two letters and those that begin
// with a digit.
func Word(w string) uint32 {
	if w == "" || '0' <= w[0] && w[0] <= '9' {
		return 0
	}
	if len(w) < 3 {
		return 0
	}
	letters, end := 0, len(w)
	for i := 0; i < len(w); letters++ {
		if letters == stemLetters {
			end = i
			break
		}
		_, n := utf8.DecodeRuneInString(w[i:])
		i += n
	}
	if letters < 3 {
		return 0
	}
	words := text.NewWords(w[:end])
	if !words.Next() {
		return 0
	}
	return uint32(words.Hash)
}

// WordOf is Word for a word that a walk has found, of which the hash is known;
// it mostly needs no more than that.
func WordOf(word string, hash uint64) uint32 {
	if len(word) < 3 || '0' <= word[0] && word[0] <= '9' {
		return 0
	}
	if len(word) <= stemLetters {
		if utf8.RuneCountInString(word) < 3 {
			return 0
		}
		return uint32(hash)
	}
	if first, ok := text.HashPrefix(word, stemLetters); ok {
		return uint32(first)
	}
	return Word(word)
}

// AppendWords appends the hash of every word of s that Word has one for.
func AppendWords(dst []uint32, s string) []uint32 {
	for w := text.NewWords(s); w.Next(); {
		if h := Word(s[w.Start:w.End]); h != 0 {
			dst = append(dst, h)
		}
	}
	return dst
}
