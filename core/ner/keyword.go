package ner

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// Keywords are the words that steer the extractors: labels, headings, what
// introduces a cédula. They are recognised as a scanner or a broken text
// layer leaves them: ACClONANTE, cedu1a, accin, notificaci�n.

// keywordClasses are the classes whose words are looked up with repair.
const keywordClasses = labelWord | headingWord | identity | courtHead | courtWord | honorific | common

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
		case byteMark:
			continue
		}
		buf = append(buf, c)
	}
	return buf
}

// addRepairs fills the table of damaged keywords once all words are read.
func (l *lexicon) addRepairs() {
	l.repairs, l.accentedWords = map[string]string{}, map[string]string{}
	add := func(damaged []byte, word string) {
		key := string(skeleton(nil, damaged))
		if old, taken := l.repairs[key]; !taken || word < old {
			l.repairs[key] = word
		}
	}
	for w, c := range l.words {
		if c&keywordClasses != 0 && len(w) >= minRepair {
			add([]byte(w), w)
		}
	}
	for _, row := range rows("words.txt") {
		if list, ok := strings.CutPrefix(row, "robust:"); ok {
			l.addNear(strings.Fields(list))
			continue
		}
		list, ok := strings.CutPrefix(row, "accented:")
		if !ok {
			continue
		}
		for _, w := range strings.Fields(list) {
			folded := text.Fold(w)
			for i, r := range []rune(w) {
				if r < utf8.RuneSelf {
					continue
				}
				l.accentedWords[folded[:i]+folded[i+1:]] = w
				add([]byte(folded[:i]+folded[i+1:]), folded)
				add([]byte(folded[:i]+string([]byte{byteLost})+folded[i+1:]), folded)
			}
		}
	}
	for _, table := range []map[string]string{l.repairs, l.near} {
		for key := range table {
			l.damaged.add(rollingHash([]byte(key)))
		}
	}
}

// addNear fills the table of keywords that are recognised with any one letter
// wrong, missing or too many. '*' stands for any letter.
func (l *lexicon) addNear(words []string) {
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
func (l *lexicon) nearest(s []byte, h uint32) string {
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

// repair returns the keyword that a folded word is a damaged form of, "" when
// there is none.
func (l *lexicon) repair(folded []byte) string {
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

// key returns word i folded and, when it is a damaged keyword, repaired.
func (t *Text) key(i int) string {
	if i < 0 || i >= len(t.words) {
		return ""
	}
	w := &t.words[i]
	if w.fix > 0 {
		return t.repaired[w.fix-1]
	}
	return t.letters[w.start:w.end]
}

// phrase reports how many words from i on spell the words of s, 0 when they
// do not; damaged keywords count.
func (t *Text) phrase(i int, s string) int {
	if s != "" && i < len(t.words) && t.words[i].fix == 0 && t.cp[t.words[i].start] != s[0] {
		return 0
	}
	n := 0
	for s != "" {
		var w string
		w, s, _ = strings.Cut(s, " ")
		if i+n >= len(t.words) {
			return 0
		}
		if fix := t.words[i+n].fix; string(t.folded(i+n)) != w && (fix == 0 || t.repaired[fix-1] != w) {
			return 0
		}
		n++
	}
	return n
}

// addAccented fills the tables of names that lost an accented letter: Prez,
// P\uFFFDrez.
func (l *lexicon) addAccented() {
	l.accented = map[string]string{}
	for _, row := range rows("accented-names.txt") {
		for _, name := range strings.Fields(row) {
			folded := text.Fold(name)
			runes := []rune(name)
			for i, r := range runes {
				if r < utf8.RuneSelf {
					continue
				}
				for _, damaged := range []string{folded[:i] + folded[i+1:], folded[:i] + string([]byte{byteLost}) + folded[i+1:]} {
					if l.words[damaged] != 0 {
						continue // a word or name of its own
					}
					l.words[damaged] |= given | surname
					l.accented[damaged] = name
				}
			}
		}
	}
}

// minLossy is how many keywords without their accented letter show that a text
// layer lost them all.
const minLossy = 2

// losesAccents reports whether the text lost its accented letters.
func (t *Text) losesAccents() bool {
	n := 0
	for _, key := range t.repaired {
		if accentedKeywords[key] {
			n++
		}
	}
	return n >= minLossy
}

// accentedKeywords are keywords that every filing has, with an accent.
var accentedKeywords = map[string]bool{"accion": true, "cedula": true, "peticion": true, "notificacion": true, "direccion": true, "electronico": true,
	"telefono": true, "radicacion": true, "ciudadania": true, "vulneracion": true, "constitucion": true, "funcion": true, "garantias": true}

// restore writes the words of a name that lost their accented letter in full.
func (t *Text) restore(name string) string {
	if !t.lossy && utf8.ValidString(name) && !strings.ContainsRune(name, utf8.RuneError) {
		return singleSpaced(name)
	}
	fields := strings.Fields(name)
	for i, f := range fields {
		folded := make([]byte, 0, len(f))
		lost := false
		for _, r := range f {
			c := foldByte(r)
			lost = lost || c == byteLost
			folded = append(folded, c)
		}
		whole, ok := t.lex.accented[string(folded)]
		if !ok {
			whole, ok = t.lex.accentedWords[string(folded)]
		}
		switch {
		case !ok || !lost && !t.lossy:
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
