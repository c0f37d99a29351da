package search

import "strings"

// Stem returns the part of a folded Spanish word that its inflections share:
// tutel of tutela and tutelas, vulner of vulnerados and vulneración. The stem
// is always a beginning of the word. What is no word of a–z comes back whole.
//
// The rules are Porter's for Spanish (snowballstem.org), for words that have
// lost their accents, since scans and keyboards lose them: whoever unaccents
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

// ending returns the longest of endings that w ends in, "" for none.
func ending(w string, endings []string) string {
	longest := ""
	for _, e := range endings {
		if len(e) > len(longest) && strings.HasSuffix(w, e) {
			longest = e
		}
	}
	return longest
}

// cut removes an ending if it stands at from or later.
func cut(w, ending string, from int) (string, bool) {
	if ending == "" || len(w)-len(ending) < from || !strings.HasSuffix(w, ending) {
		return w, false
	}
	return w[:len(w)-len(ending)], true
}

var (
	pronouns = strings.Fields("me se sela selo selas selos la le lo las les los nos")
	hosts    = strings.Fields("iendo ando ar er ir")
)

// withoutPronoun takes notificar of notificarle.
func withoutPronoun(w string, rv int) string {
	host, ok := cut(w, ending(w, pronouns), rv)
	if !ok {
		return w
	}
	if e := ending(host, hosts); e != "" && len(host)-len(e) >= rv || strings.HasSuffix(host, "uyendo") {
		return host
	}
	return w
}

// A derivation is removed from R2 on, and what stands before it as well.
var derivations = []struct {
	endings []string
	before  []string
	keep    int // letters of the ending that stay
}{
	{endings: strings.Fields(`anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas
		oso osa osos osas amiento amientos imiento imientos`)},
	{endings: strings.Fields("adora ador acion adoras adores aciones ante antes ancia ancias")},
	{endings: strings.Fields("logia logias"), keep: len("log")},
	{endings: strings.Fields("ucion uciones"), keep: len("u")},
	{endings: strings.Fields("encia encias ente entes")},
	{endings: strings.Fields("mente"), before: strings.Fields("ante able ible")},
	{endings: strings.Fields("idad idades"), before: strings.Fields("abil ic iv")},
	{endings: strings.Fields("iva ivo ivas ivos"), before: []string{"at"}},
}

func withoutDerivation(w string, r1, r2 int) (string, bool) {
	if s, ok := cut(w, "amente", r1); ok {
		if t, ok := cut(s, "iv", r2); ok {
			s, _ = cut(t, "at", r2)
			return s, true
		}
		s, _ = cut(s, ending(s, []string{"os", "ic", "ad"}), r2)
		return s, true
	}
	longest, rule := "", -1
	for i, d := range derivations {
		if e := ending(w, d.endings); len(e) > len(longest) {
			longest, rule = e, i
		}
	}
	if rule < 0 || len(w)-len(longest) < r2 {
		return w, false
	}
	s := w[:len(w)-len(longest)+derivations[rule].keep]
	s, _ = cut(s, ending(s, derivations[rule].before), r2)
	return s, true
}

var yEndings = strings.Fields("ya ye yan yen yeron yendo yo yas yes yais yamos")

// withoutY takes conclu of concluyeron.
func withoutY(w string, rv int) (string, bool) {
	if s, ok := cut(w, ending(w, yEndings), rv); ok && strings.HasSuffix(s, "u") {
		return s, true
	}
	return w, false
}

var (
	softEndings = strings.Fields("en es eis emos")
	// Those in io and ios are of nouns; the rest conjugates verbs. Without
	// accents the future of ver and reunir looks like the present of vulnerar
	// and retirar, which filings have more often; and nobody is vosotros.
	endings = strings.Fields(`arian arias ariais aria areis ariamos aremos
		erian erias eriais eria ereis eriamos eremos
		irian irias iriais iria ireis iriamos iremos
		aba ada ida ia iera ase iese aste iste an aban ian ieran asen iesen aron ieron
		ado ido ando iendo io ios ar er ir as abas adas idas ias ieras ases ieses is ais abais iais
		arais ierais aseis ieseis asteis isteis ados idos amos abamos iamos imos aramos ieramos iesemos asemos`)
	// These are of ordenar only behind so many letters: ampara and declara
	// are no future.
	futures      = strings.Fields("ara aras aran are")
	beforeFuture = 5
)

func withoutEnding(w string, rv int) string {
	if s, ok := cut(w, ending(w, futures), max(rv, beforeFuture)); ok {
		return s
	}
	inRV := w[min(rv, len(w)):]
	soft, other := ending(inRV, softEndings), ending(inRV, endings)
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
	s, ok := cut(w, ending(w, []string{"os", "a", "o", "i", "e"}), rv)
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
