package paper

// What clerks and parties leave on a sheet: stamps and signatures.

import (
	"image"
	"math"
	"math/rand/v2"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// mark puts a round stamp of receipt at the right and a signature at the left,
// below the text where there is room, else over the foot of it.
func mark(img *image.Gray, dpi int, rng *rand.Rand) {
	inch := float64(dpi)
	height := float64(img.Rect.Dy())
	y := min(foot(img)+1.1*inch, height-1.1*inch)
	x := float64(img.Rect.Dx()) - (1.3+.3*rng.Float64())*inch
	stamp(img, x, y, inch, rng)
	sign(img, (1.2+.5*rng.Float64())*inch, y, inch, rng)
}

// foot is the lowest row with ink.
func foot(img *image.Gray) float64 {
	for y := img.Rect.Dy() - 1; y > 0; y-- {
		for _, v := range img.Pix[y*img.Stride:][:img.Rect.Dx()] {
			if v < 128 {
				return float64(y)
			}
		}
	}
	return 0
}

// stamp inks two rings with three lines of type between, a little askew and
// unevenly.
func stamp(img *image.Gray, x, y, inch float64, rng *rand.Rand) {
	const gray = 70
	outer, inner := .7*inch, .62*inch
	for _, radius := range []float64{outer, inner} {
		for a := 0.0; a < 2*math.Pi; a += .3 / radius {
			dot(img, x+radius*math.Cos(a), y+radius*math.Sin(a), .012*inch, gray)
		}
	}
	sin, cos := math.Sincos((rng.Float64() - .5) * .4)
	for line, text := range []string{"RECIBIDO", "12 NOV 2026", "SECRETARIA"} {
		letters := typeset(text)
		pixel := inch / 90 // of the type
		for v := range letters.Rect.Dy() {
			for u := range letters.Rect.Dx() {
				if letters.AlphaAt(u, v).A == 0 || rng.IntN(12) == 0 {
					continue
				}
				dx := (float64(u) - float64(letters.Rect.Dx())/2) * pixel
				dy := (float64(v)-6)*pixel + float64(line-1)*.24*inch
				dot(img, x+cos*dx-sin*dy, y+sin*dx+cos*dy, pixel/2, gray)
			}
		}
	}
}

func typeset(text string) *image.Alpha {
	face := basicfont.Face7x13
	out := image.NewAlpha(image.Rect(0, 0, len(text)*face.Advance, face.Height))
	d := font.Drawer{Dst: out, Src: image.Opaque, Face: face, Dot: fixed.P(0, face.Ascent)}
	d.DrawString(text)
	return out
}

// sign swings a pen over two inches and a half.
func sign(img *image.Gray, x, y, inch float64, rng *rand.Rand) {
	a, b, c := 20+10*rng.Float64(), 7+5*rng.Float64(), rng.Float64()
	for s := 0.0; s < 1; s += .1 / inch {
		swing := .25 * inch * (1 - .6*s) * (math.Sin(a*s+c) + .4*math.Sin(b*s))
		dot(img, x+(2.2*s+.2*math.Cos(a*s))*inch, y+swing, .014*inch, 40)
	}
}

// dot darkens a disc.
func dot(img *image.Gray, x, y, radius float64, gray uint8) {
	for v := int(y - radius); v <= int(y+radius+.5); v++ {
		for u := int(x - radius); u <= int(x+radius+.5); u++ {
			if (image.Point{u, v}).In(img.Rect) && math.Hypot(float64(u)-x, float64(v)-y) <= max(radius, .71) {
				img.Pix[v*img.Stride+u] = min(img.Pix[v*img.Stride+u], gray)
			}
		}
	}
}

// Punch is holes in a sheet, through which the scanner's lid is seen.
type Punch struct {
	Holes int     // in a row along an edge
	From  float64 // millimetres from that edge to their centres
	Head  bool    // along the upper edge instead of the left one
	Gray  uint8   // of the lid; 0 is as black as ink
	Wider float64 // millimetres by which they are wider than the usual 6
}

// through makes the holes: 8 cm apart, four of them as far as the edge allows.
func (p Punch) through(img *image.Gray, dpi int) {
	mm := float64(dpi) / 25.4
	along := float64(img.Rect.Dy())
	if p.Head {
		along = float64(img.Rect.Dx())
	}
	apart := 80 * mm
	if p.Holes > 2 {
		apart = min(apart, along*.8/float64(p.Holes-1))
	}
	for n := range p.Holes {
		x, y := p.From*mm, along/2+(float64(n)-float64(p.Holes-1)/2)*apart
		if p.Head {
			x, y = y, x
		}
		disc(img, x, y, (3+p.Wider/2)*mm, max(8, p.Gray))
	}
}

// disc paints one.
func disc(img *image.Gray, x, y, radius float64, gray uint8) {
	for v := int(y - radius); v <= int(y+radius); v++ {
		for u := int(x - radius); u <= int(x+radius); u++ {
			if (image.Point{u, v}).In(img.Rect) && math.Hypot(float64(u)-x, float64(v)-y) <= radius {
				img.Pix[v*img.Stride+u] = gray
			}
		}
	}
}
