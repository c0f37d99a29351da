package ner_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

var doubtsFile = flag.String("doubts", "", "file that TestWriteDoubts writes, as data/doubts.json; it writes none without")

// TestWriteDoubts is a tool, not a test: go run ./testkit/measure train-doubts runs it. It learns from
// papers that people wrote, as typed and as a scanner reads them, what speaks against a field, and writes the result to the file that
// core/ner embeds. It logs how papers fare of whose writer nothing was learned. Run it after every
// change of extraction.
func TestWriteDoubts(t *testing.T) {
	if *doubtsFile == "" {
		t.Skip("a tool that go run ./testkit/measure train-doubts runs, not a test")
	}
	all, err := papers.ToLearn()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for _, p := range slices.Clone(all) { // each once more as a scanner reads it
		if !p.Recognised {
			p.Recognised, p.Text = true, filings.Noise(p.Text, .03*rng.Float64(), rng)
			all = append(all, p)
		}
	}
	type outcome struct {
		least float64
		right bool
	}
	whole := make([]outcome, len(all))
	byField := map[ner.Field][]outcome{}
	for i := range whole {
		whole[i] = outcome{1, true}
	}
	model, err := ner.LearnDoubts(assessed(all), func(paper int, f ner.Field, chance float64, right bool) {
		w := &whole[paper]
		w.least, w.right = min(w.least, chance), w.right && right
		byField[f] = append(byField[f], outcome{chance, right})
	})
	if err != nil {
		t.Fatal(err)
	}
	share := func(list []outcome, least float64) (of, right int) {
		for _, o := range list {
			if o.least >= least {
				of++
				right += count(o.right)
			}
		}
		return of, right
	}
	for _, least := range []float64{.95, .9, .85, .8, .75, .7, .6, .5} {
		n, right := share(whole, least)
		t.Logf("all four at least %.2f: %d of %d papers, %d right", least, n, len(all), right)
		for _, f := range []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email} {
			n, right := share(byField[f], least)
			t.Logf("  %s: %d, %d right", f, n, right)
		}
	}
	if err := os.WriteFile(*doubtsFile, model, 0o644); err != nil {
		t.Fatal(err)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// assessed tells of each paper which values of its fields are right.
func assessed(all []papers.Paper) []ner.AssessedPaper {
	list := make([]ner.AssessedPaper, len(all))
	for i, p := range all {
		list[i] = ner.AssessedPaper{Writer: p.Writer, Text: p.Text, Recognised: p.Recognised, IsRight: func(f ner.Field, shown []string) bool {
			switch f {
			case ner.Plaintiff:
				return papers.AreRight(shown, p.Gold.Plaintiff, papers.IsName)
			case ner.Defendant:
				return papers.AreRight(shown, p.Gold.Defendant, papers.IsName)
			case ner.Cedula:
				return papers.AreRight(shown, one(p.Gold.Cedula), papers.IsNumber)
			}
			return papers.AreRight(shown, one(p.Gold.Email), papers.IsAddress)
		}}
	}
	return list
}

func one(s string) []string {
	return slices.DeleteFunc([]string{s}, func(s string) bool { return s == "" })
}
