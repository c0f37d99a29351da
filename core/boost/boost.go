// Package boost classifies by gradient-boosted decision trees.
//
// A Forest has one small tree a class and round; the sums of what their leaves say become
// probabilities by softmax. The method is that of Friedman, "Greedy Function Approximation"
// (2001), with the second-order leaf values of XGBoost (Chen and Guestrin, 2016).
package boost

import "math"

// Forest is a trained classifier. It is safe for concurrent use.
type Forest struct {
	// Inputs are the names of the numbers that Probabilities takes, in their order.
	Inputs []string
	// Classes are the names of the classes.
	Classes []string

	base  []float64 // of each class, before any tree
	trees []tree    // round by round, in each the classes in their order
}

// node is a question or, when its left is 0, a leaf.
type node struct {
	input       int32
	left, right int32 // indexes in the tree
	limit       float32
	value       float32
}

// tree has its root first.
type tree []node

func (t tree) leaf(x []float32) float64 {
	k := int32(0)
	for t[k].left > 0 {
		if x[t[k].input] <= t[k].limit {
			k = t[k].left
		} else {
			k = t[k].right
		}
	}
	return float64(t[k].value)
}

// Probabilities returns the chance of each class. x has as many numbers as the Forest has inputs.
func (f *Forest) Probabilities(x []float32) []float64 { return f.All([][]float32{x})[0] }

// All returns the chances of each of several rows. It is faster than row by row, because each tree stays in
// the processor's cache for all of them.
func (f *Forest) All(rows [][]float32) [][]float64 {
	classes := len(f.base)
	room, all := make([]float64, classes*len(rows)), make([][]float64, len(rows))
	for r := range rows {
		all[r] = append(room[r*classes:r*classes:(r+1)*classes], f.base...)
	}
	for i, t := range f.trees {
		class := i % classes
		for r, x := range rows {
			all[r][class] += t.leaf(x)
		}
	}
	for r := range all {
		softmax(all[r])
	}
	return all
}

// Reason is an input and how far its value speaks for a class, in log-odds.
type Reason struct {
	Input  string
	Weight float64
}

// Reasons returns what each input that was asked adds to the score of a class: the differences
// of the values of the nodes on the way to the leaves (Saabas, 2014), in no order.
func (f *Forest) Reasons(x []float32, class int) []Reason {
	sums := map[int32]float64{}
	for i := class; i < len(f.trees); i += len(f.Classes) {
		t, k := f.trees[i], int32(0)
		for t[k].left > 0 {
			next := t[k].right
			if x[t[k].input] <= t[k].limit {
				next = t[k].left
			}
			sums[t[k].input] += float64(t[next].value - t[k].value)
			k = next
		}
	}
	out := make([]Reason, 0, len(sums))
	for input, weight := range sums {
		out = append(out, Reason{f.Inputs[input], weight})
	}
	return out
}

// softmax turns scores into probabilities, in place.
func softmax(scores []float64) {
	top, sum := math.Inf(-1), 0.0
	for _, s := range scores {
		top = max(top, s)
	}
	for i, s := range scores {
		scores[i] = math.Exp(s - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
}
