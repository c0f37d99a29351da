package lex

// What scanners read for what was printed.

// confusions are what scanners read, and what was printed.
var confusions = [...][2]string{{"l", "i"}, {"i", "l"}, {"c", "e"}, {"e", "c"}, {"e", "o"}, {"o", "e"}, {"c", "o"}, {"o", "c"}, {"a", "o"}, {"o", "a"},
	{"u", "n"}, {"n", "u"}, {"ii", "u"}, {"ri", "n"}, {"rn", "m"}, {"m", "rn"}, {"nn", "m"}, {"m", "ni"}, {"m", "in"}, {"m", "ri"}, {"li", "h"}, {"b", "h"}, {"h", "b"}, {"cl", "d"},
	{"f", "t"}, {"t", "f"}, {"l", "t"}, {"i", "t"}, {"t", "l"}, {"t", "i"}, {"i", "r"}, {"n", "r"}, {"r", "n"}, {"v", "y"}, {"y", "v"}, {"g", "q"}, {"q", "g"}, {"f", "e"}, {"e", "f"},
	{"g", "c"}, {"c", "g"}, {"f", "p"}, {"p", "f"}, {"k", "r"}, {"v", "u"}, {"u", "v"}, {"m", "n"}, {"n", "m"}, {"h", "n"}, {"n", "h"}, {"o", "d"}, {"d", "o"}, {"q", "o"}, {"o", "q"},
	{"j", "i"}, {"i", "j"}, {"j", "l"}, {"fi", "n"}, {"s", "a"}, {"0", "o"}, {"1", "i"}, {"1", "l"}, {"5", "s"}, {"8", "b"}, {"6", "g"}, {"6", "o"}, {"4", "a"}, {"2", "z"}, {"7", "z"}, {"f", "i"}}

// confusable has the confusions to look up.
var confusable = func() (t struct {
	letters [256]ByteSet // those that may have been printed, by the letter read
	joined  PairTable    // the letter printed, by the two that were read
	parted  [2]PairTable // the letters read, by the two that were printed
}) {
	for _, c := range confusions {
		switch read, printed := c[0], c[1]; {
		case len(read) == 2:
			t.joined[read[0]-'a'][read[1]-'a'] = printed[0]
		case len(printed) == 2:
			t.parted[0][printed[0]-'a'][printed[1]-'a'] = read[0]
		default:
			t.letters[read[0]].add(printed[0])
		}
	}
	for _, c := range merged {
		t.parted[1][c[1][0]-'a'][c[1][1]-'a'] = c[0][0]
	}
	return t
}()

// merged are letters that are read for two where a name that the paper has elsewhere
// tells that it were two.
var merged = [...][2]string{{"n", "ri"}, {"u", "ti"}, {"u", "li"}, {"u", "il"}}

// Mistaken reports whether scanners read one letter for the other.
func Mistaken(read, printed byte) bool { return confusable.letters[read].Has(printed) }

// Joined returns the letter that was printed where scanners read the two, a byte that
// is no letter when there is none.
func Joined(a, b byte) byte { return confusable.joined.Of(a, b) }

// Merges reports whether scanners read that letter for the two.
func Merges(read, a, b byte) bool {
	return confusable.parted[0].Of(a, b) == read || confusable.parted[1].Of(a, b) == read
}

// Confused reports whether scanners confuse what was read with what was printed.
func Confused(read, printed string) bool {
	switch {
	case len(read) == 1 && len(printed) == 1:
		return Mistaken(read[0], printed[0])
	case len(read) == 2 && len(printed) == 1:
		return Joined(read[0], read[1]) == printed[0]
	case len(read) == 1 && len(printed) == 2:
		return Merges(read[0], printed[0], printed[1])
	}
	return false
}

// ByteSet is a set of bytes, a bit each.
type ByteSet [4]uint64

// BytesOf returns the set of the bytes of a string.
func BytesOf(list string) (s ByteSet) {
	for i := range len(list) {
		s.add(list[i])
	}
	return s
}

// add adds a byte to the set.
func (s *ByteSet) add(c byte) { s[c>>6] |= 1 << (c & 63) }

// In reports whether a byte of the set is in w.
func (s *ByteSet) In(w string) bool {
	for i := range len(w) {
		if s.Has(w[i]) {
			return true
		}
	}
	return false
}

// Has reports whether a byte is in the set.
func (s *ByteSet) Has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

// PairTable has a letter for each pair of letters.
type PairTable [26][26]byte

// Of returns the letter for a pair, a byte that is no letter when there is none.
func (t *PairTable) Of(a, b byte) byte {
	if a -= 'a'; a >= 26 {
		return NoLetter
	}
	if b -= 'a'; b >= 26 || t[a][b] == 0 {
		return NoLetter
	}
	return t[a][b]
}

// NoLetter is a character that occurs in no text.
const NoLetter = 0x01
