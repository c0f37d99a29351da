package reading

import (
	"image"
	"math"
	"slices"
)

// The low lines and points of an address, looked for in the picture itself: they
// are thin or small, and both models lose them, or read the one for the other.

// mark is a low line or a point between two letters of a line.
type mark struct {
	sign   byte    // '_' or '.'
	x0, x1 float64 // of the gap between the letters that it stands in, in pixels of the picture
	narrow bool    // the gap is no wider than a small letter is high
}

// Measures of a mark, in heights of a small letter.
const (
	lowest    = .55 // how far below the line a low line may be
	shortLine = .45 // the least length of one
	highDot   = .2  // that high a point is as dark as at its foot; serifs are not
)

// marksOf finds the low lines and points of a crop with a single line of print.
func marksOf(crop *image.Gray) []mark {
	l, ok := straight(crop)
	if !ok {
		return nil
	}
	var out []mark
	for x := 0; x < l.width; {
		if l.tall(x) {
			x++
			continue
		}
		end := x
		for end < l.width && !l.tall(end) {
			end++
		}
		if sign := l.between(x, end); sign != 0 {
			at := float64(crop.Rect.Min.X)
			out = append(out, mark{sign, at + float64(x), at + float64(end), float64(end-x) <= l.height()})
		}
		x = end
	}
	return out
}

// inkLine is a line of print as dark as it is, 0 to 1, its rows along the print.
type inkLine struct {
	width, rows int
	dark        []float64
	slope       float64 // by how much the print falls, in rows a column
	base, top   int     // the rows on which letters stand, and from which small ones begin
}

func (l *inkLine) at(x, y int) float64 {
	if y < 0 || y >= l.rows {
		return 0
	}
	return l.dark[y*l.width+x]
}

// straight levels a crop and finds the line on which its letters stand.
func straight(crop *image.Gray) (*inkLine, bool) {
	const most = 1 << 20 // pixels; more are no line of print, whatever the engine says
	w, h := crop.Rect.Dx(), crop.Rect.Dy()
	if w < 20 || h < 12 || w*h > most {
		return nil, false
	}
	ink, ok := inkOf(crop)
	if !ok {
		return nil, false
	}
	slope := ink.falls()
	l := &inkLine{width: w, rows: h, dark: make([]float64, w*h), slope: slope}
	sums := make([]float64, h)
	for y := range h {
		for x := range w {
			d := ink.at(x, y+shift(x, w, slope))
			l.dark[y*w+x] = d
			sums[y] += d
		}
	}
	// Letters fill the rows between the top of small ones and the base.
	steepest := 0.0
	for y := h / 3; y+2 < h; y++ {
		if fall := sums[y] - sums[y+2]; fall > steepest {
			steepest, l.base = fall, y+1
		}
	}
	steepest = 0
	for y := 1; y < l.base-4; y++ {
		if rise := sums[y+1] - sums[y-1]; rise > steepest {
			steepest, l.top = rise, y
		}
	}
	return l, l.base-l.top >= 5
}

// inkOf is how dark a crop is, 0 for its paper to 1 for its ink; ok is false where
// the one hardly stands out of the other.
func inkOf(crop *image.Gray) (l *inkLine, ok bool) {
	const standsOut = 24 // gray levels
	l = &inkLine{width: crop.Rect.Dx(), rows: crop.Rect.Dy()}
	levels, pixels := levelsOf(crop)
	paper, ink := quantile(levels, pixels, .6), quantile(levels, pixels, .02)
	if paper-ink < standsOut {
		return nil, false
	}
	l.dark = make([]float64, 0, pixels)
	for y := range l.rows {
		for _, v := range crop.Pix[y*crop.Stride:][:l.width] {
			l.dark = append(l.dark, min(1, max(0, float64(paper-int(v))/float64(paper-ink))))
		}
	}
	return l, true
}

// falls is by how much the print falls to the right, in rows a column: along it rows
// of ink and of paper differ most.
func (l *inkLine) falls() float64 {
	const (
		inked       = .2
		step, steps = .0025, 18
	)
	var strokes []image.Point
	for i, d := range l.dark {
		if d > inked {
			strokes = append(strokes, image.Pt(i%l.width, i/l.width))
		}
	}
	best, slope := 0.0, 0.0
	for n := -steps; n <= steps; n++ {
		sums := make([]float64, l.rows)
		for _, p := range strokes {
			if r := p.Y - shift(p.X, l.width, float64(n)*step); r >= 0 && r < l.rows {
				sums[r]++
			}
		}
		score := 0.0
		for _, s := range sums {
			score += s * s
		}
		if score > best {
			best, slope = score, float64(n)*step
		}
	}
	return slope
}

func shift(x, w int, slope float64) int { return int(math.Round(slope * float64(x-w/2))) }

// levelsOf counts the gray levels of a picture.
func levelsOf(img *image.Gray) (levels [256]int, pixels int) {
	for y := range img.Rect.Dy() {
		for _, v := range img.Pix[y*img.Stride:][:img.Rect.Dx()] {
			levels[v]++
		}
	}
	return levels, img.Rect.Dx() * img.Rect.Dy()
}

func quantile(levels [256]int, n int, share float64) int {
	sum := 0
	for v, c := range levels {
		if sum += c; float64(sum) >= share*float64(n) {
			return v
		}
	}
	return 255
}

// height is that of a small letter.
func (l *inkLine) height() float64 { return float64(l.base - l.top) }

// tall reports whether a column has ink above what a point has.
func (l *inkLine) tall(x int) bool {
	const inked = .3
	for y := l.top - int(l.height()*.6); y < l.base-int(math.Ceil(l.height()*.35)); y++ {
		if l.at(x, y) > inked {
			return true
		}
	}
	return false
}

// between tells what stands in the gap from one column up to another.
func (l *inkLine) between(x, end int) byte {
	h := l.height()
	if l.point(x, end) {
		return '.'
	}
	if float64(end-x) >= shortLine*h && l.lowLine(x, end) {
		return '_'
	}
	return 0
}

// lowLine reports whether some row below the line is dark all along a gap, and a row
// between both is not: the foot of a letter has none.
func (l *inkLine) lowLine(x, end int) bool {
	const faint, share = .1, 5 // a fifth of the columns may be lighter
	lightest := 1.0
	for y := l.base - 1; y <= l.base+int(math.Ceil(lowest*l.height())); y++ {
		columns := make([]float64, 0, end-x)
		for c := x + 1; c < end-1; c++ {
			columns = append(columns, max(l.at(c, y), l.at(c, y+1)))
		}
		slices.Sort(columns)
		dark := columns[len(columns)/3]
		if y > l.base && dark >= faint && lightest < dark*.6 {
			return true
		}
		lightest = min(lightest, columns[len(columns)/2])
	}
	return false
}

// point reports whether a gap is dark somewhere up to some height, and lighter on both sides.
func (l *inkLine) point(x, end int) bool {
	if end-x < 3 {
		return false
	}
	const dot, lighter = .35, .6
	foot, any := make([]float64, end-x), make([]float64, end-x) // of each column the lightest and the darkest
	peak := 0
	for c := range foot {
		foot[c] = 1
		for y := l.base - max(1, int(math.Round(highDot*l.height()))); y < l.base; y++ {
			d := l.at(x+c, y)
			foot[c], any[c] = min(foot[c], d), max(any[c], d)
		}
		if foot[c] > foot[peak] {
			peak = c
		}
	}
	return foot[peak] >= dot && max(slices.Min(any[:peak+1]), slices.Min(any[peak:])) <= foot[peak]*lighter
}
