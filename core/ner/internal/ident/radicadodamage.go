package ident

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// The first twelve digits of a radicado are those of its court. Where the paper names the court, its
// name says which digits a scanner misread.

// officeDigits are the digits of a radicado that its court gives, tailDigits those that
// nothing else tells: year, serial and instance.
const officeDigits, tailDigits = 12, radicadoDigits - officeDigits

// MaxHead is how far from the beginning a paper may still give its own number
// without a word of explanation.
const MaxHead = 3000

// maxOfficeErrors is how many of the digits of a court may be wrong, missing or too
// many, signs that nobody could read among them, of which all but one must be such.
const maxOfficeErrors = 2

// byOffice returns the digits of a court of the paper that prefix was read for, "" when
// there are none or they may be of several.
func byOffice(offices []string, prefix string) string {
	found, most := "", min(maxOfficeErrors, 1+strings.Count(prefix, "?"))
	for _, office := range offices {
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
func mendedRadicados(t *doc.Text, from, to int, offices []string, read []DigitRun, visit func(r DigitRun, score float64)) {
	if len(offices) == 0 {
		return
	}
	for i := from; i < min(to, MaxHead); {
		if len(read) > 0 && i >= read[0].Start {
			i, read = max(i, read[0].End), read[1:]
			continue
		}
		if !beginsDigits.Has(t.Chars[i]) || i > from && lex.IsWord(t.Chars[i-1]) || !slices.ContainsFunc(t.Chars[i:min(i+maxOfficeErrors+2, to)], lex.IsDigit) || digitAt(t, i) == 0 {
			i++
			continue
		}
		r := damagedRun(t, i, to)
		i = max(r.End, i+1)
		n := len(r.Digits) - tailDigits
		if n < officeDigits-maxOfficeErrors || n > officeDigits+maxOfficeErrors || r.seps == "" && r.repaired == 0 ||
			strings.Contains(r.Digits[n:], "?") {
			continue
		}
		if office := byOffice(offices, r.Digits[:n]); office != "" && RadicadoScore(t.Lex, office+r.Digits[n:]) == 1 {
			r.Digits = office + r.Digits[n:]
			visit(r, 0.8)
		}
	}
}

// beginsDigits are digits and what scanners read for them.
var beginsDigits = lex.BytesOf("0123456789oli|szbga")

// damagedRun reads a number from code point i on through letters and signs: a letter
// that is read for no digit is '?' in its digits.
func damagedRun(t *doc.Text, i, to int) DigitRun {
	r := DigitRun{Start: i, End: i}
	var digits, seps [maxRunDigits]byte
	n, s, inside, blanks := 0, 0, 0, 0 // inside: how many of seps stand before a digit
reading:
	for ; i < to && n < maxRunDigits && s < maxRunDigits; i++ {
		c := t.Chars[i]
		switch d := digitAt(t, i); {
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
		r.End, inside = i+1, s
	}
	r.Digits, r.seps = string(digits[:n]), string(seps[:inside])
	return r
}

// damageSigns part the digits of a number or were read into it.
var damageSigns = lex.BytesOf("-.~/_'\",")
