package scanprep

import (
	"image"
	"math"
	"slices"
	"testing"
)

// A border is painted over, whatever its shape, and the print within stays as it
// was; what is dark but no border stays.
func TestBorder(t *testing.T) {
	clean := sheet(850, 1100)
	dark := func(inside func(x, y int) bool) *image.Gray {
		img := image.NewGray(clean.Rect)
		copy(img.Pix, clean.Pix)
		for i := range img.Pix {
			if x, y := i%850, i/850; !inside(x, y) {
				img.Pix[i] = 12
			}
		}
		return img
	}
	banner := dark(func(x, y int) bool { return y > 50 })
	for x := 100; x < 700; x += 12 { // white letters
		fill(banner, image.Rect(x, 20, x+6, 32), 255)
	}
	photograph := dark(func(x, y int) bool { return x < 300 || x > 500 || y < 300 || y > 500 })
	for name, c := range map[string]struct {
		img   *image.Gray
		share float64
	}{
		"a frame":                            {dark(func(x, y int) bool { return x >= 40 && y >= 40 && x < 810 && y < 1060 }), .15},
		"glass at two sides":                 {dark(func(x, y int) bool { return x >= 40 && y >= 40 }), .08},
		"the wedge beside a sheet askew":     {dark(func(x, y int) bool { return x*20 >= y }), .03},
		"a frame with a white rim":           {dark(func(x, y int) bool { return x < 3 || y < 3 || x >= 30 && y >= 30 && x < 820 && y < 1070 }), .1},
		"none":                               {clean, 0},
		"a line at the edge":                 {dark(func(x, y int) bool { return y != 2 }), 0},
		"a photograph":                       {photograph, 0},
		"a banner with lettering":            {banner, 0},
		"a page that is dark for most of it": {dark(func(x, y int) bool { return x > 700 }), 0},
	} {
		got := findBorder(c.img).share()
		if math.Abs(got-c.share) > .02+c.share/4 || c.share == 0 && got > 0 {
			t.Errorf("%s: %.3f of the picture, want %.3f", name, got, c.share)
		}
		p := Prepare(c.img)
		if slices.Contains(p.Steps, Trimmed) != (c.share > 0) {
			t.Errorf("%s: steps %v", name, p.Steps)
		}
		if c.share > 0 {
			lost := 0
			trimmed := findBorder(c.img).paintOver(c.img)
			for i, v := range trimmed.Pix {
				if x, y := i%850, i/850; v != clean.Pix[i] && x >= 60 && y >= 60 && x < 780 && y < 1040 || x > 2 && v < 100 && clean.Pix[i] > 200 {
					lost++
				}
			}
			if lost > 0 {
				t.Errorf("%s: %d pixels are not as on the clean page", name, lost)
			}
		}
	}
}
