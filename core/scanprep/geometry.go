package scanprep

import (
	"image"
	"math"
)

// affine maps (x, y) to (a·x + b·y + c, d·x + e·y + f).
type affine struct{ a, b, c, d, e, f float64 }

var identity = affine{a: 1, e: 1}

func (m affine) apply(x, y float64) (float64, float64) {
	return m.a*x + m.b*y + m.c, m.d*x + m.e*y + m.f
}

// then is m followed by n.
func (m affine) then(n affine) affine {
	return affine{
		a: n.a*m.a + n.b*m.d, b: n.a*m.b + n.b*m.e, c: n.a*m.c + n.b*m.f + n.c,
		d: n.d*m.a + n.e*m.d, e: n.d*m.b + n.e*m.e, f: n.d*m.c + n.e*m.f + n.f,
	}
}

// Turn returns img after n quarter turns clockwise.
func Turn(img *image.Gray, n int) *image.Gray {
	img = compact(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	n = ((n % 4) + 4) % 4
	if n == 0 {
		return img
	}
	size := image.Pt(w, h)
	if n%2 == 1 {
		size = image.Pt(h, w)
	}
	out := image.NewGray(image.Rectangle{Max: size})
	for y := range h {
		for x, v := range img.Pix[y*w:][:w] {
			switch n {
			case 1:
				out.Pix[x*h+h-1-y] = v
			case 2:
				out.Pix[(h-1-y)*w+w-1-x] = v
			case 3:
				out.Pix[(w-1-x)*h+y] = v
			}
		}
	}
	return out
}

// turnBack maps points of a picture of the given size, after n quarter turns
// clockwise, back to the picture itself.
func turnBack(size image.Point, n int) affine {
	w, h := float64(size.X), float64(size.Y)
	switch ((n % 4) + 4) % 4 {
	case 1:
		return affine{b: 1, d: -1, f: h}
	case 2:
		return affine{a: -1, c: w, e: -1, f: h}
	case 3:
		return affine{b: -1, c: w, d: 1}
	}
	return identity
}

// rotate straightens a picture whose lines fall by degrees to the right. The
// result is large enough for every corner; what comes in from outside is of
// the paper's gray. It also returns the map from the result to img.
func rotate(img *image.Gray, degrees float64) (*image.Gray, affine) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	outW := int(math.Ceil(w*cos + h*math.Abs(sin)))
	outH := int(math.Ceil(h*cos + w*math.Abs(sin)))
	back := affine{a: cos, b: -sin, d: sin, e: cos}
	cx, cy := back.apply(float64(outW)/2, float64(outH)/2)
	back.c, back.f = w/2-cx, h/2-cy

	out := image.NewGray(image.Rect(0, 0, outW, outH))
	paper := paperGray(img)
	for y := range outH {
		row := out.Pix[y*out.Stride:][:outW]
		x0, y0 := back.apply(0.5, float64(y)+0.5)
		sampleRow(img, row, x0-0.5, y0-0.5, cos, sin, paper)
	}
	return out, back
}

// sampleRow fills row with the pixels of img along a slanted line, each
// interpolated between its four neighbours. Coordinates are counted in 65,536ths.
func sampleRow(img *image.Gray, row []uint8, x, y, dx, dy float64, paper uint8) {
	const one = 1 << 16
	w, h := img.Rect.Dx(), img.Rect.Dy()
	fx, fy := int(x*one), int(y*one)
	stepX, stepY := int(dx*one), int(dy*one)
	for i := range row {
		ix, iy := fx>>16, fy>>16
		if uint(ix) < uint(w-1) && uint(iy) < uint(h-1) {
			at := iy*img.Stride + ix
			gx, gy := (fx>>8)&255, (fy>>8)&255
			top := int(img.Pix[at])*(256-gx) + int(img.Pix[at+1])*gx
			bottom := int(img.Pix[at+img.Stride])*(256-gx) + int(img.Pix[at+img.Stride+1])*gx
			row[i] = uint8((top*(256-gy) + bottom*gy + 1<<15) >> 16)
		} else {
			row[i] = paper
		}
		fx += stepX
		fy += stepY
	}
}

// paperGray is the most frequent gray of the lighter half.
func paperGray(img *image.Gray) uint8 {
	var histogram [256]int
	for i := 0; i < len(img.Pix); i += 7 {
		histogram[img.Pix[i]]++
	}
	best := 255
	for v := 255; v >= 128; v-- {
		if histogram[v] > histogram[best] {
			best = v
		}
	}
	return uint8(best)
}
