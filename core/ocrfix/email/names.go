package email

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names are words on the pages of a document of which addresses are made: names, each with
// the initials of the words beside it, and long words, such as "notificaciones".
type Names map[string]initials

// initials is a set of letters; "a" is the lowest bit.
type initials uint32

func (i initials) has(letter byte) bool { return isLetter(letter) && i>>(letter-'a')&1 == 1 }

// NewNames returns the names among the words of paragraphs, which are in reading order.
func NewNames(paragraphs ...[]string) Names {
	n := Names{}
	for _, words := range paragraphs {
		var row []string // of capitalized words side by side
		for _, w := range words {
			word, capitalized := lettersOf(w)
			if slices.Contains(particles, word) {
				continue
			}
			if capitalized && !slices.Contains(noNames, word) {
				row = append(row, word)
			} else if len(word) >= longWord && len(word) <= longestName {
				n[word] |= 0
			}
			if !capitalized || strings.ContainsAny(w[len(w)-1:], ".,;:)") {
				n.add(row)
				row = row[:0]
			}
		}
		n.add(row)
	}
	return n
}

// add adds capitalized words that stand side by side.
func (n Names) add(row []string) {
	const near = 3 // words
	for i, name := range row {
		if len(name) < shortestName || len(name) > longestName {
			continue
		}
		n[name] |= 0
		for _, other := range row[max(0, i-near):min(len(row), i+1+near)] {
			if other != name && other != "" && isLetter(other[0]) {
				n[name] |= 1 << (other[0] - 'a')
			}
		}
	}
}

// particles are words between the names of a person.
var particles = []string{"de", "del", "la", "las", "los", "y"}

// noNames are short words that are not names, though some begin with a capital.
var noNames = []string{"con", "por", "que", "una", "sin", "sur"}

// Lengths in bytes of the words that are looked for in an address.
const (
	shortestName = 3 // Ana, Gil
	longestName  = 20
	longWord     = 7
)

// longestLocal is how long the part of an address before the "@" may be, in bytes
// (RFC 5321, 4.5.3.1.1).
const longestLocal = 64

// Explained returns how many letters of the part of an address before the "@" are of
// names, of particles between names, or initials beside one. Stray is how many that are not
// stand alone behind a name and look like a figure, before figures or at the end: anal3.
func (n Names) Explained(local string) (letters, stray int) {
	if len(local) > longestLocal {
		return 0, 0
	}
	local = strings.ToLower(local)
	known := make([]bool, len(local))
	mark := func(from, to int) {
		for i := from; i < to; i++ {
			known[i] = true
		}
	}
	for from := range local {
		for to := from + shortestName; to <= min(len(local), from+longestName); to++ {
			beside, ok := n[local[from:to]]
			if !ok {
				continue
			}
			mark(from, to)
			if from > 0 && beside.has(local[from-1]) {
				mark(from-1, from)
			}
			if to < len(local) && beside.has(local[to]) {
				mark(to, to+1)
			}
		}
	}
	for _, particle := range []string{"delos", "delas", "dela", "del", "de"} {
		at := strings.Index(local, particle)
		end := at + len(particle)
		if at >= 0 && end < len(local) && (at == 0 || known[at-1]) && known[end] {
			mark(at, end)
		}
	}
	for i, is := range known {
		switch {
		case is:
			letters++
		case (local[i] == 'l' || local[i] == 'o') && i > 0 && known[i-1] && (i+1 == len(local) || isDigit(local[i+1])):
			stray++
		}
	}
	return letters, stray
}

// lettersOf returns a word as an address would have it: in lower case, without accents and
// without what stands around it; "" for a word with something else than letters in it.
func lettersOf(w string) (word string, capitalized bool) {
	core := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
	if strings.ContainsFunc(core, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return "", false
	}
	first, _ := utf8.DecodeRuneInString(core)
	return unaccented.Replace(strings.ToLower(core)), unicode.IsUpper(first)
}

var unaccented = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ñ", "n", "ü", "u",
	"Á", "A", "É", "E", "Í", "I", "Ó", "O", "Ú", "U", "Ñ", "N", "Ü", "U")
