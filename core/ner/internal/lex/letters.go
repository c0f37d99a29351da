package lex

// The letters of a word, without what scanners and writers put between them.

// LettersOf returns the folded letters and digits of a word.
func LettersOf(w string) string {
	var room [48]byte
	return string(AppendLettersOf(room[:0], w))
}

// AppendLettersOf appends letters(w) to dst, which is empty.
func AppendLettersOf(dst []byte, w string) []byte {
	words := AppendWords(dst, w)
	n := 0
	for _, c := range words {
		if c != ' ' {
			words[n] = c
			n++
		}
	}
	return words[:n]
}

// KnownWord reports whether a folded word is in the lexicon.
func KnownWord(w string) bool { return Default().Words[w] != 0 }
