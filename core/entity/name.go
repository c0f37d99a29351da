package entity

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/cotejo/cotejo/core/text"
)

// maxNameWords bounds the words of a name that are compared; nobody has more.
const maxNameWords = 8

// particles link the words of a name and are left out as often as not.
var particles = map[string]bool{"de": true, "del": true, "la": true, "las": true, "los": true, "el": true, "y": true, "e": true, "da": true, "do": true, "dos": true, "di": true, "von": true, "van": true}

// titles stand before a name and are no part of it.
var titles = map[string]bool{"senor": true, "senora": true, "senorita": true, "sr": true, "sra": true, "srta": true, "dr": true, "dra": true, "doctor": true, "doctora": true, "don": true, "dona": true, "ciudadano": true, "ciudadana": true, "abogado": true, "abogada": true}

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

// joined reports whether the names are the same but for a lost space and a
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

// sound makes one of the letters that Colombian Spanish does not tell apart:
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

type wordPair struct{ evidence float64 }

// assign pairs the words of two names so that the evidence is greatest; exact
// tells that every pair is of equal words. Trying all assignments keeps the
// result the same whichever name comes first.
func assign(a, b []nameWord) (pairs []wordPair, exact bool) {
	if len(a) > len(b) {
		a, b = b, a
	}
	type state struct {
		score float64
		from  int
		ok    bool
	}
	var like [maxNameWords][maxNameWords]float64
	var evidence [maxNameWords][maxNameWords]float64
	for i, x := range a {
		for j, y := range b {
			if s := wordLikeness(x, y); s > 0 {
				like[i][j] = s
				evidence[i][j] = s * (wordEvidence(x) + wordEvidence(y)) / 2
			}
		}
	}
	// best(i)[mask]: the greatest score of the first i words of a using the
	// words of b in mask.
	masks := 1 << len(b)
	table := make([]state, (len(a)+1)*masks)
	best := func(i int) []state { return table[i*masks : (i+1)*masks] }
	best(0)[0].ok = true
	for i := range a {
		for mask := range masks {
			s := best(i)[mask]
			if !s.ok {
				continue
			}
			if t := &best(i + 1)[mask]; !t.ok || s.score > t.score {
				*t = state{s.score, -1, true}
			}
			for j := range b {
				if mask>>j&1 != 0 || like[i][j] == 0 {
					continue
				}
				// One more pair counts for more than any likeness.
				score := s.score + 100 + like[i][j]
				if t := &best(i + 1)[mask|1<<j]; !t.ok || score > t.score {
					*t = state{score, j, true}
				}
			}
		}
	}
	end := 0
	for mask := range masks {
		if s := best(len(a))[mask]; s.ok && s.score > best(len(a))[end].score {
			end = mask
		}
	}
	exact = true
	for i := len(a); i > 0; i-- {
		j := best(i)[end].from
		if j < 0 {
			continue
		}
		pairs = append(pairs, wordPair{evidence[i-1][j]})
		exact = exact && like[i-1][j] == 1
		end &^= 1 << j
	}
	return pairs, exact
}

// wordLikeness is 1 for equal words, less for words that sound or were
// misread alike and for initials, 0 for others.
func wordLikeness(a, b nameWord) float64 {
	switch {
	case a.folded == b.folded:
		return 1
	case a.sound == b.sound:
		return 0.95
	case len(a.folded) == 1 || len(b.folded) == 1:
		if a.folded[0] == b.folded[0] || a.sound != "" && b.sound != "" && a.sound[0] == b.sound[0] {
			return 0.3
		}
		return 0
	}
	shorter := min(len(a.folded), len(b.folded))
	if shorter < 4 {
		return 0
	}
	// A misreading rarely makes another name of a name: Mario is not María.
	if t := frequencies(); t[a.sound] > 0 && t[b.sound] > 0 {
		return 0
	}
	allowed := 1
	if shorter >= 7 {
		allowed = 2
	}
	x, y := strings.ReplaceAll(a.folded, "rn", "m"), strings.ReplaceAll(b.folded, "rn", "m")
	switch d := min(text.Distance(x, y, 3), text.Distance(a.sound, b.sound, 3)); {
	case d > allowed:
		return 0
	case d == 0:
		return 0.9
	default:
		return 0.85 - 0.1*float64(d-1)
	}
}

// wordEvidence is minus the logarithm of how many people bear the word.
func wordEvidence(w nameWord) float64 {
	if f := frequencies()[w.sound]; f > 0 {
		return -math.Log(f)
	}
	return unknownWord
}

//go:embed data/names.txt
var namesTable string

// frequencies gives the share of people who bear a word in their name, by its
// sound.
var frequencies = sync.OnceValue(func() map[string]float64 {
	t := map[string]float64{}
	perMille := 0.0
	for line := range strings.Lines(namesTable) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		for _, w := range strings.Fields(line) {
			if v, err := strconv.ParseFloat(w, 64); err == nil {
				perMille = v
				continue
			}
			key := sound(text.Fold(w))
			t[key] = max(t[key], perMille/1000)
		}
	}
	return t
})
