package ner

import (
	"bytes"
	"context"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestConfidencesFollowTheCurve(t *testing.T) {
	x := fieldModel{Curve: [][2]float64{{.2, .1}, {.6, .5}, {.6, .7}, {.9, 1}}}
	for p, want := range map[float64]float64{0: .1, .2: .1, .4: .3, .6: .5, .75: .85, .9: 1, 1: 1} {
		if got := x.calibrated(p); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v becomes %v, want %v", p, got, want)
		}
	}
}

func TestEmbeddedVotesAreRisingAndWithinBounds(t *testing.T) {
	for f, x := range learnedVotes().Fields {
		rapid.Check(t, func(t *rapid.T) {
			p, q := rapid.Float64Range(0, 1).Draw(t, "p"), rapid.Float64Range(0, 1).Draw(t, "q")
			a, b := x.calibrated(min(p, q)), x.calibrated(max(p, q))
			if !(a >= 0 && a <= b && b < 1) {
				t.Fatalf("%s: %v becomes %v, %v becomes %v", f, min(p, q), a, max(p, q), b)
			}
		})
	}
	for _, f := range []Field{Plaintiff, Defendant, Cedula, Email, Radicado, Court} {
		if learnedVotes().Fields[f] == nil {
			t.Errorf("nothing is learned of %s", f)
		}
	}
}

func TestVotesOfAnotherVersionAreRefused(t *testing.T) {
	for rule, s := range map[string]string{
		"no JSON": "{", "another version": `{"version":0}`, "other evidence": `{"version":3,"fields":{"correo":{"evidence":[1],"curve":[[0,0]]}}}`,
		"no curve": `{"version":3,"fields":{"correo":{"evidence":[` + strings.TrimSuffix(strings.Repeat("0,", evidences), ",") + `]}}}`,
	} {
		if _, err := readVoteModel([]byte(s)); err == nil {
			t.Errorf("%s: accepted", rule)
		}
	}
}

// repeatedText names a radicado, which rules read and votes decide.
const repeatedText = "RADICADO: 11001-40-03-028-2024-00317-00\nACCIONANTE: ANA LÓPEZ RUIZ\nC.C. 52.418.903\nACCIONADO: NUEVA EPS S.A.\n"

// repeated yields papers of one radicado, said or not to be the paper's own: it is in three of four.
func repeated(n int) iter.Seq[Paper] {
	return func(yield func(Paper) bool) {
		for i := range n {
			p := Paper{Text: repeatedText, Values: map[Field][]string{}}
			if i%4 > 0 {
				p.Values[Radicado] = []string{"11001400302820240031700"}
			}
			if !yield(p) {
				return
			}
		}
	}
}

func TestConfidenceIsHowOftenItWasRight(t *testing.T) {
	b, err := LearnVotes(repeated(2000), repeated(2000))
	if err != nil {
		t.Fatal(err)
	}
	again, err := LearnVotes(repeated(2000), repeated(2000))
	if err != nil || !bytes.Equal(b, again) {
		t.Fatalf("learned another time, something else comes out (%v)", err)
	}
	m, err := readVoteModel(b)
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	ballot, _ := e.ballot(t.Context(), NewText(repeatedText))
	ballot.scales = m.scales(e.members)
	ballot.settle()
	ballot.believe(m)
	i := slices.IndexFunc(ballot.candidates, func(c *candidate) bool { return c.Field == Radicado })
	if got := ballot.candidates[i].Confidence; math.Abs(got-.75) > .01 {
		t.Errorf("right in three of four, confidence %v", got)
	}
}

func TestPoorerReadingsAreLessSure(t *testing.T) {
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	const paper = "ACCIONANTE: ANA LÓPEZ RUIZ C.C. 52.418.903\n\nYo, ANA LÓPEZ RUIZ, identificada con la cédula de ciudadanía 52.418.903 de Cali, interpongo acción de tutela contra NUEVA EPS S.A. por la salud de la que goza el resto de la familia.\n"
	of := func(s string) float64 {
		all := recognised(e, s).Assessments
		return all[slices.IndexFunc(all, func(a Assessment) bool { return a.Field == Cedula })].Chance
	}
	clean, poor := of(paper), of(strings.NewReplacer("la salud de la que", "1a sa1ud dc la qne", "el resto de la familia", "cl rcsto dc 1a fami1ia").Replace(paper))
	if clean < DoubtfulBelow || poor >= clean {
		t.Errorf("clean %v, poorly read %v", clean, poor)
	}
}

func TestLessWeightIsLessConfidence(t *testing.T) {
	const paper = "ACCIONANTE: ANA LÓPEZ RUIZ\nACCIONADA: NUEVA EPS\n"
	sure := func(weight float64) float64 {
		c := DefaultConfig()
		c.MinConfidence = 0
		for i := range c.Extractors {
			c.Extractors[i].Weight *= weight
		}
		e, err := NewEnsemble(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range e.Extract(paper).Entities {
			if x.Field == Plaintiff {
				return x.Confidence
			}
		}
		return 0
	}
	if full, little := sure(1), sure(.1); little >= full {
		t.Errorf("with its weight %v, with little %v", full, little)
	}
}

func TestReliability(t *testing.T) {
	var r Reliability
	if r.Error() != 0 || r.N() != 0 {
		t.Error("nothing noted, and yet an error")
	}
	for i := range 10 {
		r.Add(.95, i < 9)
		r.Add(.05, i < 1)
	}
	r.Add(1, true)
	r.Add(0, false)
	if got := r.Error() * float64(r.N()); math.Abs(got-(math.Abs(9.5+1-10)+math.Abs(.5-1))) > 1e-9 {
		t.Errorf("error %v", got)
	}
	if b := r.Bins()[9]; b.N != 11 || b.Right != 10 {
		t.Errorf("%+v", b)
	}
}

// recognised extracts from a text that a scanner read.
func recognised(e *Ensemble, s string) Result {
	r, _ := e.ExtractContext(context.Background(), s, Recognised(s)...)
	return r
}
