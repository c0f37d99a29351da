package place

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// The town of a party that is named by pointing to one named before: Juzgado Sexto
// Civil del Circuito de esa ciudad.

// pointing has the words that point to what was named before, towns what a town is
// called by then.
var (
	pointing = lex.Set("place.pointing")
	towns    = lex.Set("place.towns")
)

// maxTownBack bounds the words between a party and the town that it points back to.
const maxTownBack = 120

// SameTown returns the last word of the party that words first to last name, without
// what points to its town, and that town's name: last and "" when nothing does, "" when
// no town is named before.
func SameTown(t *doc.Text, first, last int) (int, string) {
	k := last
	if !towns[t.Key(k)] || !pointing[t.Key(k-1)] {
		return last, ""
	}
	for k -= 2; k > first && (t.Words[k].Class&(lex.Particle|lex.Function) != 0 || pointing[t.Key(k)]); k-- {
	}
	if k <= first {
		return last, ""
	}
	return k, townBefore(t, first)
}

// townBefore returns the name of the last town that is named before word k, "" when none
// is near.
func townBefore(t *doc.Text, k int) string {
	for n := k - 1; n >= 0 && n > k-maxTownBack; n-- {
		_, used := At(t, n)
		if used == 0 {
			continue
		}
		for back := 1; back <= 4 && n > back && t.CommaBefore(n); back++ {
			if _, m := At(t, n-back); m == back {
				n, used = n-back, m // Mompox, Bolívar
				break
			}
		}
		if t.Is(n-1, "de") || t.Is(n-1, "en") || n+used < len(t.Words) && t.CommaBefore(n+used) {
			return t.Slice(int(t.Words[n].Start), int(t.Words[n+used-1].End))
		}
	}
	return ""
}
