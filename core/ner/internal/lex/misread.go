package lex

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// What a scanner misread in a party's name, told by the tables of names and of
// the words that institutions' names are made of. A word is mended only when
// the tables lack it, the paper does not repeat it, and exactly one word that
// they have looks like it.

// MinMend is the length from which a word is mended: short ones have too many
// neighbours.
const MinMend = 5

// Mend writes the words of a name, a person's or an institution's, as the tables have them.
func (l *Lexicon) Mend(name string, person bool) string {
	words := strings.Fields(name)
	changed := false
	for i := 0; i < len(words); i++ {
		core := strings.Trim(words[i], `,;.:()"'-`)
		folded := text.Fold(core)
		better := l.mended(folded, person)
		if better == "" && !person && folded != "" && i+1 < len(words) { // AD MINISTRADORA
			next := text.Fold(words[i+1])
			if whole := l.Institutional[folded+next]; whole != "" && (l.Institutional[folded] == "" || l.Institutional[next] == "") {
				words[i+1] = ""
				better = whole
			}
		}
		if better != "" {
			words[i], changed = strings.Replace(words[i], core, inCaseOf(core, better), 1), true
		}
	}
	if !changed {
		return name
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// mended returns the word of which a folded one is a misreading, as it is
// written; "" when the word is sound or nobody can tell.
func (l *Lexicon) mended(folded string, person bool) string {
	if len(folded) < MinMend || len(folded) > 24 || l.Words[folded] != 0 || l.Institutional[folded] != "" {
		return ""
	}
	for i := 0; i < len(folded); i++ {
		if c := folded[i]; c >= utf8.RuneSelf || !IsWord(c) {
			return ""
		}
	}
	if person {
		w := confusedWith(folded, func(s []byte) bool { return l.Words[string(s)]&(Given|Surname) != 0 })
		if whole := l.accentOf[w]; whole != "" {
			return whole
		}
		return w
	}
	institutional := func(s []byte) bool { return l.Institutional[string(s)] != "" }
	w := confusedWith(folded, institutional)
	if w == "" {
		w = oneLetterFrom(folded, institutional)
	}
	if w == "" {
		return ""
	}
	return l.Institutional[w]
}

// IsPersonal reports whether words are most likely a person's name.
func (l *Lexicon) IsPersonal(words []string) bool {
	known := 0
	for _, w := range words {
		f := text.Fold(w)
		switch c := l.Words[f]; {
		case c&(Given|Surname) != 0:
			known++
		case c&(EntityHead|LegalForm) != 0 || l.Institutional[f] != "":
			return false
		}
	}
	return known*2 >= len(words) && len(words) <= 6
}

// confusedWith returns the one word that has holds and that a scanner may have
// read as w, "" when there is none or more than one.
func confusedWith(w string, has func([]byte) bool) string {
	var buf [32]byte
	found := ""
	for _, c := range confusions {
		for i := 0; i+len(c[0]) <= len(w); i++ {
			if w[i:i+len(c[0])] != c[0] || i+len(c[0]) == len(w) && inflects(c[1][len(c[1])-1]) && !IsDigit(w[i]) {
				continue
			}
			s := append(append(append(buf[:0], w[:i]...), c[1]...), w[i+len(c[0]):]...)
			if has(s) && string(s) != found {
				if found != "" {
					return ""
				}
				found = string(s)
			}
		}
	}
	return found
}

// oneLetterFrom returns the one word that has holds and that differs from w in
// a letter that is not its ending, "" when there is none or more than one.
func oneLetterFrom(w string, has func([]byte) bool) string {
	const minLength = 7
	if len(w) < minLength {
		return ""
	}
	var buf [32]byte
	found, several := "", false
	try := func(s []byte) {
		if has(s) && string(s) != found {
			several = several || found != ""
			found = string(s)
		}
	}
	for i := 0; i < len(w); i++ {
		if i < len(w)-1 {
			try(append(append(buf[:0], w[:i]...), w[i+1:]...))
		}
		for c := byte('a'); c <= 'z'; c++ {
			if i == len(w)-1 && inflects(c) {
				continue
			}
			try(append(append(append(buf[:0], w[:i]...), c), w[i+1:]...))
			try(append(append(append(buf[:0], w[:i]...), c), w[i:]...))
		}
	}
	if several {
		return ""
	}
	return found
}

// inflects reports whether c ends another form of a word: público, pública,
// públicos.
func inflects(c byte) bool { return c == 'a' || c == 'o' || c == 'e' || c == 's' }

// inCaseOf writes w in the case of another word.
func inCaseOf(other, w string) string {
	if strings.ToUpper(other) == other {
		return strings.ToUpper(w)
	}
	r, size := utf8.DecodeRuneInString(w)
	return strings.ToUpper(string(r)) + w[size:]
}

// addInstitutional fills the tables of the words of institutions' names, and
// of names that are always written with an accent.
func (l *Lexicon) addInstitutional() {
	l.Institutional, l.accentOf = map[string]string{}, map[string]string{}
	add := func(w string) {
		folded := text.Fold(w)
		if old := l.Institutional[folded]; len(folded) >= MinMend && IsLetter(folded[0]) && len(w) > len(old) { // an accent takes two bytes
			l.Institutional[folded] = strings.ToLower(w)
		}
	}
	for _, list := range wordLists() {
		switch list.kind {
		case "accented", "head", "courtword", "institution":
			for _, w := range list.words {
				add(w)
			}
		}
	}
	for _, file := range [...]string{"entities.txt", "municipalities.txt"} {
		for _, row := range rows(file) {
			for _, w := range strings.FieldsFunc(row, func(r rune) bool {
				return r == ' ' || r == '|' || r == ',' || r == '-' || r == '.' || r == '(' || r == ')'
			}) {
				add(w)
			}
		}
	}
	for _, row := range rows("accented-names.txt") {
		for _, name := range strings.Fields(row) {
			if folded := text.Fold(name); l.accentOf[folded] == "" {
				l.accentOf[folded] = strings.ToLower(name)
			} else if l.accentOf[folded] != strings.ToLower(name) {
				l.accentOf[folded] = folded // two spellings
			}
		}
	}
}

// NearestPlace returns the municipality whose name a scanner may have misread as raw, "" when there is
// none or more than one.
func (l *Lexicon) NearestPlace(raw string) string {
	words := SplitWords(raw)
	key, found := strings.Join(words, " "), ""
	for _, of := range l.Places {
		for _, p := range of.List {
			other := strings.Join(p.Words, " ")
			if len(key) < 5 && string(skeleton(nil, []byte(key))) != string(skeleton(nil, []byte(other))) {
				continue // a short name must look alike
			}
			if CloseTo(other, key) && p.Name != found {
				if found != "" {
					return ""
				}
				found = p.Name
			}
		}
	}
	return found
}
