package scanprep

import "image"

// What could be text, in small pixels: lower than that are rules and dots, larger
// are stamps, signatures, frames and pictures.
const (
	lowestLetter  = 4
	highestLetter = 24
	longestWord   = 160
)

// Unread returns how much of the ink of a picture that could be text lies
// outside the boxes of the words that were read from it: what an engine has passed
// over. It is 0 where that is less than half a line.
func Unread(img *image.Gray, words []image.Rectangle) float64 {
	k := findInk(img)
	across, down := float64(k.w)/float64(img.Rect.Dx()), float64(k.h)/float64(img.Rect.Dy())
	boxes := make([]image.Rectangle, len(words))
	for i, word := range words {
		const margin = 2 // what averaging spreads
		boxes[i] = image.Rect(int(float64(word.Min.X)*across)-margin, int(float64(word.Min.Y)*down)-margin,
			int(float64(word.Max.X)*across)+1+margin, int(float64(word.Max.Y)*down)+1+margin)
	}
	covered := Covered(k.w, k.h, boxes)
	rest := make([]bool, k.w*k.h) // the ink outside of words
	read := 0
	for i := range k.xs {
		at := int(k.ys[i])*k.w + int(k.xs[i])
		rest[at] = !covered[at]
		if covered[at] {
			read++
		}
	}
	passed, length := 0, 0
	inner := k.inner()
	for i := range k.xs {
		if at := int(k.ys[i])*k.w + int(k.xs[i]); rest[at] {
			points, box := connected(rest, k.w, at)
			if box.Dy() >= lowestLetter && box.Dy() <= highestLetter && box.Dx() <= longestWord && box.In(inner) {
				passed, length = passed+points, length+box.Dx()
			}
		}
	}
	if length*2 < k.w {
		return 0
	}
	return float64(passed) / float64(passed+read)
}

// Covered returns which points of a grid that is w wide and h high, row by row, lie in one of
// the boxes. Its time does not depend on how large they are.
func Covered(w, h int, boxes []image.Rectangle) []bool {
	grid := image.Rect(0, 0, w, h)
	change := make([]int32, (w+1)*(h+1)) // of how many boxes a point lies in, against its neighbours
	for _, b := range boxes {
		if b = b.Intersect(grid); b.Empty() {
			continue
		}
		change[b.Min.Y*(w+1)+b.Min.X]++
		change[b.Min.Y*(w+1)+b.Max.X]--
		change[b.Max.Y*(w+1)+b.Min.X]--
		change[b.Max.Y*(w+1)+b.Max.X]++
	}
	covered := make([]bool, w*h)
	above := make([]int32, w)
	for y := range h {
		left := int32(0)
		for x := range w {
			left += change[y*(w+1)+x]
			above[x] += left
			covered[y*w+x] = above[x] > 0
		}
	}
	return covered
}

// connected takes the points that hang together with the one at from out of a
// grid that is w wide; it returns how many they are and what they span.
func connected(grid []bool, w, from int) (points int, box image.Rectangle) {
	grid[from] = false
	todo := []int{from}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		x, y := at%w, at/w
		points++
		box = box.Union(image.Rect(x, y, x+1, y+1))
		for v := max(0, y-1); v <= y+1 && v*w < len(grid); v++ {
			for u := max(0, x-1); u <= min(w-1, x+1); u++ {
				if next := v*w + u; grid[next] {
					grid[next] = false
					todo = append(todo, next)
				}
			}
		}
	}
	return points, box
}
