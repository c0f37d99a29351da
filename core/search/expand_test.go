package search_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/search"
)

// vocabulary is the terms of some entries, of which those are common that begin
// so.
type vocabulary struct {
	terms  []string
	common map[string]bool
	asked  int
}

func vocabularyOf(entries []search.Entry) *vocabulary {
	v := &vocabulary{common: map[string]bool{}}
	for _, e := range entries {
		v.terms = append(v.terms, strings.Fields(e.Terms)...)
	}
	slices.Sort(v.terms)
	v.terms = slices.Compact(v.terms)
	return v
}

func (v *vocabulary) Next(from string) (string, bool) {
	v.asked++
	i, _ := slices.BinarySearch(v.terms, from)
	if i == len(v.terms) {
		return "", false
	}
	return v.terms[i], true
}

func (v *vocabulary) Rare(begin string) bool { return !v.common[begin] }

// Whatever is asked, what a beginning is put into finds the same, in the same
// ranks, and so do the parts of a set.
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
		plan, words := q.Plan(), vocabularyOf(entries)
		for _, begin := range rapid.SliceOf(rapid.SampledFrom(append(words.terms, "tutel", "salu", "derec", "f", "i:tute"))).Draw(t, "common") {
			words.common[begin] = true
		}
		expansion := search.NewExpansion(words)
		for i, set := range append([]search.Set{plan.Match}, plan.Ranks...) {
			expanded := expansion.Set(set)
			for d, e := range entries {
				if got, want := expanded.Has(e), set.Has(e); got != want {
					t.Fatalf("%q: document %d in set %d: %v, want %v", query, d, i, got, want)
				}
				parts := 0
				for _, part := range expanded.Split() {
					if part.Has(e) {
						parts++
					}
				}
				if want := set.Has(e); parts != map[bool]int{true: 1}[want] {
					t.Fatalf("%q: document %d in %d parts of set %d, of which it is: %v", query, d, parts, i, want)
				}
			}
		}
	})
}

func TestWhatABeginningIsPutInto(t *testing.T) {
	var many []string
	for i := range 5000 {
		many = append(many, fmt.Sprintf("tutela%04d", i))
	}
	for _, c := range []struct {
		rule, query string
		terms       []string
		common      string // beginnings
		want        search.Any
	}{
		{"what the stem finds is left out", "tutela", strings.Fields("tutela tutelada tutelas tutelarse"), "", search.Any{search.Term("tutel")}},
		{"what is rare is sought by what tells it from the words left out", "tutela", strings.Fields("tutela tutelaxy tutelaxz tutelazz"), "",
			search.Any{search.Term("tutel"), search.Prefix("tutelax"), search.Prefix("tutelaz")}},
		{"what is common is sought word by word, by its stem", "medic", strings.Fields("medic medicament medicamento medicamentos medicin medicina"), "medica medici",
			search.Any{search.Term("medi"), search.Term("medicament"), search.Term("medicin")}},
		{"of what nobody has, nothing is left but the word itself", "nadie", strings.Fields("naden nadir"), "", search.Any{search.Term("nadi")}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			slices.Sort(c.terms)
			words := &vocabulary{terms: c.terms, common: map[string]bool{}}
			for _, begin := range strings.Fields(c.common) {
				words.common[begin] = true
			}
			got := search.NewExpansion(words).Set(search.Parse(c.query).Plan().Match).Terms.(search.All)[0]
			if !reflect.DeepEqual(got, search.Expr(c.want)) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
	common := map[string]bool{}
	for _, term := range many {
		for n := range term {
			common[term[:n+1]] = true
		}
	}
	words := &vocabulary{terms: many, common: common}
	search.NewExpansion(words).Set(search.Parse("tutela").Plan().Match)
	if words.asked > 200 {
		t.Errorf("asked %d times for terms of one beginning", words.asked)
	}
}
