package ner_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

var doubtsFile = flag.String("doubts", "", "file that TestWriteDoubts writes, as data/doubts.json; it writes none without")

// TestWriteDoubts is a tool, not a test: go run ./testkit/measure train-doubts runs it. It learns from
// papers that people wrote, as typed and as a scanner reads them, what speaks against a field, and
// writes the result to the file that core/ner embeds. It logs how papers fare of whose writer
// nothing was learned. Run it after every change of extraction.
func TestWriteDoubts(t *testing.T) {
	if *doubtsFile == "" {
		t.Skip("a tool that go run ./testkit/measure train-doubts runs, not a test")
	}
	model, whole, byField := learnedDoubts(t)
	for _, least := range []float64{.97, .95, .94, .93, .92, .91, .9, .88, .85, .8, .7, .6, .5} {
		n, right := whole.above(least)
		t.Logf("all four at least %.2f: %d of %d papers, %d right", least, n, len(whole), right)
		for _, f := range []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email} {
			n, right := byField[f].above(least)
			t.Logf("  %s: %d, %d right", f, n, right)
		}
	}
	if err := os.WriteFile(*doubtsFile, model, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Of papers of writers from whom nothing was learned, those without a doubt are right.
func TestPapersWithoutDoubtAreRight(t *testing.T) {
	all, err := papers.ToReport()
	if err != nil {
		t.Fatal(err)
	}
	without, right, doubtful := 0, 0, 0
	for i, p := range assessed(all) {
		r, _ := ensemble(t, nil).ExtractContext(t.Context(), p.Text, ner.RecognisedIf(p.Recognised, p.Text)...)
		isRight := true
		for _, a := range r.Assessments {
			var shown []string
			if shown = r.Values(a.Field); len(shown) > 1 && !a.Field.IsParty() {
				shown = shown[:1]
			}
			isRight = isRight && p.IsRight(a.Field, shown)
		}
		if slices.ContainsFunc(r.Assessments, ner.Assessment.IsDoubtful) {
			doubtful++
			continue
		}
		without++
		if right += count(isRight); !isRight {
			t.Logf("%s is wrong, and in no doubt", all[i].ID)
		}
	}
	t.Logf("%d of %d papers without doubt, %d right", without, len(all), right)
	if without-right > 1 || doubtful == 0 {
		t.Errorf("of %d papers without doubt %d are right", without, right)
	}
}

// outcome is the chance of a field, or the least of a paper, and whether it is right.
type outcome struct {
	chance float64
	right  bool
}

type outcomes []outcome

// above counts outcomes with a chance of at least least, and those that are right.
func (list outcomes) above(least float64) (n, right int) {
	for _, o := range list {
		if o.chance >= least {
			n++
			right += count(o.right)
		}
	}
	return n, right
}

// learnedDoubts learns from the papers to learn from, and returns how they fare with models that
// learned nothing from their writers.
func learnedDoubts(t *testing.T) (model []byte, whole outcomes, byField map[ner.Field]outcomes) {
	t.Helper()
	const invented = 500
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
	whole, byField = make(outcomes, len(all)), map[ner.Field]outcomes{}
	wrong := make([]string, len(all)) // fields
	for i := range whole {
		whole[i] = outcome{1, true}
	}
	leftOut, err := ner.LeftOut(toLearnParties(t, invented), filingsToTag(), papers.IsName, leftOutGroups)
	if err != nil {
		t.Fatal(err)
	}
	model, err = ner.LearnDoubts(assessed(all), leftOut, func(paper int, f ner.Field, chance float64, right bool) {
		w := &whole[paper]
		w.chance, w.right = min(w.chance, chance), w.right && right
		byField[f] = append(byField[f], outcome{chance, right})
		if !right {
			wrong[paper] += " " + string(f)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range whole {
		if !w.right && w.chance >= ner.DoubtfulBelow-.05 {
			t.Logf("%s, of a writer left out, has %s wrong, at %.2f", all[i].ID, strings.TrimSpace(wrong[i]), w.chance)
		}
	}
	return model, whole, byField
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// assessed returns the papers with what makes their fields right.
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
