package dedup

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// figure is a number in a text, in a form that does not depend on how it was
// written: a day as 20240312 whether "12/03/2024" or "12 de marzo de 2024", a
// sum without its points.
type figure struct {
	kind       figureKind
	named      bool // a word before it says that it is a person's, or a period that is paid for
	worded     bool // the month of a day is a word
	spelled    bool // so is the day
	value      uint64
	start, end int // bytes
	from, to   int // words
}

type figureKind uint8

const (
	number figureKind = iota // a sum, an order, a file
	day                      // yyyymmdd; yyyy is 0 when the text names no year
	person                   // may be a cédula or a telephone
	period                   // a month that is no part of a day: yyyymm; yyyy may be 0
)

// word is a word of the text under examination.
type word = text.Span

// numeral returns the digits of a word that is a number, misread ones put right;
// of others nothing.
func numeral(s string, w word) string {
	if !w.Digits {
		return ""
	}
	return asDigits(w.In(s))
}

// normWords stand before the number of a norm or a ruling, which is no fact.
var normWords = map[string]bool{"ley": true, "leyes": true, "decreto": true, "decretos": true, "articulo": true, "articulos": true, "art": true, "arts": true,
	"sentencia": true, "sentencias": true, "acuerdo": true, "inciso": true, "numeral": true}

// rulingLetters stand before the number of a ruling, joined by a hyphen: T-760.
var rulingLetters = map[string]bool{"t": true, "c": true, "su": true, "a": true}

// isNorm reports whether words[i] is the number of a norm or a ruling.
func isNorm(s string, words []word, i int) bool {
	if i == 0 {
		return false
	}
	var buffer [longestFolded]byte
	before := fold(buffer[:0], words[i-1].In(s))
	if normWords[string(before)] || rulingLetters[string(before)] && s[words[i-1].End:words[i].Start] == "-" {
		return true
	}
	switch string(before) {
	case "no", "numero", "nro":
		return i > 1 && normWords[string(fold(buffer[:0], words[i-2].In(s)))]
	}
	return false
}

// figureWords are the words beside digits at which a figure may be read.
var figureWords = newCueTable(map[cueKind]string{
	monthCue: strings.Join(text.Months[:], " ") + " setiembre",
	sumCue:   `mil millon millones peso pesos`,
})

// appendFigures finds the numbers of s among its words.
func appendFigures(found []figure, s string, words []word) []figure {
	for i := 0; i < len(words); i++ {
		if !words[i].Digits {
			switch figureWords.kind(words[i].Hash) {
			case monthCue:
				var n int
				found, n = appendMonth(found, s, words, i)
				i += n - 1
			case sumCue:
				found = appendSum(found, s, words, i)
			}
			continue
		}
		if numeral(s, words[i]) == "" && !isFirst(s, words[i]) {
			continue
		}
		if f, n := readProceeding(s, words[i:]); n > 0 {
			f.from, f.to = i, i+n
			found = append(found, f)
			i += n - 1
			continue
		}
		if f, n, ok := readDay(s, words[i:]); ok {
			f.from, f.to = i, i+n
			found = append(found, f)
			i += n - 1
			continue
		}
		if numeral(s, words[i]) == "" {
			continue
		}
		if f, n, ok := readNumericPeriod(found, s, words, i); ok {
			found = appendPeriod(found, s, words, f)
			i += n - 1
			continue
		}
		f, n := readNumber(s, words, i)
		f.from, f.to = i, i+n
		norm := isNorm(s, words, i)
		i += n - 1
		switch digits := digitsOf(f.value); {
		case norm, digits < 3, digits > mostDigits, n == 1 && f.value >= 1900 && f.value < 2100:
			continue
		case digits == 12 && f.value/1e10 == 57 && isMobile(f.value%1e10):
			f.kind, f.named, f.value = person, namedPerson(s, words, i-n+1), f.value%1e10
		case (digits >= 6 && digits <= 8 || digits == 10) && !isSum(s, f):
			if f.named = namedPerson(s, words, i-n+1); f.named || !slices.ContainsFunc(words[max(0, i-n-2):i-n+1], func(w word) bool { return numbersPaper(s, w) }) {
				f.kind = person
			}
		}
		found = append(found, f)
	}
	return found
}

// personWords stand before the numbers of people, cut to six letters.
var personWords = map[string]bool{"cedula": true, "c": true, "cc": true, "ciudad": true, "identi": true, "docume": true,
	"ti": true, "ce": true, "tel": true, "telefo": true, "celula": true, "cel": true, "movil": true, "whatsa": true,
	"tarjet": true, "tp": true}

// namedPerson reports whether one of the five words before words[i] says that it is the number of a
// person, and none behind that one says that it is the number of a paper: "otra cédula y al proceso".
func namedPerson(s string, words []word, i int) bool {
	before := words[max(0, i-5):i]
	for len(before) > 0 {
		last := before[len(before)-1]
		if isOneOf(s, last, personWords) {
			return true
		}
		if numbersPaper(s, last) {
			return false
		}
		before = before[:len(before)-1]
	}
	return false
}

// follows reports whether one of the words shortly before words[i] is in a set.
func follows(s string, words []word, i, reach int, set map[string]bool) bool {
	return slices.ContainsFunc(words[max(0, i-reach):i], func(w word) bool { return isOneOf(s, w, set) })
}

// numbersPaper reports whether the number of a paper may stand behind a word: proceso 4512, not
// procesado 79.305.114.
func numbersPaper(s string, w word) bool {
	return isOneOf(s, w, paperWords) && !strings.HasPrefix(text.Fold(w.In(s)), "procesad")
}

// isOneOf reports whether a word, folded and cut to six letters, is in a set.
func isOneOf(s string, w word, set map[string]bool) bool {
	var buffer [longestFolded]byte
	folded := fold(buffer[:0], w.In(s))
	return set[string(folded[:min(6, len(folded))])]
}

// A radicado is written in up to radicadoGroups, of radicadoDigits in all, or without the last two;
// up to radicadoGap bytes stand between two groups.
const radicadoGroups, radicadoDigits, radicadoGap = 8, 23, 8

// readProceeding reads the radicado that words begin with as its year and serial, which short forms have
// alone: 05001-31-03-004-2021-00419-00, 2021-00419. n is how many words it took, 0 where there is none.
func readProceeding(s string, words []word) (f figure, n int) {
	var groups [radicadoGroups]string
	digits := 0
	for n < min(len(words), radicadoGroups) && digits < radicadoDigits {
		if n > 0 {
			gap := s[words[n-1].End:words[n].Start]
			if len(gap) == 0 || len(gap) > radicadoGap || strings.Trim(gap, " -–\n") != "" {
				break
			}
		}
		if groups[n] = numeral(s, words[n]); groups[n] == "" {
			break
		}
		digits += len(groups[n])
		n++
	}
	short := n == 2 && len(groups[0]) == 4 && len(groups[1]) == 5 && s[words[0].End:words[1].Start] == "-"
	if !short && digits != radicadoDigits && digits != radicadoDigits-2 {
		return figure{}, 0
	}
	proceeding := strings.Join(groups[:n], "")
	if !short {
		proceeding = proceeding[12:21]
	}
	if !isYear(proceeding[:4]) {
		return figure{}, 0
	}
	return figure{kind: number, value: parse(proceeding), start: int(words[0].Start), end: int(words[n-1].End)}, n
}

// maxGroups bounds the groups of digits of one number, maxGroupGap the bytes between two of them.
const maxGroups, maxGroupGap = 8, 3

// readNumber reads the number that begins at words[i], in whatever groups it is written; n is how
// many words it took. A mobile telephone is known by its digits, a landline, cédula or
// authorisation by the words before it. Otherwise groups are those of thousands. Decimals are dropped.
func readNumber(s string, words []word, i int) (f figure, n int) {
	rest := words[i:min(len(words), i+maxGroups)]
	var groups [maxGroups]string
	count := 0
	for k, w := range rest {
		if k > 0 {
			gap := s[rest[k-1].End:w.Start]
			if len(gap) == 0 || len(gap) > maxGroupGap || strings.Trim(gap, ".,'’´ -()") != "" {
				break
			}
		}
		if groups[k] = numeral(s, w); groups[k] == "" {
			break
		}
		count++
	}
	joined := func(from, to int) figure {
		return figure{kind: number, value: parse(strings.Join(groups[from:to], "")), start: int(rest[from].Start), end: int(rest[to-1].End)}
	}
	if from, to := mobileGroups(groups[:count]); to > 0 {
		return joined(from, to), to
	}
	n = thousands(s, rest, groups[:count])
	if to := namedGroups(s, words, i, groups[:count]); to > n {
		return joined(0, to), to
	}
	f = joined(0, n)
	if n > 1 && n < count && len(groups[n]) == 2 && strings.Trim(s[rest[n-1].End:rest[n].Start], ",.") == "" {
		f.end = int(rest[n].End) // cents
		n++
	}
	return f, n
}

// countryCode stands before the ten digits of a telephone.
const countryCode = "57"

// mobileGroups returns which groups at the beginning are those of a mobile telephone: ten digits of
// which the first is 3, a country code before them left out. to is 0 where there is none.
func mobileGroups(groups []string) (from, to int) {
	if len(groups) > 1 && groups[0] == countryCode {
		from = 1
	}
	if groups[from][0] != '3' {
		return 0, 0
	}
	digits := 0
	for to = from; to < len(groups) && digits < 10 && (len(groups[to]) > 1 || to == from); to++ {
		digits += len(groups[to])
	}
	if digits != 10 {
		return 0, 0
	}
	return from, to
}

// thousands returns how many of the groups at the beginning of words write one number: the
// first and those of three digits that follow.
func thousands(s string, words []word, groups []string) (n int) {
	for n = 1; n < len(groups) && n < maxGroups; n++ {
		gap := s[words[n-1].End:words[n].Start]
		if len(groups[n]) != 3 || strings.ContainsAny(gap, "-()") || gap == " " && len(groups[0]) > 3 {
			break
		}
	}
	return n
}

// codeWords stand before the numbers of authorisations and other papers, cut to six letters.
var codeWords = map[string]bool{"autori": true, "orden": true, "no": true, "numero": true, "nro": true, "radica": true, "formul": true,
	"solici": true, "resolu": true, "oficio": true, "factur": true, "credit": true, "obliga": true}

// paperWords stand before numbers that are no cédula, cut to six letters; see numbersPaper.
var paperWords = map[string]bool{"autori": true, "orden": true, "radica": true, "formul": true, "resolu": true, "oficio": true, "factur": true,
	"credit": true, "obliga": true, "cuenta": true, "pendie": true, "compar": true, "consec": true, "proces": true}

// unitWords stand behind quantities.
var unitWords = map[string]bool{"mg": true, "ml": true, "mcg": true, "g": true, "ui": true, "dias": true, "meses": true, "anos": true,
	"horas": true, "semana": true, "tablet": true, "capsul": true, "ampoll": true, "sesion": true, "de": true}

// namedGroups returns how many groups write one number that a word before words[i] names: of two to
// four digits each, six to eleven in all, with the same sign between them. 0 means none.
func namedGroups(s string, words []word, i int, groups []string) int {
	if len(groups) < 2 || !namedPerson(s, words, i) && !follows(s, words, i, 3, codeWords) {
		return 0
	}
	gap, digits, n := s[words[i].End:words[i+1].Start], 0, 0
	for n < len(groups) && len(groups[n]) >= 2 && len(groups[n]) <= 4 && (n == 0 || s[words[i+n-1].End:words[i+n].Start] == gap) {
		digits += len(groups[n])
		n++
	}
	if n < 2 || digits < 6 || digits > 11 || isYear(groups[n-1]) || gap == " " && i+n < len(words) && isOneOf(s, words[i+n], unitWords) {
		return 0
	}
	return n
}

// isYear reports whether digits write a year of the last or this century.
func isYear(digits string) bool {
	v := parse(digits)
	return len(digits) == 4 && v >= 1900 && v < 2100
}

// isSum reports whether the number is one of money.
func isSum(s string, f figure) bool {
	before := strings.TrimRight(s[max(0, f.start-3):f.start], " ")
	var buffer [longestFolded]byte
	after := fold(buffer[:0], strings.TrimLeft(s[f.end:min(len(s), f.end+12)], " ,.)0"))
	starts := func(with string) bool { return len(after) >= len(with) && string(after[:len(with)]) == with }
	return strings.HasSuffix(before, "$") || starts("peso") || starts("m/cte") || starts("de pesos")
}

// mostDigits is how many digits of a number are read.
const mostDigits = 18

// parse reads at most mostDigits.
func parse(digits string) uint64 {
	if len(digits) > mostDigits {
		digits = digits[:mostDigits]
	}
	v := uint64(0)
	for i := range len(digits) {
		v = v*10 + uint64(digits[i]-'0')
	}
	return v
}

func digitsOf(v uint64) int {
	n := 0
	for ; v > 0; v /= 10 {
		n++
	}
	return n
}

// asDigits reads a word as a number when most of it is digits and the rest
// what scanners make of digits.
func asDigits(w string) string {
	digits := 0
	for i := range len(w) {
		if '0' <= w[i] && w[i] <= '9' {
			digits++
		}
	}
	if digits == len(w) {
		return w
	}
	if 2*digits < len(w) {
		return ""
	}
	b := []byte(w)
	for i, c := range b {
		switch c {
		case 'O', 'o', 'D', 'Q':
			b[i] = '0'
		case 'l', 'I', 'i':
			b[i] = '1'
		case 'Z', 'z':
			b[i] = '2'
		case 'S', 's':
			b[i] = '5'
		case 'B':
			b[i] = '8'
		default:
			if c < '0' || c > '9' {
				return ""
			}
		}
	}
	return string(b)
}
