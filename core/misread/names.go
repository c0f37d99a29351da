package misread

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names are the words of some paragraphs that may be names, of which the addresses of those
// who bear them are made, as addresses have them, each with the initials of the words
// beside it.
type Names map[string]initials

// initials are letters, "a" the lowest bit.
type initials uint32

func (i initials) has(letter byte) bool {
	return 'a' <= letter && letter <= 'z' && i>>(letter-'a')&1 == 1
}

// NewNames looks for names among the words of paragraphs, which are in reading order.
func NewNames(paragraphs ...[]string) Names {
	n := Names{}
	for _, words := range paragraphs {
		var row []string
		for _, w := range words {
			name := capitalized(w)
			switch {
			case slices.Contains(particles, strings.ToLower(w)):
				continue
			case name != "":
				row = append(row, name)
			}
			if name == "" || ends(w) {
				n.add(row)
				row = row[:0]
			}
		}
		n.add(row)
	}
	return n
}

// add takes in capitalised words that stand side by side.
func (n Names) add(row []string) {
	const beside = 3 // words
	for i, name := range row {
		if len(name) >= shortestName && len(name) <= longestName {
			n[name] |= initialsOf(row[max(0, i-beside):i]) | initialsOf(row[i+1:min(len(row), i+1+beside)])
		}
	}
}

func initialsOf(names []string) (of initials) {
	for _, name := range names {
		if 'a' <= name[0] && name[0] <= 'z' {
			of |= 1 << (name[0] - 'a')
		}
	}
	return of
}

// ends reports whether a sign behind a word parts it from the next.
func ends(w string) bool { return strings.IndexByte(".,;:)", w[len(w)-1]) >= 0 }

// particles are words between the names of a person.
var particles = []string{"de", "del", "la", "las", "los", "y"}

// noNames are short words that are none, though a capital begins them.
var noNames = []string{"con", "por", "que", "una", "sin", "sur"}

// Numbered returns an address with figures for the letters that were read for
// them behind a name of the page: julio.elsaS73@ is julio.elsa573@ where the page
// names Elsa, nobody Elsas, and beside Elsa nobody whose initial that could be. A capital
// S among small letters is a 5 behind anything.
func (n Names) Numbered(address string) string {
	local, domain, ok := strings.Cut(address, "@")
	if !ok {
		return address
	}
	from := len(strings.TrimRight(local, "0123456789lisoISODUBZ"))
	plain := small(local)
	known := n.explained(plain)
	for k := max(from, shortest); k < len(local); k++ {
		rest, amongSmall := local[k:], plain[:k] == local[:k]
		// Nobody writes one capital among small letters, nor an initial behind two names.
		initial := known[k] && !(amongSmall && rest[0] < 'a') && strings.IndexAny(plain[:k], signsBetween) < shortestName
		if !amongSmall && strings.ContainsAny(rest, "DUBZ") {
			continue
		}
		if isLetter(rest[0]) && !initial && numeral(rest, amongSmall) && (n.bears(plain[:k]) || amongSmall && rest[0] == 'S') {
			return local[:k] + strings.ReplaceAll(Figures(rest), "U", "0") + "@" + domain
		}
	}
	return address
}

// Respelled returns an address with one letter for another that looks like it, or for
// two, where all of it is of names of the page then: weorrea@ is wcorrea@ where the page
// names Correa beside a W. Where that is not enough its first letter may be another, too:
// Ibacz@ is lbaez@ where Báez stands beside an L.
func (n Names) Respelled(address string) string {
	address = n.uncapital(address)
	local, domain, ok := strings.Cut(address, "@")
	before, unknown := n.Explained(local)
	if !ok || unknown == 0 || len(local) > longestLocal {
		return address
	}
	found := n.explainedOf(before+1, variants(local, len(local)))
	if len(found) == 0 {
		const least = 4 // letters of the name
		for _, first := range variants(local, 1) {
			found = append(found, n.explainedOf(before+least, variants(first, len(first)))...)
		}
	}
	slices.Sort(found)
	if found = slices.Compact(found); len(found) != 1 { // it could be either
		return address
	}
	return found[0] + "@" + domain
}

// uncapital returns an address with an l for a capital I before small letters that are
// of names: nobody writes one capital among them, and an i has its point.
func (n Names) uncapital(address string) string {
	after, ok := strings.CutPrefix(address, "I")
	local, _, signed := strings.Cut(after, "@")
	known, unknown := n.Explained(local)
	if !ok || !signed || local != strings.ToLower(local) || known <= shortestName || unknown > 0 {
		return address
	}
	return "l" + after
}

// explainedOf are those of the texts that are of names of the page alone, with so many
// letters at least.
func (n Names) explainedOf(least int, texts []string) []string {
	return slices.DeleteFunc(texts, func(t string) bool {
		known, unknown := n.Explained(t)
		return unknown > 0 || known < max(least, 4)
	})
}

// variants are what a text may be where one of its first letters was read for another.
func variants(text string, first int) (out []string) {
	for i := range first {
		for _, x := range lookAlike {
			after, ok := strings.CutPrefix(text[i:], x.read)
			if !ok {
				continue
			}
			for _, printed := range x.printed {
				if text != strings.ToUpper(text) {
					printed = strings.ToLower(printed)
				}
				out = append(out, text[:i]+printed+after)
			}
		}
	}
	return out
}

// lookAlike are the letters that are read for others in poor print.
var lookAlike = []struct {
	read    string
	printed []string
}{
	{"c", []string{"e", "o"}}, {"e", []string{"c", "o"}}, {"o", []string{"c", "e"}},
	{"i", []string{"l", "j"}}, {"l", []string{"i", "t"}}, {"j", []string{"i"}}, {"t", []string{"l", "f"}}, {"f", []string{"t"}},
	{"n", []string{"u", "h", "ri"}}, {"u", []string{"n", "ti"}}, {"v", []string{"y"}}, {"y", []string{"v"}},
	{"g", []string{"q"}}, {"q", []string{"g"}}, {"h", []string{"b", "n"}}, {"b", []string{"h"}}, {"m", []string{"rn"}}, {"rn", []string{"m"}},
	{"0", []string{"o"}}, {"1", []string{"l", "i"}}, {"5", []string{"s"}},
	{"C", []string{"E", "O"}}, {"E", []string{"C", "F"}}, {"F", []string{"E"}}, {"O", []string{"C", "Q"}}, {"I", []string{"L", "J"}},
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
func (n Names) bears(text string) bool {
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
func (n Names) Explained(local string) (known, unknown int) {
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
func (n Names) explained(local string) []bool {
	known := n.Within(local)
	if len(local) > longestLocal {
		return known
	}
	for at := range local {
		for end := at + shortestName; end <= min(len(local), at+longestName); end++ {
			beside := n[local[at:end]]
			for _, k := range []int{at - 1, end} {
				if k >= 0 && k < len(local) && beside.has(local[k]) {
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

// Within tells which characters of the part of an address before the "@" are of whole
// names of the page.
func (n Names) Within(local string) []bool {
	local = small(local)
	known := make([]bool, len(local))
	if len(local) > longestLocal {
		return known
	}
	for at := range local {
		for end := at + shortestName; end <= min(len(local), at+longestName); end++ {
			if n.has(local[at:end]) {
				for k := at; k < end; k++ {
					known[k] = true
				}
			}
		}
	}
	return known
}

// Between reports whether a name of the page ends or begins at some place of the
// part of an address before the "@", or a number begins.
func (n Names) Between(local string, at int) bool {
	local = small(local)
	if isDigit(rune(local[at])) && isLetter(local[at-1]) {
		return true
	}
	for length := shortestName; length <= longestName; length++ {
		if at >= length && n.has(local[at-length:at]) || at+length <= len(local) && n.has(local[at:at+length]) {
			return true
		}
	}
	return false
}

func (n Names) has(name string) bool {
	_, ok := n[name]
	return ok
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

// shortestName and longestName bound what is looked for in an address, in bytes: Ana, Gil.
const (
	shortestName = 3
	longestName  = 20
)

// signsBetween stand between the names of an address.
const signsBetween = "._-"

// capitalized is a word that is written with a capital as an address would have it,
// "" for any other.
func capitalized(w string) string {
	core, _, _ := trim(w)
	if first, _ := utf8.DecodeRuneInString(core); !unicode.IsUpper(first) {
		return ""
	}
	if name := unaccented.Replace(strings.ToLower(core)); !slices.Contains(noNames, name) {
		return name
	}
	return ""
}

var unaccented = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ñ", "n", "ü", "u")
