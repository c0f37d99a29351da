package dedup_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
)

// harmlessEdits change nothing that a filing says.
var harmlessEdits = map[string]func(string) string{
	"spacing":  func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, " ", "  "), "\n\n", "\n") },
	"capitals": strings.ToUpper,
	"accents": func(s string) string {
		return strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "Á", "A", "É", "E", "Í", "I", "Ó", "O", "Ú", "U").Replace(s)
	},
	"telephone":   func(s string) string { return strings.ReplaceAll(s, "312 468 9753", "+57 312-468-97-53") },
	"cédula":      func(s string) string { return strings.ReplaceAll(s, "52.731.904", "52731904") },
	"no year":     func(s string) string { return strings.ReplaceAll(s, " de 2026", "") },
	"one no year": func(s string) string { return strings.Replace(s, " de 2026", "", 1) },
	"digits":      func(s string) string { return strings.ReplaceAll(s, "3 de junio de 2026", "03/06/2026") },
	"dose":        func(s string) string { return strings.Replace(s, "adalimumab", "adalimumab 40 mg", 1) },
	"page numbers": func(s string) string {
		return strings.ReplaceAll(s, "\nHECHOS", "\nPágina 1 de 2\n\nHECHOS") + "\nPágina 2 de 2"
	},
	"order of facts": func(s string) string {
		lines := strings.Split(s, "\n")
		third, fourth := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "3. ") }), slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "4. ") })
		if third >= 0 && fourth >= 0 {
			lines[third], lines[fourth] = lines[fourth], lines[third]
		}
		return strings.Join(lines, "\n")
	},
}

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
