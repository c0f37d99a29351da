package reading

import (
	"image"
	"math"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// What the characters of a page look like. The engine knows all typefaces, none of
// them well; a page is printed in one and scanned by one scanner, and has nearly all of
// its letters and figures many times, read without doubt. The mean of their pictures
// tells what a doubtful one is: a 4 that both models read for a d is drawn as other
// fours of the page are (G. Nagy, G. Shelton: Self-corrective character recognition
// system, 1966).

// glyph is the mean picture of a character.
type glyph struct {
	width int       // columns up to where the next character begins
	dark  []float32 // column by column, each of as many rows as a typeface has: 0 for paper to 1 for ink
	n     int       // of how many it is the mean
}

// typeface is what the characters of a page look like.
type typeface struct {
	glyphs      map[rune]glyph
	above, rows int     // of a glyph: rows above the line on which letters stand, and all
	noise       float64 // by how much a pixel differs from its glyph's, squared
	slope       float64 // of the lines, in rows a column
	descent     float64 // of letters like g, in rows
	paper, ink  float64 // gray levels
}

// typefaceOf learns the typeface of a page from words of which the engine is sure; nil
// where it cannot.
func typefaceOf(r document.Recognized, picture *image.Gray) *typeface {
	t := &typeface{glyphs: map[rune]glyph{}}
	lines := linesOf(r)
	if !t.measure(lines, picture) {
		return nil
	}
	t.learn(t.examples(lines, picture))
	if len(t.glyphs) == 0 {
		return nil
	}
	return t
}

// linesOf are the words of a page by lines.
func linesOf(r document.Recognized) (lines [][]document.Word) {
	text := []rune(r.Text)
	for i, w := range r.Words {
		if w.Start > len(text) {
			return nil
		}
		if i == 0 || begins(text, w) {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], w)
	}
	return lines
}

// measure finds how the lines of a page lie, how high its letters are and how dark.
func (t *typeface) measure(lines [][]document.Word, picture *image.Gray) bool {
	const lowest, highest, standsOut = 8, 100, 24 // rows, gray levels
	var slopes, heights, descents []float64
	for _, line := range lines {
		line = slices.DeleteFunc(slices.Clone(line), func(w document.Word) bool { return !stands(w.Text) })
		if len(line) < 2 {
			continue
		}
		first, last := line[0].Box, line[len(line)-1].Box
		if length := centre(last) - centre(first); length > 10*(first.Y1-first.Y0) {
			slopes = append(slopes, (last.Y1-first.Y1)/length)
		}
	}
	t.slope = median(slopes)
	for _, line := range lines {
		base, ok := t.base(line)
		for _, w := range line {
			switch {
			case strings.ContainsAny(w.Text, "bdfhkl0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") && stands(w.Text):
				heights = append(heights, w.Box.Y1-w.Box.Y0)
			case ok && strings.ContainsAny(w.Text, "gpqy"):
				descents = append(descents, t.foot(w)-base)
			}
		}
	}
	height := median(heights)
	t.descent = max(0, median(descents))
	t.above = int(math.Ceil(height * 1.15))
	t.rows = t.above + int(math.Ceil(height*.4))
	levels, pixels := levelsOf(picture)
	t.paper, t.ink = float64(quantile(levels, pixels, .5)), float64(quantile(levels, pixels, .01))
	return lowest <= height && height <= highest && t.paper-t.ink >= standsOut
}

// base is where the line of some words crosses the left edge of the picture.
func (t *typeface) base(line []document.Word) (float64, bool) {
	var bases, low []float64
	for _, w := range line {
		if stands(w.Text) {
			bases = append(bases, t.foot(w))
		} else if strings.ContainsAny(w.Text, "gpqy") {
			low = append(low, t.foot(w)-t.descent)
		}
	}
	if len(bases) == 0 && t.descent > 0 {
		bases = low
	}
	return median(bases), len(bases) > 0
}

// foot is the foot of a word, moved along the line to the left edge of the picture.
func (t *typeface) foot(w document.Word) float64 { return w.Box.Y1 - t.slope*centre(w.Box) }

// stands reports whether a word has nothing below the line.
func stands(word string) bool {
	return strings.Trim(word, "abcdefhiklmnorstuvwxzABCDEFGHIKLMNOPRSTUVWXYZ0123456789.:-áéíóúñÁÉÍÓÚÑ") == "" && strings.Trim(word, ".-") != ""
}

func centre(b document.Box) float64 { return (b.X0 + b.X1) / 2 }

// median is 0 of nothing; it puts them in order.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	slices.Sort(of)
	return of[len(of)/2]
}

// strip is a piece of a line, as dark as it is: column by column, each of as many rows
// as a glyph has and spare more above and below.
type strip struct {
	width, rows int
	dark        []float32
}

const spare = 7 // rows that a line may lie above or below where it should

// column is one of a strip that lies so many rows lower than it should.
func (s *strip) column(x, by int) []float32 {
	return s.dark[x*(s.rows+2*spare)+spare+by:][:s.rows]
}

// strip cuts the columns from x0 up to x1 out of a picture, of the line that crosses
// its left edge at base.
func (t *typeface) strip(picture *image.Gray, x0, x1 int, base, slope float64) strip {
	x0, x1 = max(x0, picture.Rect.Min.X), min(x1, picture.Rect.Max.X)
	s := strip{width: max(0, x1-x0), rows: t.rows}
	high := t.rows + 2*spare
	s.dark = make([]float32, s.width*high)
	for c := range s.width {
		top := int(math.Round(base+slope*float64(x0+c))) - t.above - spare
		for r := max(0, picture.Rect.Min.Y-top); r < min(high, picture.Rect.Max.Y-top); r++ {
			v := float64(picture.Pix[picture.PixOffset(x0+c, top+r)])
			s.dark[c*high+r] = float32(min(1.2, max(-.2, (t.paper-v)/(t.paper-t.ink))))
		}
	}
	return s
}

// cost is by how much a strip differs from a glyph that begins at x, in squares summed
// over its pixels; without end where it would not fit.
func (t *typeface) cost(g glyph, s *strip, x, by int) float64 {
	if g.n == 0 || x < 0 || x+g.width > s.width {
		return math.Inf(1)
	}
	var sum float32
	for c := range g.width {
		from := g.dark[c*t.rows:][:t.rows]
		for y, v := range s.column(x+c, by)[:len(from)] {
			d := v - from[y]
			sum += d * d
		}
	}
	return float64(sum)
}
