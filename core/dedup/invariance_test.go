package dedup_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/rewriting"
)

// harmlessEdits change nothing that a filing says.
var harmlessEdits = func() map[string]func(string) string {
	edits := map[string]func(string) string{
		"dose": func(s string) string { return strings.Replace(s, "adalimumab", "adalimumab 40 mg", 1) },
	}
	for _, e := range rewriting.Edits {
		if e.Name != "misread at 1 %" { // which may spoil all that so short a letter says
			edits[e.Name] = func(s string) string { return e.Apply(s, rand.New(rand.NewPCG(1, 1))) }
		}
	}
	return edits
}()

// otherDetails make another case of a filing.
var otherDetails = map[string][]string{
	"person":           {"BEATRIZ ELENA QUIROGA SANABRIA", "GLORIA INÉS PARRA DUQUE", "52.731.904", "41.220.518", "312 468 9753", "315 220 4417", "beatriz.quiroga", "gloria.parra"},
	"child":            {"actuando en nombre propio", "actuando en representación de mi hija TATIANA LOZANO QUIROGA"},
	"drug":             {"adalimumab", "tocilizumab"},
	"days and numbers": {"3 de junio", "5 de marzo", "19 de junio", "28 de marzo", "4471209", "5528310"},
	"defendant":        {"NUEVA EPS", "SANITAS EPS"},
	"date":             {"3 de junio", "14 de mayo"},
	"date in digits":   {"3 de junio", "8 de junio"},
	"authorisation":    {"4471209", "5528310"},
}

// TestVerdictDependsOnMonth: the same of a letter that asks for the pension of one month.
func TestVerdictDependsOnMonth(t *testing.T) {
	d := detector(t)
	fingerprint := func(s string) dedup.Fingerprint { return d.Fingerprint(readFiling(t, "one", s)) }
	original := fingerprint(pension)
	for name, edit := range harmlessEdits {
		if m := d.Explain(original, fingerprint(edit(pension))); m.Relation != dedup.Duplicate {
			t.Errorf("%s: %q %.2f: %q", name, m.Relation, m.Similarity, dedup.Texts(m.Reasons))
		}
		other := strings.ReplaceAll(pension, "marzo", "abril")
		if m := d.Explain(original, fingerprint(edit(other))); m.Relation != dedup.NewClaim {
			t.Errorf("%s, another month: %q %.2f: %q", name, m.Relation, m.Similarity, dedup.Texts(m.Reasons))
		}
	}
}

// TestVerdictDependsOnWhatIsSaid: edits that change nothing leave a duplicate, and one that
// matters never does, whatever the others.
func TestVerdictDependsOnWhatIsSaid(t *testing.T) {
	d := detector(t)
	harmless, details := slices.Sorted(maps.Keys(harmlessEdits)), slices.Sorted(maps.Keys(otherDetails))
	rapid.Check(t, func(rt *rapid.T) {
		edited := func(s, label string) string {
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(harmless), 0, 4, rapid.ID).Draw(rt, label) {
				s = harmlessEdits[name](s)
			}
			return s
		}
		fingerprint := func(s string) dedup.Fingerprint { return d.Fingerprint(readFiling(t, "one", s)) }
		original := fingerprint(edited(rewritable, "of one"))
		if m := d.Explain(original, fingerprint(edited(rewritable, "of the other"))); m.Relation != dedup.Duplicate {
			rt.Errorf("the same: %q %.2f: %q", m.Relation, m.Similarity, dedup.Texts(m.Reasons))
		}
		detail := rapid.SampledFrom(details).Draw(rt, "detail")
		other := edited(strings.NewReplacer(otherDetails[detail]...).Replace(rewritable), "of another case")
		if m := d.Explain(original, fingerprint(other)); m.Relation == dedup.Duplicate {
			rt.Errorf("another %s: %.2f: %q", detail, m.Similarity, dedup.Texts(m.Reasons))
		}
	})
}
