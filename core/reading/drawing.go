package reading

import (
	"image"
	"math"

	"github.com/cotejo/cotejo/core/document"
)

// drawing compares what a word may be with its picture: drawn with the page's own
// glyphs side by side, the right text differs least from it.
type drawing struct {
	*typeface
	strip  strip
	by     int                // rows that the line lies lower than it should
	blank  []float64          // of each column, by how much it differs from paper
	costs  map[rune][]float64 // of each character, by where it begins; no number where not yet asked for
	unseen float64            // cost of a column of a character that the page does not show
}

// drawingOf cuts the picture of words out of a crop of their line, for a text that
// they may be.
func (t *typeface) drawingOf(text []rune, words []document.Word, crop, picture *image.Gray) (*drawing, bool) {
	line, ok := straight(crop)
	if !ok {
		return nil, false
	}
	base := float64(crop.Rect.Min.Y+line.base) - line.slope*float64(crop.Rect.Min.X+line.width/2)
	box := join(words[0], words[1:]...).Box
	x0 := t.edge(picture, int(box.X0), -1, base, line.slope)
	x1 := t.edge(picture, int(math.Ceil(box.X1)), 1, base, line.slope)
	const unlike = 1.5 // how much more an unseen character differs than one from its glyph
	d := &drawing{typeface: t, strip: t.strip(picture, x0, x1, base, line.slope), costs: map[rune][]float64{}, unseen: unlike * t.noise * float64(t.rows)}
	if d.strip.width < 3*len(text) {
		return nil, false
	}
	d.by = d.lowers(text)
	d.blank = make([]float64, d.strip.width)
	for x := range d.blank {
		for _, v := range d.strip.column(x, d.by) {
			d.blank[x] += float64(v * v)
		}
	}
	return d, true
}

// edge is the first column from x on, to the one side or the other, beside which there
// is no ink: boxes cut letters.
func (t *typeface) edge(picture *image.Gray, x, by int, base, slope float64) int {
	const inked = .35
	for n := range t.above {
		at := x + by*(t.above/6+n)
		s := t.strip(picture, at-1, at+2, base, slope)
		clear := true
		for c := range s.width {
			for _, v := range s.column(c, 0) {
				clear = clear && v < inked
			}
		}
		if clear {
			return at
		}
	}
	return x + by*(t.above/6)
}

// lowers is by how many rows the line lies lower than it should: there each character
// looks most like its glyph about where it stands.
func (d *drawing) lowers(text []rune) (by int) {
	const near = 5 // columns
	at := d.places(text)
	least := math.Inf(1)
	for b := -spare; b <= spare; b++ {
		sum := 0.0
		for i, r := range text {
			best := math.Inf(1)
			for x := at[i] - near; x <= at[i]+near; x++ {
				best = min(best, d.typeface.cost(d.glyphs[r], &d.strip, x, b))
			}
			if !math.IsInf(best, 1) {
				sum += best
			}
		}
		if sum < least {
			least, by = sum, b
		}
	}
	return by
}

// places is about where each character begins, and the last ends.
func (d *drawing) places(text []rune) []int {
	total := 0.0
	for _, r := range text {
		least, most := d.widths(r)
		total += float64(least+most) / 2
	}
	at, x := make([]int, 0, len(text)+1), 0.0
	for _, r := range text {
		at = append(at, int(x/total*float64(d.strip.width)))
		least, most := d.widths(r)
		x += float64(least+most) / 2
	}
	return append(at, d.strip.width)
}

// widths are the least and the greatest width of a character.
func (d *drawing) widths(r rune) (least, most int) {
	if g := d.glyphs[r]; d.seen(r) {
		return max(1, g.width-1), g.width + 1
	}
	m, o := d.glyphs['m'].width, d.glyphs['o'].width
	if m == 0 {
		m = d.glyphs['M'].width
	}
	if m == 0 {
		m = d.above * 4 / 5
	}
	if o == 0 {
		o = m * 2 / 3
	}
	switch r {
	case '@':
		return m, m*5/4 + 1
	case '_':
		return o * 4 / 5, o * 5 / 4
	}
	return d.above / 4, d.above
}

// seen reports whether the page shows a character.
func (d *drawing) seen(r rune) bool { return d.glyphs[r].n > 0 }

// of is what a character costs that begins at x.
func (d *drawing) of(r rune, x int) float64 {
	known, ok := d.costs[r]
	if !ok {
		known = make([]float64, d.strip.width)
		for i := range known {
			known[i] = math.NaN()
		}
		d.costs[r] = known
	}
	if math.IsNaN(known[x]) {
		g := d.glyphs[r]
		// The mean of a few differs by its own noise.
		known[x] = d.cost(g, &d.strip, x, d.by) - d.noise*float64(len(g.dark))/float64(g.n)
	}
	return known[x]
}

// each calls visit for where the next character may begin behind one at x, and for what
// that one costs.
func (d *drawing) each(r rune, x int, visit func(next int, cost float64)) {
	least, most := d.widths(r)
	if !d.seen(r) {
		for next := x + least; next <= min(x+most, d.strip.width); next++ {
			visit(next, d.unseen*float64(next-x))
		}
		return
	}
	cost := d.of(r, x)
	for next := x + least; next <= min(x+most, d.strip.width) && !math.IsInf(cost, 1); next++ {
		if next == x+most {
			cost += d.blank[next-1]
		}
		visit(next, cost)
	}
}

// ways are the least costs of the beginnings and ends of a text.
type ways struct {
	before [][]float64 // of the first i characters, by where the next begins
	behind [][]float64 // of those from the i-th on, by where that begins
	total  float64
}

// ways are those of a text (R. Bellman's dynamic programming), each character not far
// from where it should stand.
func (d *drawing) ways(text []rune) ways {
	n, width := len(text), d.strip.width
	w := ways{before: make([][]float64, n+1), behind: make([][]float64, n+1), total: math.Inf(1)}
	for i := range n + 1 {
		w.before[i], w.behind[i] = endless(width+1), endless(width+1)
	}
	at := d.places(text)
	sum := 0.0
	for x := range min(width, d.above) {
		w.before[0][x] = sum
		sum += d.blank[x]
	}
	sum = 0
	for x := width; x >= 0; x-- {
		w.behind[n][x] = sum
		if x > 0 {
			sum += d.blank[x-1]
		}
	}
	near := func(i int) (from, to int) { return max(0, at[i]-d.above), min(width, at[i]+d.above+1) }
	for i, r := range text {
		for x, to := near(i); x < to; x++ {
			if so := w.before[i][x]; !math.IsInf(so, 1) {
				d.each(r, x, func(next int, cost float64) { w.before[i+1][next] = min(w.before[i+1][next], so+cost) })
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		for x, to := near(i); x < to; x++ {
			d.each(text[i], x, func(next int, cost float64) { w.behind[i][x] = min(w.behind[i][x], cost+w.behind[i+1][next]) })
		}
	}
	for x := range width {
		w.total = min(w.total, w.before[0][x]+w.behind[0][x])
	}
	return w
}

// with is the cost of the text with one character that the page shows, or none, for those
// from i up to k.
func (d *drawing) with(w ways, i, k int, by string) float64 {
	least := math.Inf(1)
	if by != "" && !d.seen(rune(by[0])) {
		return least
	}
	for x := range d.strip.width {
		so := w.before[i][x]
		if math.IsInf(so, 1) {
			continue
		}
		if by == "" {
			least = min(least, so+w.behind[k][x])
			continue
		}
		d.each(rune(by[0]), x, func(next int, cost float64) { least = min(least, so+cost+w.behind[k][next]) })
	}
	return least
}

func endless(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Inf(1)
	}
	return out
}
