package papers

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// IsName reports whether a value is one of the spellings of a name, which "|" separates: it has all
// words of one of them, and none that stands in none of them, as in "Empresas Públicas (EPM)".
func IsName(value, spellings string) bool {
	words, known := wordsOf(value), wordsOf(spellings)
	if slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(known, w) }) {
		return false
	}
	for s := range strings.SplitSeq(spellings, "|") {
		spelling := wordsOf(s)
		if len(spelling) > 0 && !slices.ContainsFunc(spelling, func(w string) bool { return !slices.Contains(words, w) }) {
			return true
		}
	}
	return false
}

// IsNumber reports whether a value has the letters and digits of one of the numbers that "|" separates.
func IsNumber(value, numbers string) bool {
	return slices.ContainsFunc(strings.Split(numbers, "|"), func(n string) bool { return lettersAndDigits(n) == lettersAndDigits(value) })
}

// IsAddress reports whether a value is one of the e-mail addresses that "|" separates, in upper or lower case.
func IsAddress(value, addresses string) bool {
	return slices.ContainsFunc(strings.Split(addresses, "|"), func(a string) bool { return strings.EqualFold(strings.TrimSpace(a), value) })
}

func wordsOf(s string) (list []string) {
	for w := text.NewWords(s); w.Next(); {
		list = append(list, text.Fold(s[w.Start:w.End]))
	}
	return list
}

func lettersAndDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-–", r) {
			return -1
		}
		return r
	}, text.Fold(s))
}

// Right returns how many of the values found are gold ones, each of which counts once.
func Right(found, gold []string, is func(value, gold string) bool) (n int) {
	left := slices.Clone(gold)
	for _, value := range found {
		if at := slices.IndexFunc(left, func(g string) bool { return is(value, g) }); at >= 0 {
			left = slices.Delete(left, at, at+1)
			n++
		}
	}
	return n
}

// AreRight reports whether the values found are the gold ones.
func AreRight(found, gold []string, is func(value, gold string) bool) bool {
	return len(found) == len(gold) && Right(found, gold, is) == len(gold)
}
