package page

import (
	"image"
	"slices"
)

// ink is the dark points of a picture made small: what skew and orientation
// are measured on.
type ink struct {
	w, h int
	xs   []int32
	ys   []int32
}

// inkSide is about how many pixels the longer side of the small picture has.
const inkSide = 1100

// findInk shrinks img by a whole factor and marks the pixels that are darker
// than their surroundings, which shadows and tinted paper do not disturb.
func findInk(img *image.Gray) ink {
	small := shrink(img, max(1, (max(img.Rect.Dx(), img.Rect.Dy())+inkSide/2)/inkSide))
	w, h := small.Rect.Dx(), small.Rect.Dy()
	k := ink{w: w, h: h}
	sums := integral(small)
	const reach = 12 // pixels around in which the surroundings are measured
	atLeast := leastDarker(small)
	for y := range h {
		y0, y1 := max(0, y-reach), min(h, y+reach+1)
		for x, v := range small.Pix[y*small.Stride:][:w] {
			if int(v) > 255-atLeast {
				continue
			}
			x0, x1 := max(0, x-reach), min(w, x+reach+1)
			sum := sums[y1*(w+1)+x1] - sums[y0*(w+1)+x1] - sums[y1*(w+1)+x0] + sums[y0*(w+1)+x0]
			if (uint64(v)+uint64(atLeast))*uint64((x1-x0)*(y1-y0)) < sum {
				k.xs = append(k.xs, int32(x))
				k.ys = append(k.ys, int32(y))
			}
		}
	}
	return k
}

// leastDarker is by how many gray levels ink is darker than its surroundings: two
// fifths of what the darkest of a dim picture is. Where that is next to nothing
// it is grain, and what is no ink must not be taken for it.
func leastDarker(small *image.Gray) int {
	const (
		usual = 18
		dim   = 20 // gray levels from paper to ink
	)
	contrast := measureTones(small).contrast()
	if contrast < dim {
		return usual
	}
	return min(contrast*2/5, usual)
}

// longestLetters is longer than words that touch each other, in small pixels.
const longestLetters = 250

// lettering is the ink without what is too long for words: rules, frames, and the
// edge that a border or a shade leaves. One of them down the page weighs more
// than all its lines, which are not as straight.
func (k ink) lettering() ink {
	grid := make([]bool, k.w*k.h)
	for i := range k.xs {
		grid[int(k.ys[i])*k.w+int(k.xs[i])] = true
	}
	left := slices.Clone(grid)
	for i := range k.xs {
		if at := int(k.ys[i])*k.w + int(k.xs[i]); grid[at] {
			if _, box := connected(grid, k.w, at); max(box.Dx(), box.Dy()) > longestLetters {
				connected(left, k.w, at)
			}
		}
	}
	out := ink{w: k.w, h: k.h}
	for i := range k.xs {
		if left[int(k.ys[i])*k.w+int(k.xs[i])] {
			out.xs, out.ys = append(out.xs, k.xs[i]), append(out.ys, k.ys[i])
		}
	}
	if len(out.xs) < leastInk {
		return k
	}
	return out
}

// turned is the ink after n quarter turns clockwise.
func (k ink) turned(n int) ink {
	out := ink{w: k.w, h: k.h, xs: make([]int32, len(k.xs)), ys: make([]int32, len(k.ys))}
	if n%2 != 0 {
		out.w, out.h = k.h, k.w
	}
	for i := range k.xs {
		x, y := k.xs[i], k.ys[i]
		switch ((n % 4) + 4) % 4 {
		case 1:
			x, y = int32(k.h)-1-y, x
		case 2:
			x, y = int32(k.w)-1-x, int32(k.h)-1-y
		case 3:
			x, y = y, int32(k.w)-1-x
		}
		out.xs[i], out.ys[i] = x, y
	}
	return out
}

// shrink averages squares of by × by pixels: columns first, then across.
func shrink(img *image.Gray, by int) *image.Gray {
	if by == 1 {
		return compact(img)
	}
	w, h := max(1, img.Rect.Dx()/by), max(1, img.Rect.Dy()/by)
	out := image.NewGray(image.Rect(0, 0, w, h))
	rows, columns := min(by, img.Rect.Dy()), min(by, img.Rect.Dx())
	down := make([]uint32, w*columns)
	divide := uint32(1<<24/(rows*columns)) + 1 // by multiplying
	for y := range h {
		clear(down)
		for dy := range rows {
			row := img.Pix[(y*by+dy)*img.Stride:][:len(down)]
			for x, v := range row {
				down[x] += uint32(v)
			}
		}
		for x := range w {
			var sum uint32
			for _, v := range down[x*columns:][:columns] {
				sum += v
			}
			out.Pix[y*w+x] = uint8(uint64(sum) * uint64(divide) >> 24)
		}
	}
	return out
}

// integral returns the sums of all pixels above and left of each point.
func integral(img *image.Gray) []uint64 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sums := make([]uint64, (w+1)*(h+1))
	for y := range h {
		var row uint64
		for x := range w {
			row += uint64(img.Pix[y*img.Stride+x])
			sums[(y+1)*(w+1)+x+1] = sums[y*(w+1)+x+1] + row
		}
	}
	return sums
}
