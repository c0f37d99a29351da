// Package scanprep prepares the picture of a scanned page for recognition.
//
// Court scans are skewed, noisy, unevenly lit, sometimes lying on a side. Each
// fault has a measurement and a step that mends it, and a step runs only when
// its measurement asks for it: every one of them harms a page that is well.
// Contrast is left alone; stretching it made recognition worse.
//
// Everything works on 8-bit gray, 0 black and 255 white.
package scanprep

import (
	"image"
	"math"
	"slices"
)

// Faults are the measurements of a page.
type Faults struct {
	Orientation
	Border     float64 // share of the picture that is dark from its edge on
	Holes      int     // punched for filing
	Marked     int     // bands of a text marker
	Noise      float64 // standard deviation of the grain, in gray levels
	Specks     float64 // share of pixels unlike all their neighbours
	Unevenness float64 // difference in gray levels between light and dark parts of the paper
}

// Limits from which on a fault is mended.
const (
	minSkew       = 2.0  // degrees; engines follow lines that fall less, and turning the page blurs it
	minBorder     = 2e-3 // share of the picture
	minNoise      = 3.0  // gray levels
	minSpecks     = 5e-4 // share of pixels
	minUnevenness = 24   // gray levels
)

// Prepared is a picture ready for recognition.
type Prepared struct {
	Image *image.Gray
	Found Faults
	Steps []Step // that were taken, in order

	back    affine
	without []Step
}

// Step names something that was done to a picture.
type Step string

const (
	Trimmed      Step = "trimmed"      // the dark border painted over
	Unmarked     Step = "unmarked"     // the tone of a text marker taken off
	Levelled     Step = "levelled"     // the paper made even
	Patched      Step = "patched"      // punched holes painted over
	Smoothed     Step = "smoothed"     // the grain removed
	Whitened     Step = "whitened"     // what is left of the grain washed out
	TurnedAround Step = "turned"       // by quarter turns
	Straightened Step = "straightened" // by its skew
)

// Back maps a point of Image to the point of the picture that was prepared.
func (p *Prepared) Back(x, y float64) (float64, float64) { return p.back.apply(x, y) }

// Prepare measures img and mends what is wrong with it. img is not changed; the
// result may share its pixels when nothing is.
func Prepare(img *image.Gray) *Prepared {
	p := Clean(img)
	return p.Straighten(Orient(p.Image))
}

// Clean mends what is wrong with the pixels of a picture and leaves the page
// lying as it does. The steps in without are never taken, neither here nor in
// Straighten: that reports what they are worth.
func Clean(img *image.Gray, without ...Step) *Prepared {
	img = compact(img)
	p := &Prepared{Image: img, back: identity, without: without}
	border := findBorder(img)
	p.Found.Border = border.share()
	if p.Found.Border >= minBorder {
		p.take(Trimmed, border.paintOver)
		img = p.Image
	}
	bands := findMarked(img)
	p.Found.Marked = len(bands)
	if len(bands) > 0 {
		p.take(Unmarked, func(img *image.Gray) *image.Gray { return unmarked(img, bands) })
		img = p.Image
	}
	p.Found.Unevenness = Unevenness(img)
	if p.Found.Unevenness >= minUnevenness {
		p.take(Levelled, Level)
	}
	holes := findHoles(p.Image)
	p.Found.Holes = len(holes)
	if len(holes) > 0 {
		p.take(Patched, func(img *image.Gray) *image.Gray { return withoutHoles(img, holes) })
	}
	p.Found.Noise, p.Found.Specks = Noise(img)
	if p.Found.Noise >= leastNoise(img) || p.Found.Specks >= minSpecks {
		p.take(Smoothed, smoothEnough)
		p.take(Whitened, Whiten)
	}
	return p
}

// take changes the pixels by a step that is not left out.
func (p *Prepared) take(s Step, change func(*image.Gray) *image.Gray) {
	if slices.Contains(p.without, s) {
		return
	}
	p.Image = change(p.Image)
	p.Steps = append(p.Steps, s)
}

// Straighten returns p, which was cleaned, turned and straightened as o says. p
// is not changed.
func (p *Prepared) Straighten(o Orientation) *Prepared { return p.straighten(o, minSkew) }

// Otherwise is Straighten for a second reading of a page that the first one read
// badly: what its measurements did not ask for is done all the same.
func (p *Prepared) Otherwise(o Orientation) *Prepared {
	if !slices.Contains(p.Steps, Smoothed) {
		p = &Prepared{Image: p.Image, Found: p.Found, Steps: slices.Clone(p.Steps), back: p.back, without: p.without}
		p.take(Smoothed, smoothEnough)
		p.take(Whitened, Whiten)
	}
	return p.straighten(o, leastTurn)
}

// Square is Straighten however little the page is askew: engines pass over whole
// paragraphs of some pages that are askew by a degree.
func (p *Prepared) Square(o Orientation) *Prepared { return p.straighten(o, leastTurn) }

// leastTurn is a skew not worth the blur of mending it, in degrees.
const leastTurn = 0.1

func (p *Prepared) straighten(o Orientation, least float64) *Prepared {
	out := &Prepared{Image: p.Image, Found: p.Found, Steps: slices.Clone(p.Steps), back: p.back, without: p.without}
	out.Found.Orientation = o
	if o.Turn%4 != 0 && !slices.Contains(p.without, TurnedAround) {
		out.back = turnBack(out.Image.Rect.Size(), o.Turn).then(out.back)
		out.Image = Turn(out.Image, o.Turn)
		out.Steps = append(out.Steps, TurnedAround)
	}
	if math.Abs(o.Skew) >= least && !slices.Contains(p.without, Straightened) {
		straight, back := rotate(out.Image, o.Skew)
		out.Image = straight
		out.back = back.then(out.back)
		out.Steps = append(out.Steps, Straightened)
	}
	return out
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
