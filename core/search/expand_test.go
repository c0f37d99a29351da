package search_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/search"
)

// vocabularyOf knows all terms of some entries.
func vocabularyOf(entries []search.Entry) func(search.Prefix) ([]string, bool) {
	var all []string
	for _, e := range entries {
		all = append(all, e.Terms...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return func(p search.Prefix) (found []string, ok bool) {
		for _, t := range all {
			if strings.HasPrefix(t, string(p)) {
				found = append(found, t)
			}
		}
		return found, true
	}
}

// Whatever is asked, the terms that a beginning is put into find the same, in
// the same ranks.
func TestExpandedPlansFindTheSame(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("tutela tutelas tutelar tutelares tutelado Tutela salud saludable saluda como comoquiera sobre sobres sobra " +
		"pension pensiones pensionado vida vital 1234 12345 52.418.903 derecho derechos fundamental fundamentales fundamentalmente juez jueces eps"))
	words := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 6).Draw(t, "words"), " ") })
	rapid.Check(t, func(t *rapid.T) {
		var entries []search.Entry
		for range rapid.IntRange(1, 6).Draw(t, "documents") {
			entries = append(entries, search.Fields{Identity: []string{words.Draw(t, "identity")}, Heading: []string{words.Draw(t, "heading")}, Text: words.Draw(t, "text")}.Entry())
		}
		query := rapid.SliceOfN(rapid.SampledFrom(strings.Fields("tutela tutel salud sal como sobre sob pens pensiones 1234 52418 derecho fund juece -vida -salud eps")), 1, 3).Draw(t, "query")
		q := search.Parse(strings.Join(query, " "))
		if q.Nothing() {
			return
		}
		plan := q.Plan()
		expanded := plan.Expand(vocabularyOf(entries))
		for i, e := range entries {
			if got, want := expanded.Match.Has(e), plan.Match.Has(e); got != want {
				t.Fatalf("%q finds %v: %v, want %v", query, e.Terms, got, want)
			}
			for r := range plan.Ranks {
				if got, want := expanded.Ranks[r].Has(e), plan.Ranks[r].Has(e); got != want {
					t.Fatalf("%q: document %d in rank %d: %v, want %v", query, i, r, got, want)
				}
			}
		}
	})
}

func TestExpandLeavesOutWhatTheStemFinds(t *testing.T) {
	known := map[search.Prefix][]string{"tutela": {"tutela", "tutelada", "tutelas", "tutelarse"}}
	plan := search.Parse("tutela").Plan().Expand(func(p search.Prefix) ([]string, bool) { return known[p], known[p] != nil })
	if any, ok := plan.Match.Terms.(search.All)[0].(search.Any); !ok || len(any) != 1 || any[0] != search.Expr(search.Term("tutel")) {
		t.Errorf("got %v", plan.Match.Terms)
	}
	if want := search.Parse("tutela").Plan().Ranks[1]; !reflect.DeepEqual(plan.Ranks[1], want) {
		t.Errorf("of what is not known became %v, want %v", plan.Ranks[1], want)
	}
}
