package ner

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"

	"github.com/cotejo/cotejo/core/text"
)

// The first twelve digits of a radicado are those of the court that a paper names: what
// a scanner misread of them is told by its name.

// officeDigits are the digits of a radicado that its court gives, tailDigits those that
// nothing else tells: year, serial and instance.
const officeDigits, tailDigits = 12, radicadoDigits - officeDigits

// maxOffices bounds the courts of a paper whose digits are made out.
const maxOffices = 3

// officeKinds are the digits of entity and specialty of courts by the words of their
// names; of those that fit the first counts.
var officeKinds = []struct {
	words string
	codes []string
}{
	{"pequenas causas laborales", []string{"4105"}}, {"laboral pequenas causas", []string{"4105"}}, {"pequenas causas", []string{"4189"}},
	{"ejecucion penas", []string{"3187"}}, {"restitucion tierras", []string{"3121"}}, {"administrativo", []string{"3333"}},
	{"promiscuo municipal", []string{"4089"}}, {"promiscuo familia", []string{"3184"}}, {"promiscuo circuito", []string{"3189"}},
	{"civil municipal", []string{"4003"}}, {"civil circuito", []string{"3103"}}, {"laboral circuito", []string{"3105"}}, {"familia", []string{"3110"}},
	{"penal circuito especializado", []string{"3107"}}, {"penal circuito", []string{"3104", "3109"}},
	{"penal municipal control garantias", []string{"4088"}}, {"penal municipal", []string{"4004", "4009", "4088"}},
}

// findOffices returns the first digits of the radicados of the courts that the head of
// the paper names by kind, number and city.
func (t *Text) findOffices() []string {
	var out []string
	courts := 0
	for k := 0; k < len(t.Words) && int(t.Words[k].Start) < maxHead && courts < maxOffices; k++ {
		if !t.courtHeadAt(k) {
			continue
		}
		c, ok := t.courtAt(k)
		if !ok || c.city == "" {
			continue
		}
		courts++
		for _, kind := range officesOf(c) {
			for _, city := range t.Lex.CodesOf[c.city] {
				if code := city + kind; !slices.Contains(out, code) {
					out = append(out, code)
				}
			}
		}
	}
	return out
}

// officesOf returns entity, specialty and number of a court, as digits; a court that
// names no number may be the first of its kind, or the only one.
func officesOf(c court) []string {
	name := text.Fold(c.value)
	number := strconv.Itoa(max(c.number, 1))
	if len(number) > 3 {
		return nil
	}
	for _, kind := range officeKinds {
		rest, fits := name, true
		for w := range strings.SplitSeq(kind.words, " ") {
			_, rest, fits = strings.Cut(rest, w)
			if !fits {
				break
			}
		}
		if !fits {
			continue
		}
		var out []string
		for _, code := range kind.codes {
			out = append(out, code+"00"[:3-len(number)]+number)
		}
		return out
	}
	return nil
}

// maxOfficeErrors is how many of the digits of a court may be wrong, missing or too
// many, signs that nobody could read among them, of which all but one must be such.
const maxOfficeErrors = 2

// byOffice returns the digits of a court of the paper that prefix was read for, "" when
// there are none or they may be of several.
func (t *Text) byOffice(prefix string) string {
	found, most := "", min(maxOfficeErrors, 1+strings.Count(prefix, "?"))
	for _, office := range t.offices {
		switch {
		case !lex.Within(office, prefix, most):
		case office == prefix:
			return office
		case found != "":
			return ""
		default:
			found = office
		}
	}
	return found
}

// mendedRadicados calls visit for what was a radicado of a court of the paper before it
// was read and begins behind none of those that were read: year, serial and instance are
// whole, and of the other digits no more are wrong than byOffice allows. A number of
// digits alone is what its writer wrote.
func (t *Text) mendedRadicados(from, to int, read []span, visit func(r digitRun, score float64)) {
	if len(t.offices) == 0 {
		return
	}
	for i := from; i < min(to, maxHead); {
		if len(read) > 0 && i >= read[0].start {
			i, read = max(i, read[0].end), read[1:]
			continue
		}
		if !beginsDigits.Has(t.Chars[i]) || i > from && lex.IsWord(t.Chars[i-1]) || !slices.ContainsFunc(t.Chars[i:min(i+maxOfficeErrors+2, to)], lex.IsDigit) || t.digitAt(i) == 0 {
			i++
			continue
		}
		r := t.damagedRun(i, to)
		i = max(r.end, i+1)
		n := len(r.digits) - tailDigits
		if n < officeDigits-maxOfficeErrors || n > officeDigits+maxOfficeErrors || r.seps == "" && r.repaired == 0 ||
			strings.Contains(r.digits[n:], "?") {
			continue
		}
		if office := t.byOffice(r.digits[:n]); office != "" && radicadoScore(t.Lex, office+r.digits[n:]) == 1 {
			r.digits = office + r.digits[n:]
			visit(r, 0.8)
		}
	}
}

// beginsDigits are digits and what scanners read for them.
var beginsDigits = lex.BytesOf("0123456789oli|szbga")

// damagedRun reads a number from code point i on through letters and signs: a letter
// that is read for no digit is '?' in its digits.
func (t *Text) damagedRun(i, to int) digitRun {
	r := digitRun{start: i, end: i}
	var digits, seps [maxRunDigits]byte
	n, s, inside, blanks := 0, 0, 0, 0 // inside: how many of seps stand before a digit
reading:
	for ; i < to && n < maxRunDigits && s < maxRunDigits; i++ {
		c := t.Chars[i]
		switch d := t.digitAt(i); {
		case c == '|' || damageSigns.Has(c):
			seps[s] = c
			s, blanks = s+1, 0
			continue
		case lex.IsBlank(c) && blanks < 2:
			seps[s] = c
			s, blanks = s+1, blanks+1
			continue
		case lex.IsWord(c) && d != 0:
			digits[n] = d
		case lex.IsLetter(c) && (i+1 >= to || !lex.IsLetter(t.Chars[i+1])) && !lex.IsLetter(t.Chars[i-1]):
			digits[n] = '?'
		default:
			break reading
		}
		if !lex.IsDigit(c) {
			r.repaired++
		}
		n, blanks = n+1, 0
		r.end, inside = i+1, s
	}
	r.digits, r.seps = string(digits[:n]), string(seps[:inside])
	return r
}

// damageSigns part the digits of a number or were read into it.
var damageSigns = lex.BytesOf("-.~/_'\",")
