package scanprep

import (
	"image"
	"math"
	"slices"
)

const (
	maxSkew   = 25.0 // degrees searched to either side
	skewStep  = 0.5  // degrees between the first guesses
	leastInk  = 300  // points below which there are no lines to measure
	leastPeak = 1.6  // by how much the best angle must surpass the usual one
)

// Skew returns by how many degrees the lines of text fall to the right; 0 when
// there are none. Lines must be level within maxSkew.
//
// Ink is projected along lines of each angle: along the right one rows of text
// and gaps alternate sharply, so the squared differences of neighbouring rows
// are largest (W. Postl's criterion). Coarse steps first, then finer ones
// around the best; 0.1° is reached on an A4 page.
func Skew(img *image.Gray) float64 {
	skew, peak := findInk(img).skew()
	if peak < leastPeak {
		return 0
	}
	return skew
}

// skew returns the best angle and how much it surpasses the median of all.
func (k ink) skew() (degrees, peak float64) {
	if len(k.xs) < leastInk {
		return 0, 0
	}
	p := k.projector()
	var scores []float64
	best, bestScore := 0.0, -1.0
	try := func(a float64) float64 {
		s := p.score(a)
		if s > bestScore {
			best, bestScore = a, s
		}
		return s
	}
	for a := -maxSkew; a <= maxSkew; a += skewStep {
		scores = append(scores, try(a))
	}
	slices.Sort(scores)
	usual := scores[len(scores)/2]
	for step := skewStep / 4; step > 0.02; step /= 4 {
		centre := best
		for i := -4; i <= 4; i++ {
			if i != 0 {
				try(centre + float64(i)*step)
			}
		}
	}
	// Pixels make the top a plateau: the parabola over its flanks finds the middle.
	const flank = 0.25
	left, right := p.score(best-flank), p.score(best+flank)
	if bend := left - 2*bestScore + right; bend < 0 {
		best += flank / 2 * (left - right) / bend
	}
	if math.Abs(best) > maxSkew-skewStep {
		return 0, 0 // still rising at the edge: these are no lines
	}
	return best, bestScore / max(usual, 1)
}

// projector counts ink along slanted lines; its rows are used again.
type projector struct {
	ink  ink
	rows []int32
}

func (k ink) projector() *projector {
	return &projector{ink: k, rows: make([]int32, k.h+2*slack(k.w)+2)}
}

// slack is by how many rows a line of maxSkew falls over the width.
func slack(w int) int { return int(float64(w)*math.Tan((maxSkew+1)*math.Pi/180)) + 1 }

// score is Postl's criterion at an angle.
func (p *projector) score(degrees float64) float64 {
	clear(p.rows)
	p.fill(degrees)
	sum := 0.0
	last := int32(0)
	for _, n := range p.rows {
		d := float64(n - last)
		sum += d * d
		last = n
	}
	return sum
}

func (p *projector) fill(degrees float64) {
	const one = 1 << 16
	slope := int64(math.Tan(degrees*math.Pi/180) * one)
	offset := int64(slack(p.ink.w)) * one
	for i, x := range p.ink.xs {
		p.rows[(int64(p.ink.ys[i])*one+offset-int64(x)*slope+one/2)>>16]++
	}
}
