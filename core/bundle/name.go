package bundle

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// particles are the words of a name that say nothing of its bearer.
var particles = []string{"de", "del", "la", "las", "los", "y", "e", "sa", "sas", "s", "a", "ltda"}

// nameWords returns the words of a text that may be those of a name.
func nameWords(s string) []string {
	return slices.DeleteFunc(folded(s), func(w string) bool { return slices.Contains(particles, w) })
}

// mentionsAny reports whether the words of a text name one of the people. Words may be left out,
// misread in one letter and in any order: most words of a name stand together.
func mentionsAny(words, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return mentions(words, name) })
}

func mentions(words []string, name string) bool {
	wanted := nameWords(name)
	if len(wanted) == 0 {
		return false
	}
	most := len(wanted)/2 + 1
	for i := range words {
		window := words[i:min(len(words), i+len(wanted))]
		found := 0
		for _, w := range wanted {
			if slices.ContainsFunc(window, func(x string) bool { return isSame(w, x) }) {
				found++
			}
		}
		if found >= most {
			return true
		}
	}
	return false
}

// longEnough is how many letters a word has, one of which may be misread.
const longEnough = 4

func isSame(a, b string) bool {
	return a == b || len(a) >= longEnough && len(b) >= longEnough && text.OneEdit(a, b)
}

func isOneOf(words []string, word string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return isSame(w, word) })
}

// beginsWith reports whether words begin with those of a phrase.
func beginsWith(words, phrase []string) bool {
	return len(words) >= len(phrase) && slices.EqualFunc(words[:len(phrase)], phrase, isSame)
}

func phrases(list ...string) [][]string {
	out := make([][]string, len(list))
	for i, p := range list {
		out[i] = strings.Fields(p)
	}
	return out
}

// folded returns the words of a text in lower case without accents.
func folded(s string) []string {
	return strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !isLetterOrDigit(r) })
}
