package boost

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// Example is something whose class is known.
type Example struct {
	X      []float32
	Class  int
	Weight float64
}

// Settings say how a Forest is trained.
type Settings struct {
	Rounds    int     // trees of each class
	Depth     int     // questions from the root to a leaf
	Rate      float64 // share of a leaf's value that is used
	Shrinkage float64 // added to the weight of a leaf (lambda)
	MinWeight float64 // least weight (sum of second derivatives) of a leaf
	Columns   float64 // share of the inputs that a tree may ask about
	Rows      float64 // share of the examples that a tree learns from, at random; 0: all
	Seed      uint64
}

// maxBins is the number of ranges into which the values of an input are divided.
const maxBins = 16

// Fit trains a Forest. The same examples and settings give the same Forest.
func Fit(inputs, classes []string, examples []Example, s Settings) *Forest {
	t := newTrainer(len(inputs), len(classes), examples, s)
	f := &Forest{Inputs: inputs, Classes: classes, base: t.base}
	for range s.Rounds {
		t.predict()
		for c := range classes {
			tree := t.grow(c)
			for i := range examples {
				t.scores[i][c] += tree.leaf(examples[i].X)
			}
			f.trees = append(f.trees, tree)
		}
	}
	return f
}

type trainer struct {
	Settings
	examples []Example
	rng      *rand.Rand
	base     []float64
	scores   [][]float64
	chances  [][]float64

	limits [][]float32 // of each input, between its bins
	bins   [][]uint8   // of each input, of each example

	slope, curve []float64 // first and second derivative of the loss of a class, by example
	columns      []int     // that the tree at work may ask about
}

func newTrainer(inputs, classes int, examples []Example, s Settings) *trainer {
	n := len(examples)
	t := &trainer{Settings: s, examples: examples, rng: rand.New(rand.NewPCG(s.Seed, uint64(n))),
		base: make([]float64, classes), scores: make([][]float64, n), chances: make([][]float64, n),
		limits: make([][]float32, inputs), bins: make([][]uint8, inputs),
		slope: make([]float64, n), curve: make([]float64, n)}
	for _, x := range examples {
		t.base[x.Class] += x.Weight
	}
	for c, weight := range t.base {
		t.base[c] = math.Log(weight + 1)
	}
	for i := range examples {
		t.scores[i], t.chances[i] = slices.Clone(t.base), make([]float64, classes)
	}
	for k := range inputs {
		t.divide(k)
	}
	return t
}

// divide divides the values of an input into bins of about as many examples.
func (t *trainer) divide(k int) {
	n := len(t.examples)
	values := make([]float32, n)
	for i, x := range t.examples {
		values[i] = x.X[k]
	}
	sorted := slices.Sorted(slices.Values(values))
	var limits []float32
	if distinct := slices.Compact(slices.Clone(sorted)); len(distinct) <= maxBins {
		for i := 1; i < len(distinct); i++ {
			limits = append(limits, (distinct[i-1]+distinct[i])/2)
		}
	} else {
		for b := 1; b < maxBins; b++ {
			if limit := sorted[n*b/maxBins]; len(limits) == 0 || limit > limits[len(limits)-1] {
				limits = append(limits, limit)
			}
		}
	}
	t.limits[k], t.bins[k] = limits, make([]uint8, n)
	for i, v := range values {
		b := 0
		for b < len(limits) && v > limits[b] {
			b++
		}
		t.bins[k][i] = uint8(b)
	}
}

// predict sets the chances of all examples from their scores.
func (t *trainer) predict() {
	for i := range t.examples {
		copy(t.chances[i], t.scores[i])
		softmax(t.chances[i])
	}
}

// grow makes the next tree of a class.
func (t *trainer) grow(class int) tree {
	for i, x := range t.examples {
		p, y := t.chances[i][class], 0.0
		if x.Class == class {
			y = 1
		}
		t.slope[i], t.curve[i] = x.Weight*(p-y), x.Weight*p*(1-p)
	}
	t.columns = t.columns[:0]
	for k := range t.limits {
		if t.rng.Float64() < t.Columns && len(t.limits[k]) > 0 {
			t.columns = append(t.columns, k)
		}
	}
	all := make([]int32, 0, len(t.examples))
	for i := range t.examples {
		if t.Rows == 0 || t.rng.Float64() < t.Rows {
			all = append(all, int32(i))
		}
	}
	var out tree
	t.branch(&out, all, t.count(all), t.Depth)
	return out
}

// sums are those of the derivatives of some examples.
type sums struct{ slope, curve float64 }

// histogram has the sums by bin: maxBins of each column of the tree at work.
type histogram []sums

// count makes the histogram of some examples.
func (t *trainer) count(rows []int32) histogram {
	h := make(histogram, len(t.columns)*maxBins)
	var workers sync.WaitGroup
	for part := range slices.Chunk(t.columns, len(t.columns)/runtime.GOMAXPROCS(0)+1) {
		at := h[slices.Index(t.columns, part[0])*maxBins:]
		workers.Go(func() {
			for n, k := range part {
				bins, to := t.bins[k], at[n*maxBins:(n+1)*maxBins]
				for _, i := range rows {
					b := &to[bins[i]]
					b.slope += t.slope[i]
					b.curve += t.curve[i]
				}
			}
		})
	}
	workers.Wait()
	return h
}

// without takes the examples of another histogram out.
func (h histogram) without(o histogram) histogram {
	for i := range h {
		h[i].slope -= o[i].slope
		h[i].curve -= o[i].curve
	}
	return h
}

// branch adds the node for some examples, and what is below it, and returns its index.
func (t *trainer) branch(out *tree, rows []int32, h histogram, depth int) int32 {
	var all sums
	for _, i := range rows {
		all.slope += t.slope[i]
		all.curve += t.curve[i]
	}
	at := int32(len(*out))
	*out = append(*out, node{value: float32(-t.Rate * all.slope / (all.curve + t.Shrinkage))})
	if depth == 0 || all.curve < 2*t.MinWeight {
		return at
	}
	input, bin := t.split(h, all)
	if input < 0 {
		return at
	}
	var low, high []int32
	for _, i := range rows {
		if int(t.bins[input][i]) <= bin {
			low = append(low, i)
		} else {
			high = append(high, i)
		}
	}
	var lows, highs histogram
	switch {
	case depth == 1:
	case len(low) < len(high):
		lows = t.count(low)
		highs = h.without(lows)
	default:
		highs = t.count(high)
		lows = h.without(highs)
	}
	left := t.branch(out, low, lows, depth-1)
	right := t.branch(out, high, highs, depth-1)
	n := &(*out)[at]
	n.input, n.limit, n.left, n.right = int32(input), t.limits[input][bin], left, right
	return at
}

// split returns the input, and its last bin on the lower side, by which the examples of a histogram, whose
// derivatives have the given sums, are divided best; -1 when nothing is gained.
func (t *trainer) split(h histogram, all sums) (input, bin int) {
	const least = 1e-6
	best, input := least, -1
	gain := func(slope, curve float64) float64 { return slope * slope / (curve + t.Shrinkage) }
	whole := gain(all.slope, all.curve)
	for n, k := range t.columns {
		var low sums
		for b := range t.limits[k] {
			low.slope += h[n*maxBins+b].slope
			low.curve += h[n*maxBins+b].curve
			if low.curve < t.MinWeight || all.curve-low.curve < t.MinWeight {
				continue
			}
			if g := gain(low.slope, low.curve) + gain(all.slope-low.slope, all.curve-low.curve) - whole; g > best {
				best, input, bin = g, k, b
			}
		}
	}
	return input, bin
}
