package ner

import "math"

// Reliability holds confidences against outcomes, in ten bins of equal width.
// The zero value holds none.
type Reliability struct {
	bins [10]Bin
}

// Bin is the outcome of the confidences between two tenths.
type Bin struct {
	N     int
	Sure  float64 // sum of the confidences
	Right int
}

// Add counts a value with its confidence and whether it was right.
func (r *Reliability) Add(confidence float64, right bool) {
	b := &r.bins[max(0, min(len(r.bins)-1, int(confidence*float64(len(r.bins)))))]
	b.N++
	b.Sure += confidence
	if right {
		b.Right++
	}
}

// Bins returns the bins from 0 to 1.
func (r *Reliability) Bins() []Bin { return r.bins[:] }

// N returns how many confidences were noted.
func (r *Reliability) N() (n int) {
	for _, b := range r.bins {
		n += b.N
	}
	return n
}

// Error is the expected calibration error: how far the mean confidence of a
// bin lies from the share that was right, over all bins by their numbers.
func (r *Reliability) Error() float64 {
	sum := 0.0
	for _, b := range r.bins {
		sum += math.Abs(b.Sure - float64(b.Right))
	}
	return sum / math.Max(1, float64(r.N()))
}
