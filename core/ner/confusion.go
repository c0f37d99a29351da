package ner

// What scanners read for what was printed.

// confusions are what scanners read, and what was printed.
var confusions = [...][2]string{{"l", "i"}, {"i", "l"}, {"c", "e"}, {"e", "c"}, {"e", "o"}, {"o", "e"}, {"c", "o"}, {"o", "c"}, {"a", "o"}, {"o", "a"},
	{"u", "n"}, {"n", "u"}, {"ii", "u"}, {"ri", "n"}, {"rn", "m"}, {"m", "rn"}, {"nn", "m"}, {"m", "ni"}, {"m", "in"}, {"m", "ri"}, {"li", "h"}, {"b", "h"}, {"h", "b"}, {"cl", "d"},
	{"f", "t"}, {"t", "f"}, {"l", "t"}, {"i", "t"}, {"t", "l"}, {"t", "i"}, {"i", "r"}, {"n", "r"}, {"r", "n"}, {"v", "y"}, {"y", "v"}, {"g", "q"}, {"q", "g"}, {"f", "e"}, {"e", "f"},
	{"g", "c"}, {"c", "g"}, {"f", "p"}, {"p", "f"}, {"k", "r"}, {"v", "u"}, {"u", "v"}, {"m", "n"}, {"n", "m"}, {"h", "n"}, {"n", "h"}, {"o", "d"}, {"d", "o"}, {"q", "o"}, {"o", "q"},
	{"j", "i"}, {"i", "j"}, {"j", "l"}, {"fi", "n"}, {"s", "a"}, {"0", "o"}, {"1", "i"}, {"1", "l"}, {"5", "s"}, {"8", "b"}, {"6", "g"}, {"6", "o"}, {"4", "a"}, {"2", "z"}, {"7", "z"}, {"f", "i"}}

// confusable has the confusions to look up.
var confusable = func() (t struct {
	letters [256]byteSet // those that may have been printed, by the letter read
	joined  pairTable    // the letter printed, by the two that were read
	parted  [2]pairTable // the letters read, by the two that were printed
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

// merges reports whether scanners read that letter for the two.
func merges(read, a, b byte) bool {
	return confusable.parted[0].of(a, b) == read || confusable.parted[1].of(a, b) == read
}

// confused reports whether scanners confuse what was read with what was printed.
func confused(read, printed string) bool {
	switch {
	case len(read) == 1 && len(printed) == 1:
		return confusable.letters[read[0]].has(printed[0])
	case len(read) == 2 && len(printed) == 1:
		return confusable.joined.of(read[0], read[1]) == printed[0]
	case len(read) == 1 && len(printed) == 2:
		return merges(read[0], printed[0], printed[1])
	}
	return false
}

// byteSet is a set of bytes, a bit each.
type byteSet [4]uint64

func bytesOf(list string) (s byteSet) {
	for i := range len(list) {
		s.add(list[i])
	}
	return s
}

func (s *byteSet) add(c byte) { s[c>>6] |= 1 << (c & 63) }

// in reports whether a byte of the set is in w.
func (s *byteSet) in(w string) bool {
	for i := range len(w) {
		if s.has(w[i]) {
			return true
		}
	}
	return false
}

func (s *byteSet) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

// pairTable has a letter for each pair of letters.
type pairTable [26][26]byte

// of returns the letter for a pair, a byte that is no letter when there is none.
func (t *pairTable) of(a, b byte) byte {
	if a -= 'a'; a >= 26 {
		return noLetter
	}
	if b -= 'a'; b >= 26 || t[a][b] == 0 {
		return noLetter
	}
	return t[a][b]
}

// noLetter stands in no text.
const noLetter = 0x01
