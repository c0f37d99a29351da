package email

import "strings"

// confusions are characters that are read as others in poor print: what is read, and what
// may be printed there. What is in lower case stands for
// capitals, too.
var confusions = []struct{ read, printed string }{
	{"a", "s"}, {"b", "h 6"}, {"c", "e"}, {"d", "0 4"}, {"e", "c o"}, {"f", "t"}, {"g", "q 9"}, {"h", "b n"}, {"i", "l j t 1"},
	{"j", "i"}, {"l", "i t 1"}, {"m", "rn"}, {"n", "u h ri"}, {"o", "e 0"}, {"q", "g 9"}, {"s", "5 6 8 a"}, {"t", "l f r i"},
	{"u", "n ti 0"}, {"v", "y"}, {"w", "vv"}, {"y", "v"}, {"z", "2"}, {"rn", "m"}, {"vv", "w"},
	{"0", "o"}, {"1", "l i 7"}, {"2", "z 7"}, {"3", "8 9"}, {"4", "1"}, {"5", "s 6"}, {"6", "8 b 5"}, {"7", "1 2"}, {"8", "b 3 6"}, {"9", "g 0"},
	{"B", "8 3"}, {"C", "E O"}, {"D", "0"}, {"E", "C F"}, {"F", "E"}, {"I", "L J l 1"}, {"O", "0"}, {"S", "5 6 8"}, {"U", "0"}, {"Z", "2"},
	{"|", "1 l i"}, {"!", "1 l i"}, {"}", "1 l j"}, {"]", "1 l j"},
}

// confused is confusions by what they are looked up with. Letters are in lower case but in
// readFor.
var confused = lookups()

type lookup struct {
	alike     [128][128]bool      // what is printed and what is read
	pairFor   [128]string         // two letters that are printed, by the one that is read
	pairReads [128]string         // two letters that are read, by the one that is printed
	readFor   map[string][]string // what may be printed, by what is read
}

func lookups() *lookup {
	l := &lookup{readFor: map[string][]string{}}
	for _, c := range confusions {
		for printed := range strings.FieldsSeq(c.printed) {
			switch {
			case len(c.read) == 2:
				l.pairReads[printed[0]] = c.read
			case len(printed) == 2:
				l.pairFor[c.read[0]] = printed
			default:
				l.alike[lower(printed[0])][lower(c.read[0])] = true
			}
			l.readFor[c.read] = append(l.readFor[c.read], printed)
			if upper := strings.ToUpper(c.read); len(c.read) == 1 && upper != c.read && printed != strings.ToUpper(printed) {
				l.readFor[upper] = append(l.readFor[upper], strings.ToUpper(printed))
			}
		}
	}
	return l
}

// looksAlike reports whether a character that is printed is often read as another.
func looksAlike(printed, read byte) bool { return confused.alike[lower(printed)][lower(read)] }

// isPair reports whether two characters are a pair, which may be empty.
func isPair(first, second byte, pair string) bool {
	return pair != "" && first == pair[0] && second == pair[1]
}

func lower(c byte) byte {
	if isCapital(c) {
		return c | 0x20
	}
	return c
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLetter(c byte) bool  { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool   { return '0' <= c && c <= '9' }

// isSign reports whether c may stand between the names of an address.
func isSign(c byte) bool { return c == '.' || c == '_' || c == '-' }

// isStroke reports whether c is an upright stroke that no address has.
func isStroke(c byte) bool { return strings.IndexByte("|!}]{[", c) >= 0 }
