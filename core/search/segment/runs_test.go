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
		phrase := search.Phrase(rapid.SliceOfN(word, 1, 5).Draw(t, "phrase"))
		wantTold(t, text, phrase)
	})
}

// Of few words, all texts of five hold all that a run could be mistaken for.
func TestRunsAndCodesTellWhereShortPhrasesStand(t *testing.T) {
	words := []string{"derecho", "a", "salud", search.Gap}
	for _, text := range sequences(words, 5) {
		for n := range 4 {
			for _, phrase := range sequences(words[:3], n+1) {
				wantTold(t, text, phrase)
			}
		}
	}
}

// sequences are all of n words.
func sequences(words []string, n int) (all [][]string) {
	if n == 0 {
		return [][]string{nil}
	}
	for _, s := range sequences(words, n-1) {
		for _, w := range words {
			all = append(all, append(slices.Clone(s), w))
		}
	}
	return all
}

func wantTold(t rapid.TB, text []string, phrase search.Phrase) {
	words := " " + strings.Join(append(slices.Clone(text), ""), " ")
	stands := strings.Contains(words, " "+strings.Join(phrase, " ")+" ")
	keys, exact := RunsOf(phrase)
	has := AppendRuns(nil, words)
	all := !slices.ContainsFunc(keys, func(key int64) bool { return !slices.Contains(has, key) })
	if len(keys) == 0 || stands && !all || exact && all != stands {
		t.Errorf("of %d runs of %q all are in %q: %v, exact %v", len(keys), phrase, words, all, exact)
	}
	short := len(phrase) < 3 || len(phrase) < 5 && !slices.ContainsFunc(phrase[1:len(phrase)-1], func(w string) bool { return !search.Stop(w) })
	if exact != short {
		t.Errorf("%q is exact: %v", phrase, exact)
	}
	if got := bytes.Contains(Codes(words), Codes(strings.Join(phrase, " "))); got != stands {
		t.Errorf("the codes of %q are in those of %q: %v", phrase, words, got)
	}
}
