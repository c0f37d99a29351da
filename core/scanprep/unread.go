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
	rest := make([]bool, k.w*k.h) // the ink outside of words
	for i := range k.xs {
		rest[int(k.ys[i])*k.w+int(k.xs[i])] = true
	}
	across, down := float64(k.w)/float64(img.Rect.Dx()), float64(k.h)/float64(img.Rect.Dy())
	read := 0
	for _, word := range words {
		const margin = 2 // what averaging spreads
		x0, x1 := max(0, int(float64(word.Min.X)*across)-margin), min(k.w, int(float64(word.Max.X)*across)+1+margin)
		y0, y1 := max(0, int(float64(word.Min.Y)*down)-margin), min(k.h, int(float64(word.Max.Y)*down)+1+margin)
		for y := y0; y < y1; y++ {
			row := rest[y*k.w:]
			for x := x0; x < x1; x++ {
				if row[x] {
					row[x] = false
					read++
				}
			}
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
