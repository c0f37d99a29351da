// Package page prepares the picture of a scanned page for recognition.
//
// Court scans are skewed, noisy, unevenly lit, sometimes lying on a side. Each
// fault has a measurement and a step that mends it, and a step runs only when
// its measurement asks for it: every one of them harms a page that is well.
// Contrast is left alone; stretching it made recognition worse.
//
// Everything works on 8-bit gray, 0 black and 255 white.
package page

import (
	"image"
	"math"
)

// Faults are the measurements of a page.
type Faults struct {
	Turn       int     // quarter turns clockwise that bring the lines level and upright
	Upright    float64 // −1 to 1: how surely the lines stand upright after Turn; 0 when unknown
	Skew       float64 // degrees by which the lines fall to the right, after Turn
	Noise      float64 // standard deviation of the grain, in gray levels
	Specks     float64 // share of pixels unlike all their neighbours
	Unevenness float64 // difference in gray levels between light and dark parts of the paper
}

// Limits from which on a fault is mended.
const (
	minSkew       = 0.1  // degrees
	minNoise      = 3.0  // gray levels
	minSpecks     = 5e-4 // share of pixels
	minUnevenness = 24   // gray levels
)

// Prepared is a picture ready for recognition.
type Prepared struct {
	Image  *image.Gray
	Found  Faults
	Median bool // the grain was removed
	Level  bool // the paper was made even

	back affine
}

// Back maps a point of Image to the point of the picture that was prepared.
func (p *Prepared) Back(x, y float64) (float64, float64) { return p.back.apply(x, y) }

// Prepare measures img and mends what is wrong. img is not changed; the result
// may share its pixels when nothing is.
func Prepare(img *image.Gray) *Prepared {
	return PrepareTurned(img, Orient(img))
}

// Oriented is the way a page lies.
type Oriented struct {
	Turn    int     // see Faults
	Upright float64 // see Faults
}

// PrepareTurned is Prepare for a page whose orientation is known.
func PrepareTurned(img *image.Gray, o Oriented) *Prepared {
	img = compact(img)
	p := &Prepared{Image: img, back: identity}
	p.Found.Turn, p.Found.Upright = o.Turn, o.Upright
	p.Found.Unevenness = Unevenness(img)
	if p.Found.Unevenness >= minUnevenness {
		p.Image = Level(p.Image)
		p.Level = true
	}
	p.Found.Noise, p.Found.Specks = Noise(img)
	if p.Found.Noise >= minNoise || p.Found.Specks >= minSpecks {
		p.Image = Median(p.Image)
		p.Median = true
	}
	if o.Turn%4 != 0 {
		p.back = turnBack(p.Image.Rect.Size(), o.Turn)
		p.Image = Turn(p.Image, o.Turn)
	}
	p.Found.Skew = Skew(p.Image)
	if math.Abs(p.Found.Skew) >= minSkew {
		straight, back := rotate(p.Image, p.Found.Skew)
		p.Image = straight
		p.back = back.then(p.back)
	}
	return p
}

// compact returns img with its origin at 0,0 and without gaps between rows.
func compact(img *image.Gray) *image.Gray {
	size := img.Rect.Size()
	if img.Rect.Min == (image.Point{}) && img.Stride == size.X {
		return img
	}
	out := image.NewGray(image.Rectangle{Max: size})
	for y := range size.Y {
		copy(out.Pix[y*out.Stride:][:size.X], img.Pix[y*img.Stride:][:size.X])
	}
	return out
}
