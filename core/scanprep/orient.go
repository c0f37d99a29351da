package scanprep

import "image"

const (
	// sideways is by how much lines must be clearer down the page than across
	// it before the page counts as lying on a side.
	sideways = 1.5
	// minUpright is how sure the shape of the lines must be to turn a page over.
	minUpright = 0.12
	// mostDust is how many points of ink dust leaves on an empty page.
	mostDust = 12
)

// Orientation is the way a page lies.
type Orientation struct {
	Turn    int     // quarter turns clockwise that bring the lines level and upright
	Upright float64 // −1 to 1: how surely the lines stand upright after Turn; near 0 when unknown
	Skew    float64 // degrees by which the lines then fall to the right; 0 without lines
	Blank   bool    // nothing is there that could be text
}

// Orient finds how a page lies: whether its lines run across or down, by the
// sharpness of their projections, and whether they are on their feet, by
// where their letters stick out: Spanish text has more ascenders than
// descenders. Capitals alone tell nothing: Upright is then near 0, and turning
// the page over when it cannot be read is the caller's trade.
func Orient(img *image.Gray) Orientation {
	level := findInk(img)
	if len(level.xs) < leastInk {
		return Orientation{Blank: len(level.xs) <= mostDust}
	}
	level = level.lettering()
	side := level.turned(1)
	turn := 0
	if side.sharpness() > sideways*level.sharpness() {
		level, turn = side, 1
	}
	skew, peak := level.skew()
	if peak < leastPeak {
		return Orientation{}
	}
	up := level.upright(skew)
	if up < -minUpright {
		return Orientation{Turn: turn + 2, Upright: -up, Skew: skew}
	}
	return Orientation{Turn: turn, Upright: up, Skew: skew}
}

// Over is the same page turned upside down.
func (o Orientation) Over() Orientation {
	return Orientation{Turn: o.Turn + 2, Upright: -o.Upright, Skew: o.Skew}
}

// sharpness is the best score of the lines over all angles, per point of ink.
func (k ink) sharpness() float64 {
	p := k.projector()
	best := 0.0
	for a := -maxSkew; a <= maxSkew; a += 2 * skewStep {
		best = max(best, p.score(a))
	}
	return best / float64(len(k.xs))
}

// upright compares the ink above and below the body of each line: 1 when all
// that sticks out does so above, −1 when below.
func (k ink) upright(skew float64) float64 {
	p := k.projector()
	clear(p.rows)
	p.fill(skew)
	var above, below float64
	for start := 0; start < len(p.rows); start++ {
		if p.rows[start] == 0 {
			continue
		}
		end := start
		var most int32
		for ; end < len(p.rows) && p.rows[end] > 0; end++ {
			most = max(most, p.rows[end])
		}
		a, b := outside(p.rows[start:end], most)
		above += a
		below += b
		start = end
	}
	if above+below == 0 {
		return 0
	}
	return (above - below) / (above + below)
}

// outside returns the ink of a line above and below its body. The body reaches from the first to the last
// row with at least half of most.
func outside(rows []int32, most int32) (above, below float64) {
	const tallest = 60 // rows; more is not a single line of text
	if len(rows) < 4 || len(rows) > tallest {
		return 0, 0
	}
	first, last := 0, len(rows)-1
	for rows[first]*2 < most {
		first++
	}
	for rows[last]*2 < most {
		last--
	}
	for _, n := range rows[:first] {
		above += float64(n)
	}
	for _, n := range rows[last+1:] {
		below += float64(n)
	}
	return above, below
}
