package page

import "image"

// Unread returns the share of the ink of a picture that lies outside the boxes of
// the words that were read from it: of text that an engine has passed over, but
// of rules, stamps and signatures as well. It is 0 where there is no ink.
func Unread(img *image.Gray, words []image.Rectangle) float64 {
	k := findInk(img)
	if len(k.xs) == 0 {
		return 0
	}
	read := make([]bool, k.w*k.h)
	across, down := float64(k.w)/float64(img.Rect.Dx()), float64(k.h)/float64(img.Rect.Dy())
	for _, word := range words {
		const margin = 2 // in small pixels: what averaging spreads
		x0, x1 := max(0, int(float64(word.Min.X)*across)-margin), min(k.w, int(float64(word.Max.X)*across)+1+margin)
		y0, y1 := max(0, int(float64(word.Min.Y)*down)-margin), min(k.h, int(float64(word.Max.Y)*down)+1+margin)
		for y := y0; y < y1; y++ {
			row := read[y*k.w:]
			for x := x0; x < x1; x++ {
				row[x] = true
			}
		}
	}
	passed := 0
	for i := range k.xs {
		if !read[int(k.ys[i])*k.w+int(k.xs[i])] {
			passed++
		}
	}
	return float64(passed) / float64(len(k.xs))
}
