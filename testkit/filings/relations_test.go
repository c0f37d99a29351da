package filings_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/filings"
)

// jaccard compares two texts by their word triples.
func jaccard(a, b string) float64 {
	shingles := func(s string) map[string]bool {
		w := strings.Fields(text.Fold(s))
		out := map[string]bool{}
		for i := range len(w) - 2 {
			out[strings.Join(w[i:i+3], " ")] = true
		}
		return out
	}
	x, y := shingles(a), shingles(b)
	both := 0
	for s := range x {
		if y[s] {
			both++
		}
	}
	return float64(both) / float64(len(x)+len(y)-both)
}

func samePerson(a, b filings.Filing) bool {
	return slices.ContainsFunc(a.Gold.Values[ner.Cedula], func(c string) bool { return b.Gold.Has(ner.Cedula, c) })
}

func sameDefendant(a, b filings.Filing) bool {
	return slices.ContainsFunc(a.Gold.Values[ner.Defendant], func(d string) bool { return b.Gold.Has(ner.Defendant, d) })
}

func sharesName(a, b filings.Filing) bool {
	return slices.ContainsFunc(a.Gold.Values[ner.Plaintiff], func(n string) bool { return b.Gold.Has(ner.Plaintiff, n) })
}

func TestMostPapersTellAFactToEdit(t *testing.T) {
	g := filings.New(5, filings.Options{})
	const papers = 200
	edited := 0
	for range papers {
		if f := g.Filing(); g.Edit(f).Text != f.Text {
			edited++
		}
	}
	if edited < papers*3/4 {
		t.Errorf("%d of %d papers are edited", edited, papers)
	}
}

func TestRelations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := rapid.SampledFrom([]filings.Options{{}, filings.Tuning(), filings.HeldOut()}).Draw(t, "options")
		o.Unwrapped = true
		g := filings.New(rapid.Uint64().Draw(t, "seed"), o)
		f := g.Of(rapid.SampledFrom(types).Draw(t, "type"))
		if c := g.Copy(f); c.Text != f.Text || c.ID == f.ID {
			t.Fatal("a copy is the same paper under another ID")
		}
		if n := g.Noisy(f, .02); n.Text == f.Text || n.Gold.Value(ner.Plaintiff) != f.Gold.Value(ner.Plaintiff) {
			t.Fatal("a noisy reading has other letters and the same truth")
		}
		if e := g.Edit(f); !sharesName(e, f) || jaccard(e.Text, f.Text) < .7 {
			t.Fatalf("an edit changes one fact and no more: Jaccard %.2f", jaccard(e.Text, f.Text))
		}
		r := g.Refile(f)
		if !sameDefendant(r, f) || len(f.Gold.Values[ner.Cedula]) > 0 && len(r.Gold.Values[ner.Cedula]) > 0 && !samePerson(r, f) {
			t.Fatal("a re-filing has the same parties")
		}
		if r.Layout == f.Layout && r.Wording == f.Wording {
			t.Fatal("a re-filing is written anew")
		}
		for _, m := range g.FormLetter(f, 2) {
			if sharesName(m, f) || !sameDefendant(m, f) {
				t.Fatal("a form letter is another person's against the same defendant")
			}
			if j := jaccard(m.Text, f.Text); j < .25 {
				t.Fatalf("a form letter is the same letter: Jaccard %.2f", j)
			}
		}
		if o := g.OtherMatter(f); !sharesName(o, f) || o.Matter == f.Matter && sameDefendant(o, f) {
			t.Fatal("another matter is the same person's against somebody else")
		}
		if n := g.Namesake(f); n.Matter != f.Matter || n.Gold.Value(ner.Plaintiff) != f.Gold.Value(ner.Plaintiff) || len(n.Gold.Values[ner.Cedula]) > 0 && samePerson(n, f) {
			t.Fatal("a namesake has the name and another number")
		}
	})
}

func TestFormLettersAreAlikeAndRefilingsAreNot(t *testing.T) {
	g := filings.New(21, filings.Options{Unwrapped: true})
	var form, refiled []float64
	for range 200 {
		f := g.Filing()
		form = append(form, jaccard(f.Text, g.FormLetter(f, 1)[0].Text))
		refiled = append(refiled, jaccard(f.Text, g.Refile(f).Text))
	}
	slices.Sort(form)
	slices.Sort(refiled)
	if form[100] < .6 || refiled[100] > .4 {
		t.Errorf("median Jaccard: form letters %.2f, re-filings %.2f", form[100], refiled[100])
	}
	t.Logf("Jaccard quartiles: form letters %.2f %.2f %.2f, re-filings %.2f %.2f %.2f", form[50], form[100], form[150], refiled[50], refiled[100], refiled[150])
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func TestNoiseComesAtItsRate(t *testing.T) {
	f := filings.New(4, filings.Options{}).Filing()
	long := strings.Repeat(f.Text, 10)
	changed := 0
	noisy := filings.Noise(long, .02, random(4))
	if filings.Noise(long, .02, random(4)) != noisy {
		t.Error("the same numbers give other noise")
	}
	if filings.Noise(long, 0, random(4)) != long {
		t.Error("no rate, no noise")
	}
	a, b := strings.Fields(long), strings.Fields(noisy)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			changed++
		}
	}
	if changed == 0 {
		t.Error("nothing was misread")
	}
}
