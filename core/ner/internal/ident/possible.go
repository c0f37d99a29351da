package ident

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What may be the number of a document, a company or a case by its form alone, whatever stands before it.

// maxNumber bounds the code points of such a number.
const maxNumber = 80

// PossibleNumbers calls visit for all such numbers that begin before a word. The Kind is that of a company, "nit",
// without its check digit, or "".
func PossibleNumbers(t *doc.Text, words int, visit func(Cedula)) {
	for k := 0; k < words; k++ {
		if end := telephoneEnd(t, k, "3", "60"); end > 0 {
			for k+1 < words && int(t.Words[k+1].End) <= end {
				k++
			}
			continue
		}
		if t.Words[k].Shape != doc.Number || namedOtherwise(t, k) {
			continue
		}
		if c, ok := possibleNumber(t, k); ok {
			visit(c)
			for k+1 < words && int(t.Words[k+1].End) <= c.End {
				k++
			}
		}
	}
}

// namedOtherwise reports whether the words right before word k say that it is another number: la obligación No. 44213635, T.P. 123.456.
func namedOtherwise(t *doc.Text, k int) bool {
	for before := k - 1; before >= max(0, k-maxNaming); before-- {
		if key := t.Key(before); namedNumbers[key] || CardAt(t, before) {
			return true
		} else if !numberFillers[key] {
			return false
		}
	}
	return false
}

// maxNaming bounds the words between what names a number and the number.
const maxNaming = 4

// namedNumbers are what papers number beside persons and companies; numberFillers are words between that and the number.
var namedNumbers, numberFillers = lex.Set("ident.namedNumbers"), lex.Set("ident.numberFillers")

func possibleNumber(t *doc.Text, k int) (Cedula, bool) {
	start := int(t.Words[k].Start)
	if start > 0 && lex.IsWord(t.Chars[start-1]) || start > 1 && t.Chars[start-1] == '-' && lex.IsDigit(t.Chars[start-2]) {
		return Cedula{}, false
	}
	if c, ok := boxedNumber(t, start); ok {
		return c, true
	}
	for _, separators := range [...]string{".'\",", " "} {
		r := DigitRunAt(t, start, min(t.Len(), start+maxNumber), 1, AnyOf(separators))
		if r = r.trimGroups(isPossible); !isPossible(r) {
			continue
		}
		c := Cedula{Start: r.Start, End: r.End, Digits: r.Digits, Score: 1}
		if len(r.Digits) == 9 {
			c.Kind = "nit"
		}
		return c, true
	}
	return Cedula{}, false
}

// isPossible reports whether a number has the form of one of a document or a company.
func isPossible(r DigitRun) bool {
	return r.repaired == 0 && r.grouped() && (plausibleID("cc", r.Digits) || len(r.Digits) == 9 && looksNIT(r.Digits))
}

// boxedNumber reads a number that stands in boxes, one digit in each: |4|0|0|3|9|4|1|7|, 1 0 2 3 8 9 4 5 1 7.
func boxedNumber(t *doc.Text, start int) (c Cedula, ok bool) {
	const least, most = 6, 11
	c = Cedula{Start: start, Score: 1}
	if before := strings.TrimRight(string(t.Chars[max(0, start-3):start]), " |"); before != "" && lex.IsDigit(before[len(before)-1]) {
		return c, false // amid more digits
	}
	for i := start; i < len(t.Chars) && len(c.Digits) <= most && lex.IsDigit(t.Chars[i]) && (i+1 == len(t.Chars) || !lex.IsWord(t.Chars[i+1])); {
		c.Digits += string(t.Chars[i])
		c.End = i + 1
		for i++; i < len(t.Chars) && i-c.End < 3 && (t.Chars[i] == ' ' || t.Chars[i] == '|'); i++ {
		}
	}
	return c, len(c.Digits) >= least && plausibleID("cc", c.Digits)
}

// PossibleCases calls visit for all numbers before a word that may be that of a case: 21 or 23 digits however grouped,
// or the year and the serial of a short one. Score is how believable the parts are.
func PossibleCases(t *doc.Text, words int, visit func(start, end int, value string, score float64)) {
	for k := 0; k < words; k++ {
		w := t.Words[k]
		if w.Shape != doc.Number || w.Start > 0 && lex.IsWord(t.Chars[w.Start-1]) {
			continue
		}
		end := int(w.End)
		r := DigitRunAt(t, int(w.Start), min(t.Len(), int(w.Start)+maxNumber), 1, radicadoSeps)
		switch n := len(r.Digits); {
		case n == radicadoDigits, n == radicadoDigits-2 && r.Digits[12:16] >= FirstYear && r.Digits[12:16] <= LastYear:
			end = r.End
			visit(r.Start, end, r.Digits, max(RadicadoScore(t.Lex, r.Digits), RadicadoScore(t.Lex, r.Digits+"00")))
		default:
			if e, value := shortCase(t, k); e > 0 {
				end = e
				visit(int(w.Start), end, value, 0)
			}
		}
		for k+1 < words && int(t.Words[k+1].End) <= end {
			k++
		}
	}
}

// shortCase reads the year and the serial of a case, and its instance: 2025-00118, 2019 00053, 2024 - 0182-00.
func shortCase(t *doc.Text, k int) (end int, value string) {
	const shortest, longest = 3, 6 // digits of a serial
	year := string(t.Folded(k))
	if len(year) != 4 || year < FirstYear || year > LastYear || k+1 >= len(t.Words) || t.Words[k+1].Shape != doc.Number {
		return 0, ""
	}
	serial := string(t.Folded(k + 1))
	if gap := strings.TrimSpace(string(t.Between(k))); gap != "-" && gap != "" && gap != "/" || len(serial) < shortest || len(serial) > longest || len(t.Between(k)) > 3 {
		return 0, ""
	}
	return int(t.Words[k+1].End), year + "-" + serial
}
