package entity

import (
	"slices"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/text"
)

// maxNameWords bounds the words of a name that are compared; nobody has more.
const maxNameWords = 8

// particles link the words of a name and are left out as often as not.
var particles = map[string]bool{
	"de":  true,
	"del": true,
	"la":  true,
	"las": true,
	"los": true,
	"el":  true,
	"y":   true,
	"e":   true,
	"da":  true,
	"do":  true,
	"dos": true,
	"di":  true,
	"von": true,
	"van": true,
}

// titles are before a name and are no part of it.
var titles = map[string]bool{
	"senor":     true,
	"senora":    true,
	"senorita":  true,
	"sr":        true,
	"sra":       true,
	"srta":      true,
	"dr":        true,
	"dra":       true,
	"doctor":    true,
	"doctora":   true,
	"don":       true,
	"dona":      true,
	"ciudadano": true,
	"ciudadana": true,
	"abogado":   true,
	"abogada":   true,
}

// NameKey is the same for names that differ in accents, particles, titles,
// order, spacing and letters that sound alike; "" when fewer than two words
// are left. Initials stay.
func NameKey(name string) string {
	words := nameWords(name)
	if len(words) < 2 {
		return ""
	}
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = w.sound
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}

// Evidence of names.
const (
	doubtfulName = -1.5
	otherName    = -7.0
	// unknownWord is the evidence of a word that the table lacks.
	unknownWord = 6.0
	// A person writes his name with all words, or leaves some out; this much
	// is lost for each word that only one side has.
	missingWord = 0.8
	// Filings are compared because they share something, often the name: among
	// such pairs namesakes are not as rare as among all people.
	maxName = 6.0
	// Children are often named without a surname: SAMUEL DAVID is the name of many.
	maxGivenNames = 3.0
)

// Names compares the names of two natural persons, each in any order
// (NOMBRES APELLIDOS or APELLIDOS NOMBRES). A word that is missing on one side,
// as the second surname often is, does not contradict; words that differ on
// both sides do.
func Names(a, b string) Comparison {
	wa, wb := nameWords(a), nameWords(b)
	if len(wa) < 2 || len(wb) < 2 {
		return Comparison{}
	}
	pairs, exact := assign(wa, wb)
	matched := len(pairs)
	missing := len(wa) + len(wb) - 2*matched
	conflict := min(len(wa), len(wb)) - matched
	evidence := 0.0
	for _, p := range pairs {
		evidence += p.evidence
	}
	evidence -= missingWord * float64(missing)
	evidence = min(evidence, maxName)
	if isGivenNames(wa) || isGivenNames(wb) {
		evidence = min(evidence, maxGivenNames)
	}
	switch {
	case conflict > 0 && joined(wa, wb):
		return Comparison{Near, min(evidence+unknownWord, maxName), "mismo nombre con errores de escritura o lectura"}
	case conflict > 0 && (matched < 2 || conflict > 1 || min(len(wa), len(wb)) < 4):
		return Comparison{Different, otherName, "distinto nombre de quien acciona"}
	case conflict > 0:
		// One of four or more words differs: a sibling, or a word misread
		// beyond recognition.
		return Comparison{Doubtful, doubtfulName, "nombres parecidos, pero no iguales"}
	case matched < 2:
		return Comparison{Doubtful, doubtfulName, "nombres que solo coinciden en parte"}
	case missing > 0:
		return Comparison{Partial, evidence, "mismo nombre, uno más completo que el otro"}
	case !exact:
		return Comparison{Near, evidence, "mismo nombre con errores de escritura o lectura"}
	}
	return Comparison{Same, evidence, "mismo nombre"}
}

// areKin reports whether each name has a word that the other lacks, one of them a name that people bear: no misreading
// makes Rosa Pérez Gil of Luz Pérez Gil, but brothers and sisters fetch their cédulas together.
func areKin(a, b string) bool {
	wa, wb := nameWords(a), nameWords(b)
	x, y := wordsWithout(wa, wb), wordsWithout(wb, wa)
	isBorne := func(w nameWord) bool { return frequencies()[w.sound] > 0 }
	return len(x) > 0 && len(y) > 0 && (slices.ContainsFunc(x, isBorne) || slices.ContainsFunc(y, isBorne))
}

// wordsWithout returns the words of a that are like none of b.
func wordsWithout(a, b []nameWord) []nameWord {
	return slices.DeleteFunc(slices.Clone(a), func(w nameWord) bool {
		return slices.ContainsFunc(b, func(x nameWord) bool { return wordLikeness(w, x) > 0 })
	})
}

// isGivenNames reports whether a name is without a surname.
func isGivenNames(name []nameWord) bool {
	given := givenNames()
	return !slices.ContainsFunc(name, func(w nameWord) bool { return !given[w.sound] })
}

// joined reports whether the names are the same except a lost space and a
// letter or two: ANA MARIALOPEZ.
func joined(a, b []nameWord) bool {
	if len(a) == len(b) {
		return false
	}
	x, y := join(a), join(b)
	return text.Distance(x, y, 4) <= min(len(x), len(y))/10
}

func join(words []nameWord) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.folded)
	}
	return b.String()
}

type nameWord struct {
	folded string // lower case, no accents, misread digits as letters
	sound  string // with letters that sound alike made one
}

// nameWords divides a name into the words that count.
func nameWords(name string) []nameWord {
	var words []nameWord
	for _, f := range strings.FieldsFunc(text.Fold(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '|'
	}) {
		if particles[f] || titles[f] || strings.Trim(f, "0123456789") == "" {
			continue
		}
		f = misreadLetters.Replace(f)
		if len(words) == maxNameWords {
			break
		}
		words = append(words, nameWord{folded: f, sound: sound(f)})
	}
	return words
}

// misreadLetters turns digits inside a word into the letters they were.
var misreadLetters = strings.NewReplacer("0", "o", "1", "l", "5", "s", "8", "b", "|", "l", "3", "e", "4", "a", "6", "g")

// sound makes one of the letters that Colombian Spanish does not distinguish:
// b/v, s/z/c, ll/y, g/j before e and i, silent h, and doubled letters.
func sound(w string) string {
	out := make([]byte, 0, len(w))
	for i := 0; i < len(w); i++ {
		c := w[i]
		next := byte(0)
		if i+1 < len(w) {
			next = w[i+1]
		}
		soft := next == 'e' || next == 'i'
		switch {
		case c == 'h' && (len(out) == 0 || out[len(out)-1] != 'c'):
			continue
		case c == 'v', c == 'w':
			c = 'b'
		case c == 'z', c == 'c' && soft, c == 'x':
			c = 's'
		case c == 'c' && next != 'h', c == 'q':
			c = 'k'
			if w[i] == 'q' && next == 'u' {
				i++
			}
		case c == 'g' && soft:
			c = 'j'
		case c == 'l' && next == 'l':
			c = 'i'
			i++
		case c == 'y':
			c = 'i'
		}
		if len(out) > 0 && out[len(out)-1] == c {
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// OneSurnameFewer reports whether the names differ only in that one has a surname more: ANA LÓPEZ
// and Ana López Ruiz, in any order. The shorter one has two words or more, a surname among them.
func OneSurnameFewer(a, b string) bool {
	short, long := nameWords(a), nameWords(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) < 2 || len(short) != len(long)-1 {
		return false
	}
	isGiven := func(w nameWord) bool { return givenNames()[w.sound] }
	more := slices.Clone(long)
	for _, w := range short {
		i := slices.IndexFunc(more, func(x nameWord) bool { return x.sound == w.sound })
		if i < 0 {
			return false
		}
		more = slices.Delete(more, i, i+1)
	}
	extra := more[0]
	isSurname := extra != long[0] && len(extra.folded) > 1 && !isGiven(extra)
	return isSurname && slices.ContainsFunc(short, func(w nameWord) bool { return !isGiven(w) })
}

// AreInitials reports whether one of two names has nothing but the initials of the other, three at least, as courts
// write the names of children: M.V.P.R.
func AreInitials(a, b string) bool {
	const fewest = 3
	x, y := nameWords(a), nameWords(b)
	if len(x) != len(y) || len(x) < fewest {
		return false
	}
	isShort := func(w nameWord) bool { return len(w.folded) == 1 }
	if slices.ContainsFunc(x, isShort) == slices.ContainsFunc(y, isShort) {
		return false
	}
	for i := range x {
		if !isShort(x[i]) && !isShort(y[i]) || x[i].folded[0] != y[i].folded[0] {
			return false
		}
	}
	return true
}
