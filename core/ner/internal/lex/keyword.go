package lex

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// Keywords are the words that steer the extractors: labels, headings, what
// introduces a cédula. They are recognised as a scanner or a broken text
// layer leaves them: ACClONANTE, cedu1a, accin, notificaci�n.

// keywordClasses are the classes whose words are looked up with repair.
const keywordClasses = LabelWord | HeadingWord | Identity | CourtHead | CourtWord | Honorific | Common

// minRepair is the length from which a damaged word is told from another word.
const minRepair = 5

// maxRepair bounds the length of a damaged word.
const maxRepair = 24

// skeleton writes into buf what is left of a folded word when the letters and
// digits that scanners confuse are made one.
func skeleton(buf []byte, folded []byte) []byte {
	for _, c := range folded {
		switch c {
		case '1', 'l', 'j':
			c = 'i'
		case '0', 'q':
			c = 'o'
		case '5':
			c = 's'
		case '8':
			c = 'b'
		case ByteMark:
			continue
		}
		buf = append(buf, c)
	}
	return buf
}

// addRepairs fills the table of damaged keywords once all words are read.
func (l *Lexicon) addRepairs() {
	l.repairs, l.accentedWords = map[string]string{}, map[string]string{}
	add := func(damaged []byte, word string) {
		key := string(skeleton(nil, damaged))
		if old, taken := l.repairs[key]; !taken || word < old {
			l.repairs[key] = word
		}
	}
	for w, c := range l.Words {
		if c&keywordClasses != 0 && len(w) >= minRepair {
			add([]byte(w), w)
		}
	}
	for _, list := range wordLists() {
		switch list.kind {
		case "robust":
			l.addNear(list.words)
		case "accented":
			for _, w := range list.words {
				folded := text.Fold(w)
				for without, lost := range withoutAccents(w) {
					l.accentedWords[without] = w
					add([]byte(without), folded)
					add([]byte(lost), folded)
				}
			}
		}
	}
	for _, table := range []map[string]string{l.repairs, l.near} {
		for key := range table {
			l.damaged.add(rollingHash([]byte(key)))
		}
	}
}

// withoutAccents yields, for each accented letter of a word, the folded word without it
// and with a sign that nobody could read in its place.
func withoutAccents(w string) iter.Seq2[string, string] {
	return func(yield func(without, lost string) bool) {
		folded := text.Fold(w)
		for i, r := range []rune(w) {
			if r >= utf8.RuneSelf && !yield(folded[:i]+folded[i+1:], folded[:i]+string([]byte{ByteLost})+folded[i+1:]) {
				return
			}
		}
	}
}

// addNear fills the table of keywords that are recognised with any one letter
// wrong, missing or too many. '*' stands for any letter.
func (l *Lexicon) addNear(words []string) {
	l.near = map[string]string{}
	for _, w := range words {
		s := string(skeleton(nil, []byte(w)))
		l.near[s] = w
		l.halves.add([]byte(s))
		for i := range s {
			for _, k := range []string{s[:i] + "*" + s[i+1:], s[:i] + s[i+1:]} {
				if old, taken := l.near[k]; !taken || w < old {
					l.near[k] = w
				}
			}
		}
	}
}

// minNear is the length from which any one letter may be wrong.
const minNear = 6

// nearest returns the keyword from which the skeleton of a word differs in one
// letter, "" when there is none. h is its rolling hash.
func (l *Lexicon) nearest(s []byte, h uint32) string {
	if !l.halves.mayHave(s) {
		return ""
	}
	if l.damaged.mayHave(h) {
		if w, ok := l.near[string(s)]; ok {
			return w // a letter is missing
		}
	}
	for i, c := range s {
		if !l.damaged.mayHave(h + ('*'-uint32(c))*rollingPowers[len(s)-1-i]) {
			continue
		}
		s[i] = '*'
		w, ok := l.near[string(s)]
		if s[i] = c; ok {
			return w
		}
	}
	var buf [maxRepair]byte
	before := uint32(0) // the hash of what stands before letter i
	for i, c := range s {
		through := before*rollingBase + uint32(c)
		if l.damaged.mayHave(h + (before-through)*rollingPowers[len(s)-1-i]) {
			if w, ok := l.near[string(append(append(buf[:0], s[:i]...), s[i+1:]...))]; ok && len(w) == len(s)-1 {
				return w // a letter too many
			}
		}
		before = through
	}
	return ""
}

// Repair returns the keyword that a folded word is a damaged form of, "" when
// there is none.
func (l *Lexicon) Repair(folded []byte) string {
	if len(folded) < minRepair-1 || len(folded) > maxRepair {
		return ""
	}
	var buf [maxRepair]byte
	s := skeleton(buf[:0], folded)
	h := rollingHash(s)
	if l.damaged.mayHave(h) {
		if w, ok := l.repairs[string(s)]; ok {
			return w
		}
	}
	if len(s) < minNear {
		return ""
	}
	return l.nearest(s, h)
}

// addAccented fills the tables of names that lost an accented letter: Prez,
// P\uFFFDrez.
func (l *Lexicon) addAccented() {
	l.accented = map[string]string{}
	for _, row := range rows("accented-names.txt") {
		for _, name := range strings.Fields(row) {
			for without, lost := range withoutAccents(name) {
				for _, damaged := range [...]string{without, lost} {
					if l.Words[damaged] != 0 {
						continue // a word or name of its own
					}
					l.Words[damaged] |= Given | Surname
					l.accented[damaged] = name
				}
			}
		}
	}
}

// Restore returns a name with the accented letters that its words lost; lossy says that its whole text
// lost them.
func (l *Lexicon) Restore(name string, lossy bool) string {
	if !lossy && utf8.ValidString(name) && !strings.ContainsRune(name, utf8.RuneError) {
		return singleSpaced(name)
	}
	fields := strings.Fields(name)
	for i, f := range fields {
		folded := make([]byte, 0, len(f))
		lost := false
		for _, r := range f {
			c := FoldByte(r)
			lost = lost || c == ByteLost
			folded = append(folded, c)
		}
		whole, ok := l.accented[string(folded)]
		if !ok {
			whole, ok = l.accentedWords[string(folded)]
		}
		switch {
		case !ok || !lost && !lossy:
		case strings.ToUpper(f) == f:
			fields[i] = strings.ToUpper(whole)
		default:
			fields[i] = nameWord(whole, true)
		}
	}
	return strings.Join(fields, " ")
}

// singleSpaced returns s with one blank between its words.
func singleSpaced(s string) string {
	blank := true // so far nothing, or a blank
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ' && !blank:
			blank = true
			continue
		case c == 0xc3:
			i++ // an accented letter
		case c <= ' ' || c >= utf8.RuneSelf:
			return strings.Join(strings.Fields(s), " ")
		}
		blank = false
	}
	if blank {
		return strings.Join(strings.Fields(s), " ")
	}
	return s
}
