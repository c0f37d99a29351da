package scanprep

import "image"

// Enlarge doubles a picture in both directions with Catmull-Rom's cubic, which
// keeps strokes sharp where a linear blend smears them: letters under some 20
// pixels read better so.
func Enlarge(img *image.Gray) *image.Gray {
	img = compact(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, 2*w, 2*h))
	if w == 0 || h == 0 {
		return out
	}
	// Rows come in one by one, widened; the last five are enough for two rows out.
	var wide [5][]int32
	for i := range wide {
		wide[i] = make([]int32, 2*w)
		widen(img.Pix[max(0, min(i-2, h-1))*w:][:w], wide[i])
	}
	for y := range h {
		a, b, c, d, e := wide[0], wide[1], wide[2], wide[3], wide[4]
		upper, lower := out.Pix[4*y*w:][:2*w], out.Pix[4*y*w+2*w:][:2*w]
		for x := range upper {
			upper[x] = toGray(before(a[x], b[x], c[x], d[x]))
			lower[x] = toGray(after(b[x], c[x], d[x], e[x]))
		}
		copy(wide[:], wide[1:])
		wide[4] = a
		widen(img.Pix[min(y+3, h-1)*w:][:w], a)
	}
	return out
}

// widen writes two values, in 128ths, for each pixel of row.
func widen(row []uint8, to []int32) {
	at := func(i int) int32 { return int32(row[max(0, min(i, len(row)-1))]) }
	a, b, c, d := at(-2), at(-1), at(0), at(1)
	for x := range row {
		e := at(x + 2)
		to[2*x] = before(a, b, c, d)
		to[2*x+1] = after(b, c, d, e)
		a, b, c, d = b, c, d, e
	}
}

// before is 128 times the curve through four values, a quarter of a step before
// the third; after a quarter after the second.
func before(a, b, c, d int32) int32 { return -3*a + 29*b + 111*c - 9*d }

func after(a, b, c, d int32) int32 { return -9*a + 111*b + 29*c - 3*d }

// toGray rounds a value in 128ths of 128ths.
func toGray(v int32) uint8 { return uint8(max(0, min((v+1<<13)>>14, 255))) }
