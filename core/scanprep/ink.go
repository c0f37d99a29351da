package scanprep

import (
	"encoding/binary"
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
			if (uint32(v)+uint32(atLeast))*uint32((x1-x0)*(y1-y0)) < sum {
				k.xs = append(k.xs, int32(x))
				k.ys = append(k.ys, int32(y))
			}
		}
	}
	return k
}

// leastDarker is by how many gray levels ink is darker than its surroundings: two
// fifths of what the darkest of a dim picture is. Where that is next to nothing
// it is grain, and what is not an ink must not be taken for it.
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

// edge is how near to the edge of the picture is at it, in small pixels.
const edge = 2

// inner is the picture without its edge.
func (k ink) inner() image.Rectangle { return image.Rect(edge, edge, k.w-edge, k.h-edge) }

// lettering is the ink without what is too long for words, rules, frames, and the
// edge that a border or a shade leaves; and without what touches the edge of the
// picture, to which the shadow of a fold falls off in pieces. One of them down the
// page weighs more than all its lines, which are not as straight.
func (k ink) lettering() ink {
	grid := make([]bool, k.w*k.h)
	for i := range k.xs {
		grid[int(k.ys[i])*k.w+int(k.xs[i])] = true
	}
	left := slices.Clone(grid)
	inner := k.inner()
	for i := range k.xs {
		if at := int(k.ys[i])*k.w + int(k.xs[i]); grid[at] {
			if _, box := connected(grid, k.w, at); max(box.Dx(), box.Dy()) > longestLetters || !box.In(inner) {
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
	out = out.withoutRidges()
	if len(out.xs) < leastInk {
		return k
	}
	return out
}

// withoutRidges is the ink without the outermost at a side that runs along two
// thirds of it: the edge of a border that was painted over falls into pieces, too.
func (k ink) withoutRidges() ink {
	left, right := ridge(k.xs, k.ys, k.w, k.h)
	top, bottom := ridge(k.ys, k.xs, k.h, k.w)
	inner := image.Rect(left, top, right, bottom)
	out := ink{w: k.w, h: k.h}
	for i := range k.xs {
		if (image.Point{int(k.xs[i]), int(k.ys[i])}).In(inner) {
			out.xs, out.ys = append(out.xs, k.xs[i]), append(out.ys, k.ys[i])
		}
	}
	return out
}

// ridge returns from where to where no ridge lies across, of points in a picture of
// wide by long.
func ridge(across, along []int32, wide, long int) (from, to int) {
	const (
		width = 12 // small pixels
		dust  = 8  // points
	)
	sums := make([]int, wide)
	for _, x := range across {
		sums[x]++
	}
	first, last := 0, wide-1
	for n := sums[first]; n <= dust && first < last; n += sums[first] {
		first++
	}
	for n := sums[last]; n <= dust && first < last; n += sums[last] {
		last--
	}
	length := func(from, to int) (rows int) {
		seen := make([]bool, long)
		for i, x := range across {
			if y := along[i]; int(x) >= from && int(x) < to && !seen[y] {
				seen[y] = true
				rows++
			}
		}
		return rows
	}
	from, to = 0, wide
	if end := first + width; length(0, end)*3 > 2*long {
		from = end
	}
	if begin := last - width + 1; length(begin, wide)*3 > 2*long {
		to = begin
	}
	return from, to
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
	switch by {
	case 1:
		return compact(img)
	case 2:
		return halve(img)
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

// halve is shrink by 2, of eight pixels of two rows at once: a scan of 200 dots an
// inch is made so small, and more than once.
func halve(img *image.Gray) *image.Gray {
	const even = 0x00ff_00ff_00ff_00ff // every second byte
	w, h := max(1, img.Rect.Dx()/2), max(1, img.Rect.Dy()/2)
	out := image.NewGray(image.Rect(0, 0, w, h))
	right, below := min(1, img.Rect.Dx()-1), min(1, img.Rect.Dy()-1)*img.Stride
	for y := range h {
		row, to := img.Pix[2*y*img.Stride:], out.Pix[y*w:][:w]
		x := 0
		for ; x+4 <= w; x += 4 {
			a, b := binary.LittleEndian.Uint64(row[2*x:]), binary.LittleEndian.Uint64(row[2*x+below:])
			sums := (a&even + a>>8&even + b&even + b>>8&even) >> 2 & even
			sums |= sums >> 8
			binary.LittleEndian.PutUint32(to[x:], uint32(sums&0xffff|sums>>16&0xffff_0000))
		}
		for ; x < w; x++ {
			at := 2 * x
			to[x] = uint8((int(row[at]) + int(row[at+right]) + int(row[at+below]) + int(row[at+below+right])) / 4)
		}
	}
	return out
}

// integral returns the sums of all pixels above and left of each point, which may
// overflow: differences over a small part are right all the same.
func integral(img *image.Gray) []uint32 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sums := make([]uint32, (w+1)*(h+1))
	for y := range h {
		var row uint32
		for x := range w {
			row += uint32(img.Pix[y*img.Stride+x])
			sums[(y+1)*(w+1)+x+1] = sums[y*(w+1)+x+1] + row
		}
	}
	return sums
}
