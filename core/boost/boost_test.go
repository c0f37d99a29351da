package boost_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/boost"
)

var (
	inputs   = []string{"x", "y", "nothing"}
	classes  = []string{"same sign", "other sign"}
	settings = boost.Settings{Rounds: 40, Depth: 2, Rate: 0.3, Shrinkage: 1, MinWeight: 1, Columns: 1, Seed: 1}
)

// signs are points and whether their coordinates have one sign, which no single input tells.
func signs(n int, seed uint64) (all []boost.Example) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		x, y := 2*rng.Float32()-1, 2*rng.Float32()-1
		class := 0
		if x*y < 0 {
			class = 1
		}
		all = append(all, boost.Example{X: []float32{x, y, rng.Float32()}, Class: class, Weight: 1})
	}
	return all
}

func TestFitLearnsWhatNoInputTellsAlone(t *testing.T) {
	f := boost.Fit(inputs, classes, signs(2000, 1), settings)
	right := 0
	check := signs(1000, 2)
	for _, e := range check {
		if p := f.Probabilities(e.X); p[e.Class] > 0.5 {
			right++
		}
	}
	if right < 950 {
		t.Errorf("%d of %d points are right", right, len(check))
	}
}

func TestProbabilitiesSumToOne(t *testing.T) {
	f := boost.Fit(inputs, classes, signs(300, 1), settings)
	rapid.Check(t, func(t *rapid.T) {
		x := []float32{rapid.Float32().Draw(t, "x"), rapid.Float32().Draw(t, "y"), rapid.Float32().Draw(t, "nothing")}
		if p := f.Probabilities(x); math.Abs(p[0]+p[1]-1) > 1e-9 || p[0] < 0 || p[1] < 0 {
			t.Fatalf("%v", p)
		}
	})
}

func TestAllIsRowByRow(t *testing.T) {
	f := boost.Fit(inputs, classes, signs(300, 1), settings)
	var rows [][]float32
	for _, e := range signs(40, 2) {
		rows = append(rows, e.X)
	}
	for i, p := range f.All(rows) {
		if !slices.Equal(p, f.Probabilities(rows[i])) {
			t.Fatalf("row %d: %v among others, %v alone", i, p, f.Probabilities(rows[i]))
		}
	}
	if len(f.All(nil)) != 0 {
		t.Error("no rows have chances")
	}
}

func TestReasonsAreThoseInputsThatMatter(t *testing.T) {
	f := boost.Fit(inputs, classes, signs(2000, 1), settings)
	weight := map[string]float64{}
	for _, e := range signs(200, 3) {
		for _, r := range f.Reasons(e.X, e.Class) {
			weight[r.Input] += r.Weight
		}
	}
	if weight["x"] <= weight["nothing"] || weight["y"] <= weight["nothing"] {
		t.Errorf("%v", weight)
	}
}

func TestFitIsDeterministic(t *testing.T) {
	one, two := boost.Fit(inputs, classes, signs(300, 1), settings).Write(), boost.Fit(inputs, classes, signs(300, 1), settings).Write()
	if !bytes.Equal(one, two) {
		t.Error("the same examples gave two forests")
	}
}

func TestReadReadsWhatWriteWrote(t *testing.T) {
	f := boost.Fit(inputs, classes, signs(500, 1), settings)
	again, err := boost.Read(f.Write(), inputs, classes)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range signs(100, 4) {
		if a, b := f.Probabilities(e.X)[0], again.Probabilities(e.X)[0]; math.Abs(a-b) > 0.01 {
			t.Fatalf("%v: %v, after reading %v", e.X, a, b)
		}
	}
	if !bytes.Equal(again.Write(), f.Write()) {
		t.Error("written again, it is another text")
	}
}

func TestReadRefusesOtherInputs(t *testing.T) {
	table := boost.Fit(inputs, classes, signs(100, 1), settings).Write()
	for name, read := range map[string]func() error{
		"inputs":  func() error { _, err := boost.Read(table, inputs[:2], classes); return err },
		"classes": func() error { _, err := boost.Read(table, inputs, classes[:1]); return err },
		"cut":     func() error { _, err := boost.Read(table[:len(table)-5], inputs, classes); return err },
		"empty":   func() error { _, err := boost.Read(nil, inputs, classes); return err },
	} {
		if read() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(boost.Fit(inputs, classes, signs(100, 1), boost.Settings{Rounds: 2, Depth: 2, Rate: 1, Columns: 1}).Write())
	f.Fuzz(func(t *testing.T, table []byte) {
		if forest, err := boost.Read(table, inputs, classes); err == nil {
			forest.Probabilities(make([]float32, len(inputs)))
		}
	})
}
