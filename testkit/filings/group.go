package filings

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Group calls add with the n-th filing and its relatives: misread, reworded, edited, cut in half, under other names; and form
// letters, so many more of them, another matter of the same person, a namesake, the same letter for another claim or
// another child. Those of one truth, which is never empty, are repetitions of each other.
func (g *Generator) Group(n, letters int, rng *rand.Rand, add func(kind, truth string, f Filing)) {
	f := g.Filing()
	switch n % 8 {
	case 0:
		f = g.ForChild()
	case 4:
		f = g.LetterForChild()
	case 1, 2, 5, 6:
		f = g.Letter()
	}
	same := fmt.Sprint(n)
	add("original", same, f)
	add("noise 1%", same, g.Noisy(f, .01))
	add("noise 3%", same, g.Noisy(f, .03))
	if f.IsAsked() {
		add("refiled", same, g.Refile(f))
		add("refiled 1%", same, g.Refile(f).WithNoise(.01, rng))
	}
	add("edited", same, g.Edit(f))
	add("half", same, firstPart(f, .5))
	for i, letter := range g.FormLetter(f, 3) {
		add("form letter", fmt.Sprint(n, " letter ", i), letter)
	}
	for i, letter := range g.FormLetter(f, letters) {
		add("form letter of many", fmt.Sprint(n, " mass letter ", i), letter)
	}
	add("form letter 1%", fmt.Sprint(n, " bad letter"), g.FormLetter(f, 1)[0].WithNoise(.01, rng))
	add("other matter", fmt.Sprint(n, " other"), g.OtherMatter(f))
	add("namesake", fmt.Sprint(n, " namesake"), g.Namesake(f))
	add("same matter", fmt.Sprint(n, " matter"), g.SameMatter(f))
	claim := g.OtherClaim(f)
	add("other claim", fmt.Sprint(n, " claim"), claim)
	add("other claim 2%", fmt.Sprint(n, " claim"), g.Noisy(claim, .02))
	add("alias 2%", same, g.Alias(f, .02))
	if n%4 == 0 {
		add("other child", fmt.Sprint(n, " child"), g.OtherChild(f))
	}
}

// firstPart is the filing if only its first pages were scanned.
func firstPart(f Filing, share float64) Filing {
	runes := []rune(f.Text)
	f.Text = string(runes[:int(share*float64(len(runes)))])
	f.Gold.Spans = slices.DeleteFunc(slices.Clone(f.Gold.Spans), func(s Span) bool { return s.End > int(share*float64(len(runes))) })
	return f
}
