package ner_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

// measured are the fields whose figures are reported. A party counts as found
// when the best value is one that the paper names; for the plaintiff and the
// plaintiff's identifiers it must be the first.
var measured = []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email, ner.Radicado, ner.Court, ner.Agent, ner.Attorney, ner.LinkedParty}

// tally counts the outcomes of one field.
type tally struct{ right, wrong, missed, invented int }

func (c tally) precision() float64 {
	return float64(c.right) / float64(max(1, c.right+c.wrong+c.invented))
}
func (c tally) recall() float64 { return float64(c.right) / float64(max(1, c.right+c.wrong+c.missed)) }

func measure(e *ner.Ensemble, papers []filings.Filing) map[ner.Field]tally {
	out := map[ner.Field]tally{}
	for _, p := range papers {
		r, _ := e.ExtractContext(context.Background(), p.Text, ner.RecognisedIf(p.Recognised, p.Text)...)
		for _, f := range measured {
			c, gold, got := out[f], p.Gold.Values[f], r.Value(f)
			names := gold
			if len(gold) > 1 && (f == ner.Plaintiff || f == ner.Cedula || f == ner.Email) {
				names = gold[:1]
			}
			switch {
			case got == "" && len(gold) == 0:
			case got == "":
				c.missed++
			case len(gold) == 0:
				c.invented++
			case slices.ContainsFunc(names, func(v string) bool { return ner.Key(f, v) == ner.Key(f, got) }):
				c.right++
			default:
				c.wrong++
			}
			out[f] = c
		}
	}
	return out
}

func table(name string, counts map[ner.Field]tally) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%-12s %9s %7s  %s\n", name, "field", "precision", "recall", "right/wrong/missed/invented")
	for _, f := range measured {
		c := counts[f]
		fmt.Fprintf(&b, "%-12s %9.3f %7.3f  %d/%d/%d/%d\n", f, c.precision(), c.recall(), c.right, c.wrong, c.missed, c.invented)
	}
	return b.String()
}

// heldOut invents papers in layouts, wordings and matters on which nothing was
// tuned or trained.
func heldOut(n int, change func(filings.Filing) filings.Filing) []filings.Filing {
	g := filings.New(2024, filings.HeldOut())
	out := make([]filings.Filing, n)
	for i := range out {
		out[i] = change(g.Filing())
	}
	return out
}

func asPrinted(f filings.Filing) filings.Filing { return f }

// The floors lie below what was measured when they were set; the test fails
// when a change makes extraction worse.
func TestQualityOnUnseenLayouts(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name   string
		change func(filings.Filing) filings.Filing
		floors map[ner.Field][2]float64 // precision, recall
	}{
		{"as printed", asPrinted, map[ner.Field][2]float64{ner.Plaintiff: {.93, .93}, ner.Defendant: {.93, .86}, ner.Cedula: {.93, .93}, ner.Email: {.97, .92},
			ner.Radicado: {.98, .95}, ner.Court: {.95, .95}}},
		{"no line ends", filings.Filing.Flattened, map[ner.Field][2]float64{ner.Plaintiff: {.80, .80}, ner.Cedula: {.85, .80}, ner.Email: {.95, .85}, ner.Radicado: {.90, .70}}},
		{"no accents", filings.Filing.WithoutAccents, map[ner.Field][2]float64{ner.Plaintiff: {.93, .93}, ner.Cedula: {.93, .93}, ner.Radicado: {.98, .95}}},
		{"half a percent misread", func(f filings.Filing) filings.Filing { return f.WithNoise(0.005, noise) },
			map[ner.Field][2]float64{ner.Plaintiff: {.88, .88}, ner.Cedula: {.88, .88}, ner.Radicado: {.90, .75}}},
	} {
		counts := measure(ensemble(t, nil), heldOut(120, c.change))
		t.Log(table(c.name, counts))
		for f, floor := range c.floors {
			if got := counts[f]; got.precision() < floor[0] || got.recall() < floor[1] {
				t.Errorf("%s: %s has precision %.3f and recall %.3f, expected at least %.2f and %.2f", c.name, f, got.precision(), got.recall(), floor[0], floor[1])
			}
		}
	}
}

// Each extractor must be worth something on its own.
func TestQualityOfEachExtractor(t *testing.T) {
	papers := heldOut(120, asPrinted)
	for name, floors := range map[string]map[ner.Field]float64{ // recall
		"pattern":   {ner.Cedula: .80, ner.Email: .80, ner.Radicado: .90},
		"label":     {ner.Plaintiff: .30, ner.Defendant: .30},
		"structure": {ner.Plaintiff: .65, ner.Defendant: .38, ner.Court: .80, ner.Cedula: .60},
		"gazetteer": {ner.Plaintiff: .40, ner.Court: .80},
		"sequence":  {ner.Plaintiff: .30, ner.Defendant: .30},
	} {
		e := ensemble(t, func(c *ner.Config) {
			c.MinConfidence = 0.2
			for i := range c.Extractors {
				c.Extractors[i].Enabled = c.Extractors[i].Name == name
			}
		})
		counts := measure(e, papers)
		t.Log(table(name, counts))
		for f, floor := range floors {
			if got := counts[f].recall(); got < floor {
				t.Errorf("%s: recall of %s is %.3f, expected at least %.2f", name, f, got, floor)
			}
		}
	}
}

// A confidence of .9 is right nine times in ten, on layouts and wordings that nothing was learned
// from. Those of the assessed fields are calibrated on people's papers, which are harder.
func TestConfidencesAreMetOnUnseenLayouts(t *testing.T) {
	noise := rand.New(rand.NewPCG(3, 4))
	for name, change := range map[string]func(filings.Filing) filings.Filing{
		"as printed":               asPrinted,
		"one and a half % misread": func(f filings.Filing) filings.Filing { return f.WithNoise(0.015, noise) },
	} {
		var told ner.Reliability
		for _, p := range heldOut(200, change) {
			r, _ := ensemble(t, nil).ExtractContext(t.Context(), p.Text, ner.RecognisedIf(p.Recognised, p.Text)...)
			isAssessed := func(f ner.Field) bool {
				return slices.ContainsFunc(r.Assessments, func(a ner.Assessment) bool { return a.Field == f })
			}
			for _, x := range slices.Concat(r.Entities, r.Alternatives) {
				if slices.Contains(measured, x.Field) && !isAssessed(x.Field) {
					told.Add(x.Confidence, ner.Names(x.Field, p.Gold.Values[x.Field], x.Value))
				}
			}
		}
		t.Logf("%s: expected calibration error %.3f of %d values", name, told.Error(), told.N())
		if told.Error() > 0.07 || told.N() < 200 {
			t.Errorf("%s: the expected calibration error of %d values is %.3f", name, told.N(), told.Error())
		}
	}
}

// On papers of a writer from whom nothing was learned, fields are about as often right as their
// chances say.
func TestChancesAreMetByAnotherWriter(t *testing.T) {
	all, err := papers.ToReport()
	if err != nil {
		t.Fatal(err)
	}
	e := ensemble(t, nil)
	n, right, expected := 0, 0, 0.
	for i, p := range assessed(all) {
		r, _ := e.ExtractContext(t.Context(), p.Text, ner.RecognisedIf(p.Recognised, p.Text)...)
		if len(r.Assessments) != 4 {
			t.Fatalf("%s: %d assessments", all[i].ID, len(r.Assessments))
		}
		for _, a := range r.Assessments {
			shown := r.Values(a.Field)
			if a.Field != ner.Plaintiff && a.Field != ner.Defendant && len(shown) > 1 {
				shown = shown[:1]
			}
			n, right, expected = n+1, right+count(p.IsRight(a.Field, shown)), expected+a.Chance
		}
	}
	t.Logf("%d of %d fields right, %.0f expected", right, n, expected)
	if expected-float64(right) > .15*float64(n) {
		t.Errorf("of %d fields %d are right, %.0f should be", n, right, expected)
	}
}
