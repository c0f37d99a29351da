package reading

import (
	"image"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// Learning a typeface: nobody tells where in a word a character begins, but all of a
// kind are as wide as each other. Widths give places, places give mean pictures, and
// characters that are laid over those give better widths.

const (
	enoughOf = 12 // examples of a character: more make its mean no better
	turns    = 3  // in which widths, places and pictures are found anew
	aside    = 3  // columns that a character may stand beside where it should
)

// example is a word whose characters are examples.
type example struct {
	text  []rune
	strip strip
	by    int   // rows that it lies lower than its line
	at    []int // where each character begins, and the last ends
}

// length is how long the word is, in columns.
func (e *example) length() float64 { return float64(e.strip.width - 2*aside) }

// examples takes words until each character has enough, those of which the engine is
// surest first.
func (t *typeface) examples(lines [][]document.Word, picture *image.Gray) (all []example) {
	have := map[rune]int{}
	take := func(least, most float64) {
		for _, line := range lines {
			base, ok := t.base(line)
			for _, w := range line {
				text := []rune(w.Text)
				if !ok || w.Confidence < least || w.Confidence >= most || !t.exemplary(w, text) ||
					!slices.ContainsFunc(text, func(r rune) bool { return have[r] < enoughOf }) {
					continue
				}
				for _, r := range text {
					have[r]++
				}
				own := base
				if stands(w.Text) {
					own = t.foot(w)
				}
				all = append(all, example{text: text, strip: t.strip(picture, int(w.Box.X0)-aside, int(math.Ceil(w.Box.X1))+aside+1, own, t.slope)})
			}
		}
	}
	take(.85, 2)
	take(.6, .85)
	return all
}

// exemplary reports whether the box of a word is like one.
func (t *typeface) exemplary(w document.Word, text []rune) bool {
	n, width := float64(len(text)), w.Box.X1-w.Box.X0
	return n >= 2 && n <= 30 && !strings.Contains(w.Text, "@") && w.Box.Y1-w.Box.Y0 <= float64(t.rows) && 3*n <= width && width <= 2*n*float64(t.above)
}

// learn makes glyphs of the characters of examples.
func (t *typeface) learn(all []example) {
	width, one := oneWidth(all)
	all, widths := widthsOf(all)
	if one {
		for r := range widths {
			widths[r] = width
		}
	}
	for i := range all {
		all[i].place(widths)
	}
	t.average(all, widths)
	for range turns {
		for i := range all {
			all[i].place(widths)
			all[i].by = t.lies(&all[i])
			t.align(&all[i])
		}
		all = t.fitting(all)
		if !one {
			widths = stepsOf(all, widths)
		}
		t.average(all, widths)
	}
	t.trust(all)
}

// oneWidth is how wide all characters are, where words are as wide as they are long.
func oneWidth(all []example) (width float64, ok bool) {
	const apart = .12 // of a character, the mean difference
	var n, sum, length, both, squares float64
	for _, e := range all {
		x, y := float64(len(e.text)), e.length()
		n, sum, length, both, squares = n+1, sum+y, length+x, both+x*y, squares+x*x
	}
	width = (n*both - length*sum) / max(1, n*squares-length*length)
	lack := (sum - width*length) / max(1, n) // of each word, for the sides of its characters
	differ := 0.0
	for _, e := range all {
		differ += math.Abs(e.length() - lack - width*float64(len(e.text)))
	}
	return width, n > 1 && width > 2 && differ < apart*width*n
}

// widthsOf solves for how wide characters are set: those of a word are together as wide
// as it (S. Kaczmarz, 1937). It leaves out words whose boxes cannot be right.
func widthsOf(all []example) ([]example, map[rune]float64) {
	const (
		differ = .2 // of what a word should be wide
		passes = 8
		weight = 2 // of usual widths, in examples
	)
	var scales []float64
	scale := func(e example) float64 {
		sum := 0.0
		for _, r := range e.text {
			sum += usualWidth(r)
		}
		return e.length() / sum
	}
	for _, e := range all {
		scales = append(scales, scale(e))
	}
	usual, count := map[rune]float64{}, map[rune]float64{}
	size := median(scales)
	all = slices.DeleteFunc(all, func(e example) bool { return math.Abs(scale(e)-size) > differ*size })
	for _, e := range all {
		for _, r := range e.text {
			usual[r] = usualWidth(r) * size
			count[r]++
		}
	}
	widths := maps.Clone(usual)
	for range passes {
		for _, e := range all {
			left := e.length()
			for _, r := range e.text {
				left -= widths[r]
			}
			for _, r := range e.text {
				widths[r] = max(2, widths[r]+.5*left/float64(len(e.text)))
			}
		}
		for r := range widths {
			widths[r] += (usual[r] - widths[r]) * weight / (weight + count[r])
		}
	}
	return all, widths
}

// usualWidth is how wide a character is set in most print, in thousandths of its size.
func usualWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("ijl.,:;'!|IíÍ", r):
		return 260
	case strings.ContainsRune("ftr()-[]", r):
		return 320
	case strings.ContainsRune("sJcz", r):
		return 460
	case strings.ContainsRune("mw", r):
		return 780
	case strings.ContainsRune("MW%", r):
		return 900
	case strings.ContainsRune("ABCDEFGHKLNOPQRSTUVXYZÑÁÉÓÚ", r):
		return 680
	}
	return 530
}

// place sets the characters of a word side by side.
func (e *example) place(widths map[rune]float64) {
	total := 0.0
	for _, r := range e.text {
		total += widths[r]
	}
	x, scale := float64(aside), e.length()/max(total, 1)
	e.at = e.at[:0]
	for _, r := range e.text {
		e.at = append(e.at, int(math.Round(x)))
		x += widths[r] * scale
	}
	e.at = append(e.at, int(math.Round(x)))
}

// average makes glyphs of what stands at the places of characters.
func (t *typeface) average(all []example, widths map[rune]float64) {
	clear(t.glyphs)
	for _, e := range all {
		for i, r := range e.text {
			g, ok := t.glyphs[r]
			if !ok {
				g.width = max(2, int(math.Round(widths[r])))
				g.dark = make([]float32, g.width*t.rows)
			}
			if e.at[i] < 0 || e.at[i]+g.width > e.strip.width || g.n >= 4*enoughOf {
				continue
			}
			for c := range g.width {
				to := g.dark[c*t.rows:][:t.rows]
				for y, v := range e.strip.column(e.at[i]+c, e.by)[:len(to)] {
					to[y] += v
				}
			}
			g.n++
			t.glyphs[r] = g
		}
	}
	for _, g := range t.glyphs {
		for i := range g.dark {
			g.dark[i] /= float32(g.n)
		}
	}
}

// differs is by how much a pixel of a word differs from its glyph's, squared; each is told
// what it is for each character.
func (t *typeface) differs(e *example, each func(r rune, mean float64)) float64 {
	sum, pixels := 0.0, 1
	for i, r := range e.text {
		g := t.glyphs[r]
		if c := t.cost(g, &e.strip, e.at[i], e.by); !math.IsInf(c, 1) {
			sum += c
			pixels += len(g.dark)
			each(r, c/float64(len(g.dark)))
		}
	}
	return sum / float64(pixels)
}

// fitting are the words that look no worse than most.
func (t *typeface) fitting(all []example) []example {
	const worse = 3
	costs := make([]float64, len(all))
	for i := range all {
		costs[i] = t.differs(&all[i], func(rune, float64) {})
	}
	most := worse * median(slices.Clone(costs))
	var out []example
	for i, e := range all {
		if costs[i] <= most {
			out = append(out, e)
		}
	}
	return out
}

// trust finds how noisy a page is, and leaves out glyphs of which there is one example
// or whose examples do not look alike.
func (t *typeface) trust(all []example) {
	const worse, least = 2.5, .004 // print without noise is not cut into pixels alike, either
	sums, counts := map[rune]float64{}, map[rune]float64{}
	sum := 0.0
	for i := range all {
		sum += t.differs(&all[i], func(r rune, mean float64) {
			sums[r] += mean
			counts[r]++
		})
	}
	t.noise = max(least, sum/float64(max(1, len(all))))
	for r, g := range t.glyphs {
		if g.n < 2 || sums[r]/(counts[r]-1) > worse*t.noise {
			delete(t.glyphs, r)
		}
	}
}

// lies is by how many rows a word lies lower than it should: its rows are as dark then
// as those of its glyphs are together.
func (t *typeface) lies(e *example) (by int) {
	const most = 2 // rows further than before
	want := make([]float64, t.rows)
	for _, r := range e.text {
		for i, v := range t.glyphs[r].dark {
			want[i%t.rows] += float64(v)
		}
	}
	have := make([]float64, t.rows+2*spare)
	for i, v := range e.strip.dark {
		have[i%len(have)] += float64(v)
	}
	least := math.Inf(1)
	for b := max(-spare, e.by-most); b <= min(spare, e.by+most); b++ {
		sum := 0.0
		for y, v := range want {
			sum += (have[spare+b+y] - v) * (have[spare+b+y] - v)
		}
		if sum < least {
			least, by = sum, b
		}
	}
	return by
}

// align moves the characters of a word to where they look most like their glyphs, none
// by more than a column nearer to its neighbour or farther from it.
func (t *typeface) align(e *example) {
	const places = 2*aside + 1
	n := len(e.text)
	sums, next := make([][places]float64, n+1), make([][places]int, n+1)
	for i := n - 1; i >= 0; i-- {
		for k := range places {
			best := math.Inf(1)
			for to := max(0, k-1); to <= min(places-1, k+1); to++ {
				if s := sums[i+1][to]; s < best {
					best, next[i][k] = s, to
				}
			}
			sums[i][k] = best + t.cost(t.glyphs[e.text[i]], &e.strip, e.at[i]+k-aside, e.by)
		}
	}
	k := 0
	for j, s := range sums[0] {
		if s < sums[0][k] {
			k = j
		}
	}
	if math.IsInf(sums[0][k], 1) {
		return
	}
	for i := range n {
		e.at[i] += k - aside
		k = next[i][k]
	}
	e.at[n] += k - aside
}

// stepsOf is how far each character is from the next as a rule; figures are as wide as
// each other in nearly all print.
func stepsOf(all []example, widths map[rune]float64) map[rune]float64 {
	seen := map[rune][]float64{}
	for _, e := range all {
		for i, r := range e.text[:len(e.text)-1] {
			seen[r] = append(seen[r], float64(e.at[i+1]-e.at[i]))
		}
	}
	out := maps.Clone(widths)
	sum, n := 0.0, 0.0
	for r, steps := range seen {
		out[r] = max(2, middling(steps))
	}
	for r := '0'; r <= '9'; r++ {
		sum += out[r] * float64(len(seen[r]))
		n += float64(len(seen[r]))
	}
	for r := '0'; r <= '9'; r++ {
		if _, ok := out[r]; ok && n > 0 {
			out[r] = sum / n
		}
	}
	return out
}

// middling is the mean of the middle half.
func middling(of []float64) float64 {
	slices.Sort(of)
	quarter := len(of) / 4
	sum := 0.0
	for _, v := range of[quarter : len(of)-quarter] {
		sum += v
	}
	return sum / float64(len(of)-2*quarter)
}
