package doc

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Abbreviations of single letters: S.A.S., E. P. S.

// Abbreviation returns the folded word at k; single letters with points
// between them are joined: "S.A.S" gives "sas" and 3.
func (t *Text) Abbreviation(k int) (string, int) {
	if !t.Lone(k) {
		return string(t.Folded(k)), 1
	}
	var buf [MaxLetters]byte
	letters, n := t.AppendLetters(buf[:0], k)
	return string(letters), n
}

// MaxLetters bounds the letters of an abbreviation.
const MaxLetters = 8

// AppendLetters appends the letters of the abbreviation at word k to dst and
// returns how many there are.
func (t *Text) AppendLetters(dst []byte, k int) ([]byte, int) {
	n := 0
	for ; n < MaxLetters && k+n < len(t.Words); n++ {
		w := t.Words[k+n]
		if w.End-w.Start != 1 || n > 0 && !t.joinsInitials(k, k+n-1) {
			break
		}
		dst = append(dst, t.Chars[w.Start])
	}
	return dst, n
}

// Lone reports whether word k is a single letter.
func (t *Text) Lone(k int) bool {
	w := t.Words[k]
	return w.End-w.Start == 1 && !lex.IsDigit(t.Chars[w.Start])
}

// IsClass reports whether the letters of n words from k on are a word of class c.
func (t *Text) IsClass(k, n int, letters []byte, c lex.Class) bool {
	if w := t.Words[k]; n == 1 && w.Fix == 0 {
		return w.Class&c != 0
	}
	found, _ := t.Lex.Table.Find(letters)
	return found&c != 0
}

// joinsInitials reports whether the letters k and k+1 belong to the
// abbreviation that begins with word first: they are parted as its first two.
func (t *Text) joinsInitials(first, k int) bool {
	gap := t.Between(k)
	return len(gap) <= 2 && gap[0] != '\n' && gap[len(gap)-1] != '\n' && gap[0] != ',' && string(gap) == string(t.Between(first))
}
