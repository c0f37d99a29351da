package misread

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names are the words of a page that may be names, of which the addresses of those
// who bear them are made.
type Names struct {
	words []string
	names []string // as an address has them; "" for a word that is none
}

// NewNames looks for names among the words of a page, which are in reading order.
func NewNames(words []string) *Names {
	n := &Names{words: words, names: make([]string, len(words))}
	for i, w := range words {
		if name := capitalized(w); len(name) >= shortestName {
			n.names[i] = name
		}
	}
	return n
}

// Numbered returns an address with figures for the letters that were read for
// them behind a name of the page: julio.elsaS73@ is julio.elsa573@ where the page
// names Elsa, nobody Elsas, and beside Elsa nobody whose initial that could be.
func (n *Names) Numbered(address string) string {
	local, domain, ok := strings.Cut(address, "@")
	if !ok {
		return address
	}
	from := len(strings.TrimRight(local, "0123456789lisoISO"))
	plain := small(local)
	known := n.explained(plain)
	for k := max(from, shortest); k < len(local); k++ {
		rest, amongSmall := local[k:], plain[:k] == local[:k]
		initial := known[k] && !(amongSmall && rest[0] < 'a') // nobody writes one capital among small letters
		if isLetter(rest[0]) && !initial && numeral(rest, amongSmall) && n.bears(plain[:k]) {
			return local[:k] + Figures(rest) + "@" + domain
		}
	}
	return address
}

// Respelled returns an address with one letter for another that looks like it where
// that makes a name of the page: weorrea@ is wcorrea@ where the page names Correa
// beside a W, and nothing of it is anybody else's.
func (n *Names) Respelled(address string) string {
	const least = 4 // letters of the name
	local, domain, ok := strings.Cut(address, "@")
	before, unknown := n.Explained(local)
	if !ok || unknown == 0 {
		return address
	}
	found := ""
	for i := range len(local) {
		for _, c := range lookAlike[local[i]] {
			other := local[:i] + string(c) + local[i+1:]
			if known, rest := n.Explained(other); known < before+least || rest > 0 {
				continue
			}
			if found != "" {
				return address // it could be either
			}
			found = other
		}
	}
	if found == "" {
		return address
	}
	return found + "@" + domain
}

// lookAlike are the letters that are read for one another in poor print.
var lookAlike = map[byte]string{
	'c': "eo", 'e': "co", 'o': "ce", 'a': "o", 'i': "lj", 'l': "it", 'j': "i", 't': "l", 'n': "u", 'u': "n", 'v': "y", 'y': "v", 'g': "q", 'q': "g", 'h': "b", 'b': "h",
	'0': "o", '1': "li", '5': "s", 'C': "EO", 'E': "CF", 'F': "E", 'O': "CQ", 'I': "LJ",
}

// Figures returns text with figures for the letters that are read for them.
func Figures(text string) string { return likeDigits.Replace(text) }

// numeral reports whether something that looks like figures is a number: it has
// a figure, or is an l or a capital O, or a capital S among small letters.
func numeral(s string, small bool) bool {
	return strings.ContainsAny(s, "0123456789") || s == "l" || s == "O" || small && s == "S"
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// bears reports whether text is made of names of the page and initials; the first
// may be of a name that it has not.
func (n *Names) bears(text string) bool {
	names := strings.TrimRight(text, signsBetween)
	known := n.explained(names)
	for i, k := range known {
		if i > 0 && !k && isLetter(names[i]) {
			return false
		}
	}
	return len(names) >= shortest && slices.Contains(known, true)
}

// Explained is how many letters of the part of an address before the "@" are of
// names of the page, particles between them, or initials beside one; and how many are not.
func (n *Names) Explained(local string) (known, unknown int) {
	for i, is := range n.explained(small(local)) {
		switch {
		case is:
			known++
		case isLetter(local[i]):
			unknown++
		}
	}
	return known, unknown
}

// explained tells which characters of the part of an address before the "@", in
// small letters, are of names of the page, particles between them, or initials.
func (n *Names) explained(local string) []bool {
	known := make([]bool, len(local))
	if len(local) > longestLocal {
		return known
	}
	for i, name := range n.names {
		for at := 0; name != "" && at+len(name) <= len(local); at++ {
			end := at + len(name)
			if local[at:end] != name {
				continue
			}
			for k := at; k < end; k++ {
				known[k] = true
			}
			for _, k := range []int{at - 1, end} {
				if k >= 0 && k < len(local) && n.initialBeside(i, local[k]) {
					known[k] = true
				}
			}
		}
	}
	for _, particle := range []string{"delos", "delas", "dela", "del", "de"} {
		if at := strings.Index(local, particle); at >= 0 && at+len(particle) < len(local) && (at == 0 || known[at-1]) && known[at+len(particle)] {
			for k := at; k < at+len(particle); k++ {
				known[k] = true
			}
		}
	}
	return known
}

// initialBeside reports whether a word with that initial stands beside the i-th.
func (n *Names) initialBeside(i int, initial byte) bool {
	const beside = 3 // words
	for k := max(0, i-beside); k <= i+beside && k < len(n.words); k++ {
		if name := capitalized(n.words[k]); k != i && name != "" && name[0] == initial {
			return true
		}
	}
	return false
}

// Between reports whether a name of the page ends or begins at some place of the
// part of an address before the "@", or a number begins.
func (n *Names) Between(local string, at int) bool {
	local = small(local)
	return isDigit(rune(local[at])) && isLetter(local[at-1]) || slices.ContainsFunc(n.names, func(name string) bool {
		return name != "" && (strings.HasSuffix(local[:at], name) || strings.HasPrefix(local[at:], name))
	})
}

// small is text with small letters, each where it was: what is no letter of an
// address stays, since it could take more bytes or fewer.
func small(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// longestLocal is how long the part of an address before the "@" may be, in bytes
// (RFC 5321, 4.5.3.1.1).
const longestLocal = 64

// shortestName is the shortest that is looked for in an address, in bytes: Ana, Gil.
const shortestName = 3

// signsBetween stand between the names of an address.
const signsBetween = "._-"

// capitalized is a word that is written with a capital as an address would have it,
// "" for any other.
func capitalized(w string) string {
	core, _, _ := trim(w)
	if first, _ := utf8.DecodeRuneInString(core); !unicode.IsUpper(first) {
		return ""
	}
	return unaccented.Replace(strings.ToLower(core))
}

var unaccented = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ñ", "n", "ü", "u")
