package ident

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// How papers write the number of a case: in one piece, in its parts, beside other
// numbers, with the zeros of a part or the instance left out.

// radicadoSeps are the separators inside a radicado.
var radicadoSeps = AnyOf("- .\n/_" + string(wideBlank))

// minRadicado is how many digits a radicado has of which zeros were left out.
const minRadicado = 18

// mostRepaired is how many letters may have been read for digits of a radicado,
// mostZeros how many when all its parts are known.
const mostRepaired, mostZeros = 4, 12

// Radicados calls visit for every valid radicado between two code points. offices are the
// first digits of those of the courts that the paper names.
func Radicados(t *doc.Text, from, to int, offices []string, visit func(r DigitRun, score float64)) {
	var read []DigitRun
	digitRuns(t, from, to, minRadicado, radicadoSeps, func(r DigitRun) {
		if len(r.Digits) == radicadoDigits-1 && r.Start > 0 && t.Chars[r.Start-1] == '$' { // $0001408801920230075300, $8001318700220200077200
			first := "5"
			if RadicadoScore(t.Lex, "8"+r.Digits) == 1 && RadicadoScore(t.Lex, "5"+r.Digits) < 1 {
				first = "8"
			}
			r.Digits, r.Start, r.repaired = first+r.Digits, r.Start-1, r.repaired+1
		}
		r, score := caseNumber(t, r, offices)
		switch {
		case score == 0, r.End < len(t.Chars) && lex.IsWord(t.Chars[r.End]), r.repaired > mostRepaired && (score < 1 || r.repaired > mostZeros):
			return
		case r.repaired > 0:
			score *= 0.95
		}
		if score < impossiblePart {
			if office := byOffice(offices, r.Digits[:officeDigits]); office != "" && RadicadoScore(t.Lex, office+r.Digits[officeDigits:]) == 1 {
				r.Digits, score = office+r.Digits[officeDigits:], 0.8
			}
		}
		read = append(read, r)
		visit(r, score)
	})
	mendedRadicados(t, from, to, offices, read, visit)
}

// impossiblePart is the score below which a radicado has a part that no court has.
const impossiblePart = 0.75

// caseNumber returns the radicado that a run of digits is or holds and how believable
// it is, 0 when it holds none. What is missing in a text that was poorly read was
// lost, and need not have been zeros.
func caseNumber(t *doc.Text, r DigitRun, offices []string) (DigitRun, float64) {
	l := t.Lex
	if w := r.cutAtLine(radicadoDigits); len(w.Digits) == radicadoDigits {
		return w, RadicadoScore(l, w.Digits)
	}
	if w := r.amid(); RadicadoScore(l, w.Digits) == 1 {
		return w, 0.95
	}
	if digits, sure := r.filledUp(); t.Noise < doc.MinNoise && RadicadoScore(l, digits) == 1 {
		if office := byOffice(offices, digits[:officeDigits]); office != "" && office != digits[:officeDigits] {
			return r, 0 // a digit was lost, and no zero
		}
		r.Digits = digits
		return r, sure
	}
	return r, 0
}

// amid returns the groups that make 23 digits beside other numbers: those within
// wider gaps than their own, or in just the parts of a radicado.
func (r DigitRun) amid() DigitRun {
	for from := range r.groups {
		digits := 0
		for to := from; to < len(r.groups) && digits < radicadoDigits; to++ {
			if digits += r.groups[to]; digits != radicadoDigits {
				continue
			}
			w := r.window(from, to+1)
			if (from == 0 || w.within(r.seps[from-1])) && (to+1 == len(r.groups) || w.within(r.seps[to])) {
				return w
			}
		}
	}
	return DigitRun{}
}

// within reports whether sep, before or behind the run, parts it from another number.
func (r DigitRun) within(sep byte) bool {
	width := func(sep byte) int {
		switch sep {
		case ' ':
			return 1
		case wideBlank:
			return 2
		case '\n':
			return 3
		}
		return 0
	}
	if width(sep) == 1 && slices.Equal(r.groups, radicadoParts) {
		return true
	}
	for i := range r.seps {
		if width(r.seps[i]) >= width(sep) {
			return false
		}
	}
	return width(sep) > 0
}

// radicadoParts are the digits of the parts of a radicado.
var radicadoParts = []int{5, 2, 2, 3, 4, 5, 2}

// filledUp returns the 23 digits of a radicado that is written in parts of which
// zeros were left out, and how sure that is: 5001-40-03-28-2024-317-00, or without
// the instance, which is then the first.
func (r DigitRun) filledUp() (digits string, sure float64) {
	if len(r.seps) == 0 {
		return "", 0
	}
	var parts []string
	for n, at := 0, 0; n < len(r.groups); n++ {
		if n > 0 && r.seps[n-1] != r.seps[0] {
			return "", 0
		}
		parts = append(parts, r.Digits[at:at+r.groups[n]])
		at += r.groups[n]
	}
	year := slices.IndexFunc(parts, func(p string) bool { return len(p) == 4 && p >= FirstYear && p <= LastYear })
	if year < 1 || year >= len(officeParts) || len(parts) < year+2 || len(parts) > year+3 {
		return "", 0
	}
	for i, n := range officeParts[year] {
		switch missing := n - len(parts[i]); {
		case missing == 0:
		case missing == 1 && i == 0, missing > 0 && n == 3 && i == year-1:
			digits += "00"[:missing]
		default:
			return "", 0
		}
		digits += parts[i]
	}
	serial, instance, sure := parts[year+1], "00", 0.75
	if len(parts) == year+3 {
		instance, sure = parts[year+2], 0.9
	} else if digits[5:7] == radicadoCrimes {
		return "", 0 // the number of a criminal complaint has no instance
	}
	if len(serial) > 5 || len(instance) != 2 {
		return "", 0
	}
	return digits + parts[year] + "0000"[:5-len(serial)] + serial + instance, sure
}

// officeParts are the digits of the parts before the year, by how many parts there are.
var officeParts = [...][]int{{}, {12}, {9, 3}, {5, 4, 3}, {5, 2, 2, 3}, {2, 3, 2, 2, 3}}

// radicadoCrimes is the entity of the numbers that the prosecution gives.
const radicadoCrimes = "60"
