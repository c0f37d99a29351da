package search

import (
	"slices"
	"strings"
)

// Stem returns the part of a folded Spanish word that its inflections share:
// tutel of tutela and tutelas, vulner of vulnerados and vulneración. The stem
// is always a beginning of the word. What is not a word of a–z comes back whole.
//
// The rules are Porter's for Spanish (snowballstem.org), for words that have
// lost their accents, since scans and keyboards lose them: anyone who unaccents
// must do it before stemming, in texts and queries alike. They differ where
// court language asks for it: juicio and juicios, notificar and notificación,
// presidente and presidencia, juez and jueces share their stems here.
func Stem(word string) string {
	if len(word) < 4 || !plain(word) {
		return word
	}
	rv, r1, r2 := regions(word)
	w := withoutPronoun(word, rv)
	s, done := withoutDerivation(w, r1, r2)
	if !done {
		s, done = withoutY(w, rv)
	}
	if !done {
		s = withoutEnding(w, rv)
	}
	return withoutLastSound(withoutVowel(s, rv))
}

func plain(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || 'z' < word[i] {
			return false
		}
	}
	return true
}

func vowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

// regions returns where the regions of a word begin in which endings are
// sought. R1 begins behind the first consonant that follows a vowel, R2 is the
// same within R1. RV begins behind the next vowel where the second letter is a
// consonant, behind the next consonant where the first two are vowels, and
// behind the third letter otherwise.
func regions(w string) (rv, r1, r2 int) {
	after := func(from int) int {
		for i := from + 1; i < len(w); i++ {
			if !vowel(w[i]) && vowel(w[i-1]) {
				return i + 1
			}
		}
		return len(w)
	}
	behind := func(from int, wantVowel bool) int {
		for i := from; i < len(w); i++ {
			if vowel(w[i]) == wantVowel {
				return i + 1
			}
		}
		return len(w)
	}
	switch {
	case !vowel(w[1]):
		rv = behind(2, true)
	case vowel(w[0]):
		rv = behind(2, false)
	default:
		rv = 3
	}
	r1 = after(0)
	return rv, r1, after(r1)
}

// endingSet holds endings by their last letter, the longest first.
type endingSet [26][]string

func endingsOf(list string) *endingSet {
	var set endingSet
	for e := range strings.FieldsSeq(list) {
		at := &set[e[len(e)-1]-'a']
		*at = append(*at, e)
		slices.SortStableFunc(*at, func(a, b string) int { return len(b) - len(a) })
	}
	return &set
}

// longestIn returns the longest ending of w, a word of a–z; "" for none.
func (set *endingSet) longestIn(w string) string {
	if set == nil || w == "" {
		return ""
	}
	for _, e := range set[w[len(w)-1]-'a'] {
		if strings.HasSuffix(w, e) {
			return e
		}
	}
	return ""
}

// cut removes an ending if it is at from or later.
func cut(w, ending string, from int) (string, bool) {
	if ending == "" || len(w)-len(ending) < from || !strings.HasSuffix(w, ending) {
		return w, false
	}
	return w[:len(w)-len(ending)], true
}

var (
	pronouns = endingsOf("me se sela selo selas selos la le lo las les los nos")
	hosts    = endingsOf("iendo ando ar er ir")

	beforeAmente = endingsOf("os ic ad") // as in silenciosamente
	vowelEndings = endingsOf("os a o i e")
)

// withoutPronoun takes notificar of notificarle.
func withoutPronoun(w string, rv int) string {
	host, ok := cut(w, pronouns.longestIn(w), rv)
	if !ok {
		return w
	}
	if e := hosts.longestIn(host); e != "" && len(host)-len(e) >= rv || strings.HasSuffix(host, "uyendo") {
		return host
	}
	return w
}

// A derivation is removed from R2 on, and what is before it as well.
var derivations = []struct {
	endings *endingSet
	before  *endingSet
	keep    int // letters of the ending that stay
}{
	{endings: endingsOf(`anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas
		oso osa osos osas amiento amientos imiento imientos`)},
	{endings: endingsOf("adora ador acion adoras adores aciones ante antes ancia ancias")},
	{endings: endingsOf("logia logias"), keep: len("log")},
	{endings: endingsOf("ucion uciones"), keep: len("u")},
	{endings: endingsOf("encia encias ente entes")},
	{endings: endingsOf("mente"), before: endingsOf("ante able ible")},
	{endings: endingsOf("idad idades"), before: endingsOf("abil ic iv")},
	{endings: endingsOf("iva ivo ivas ivos"), before: endingsOf("at")},
}

func withoutDerivation(w string, r1, r2 int) (string, bool) {
	if s, ok := cut(w, "amente", r1); ok {
		if t, ok := cut(s, "iv", r2); ok {
			s, _ = cut(t, "at", r2)
			return s, true
		}
		s, _ = cut(s, beforeAmente.longestIn(s), r2)
		return s, true
	}
	longest, rule := "", -1
	for i, d := range derivations {
		if e := d.endings.longestIn(w); len(e) > len(longest) {
			longest, rule = e, i
		}
	}
	if rule < 0 || len(w)-len(longest) < r2 {
		return w, false
	}
	s := w[:len(w)-len(longest)+derivations[rule].keep]
	s, _ = cut(s, derivations[rule].before.longestIn(s), r2)
	return s, true
}

var yEndings = endingsOf("ya ye yan yen yeron yendo yo yas yes yais yamos")

// withoutY takes conclu of concluyeron.
func withoutY(w string, rv int) (string, bool) {
	if s, ok := cut(w, yEndings.longestIn(w), rv); ok && strings.HasSuffix(s, "u") {
		return s, true
	}
	return w, false
}

var (
	softEndings = endingsOf("en es eis emos")
	// Those in io and ios are of nouns; the rest conjugates verbs. Without
	// accents the future of ver and reunir looks like the present of vulnerar
	// and retirar, which filings have more often; and nobody is vosotros.
	endings = endingsOf(`arian arias ariais aria areis ariamos aremos
		erian erias eriais eria ereis eriamos eremos
		irian irias iriais iria ireis iriamos iremos
		aba ada ida ia iera ase iese aste iste an aban ian ieran asen iesen aron ieron
		ado ido ando iendo io ios ar er ir as abas adas idas ias ieras ases ieses is ais abais iais
		arais ierais aseis ieseis asteis isteis ados idos amos abamos iamos imos aramos ieramos iesemos asemos`)
	// These are of ordenar only behind so many letters: ampara and declara
	// are no future.
	futures      = endingsOf("ara aras aran are")
	beforeFuture = 5
)

func withoutEnding(w string, rv int) string {
	if s, ok := cut(w, futures.longestIn(w), max(rv, beforeFuture)); ok {
		return s
	}
	inRV := w[min(rv, len(w)):]
	soft, other := softEndings.longestIn(inRV), endings.longestIn(inRV)
	if len(soft) > len(other) {
		w = w[:len(w)-len(soft)]
		if strings.HasSuffix(w, "gu") {
			w = w[:len(w)-1]
		}
		return w
	}
	return w[:len(w)-len(other)]
}

// withoutVowel removes a last vowel, and a silent u before it.
func withoutVowel(w string, rv int) string {
	s, ok := cut(w, vowelEndings.longestIn(w), rv)
	if ok && w[len(w)-1] == 'e' && strings.HasSuffix(s, "gu") {
		s = s[:len(s)-1]
	}
	return s
}

// withoutLastSound removes a last c, qu or z, which take each other's place:
// juez and jueces, indicar and indique.
func withoutLastSound(w string) string {
	for _, e := range []string{"qu", "c", "z"} {
		if s, ok := cut(w, e, 2); ok {
			return s
		}
	}
	return w
}
