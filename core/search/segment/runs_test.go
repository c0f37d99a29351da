package segment

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/search"
)

// A phrase that stands in a text has its runs and codes there. Where the runs are
// said to be all there is to know, no other text has them.
func TestRunsAndCodesTellWherePhrasesStand(t *testing.T) {
	word := rapid.SampledFrom([]string{"derecho", "a", "la", "salud", "de", "tutela", "accion"})
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.OneOf(word, rapid.Just(search.Gap)), 0, 25).Draw(t, "text")
		words := " " + strings.Join(append(text, ""), " ")
		phrase := search.Phrase(rapid.SliceOfN(word, 1, 5).Draw(t, "phrase"))
		stands := strings.Contains(words, " "+strings.Join(phrase, " ")+" ")

		keys, exact := RunsOf(phrase)
		has := AppendRuns(nil, words)
		all := !slices.ContainsFunc(keys, func(key int64) bool { return !slices.Contains(has, key) })
		if len(keys) == 0 || stands && !all || exact && all != stands {
			t.Errorf("of %d runs of %q all are in %q: %v, exact %v", len(keys), phrase, words, all, exact)
		}
		if short := len(phrase) < 3 || len(phrase) == 3 && search.Stop(phrase[1]); exact != short {
			t.Errorf("%q is exact: %v", phrase, exact)
		}
		if got := bytes.Contains(Codes(words), Codes(strings.Join(phrase, " "))); got != stands {
			t.Errorf("the codes of %q are in those of %q: %v", phrase, words, got)
		}
	})
}
