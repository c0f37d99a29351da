package search_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/search"
)

// tierOf returns the tier of the document, from 1; 0 when the query does not find
// it.
func tierOf(t interface{ Fatalf(string, ...any) }, query string, f search.Fields) int {
	q := search.Parse(query)
	if q.MatchesNothing() {
		return 0
	}
	e, plan := f.Entry(), q.Plan()
	found := plan.Match.Has(e)
	if q.Matches(e) != found {
		t.Fatalf("%q: the plan finds it: %t, the query: %t", query, found, q.Matches(e))
	}
	if !found {
		return 0
	}
	tier := plan.Tier(e.Parts, plan.Row != nil && plan.Row.Within(e.Words))
	if tier < 0 || tier >= search.Tiers {
		t.Fatalf("%q: in tier %d", query, tier)
	}
	return tier + 1
}

func text(s string) search.Fields { return search.Fields{Text: s} }

func TestQueryLanguage(t *testing.T) {
	for _, c := range []struct {
		rule, query, text string
		found             bool
	}{
		{"nothing asked finds everything", "", "", true},
		{"operators alone ask for nothing", `- "" --`, "salud", true},
		{"what no text has finds nothing", "💩 ☃", "💩 ☃", false},
		{"case and accents count for nothing", "PENSIÓN", "pension", true},
		{"decomposed accents too", "pensio\u0301n", "pensión", true},
		{"ñ is found by n", "nino", "NIÑO", true},
		{"n is found by ñ", "niño", "nino", true},
		{"a soft hyphen parts no word", "vulneración", "vulne\u00adración", true},
		{"an inflection", "tutelas", "la tutela", true},
		{"another word of like beginning", "salario ", "salud", false},
		{"all words are needed", "salud vida", "salud", false},
		{"in any order", "vida salud", "salud y vida", true},
		{"stop words are not sought", "el derecho a la salud", "salud: derecho", true},
		{"unless there is nothing else", "de la", "salud", false},
		{"and then as they are", "de la", "la cosa de él", true},
		{"the last word begins a longer one", "medicament", "medicamentos", true},
		{"not another word than the last", "medicament vida", "medicamentos vida", true},
		{"the first word begins none", "medicamen salud", "medicamento salud", false},
		{"two letters begin none", "ci", "cirugía", false},
		{"an exact phrase", `"derecho a la salud"`, "el Derecho a la Salud.", true},
		{"is not inflected", `"derechos a la salud"`, "derecho a la salud", false},
		{"nor in another order", `"salud vida"`, "vida salud", false},
		{"nor with words between", `"salud vida"`, "salud y vida", false},
		{"quotes of other kinds", "«salud vida» “y otra”", "salud vida y otra", true},
		{"a quote that is not closed", `"salud vida`, "salud vida", true},
		{"one word in quotes is exact", `"tutelas"`, "tutela", false},
		{"a word left out", "salud -vida", "salud y vida", false},
		{"in any inflection", "salud -vidas", "salud y vida", false},
		{"the last word left out begins none", "salud -medicamen", "salud y medicamentos", true},
		{"a phrase left out", `salud -"mínimo vital"`, "salud y mínimo vital", false},
		{"its words may be there", `salud -"mínimo vital"`, "salud vital mínimo", true},
		{"only left out", "-vida", "salud", true},
		{"one of two", "salud OR vida", "vida", true},
		{"the other of them, inflected", "saludes OR vida", "salud", true},
		{"neither", "salud OR vida", "pensión", false},
		{"one of three", "salud O vida O pensión", "vida", true},
		{"an alternative binds the words beside it", "niño salud OR vida", "vida", false},
		{"and no more", "niño salud OR vida pensión", "salud niño", false},
		{"the last alternative begins a longer word", "salud OR medicament", "medicamentos", true},
		{"one of two phrases", `"mínimo vital" OR "acción popular"`, "la acción popular", true},
		{"is exact", `"mínimo vital" OR "acción popular"`, "la popular acción", false},
		{"a phrase or a word", `"mínimo vital" OR pensión`, "pensiones", true},
		{"a number or a word", "52.418.903 OR salud", "C.C. 52 418 903", true},
		{"a word left out by name", "salud NOT vida", "salud y vida", false},
		{"in Spanish", "salud NO vida", "salud y vida", false},
		{"a phrase left out by name", `salud NOT "mínimo vital"`, "salud y mínimo vital", false},
		{"both", "salud AND vida", "salud", false},
		{"both, in Spanish", "salud Y vida", "vida salud", true},
		{"operators in small letters are words", "salud or vida", "salud vida", false},
		{"operators without words ask for nothing", "AND OR NOT", "salud", true},
		{"an operator at the end is none yet", "salud OR", "salud", true},
		{"an operator in quotes is a word", `salud "OR" vida`, "salud vida", false},
		{"in capitals NO is a word", "SALUD NO VIDA", "salud y vida", true},
		{"but NOT is none", "SALUD NOT VIDA", "salud y vida", false},
		{"a hyphen in a word is none", "T-760", "la T-760 de 2008", true},
		{"words that touch are a phrase", "ana@x.co", "x.co ana", false},
		{"abbreviations are the word", "E.P.S.", "la EPS", true},
		{"and the other way", "eps", "Nueva E.P.S. S.A.", true},
		{"a point ends no abbreviation of another", "sa", "Nueva E.P.S. S.A.", true},
		{"a number in groups", "52.418.903", "C.C. 52418903", true},
		{"a number in other groups", "52418903", "No. 52 418 903 de Cali", true},
		{"with apostrophes", "52'418'903", "52.418.903", true},
		{"groups of two numbers", "2023 77", "77 de 2023", true},
		{"a number with more digits", "52418903", "152418903", false},
		{"a radicado by year and number", "2024-00123", "11001310300120240012300", true},
		{"without zeros", "2024-123", "Rad. 11001 31 03 001 2024 00123 00", true},
		{"another year", "2023-123", "11001310300120240012300", false},
		{"a radicado without its last digits", "110013103001202400123", "11001-31-03-001-2024-00123-00", true},
		{"a date", "4/3/2026", "el 4-3-2026", true},
		{"a number in brackets", "(52.418.903)", "52418903", true},
		{"a number that touches a word is part of it", "12a", "el 12A", true},
		{"ordinals", "1º", "artículo 1o", false},
		{"markup is words", "<script>alert(1)</script>", "x script alert 1 script", true},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if found := tierOf(t, c.query, text(c.text)) > 0; found != c.found {
				t.Errorf("%q in %q: %v", c.query, c.text, found)
			}
		})
	}
}

// Each field is of a better tier than the next.
func TestTiers(t *testing.T) {
	rest := "Escrito de hechos muy diversos. " + strings.Repeat("Otra cosa distinta sucede. ", 40)
	for query, fields := range map[string][]search.Fields{
		"salud": {
			{Identity: []string{"Ministerio de Salud"}},
			{Identity: []string{"Saludcoop"}},
			{Heading: []string{"Juzgado de Salud"}},
			{Text: "La salud. Salud y salud."},
			{Text: rest + "Por su salud."},
		},
		"ana lópez": {
			{Identity: []string{"Ana María López"}},
			{Identity: []string{"Ana", "Lopezana"}},
			{Identity: []string{"Ana"}, Heading: []string{"de López"}},
			{Text: rest + "con Ana López"},
			{Identity: []string{"López"}, Text: rest + "con Ana"},
			{Text: "López y Ana y López y Ana y López"},
			{Text: rest + "con López y con Ana"},
		},
		`"ana lópez"`: {
			{Identity: []string{"Ana López"}},
			{Heading: []string{"Ana López"}},
			{Text: rest + "Ana López"},
		},
		"52.418.903": {
			{Identity: []string{"52418903"}},
			{Identity: []string{"524189034"}},
			{Heading: []string{"nota 52-418-903"}},
			{Text: rest + "52 418 903"},
		},
	} {
		last := 0
		for i, f := range fields {
			tier := tierOf(t, query, f)
			if tier <= last {
				t.Errorf("%q: field set %d is of tier %d, the one before of %d", query, i, tier, last)
			}
			last = tier
		}
	}
}

// Whatever is asked of whatever document, what is found has a tier, terms
// stay within what stores can take, and excluding turns finding around.
func TestAnyQueryHasAPlan(t *testing.T) {
	words := rapid.SampledFrom([]string{"salud", "salud.", "tutelas", "ana", "de", "la", "52.418", "903", "E.P.S.", "2024-12", "\"", "-", "x-y", "«", "ñ", "\xff", "\u0301", " ", "\n", "日本"})
	query := rapid.OneOf(rapid.Map(rapid.SliceOfN(words, 0, 12), func(w []string) string { return strings.Join(w, " ") }),
		rapid.Map(rapid.SliceOfN(words, 0, 12), func(w []string) string { return strings.Join(w, "") }), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		f := search.Fields{Identity: []string{query.Draw(t, "identity")}, Heading: []string{query.Draw(t, "heading")}, Text: query.Draw(t, "text")}
		q := query.Draw(t, "query")
		tierOf(t, q, f)
		checkEntry(t, f.Entry())
		word := rapid.SampledFrom([]string{"salud", "ana", "tutela", "903"}).Draw(t, "word") + " "
		if a, b := tierOf(t, word+"xyz", f) > 0, tierOf(t, "-"+word, f) > 0; a && b {
			t.Fatalf("%s is both there and not", word)
		}
	})
}

func checkEntry(t interface{ Fatalf(string, ...any) }, e search.Entry) {
	terms := slices.Sorted(strings.FieldsSeq(e.Terms))
	if len(slices.Compact(slices.Clone(terms))) != len(terms) {
		t.Fatalf("of the terms %q one stands there twice", terms)
	}
	for _, list := range []string{e.Terms, e.Parts, e.Words} {
		all := strings.Fields(list)
		if list != strings.TrimRight(" "+strings.Join(all, " "), " ")+" " {
			t.Fatalf("%q is no list with a space before, between and behind", list)
		}
		checkTerms(t, all)
	}
}

func checkTerms(t interface{ Fatalf(string, ...any) }, terms []string) {
	for _, term := range terms {
		if term == "" || strings.ContainsAny(term, " \"'*()\x00\n") || !utf8.ValidString(term) || len(term) > 100 {
			t.Fatalf("term %q", term)
		}
	}
}

func TestAQueryIsReadUpToItsBounds(t *testing.T) {
	long := strings.Repeat("vida ", search.MaxTerms) + "muerte"
	if tierOf(t, long, text("vida")) == 0 {
		t.Error("a word beyond the bound is sought")
	}
	if tierOf(t, strings.Repeat(" ", search.MaxLength)+"muerte", text("vida")) == 0 {
		t.Error("a text beyond the bound is read")
	}
	if tierOf(t, strings.Repeat("muerte ", search.MaxTerms), text("vida")) != 0 {
		t.Error("found without its words")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "pensión \"mínimo vital\" -colpensiones", "52.418.903", "11001-31-03-001-2024-00123-00", "E.P.S.", "-\"", "\xff\"", "1 2 3-4'5", "a\u0301-\u00ad\u00ad.b"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, query, s string) {
		fields := search.Fields{Identity: []string{s}, Text: s}
		tierOf(t, query, fields)
		checkEntry(t, fields.Entry())
		q := search.Parse(query)
		checkSet(t, q.Plan().Match)
		checkSnippet(t, q.Snippet(s), s)
	})
}

// checkSet makes sure that what stores write into their own query languages
// is harmless there.
func checkSet(t *testing.T, s search.Set) {
	t.Helper()
	var terms []string
	var walk func(x search.Expr)
	walk = func(x search.Expr) {
		switch x := x.(type) {
		case search.Term:
			terms = append(terms, string(x))
		case search.Prefix:
			terms = append(terms, string(x))
		case search.All:
			for _, part := range x {
				walk(part)
			}
			if len(x) == 0 {
				t.Fatal("an empty condition")
			}
		case search.Any:
			for _, part := range x {
				walk(part)
			}
			if len(x) == 0 {
				t.Fatal("an empty choice")
			}
		case search.Not:
			walk(x.In)
			walk(x.But)
		}
	}
	walk(s.Terms)
	for _, p := range slices.Concat(slices.Concat(s.With...), s.Without) {
		if len(p) == 0 {
			t.Fatal("an empty phrase")
		}
		terms = append(terms, p...)
	}
	checkTerms(t, terms)
}
