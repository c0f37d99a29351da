package scanprep

import (
	"image"
	"math"
	"slices"
)

// Punched holes show what lies behind the sheet: discs of one even gray, black or
// not, some 6 mm across, two and more in a row along an edge. An engine reads
// them as letters, and what is beside them wrong. They are measured in a small
// picture, of which a pixel is a quarter to a third of a millimetre, by the page's
// longer side, which is 28 to 36 cm.
const (
	smallestHole = .0125 // across, as a share of the longer side
	largestHole  = .031
	nearestHoles = .05 // from one to the next
	holeMargin   = .2  // of the side across the row: holes lie within it
	holeSlant    = .1  // by how much a row may slant for how long it is
	holeGray     = .85 // of the paper's
	mostHoles    = 8   // more are an ornament
)

// hole is a disc in pixels.
type hole struct{ x, y, radius float64 }

// findHoles returns the holes of img, with a third of a millimetre around them.
func findHoles(img *image.Gray) []hole {
	long := max(img.Rect.Dx(), img.Rect.Dy())
	by := max(1, (long+inkSide/2)/inkSide)
	if long/by < inkSide/3 {
		return nil
	}
	small := shrink(img, by)
	d := discs{w: small.Rect.Dx(), h: small.Rect.Dy()}
	d.least, d.most = smallestHole*float64(max(d.w, d.h))/2, largestHole*float64(max(d.w, d.h))/2
	limit := uint8(holeGray * float64(paperGray(small)))
	d.dark = make([]bool, d.w*d.h)
	for y := range d.h {
		for x, v := range small.Pix[y*small.Stride:][:d.w] {
			d.dark[y*d.w+x] = v < limit
		}
	}
	found := d.inRows(d.find())
	for i, h := range found {
		found[i] = hole{h.x * float64(by), h.y * float64(by), (h.radius*1.1 + 1) * float64(by)}
	}
	return found
}

// withoutHoles is img with the holes in the gray of the paper.
func withoutHoles(img *image.Gray, holes []hole) *image.Gray {
	img = compact(img)
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	paper := paperGray(img)
	for _, h := range holes {
		for y := max(0, int(h.y-h.radius)); y < min(img.Rect.Max.Y, int(h.y+h.radius)+1); y++ {
			for x := max(0, int(h.x-h.radius)); x < min(img.Rect.Max.X, int(h.x+h.radius)+1); x++ {
				if math.Hypot(float64(x)+.5-h.x, float64(y)+.5-h.y) <= h.radius {
					out.Pix[y*out.Stride+x] = paper
				}
			}
		}
	}
	return out
}

// discs looks for discs in a grid of dark points.
type discs struct {
	w, h        int
	dark        []bool
	least, most float64 // radius
}

// find returns the discs, whatever touches them. Within each lies a dark square
// as wide as the smallest hole allows; in text there is none.
func (d discs) find() []hole {
	side := int(d.least * math.Sqrt2)
	solid := d.squares(side)
	var found []hole
	for at := range solid {
		if !solid[at] {
			continue
		}
		_, box := connected(solid, d.w, at)
		if widest := int(2 * d.most); box.Dx() > widest || box.Dy() > widest {
			continue
		}
		// The squares' upper left corners are in box.
		middle := image.Pt((box.Min.X+box.Max.X-1+side)/2, (box.Min.Y+box.Max.Y-1+side)/2)
		if c := d.largestAt(middle); d.isHole(c) {
			found = append(found, c)
		}
	}
	return found
}

// largestAt returns the largest disc about a point, or the mean of those that are
// as large: print that touches a hole moves the middle of what is dark.
func (d discs) largestAt(middle image.Point) (best hole) {
	const by = 4
	n := 0.
	for dy := -by; dy <= by; dy++ {
		for dx := -by; dx <= by; dx++ {
			c := hole{float64(middle.X+dx) + .5, float64(middle.Y+dy) + .5, d.least / 2}
			for c.radius <= d.most+1 && d.around(c, c.radius+.5) > .9 {
				c.radius += .5
			}
			if c.radius > best.radius {
				best, n = hole{radius: c.radius}, 0
			}
			if c.radius == best.radius {
				best.x, best.y, n = best.x+c.x, best.y+c.y, n+1
			}
		}
	}
	best.x, best.y = best.x/n, best.y/n
	return best
}

// isHole reports whether a disc is of the right size, dark all over, and on paper,
// on which there may be print.
func (d discs) isHole(c hole) bool {
	return c.radius >= d.least && c.radius <= d.most && d.around(c, c.radius*.85) > .95 && d.around(c, c.radius*1.25+1) < .6
}

// squares marks the upper left corners of squares that are dark all over.
func (d discs) squares(side int) []bool {
	solid := make([]bool, len(d.dark))
	down := make([]int, d.w) // dark points from here upward
	for y := range d.h {
		across := 0 // columns from here leftward that are dark over side rows
		for x := range d.w {
			down[x]++
			if !d.dark[y*d.w+x] {
				down[x] = 0
			}
			across++
			if down[x] < side {
				across = 0
			}
			if across >= side {
				solid[(y-side+1)*d.w+x-side+1] = true
			}
		}
	}
	return solid
}

// around is the share of dark points on a circle.
func (d discs) around(c hole, radius float64) float64 {
	const points = 48
	dark := 0
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / points)
		x, y := int(c.x+radius*cos), int(c.y+radius*sin)
		if x >= 0 && y >= 0 && x < d.w && y < d.h && d.dark[y*d.w+x] {
			dark++
		}
	}
	return float64(dark) / points
}

// inRows returns those that stand with others of their size in a row along an
// edge of the picture.
func (d discs) inRows(all []hole) []hole {
	w, h := float64(d.w), float64(d.h)
	var found []hole
	for _, edge := range []struct {
		across float64 // the side of the picture
		place  func(hole) (along, from float64)
	}{
		{w, func(c hole) (float64, float64) { return c.y, c.x }},
		{w, func(c hole) (float64, float64) { return c.y, w - c.x }},
		{h, func(c hole) (float64, float64) { return c.x, c.y }},
		{h, func(c hole) (float64, float64) { return c.x, h - c.y }},
	} {
		row := func(a, b hole) bool {
			aAlong, aFrom := edge.place(a)
			bAlong, bFrom := edge.place(b)
			apart := math.Abs(aAlong - bAlong)
			return max(aFrom, bFrom) <= holeMargin*edge.across && apart >= nearestHoles*max(w, h) &&
				math.Abs(aFrom-bFrom) <= holeSlant*apart+1 && min(a.radius, b.radius) >= .75*max(a.radius, b.radius)
		}
		for _, c := range all {
			if !slices.Contains(found, c) && slices.ContainsFunc(all, func(other hole) bool { return row(c, other) }) {
				found = append(found, c)
			}
		}
	}
	if len(found) > mostHoles {
		return nil
	}
	return found
}
