package bundle

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// particles are the words of a name that say nothing of its bearer.
var particles = []string{"de", "del", "la", "las", "los", "y", "e", "sa", "sas", "s", "a", "ltda"}

// mentionsAny reports whether a text names one of the people. Words may be left out, misread in
// one letter and in any order: most words of a name stand together.
func mentionsAny(s string, names []string) bool {
	var words []string
	for _, w := range folded(s) {
		if !slices.Contains(particles, w) {
			words = append(words, w)
		}
	}
	return slices.ContainsFunc(names, func(name string) bool { return mentions(words, name) })
}

func mentions(words []string, name string) bool {
	var wanted []string
	for _, w := range folded(name) {
		if !slices.Contains(particles, w) {
			wanted = append(wanted, w)
		}
	}
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
const longEnough = 5

func isSame(a, b string) bool {
	return a == b || len(a) >= longEnough && len(b) >= longEnough && text.OneEdit(a, b)
}

// folded returns the words of a text in lower case without accents.
func folded(s string) []string {
	return strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !isLetterOrDigit(r) })
}
