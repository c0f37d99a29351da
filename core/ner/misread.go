package ner

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// What a scanner misread in a party's name, told by the tables of names and of
// the words that institutions' names are made of. A word is mended only when
// the tables lack it, the paper does not repeat it, and exactly one word that
// they have looks like it.

// minMend is the length from which a word is mended: short ones have too many
// neighbours.
const minMend = 5

// minNoise is the noise of a text below which nothing is mended: there, an
// unusual name is one.
const minNoise = 0.008

// mend writes the words of a party's name as the tables have them.
func (t *Text) mend(f Field, name string) string {
	words := strings.Fields(name)
	person := f != Defendant && f != LinkedParty || t.personal(words)
	changed := false
	for i := 0; i < len(words); i++ {
		core := strings.Trim(words[i], `,;.:()"'-`)
		folded := text.Fold(core)
		better := t.mended(folded, person)
		if better == "" && !person && folded != "" && i+1 < len(words) { // AD MINISTRADORA
			next := text.Fold(words[i+1])
			if whole := t.lex.institutional[folded+next]; whole != "" && (t.lex.institutional[folded] == "" || t.lex.institutional[next] == "") {
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
func (t *Text) mended(folded string, person bool) string {
	if len(folded) < minMend || len(folded) > 24 || t.lex.words[folded] != 0 || t.lex.institutional[folded] != "" {
		return ""
	}
	for i := 0; i < len(folded); i++ {
		if c := folded[i]; c >= utf8.RuneSelf || !isWord(c) {
			return ""
		}
	}
	if person {
		w := confusedWith(folded, func(s []byte) bool { return t.lex.words[string(s)]&(given|surname) != 0 })
		if whole := t.lex.accentOf[w]; whole != "" {
			return whole
		}
		return w
	}
	institutional := func(s []byte) bool { return t.lex.institutional[string(s)] != "" }
	w := confusedWith(folded, institutional)
	if w == "" {
		w = oneLetterFrom(folded, institutional)
	}
	if w == "" {
		return ""
	}
	return t.lex.institutional[w]
}

// personal reports whether words are most likely a person's name.
func (t *Text) personal(words []string) bool {
	known := 0
	for _, w := range words {
		f := text.Fold(w)
		switch c := t.lex.words[f]; {
		case c&(given|surname) != 0:
			known++
		case c&(entityHead|legalForm) != 0 || t.lex.institutional[f] != "":
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
			if w[i:i+len(c[0])] != c[0] || i+len(c[0]) == len(w) && inflects(c[1][len(c[1])-1]) && !isDigit(w[i]) {
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
func (l *lexicon) addInstitutional() {
	l.institutional, l.accentOf = map[string]string{}, map[string]string{}
	add := func(w string) {
		folded := text.Fold(w)
		if old := l.institutional[folded]; len(folded) >= minMend && isLetter(folded[0]) && len(w) > len(old) { // an accent takes two bytes
			l.institutional[folded] = strings.ToLower(w)
		}
	}
	for _, row := range rows("words.txt") {
		kind, list, _ := strings.Cut(row, ":")
		switch kind {
		case "accented", "head", "courtword", "institution":
			for _, w := range strings.Fields(list) {
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
