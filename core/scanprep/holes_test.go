package scanprep

import (
	"image"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A letter page at 200 dpi: 8 pixels a millimetre.
const perMM = 200 / 25.4

func disc(img *image.Gray, x, y, diameter float64, gray uint8) {
	radius := diameter / 2 * perMM
	for v := int(y*perMM - radius); v <= int(y*perMM+radius); v++ {
		for u := int(x*perMM - radius); u <= int(x*perMM+radius); u++ {
			if math.Hypot(float64(u)+.5-x*perMM, float64(v)+.5-y*perMM) <= radius && (image.Point{u, v}).In(img.Rect) {
				img.Pix[v*img.Stride+u] = gray
			}
		}
	}
}

// Holes are painted over wherever they are punched, and nothing else is.
func TestHoles(t *testing.T) {
	clean := sheet(1700, 2200)
	punched := func(gray uint8, diameter float64, at ...[2]float64) *image.Gray {
		img := image.NewGray(clean.Rect)
		copy(img.Pix, clean.Pix)
		for _, c := range at {
			disc(img, c[0], c[1], diameter, gray)
		}
		return img
	}
	bars := punched(0, 0)
	for y := 400; y < 1800; y += 200 {
		fill(bars, image.Rect(40, y, 90, y+120), 0)
	}
	rings := punched(0, 6, [2]float64{10, 100}, [2]float64{10, 180})
	disc(rings, 10, 100, 4, 255)
	disc(rings, 10, 180, 4, 255)
	smaller := punched(8, 7.5, [2]float64{12, 100})
	disc(smaller, 12, 180, 5, 8)
	for name, c := range map[string]struct {
		img  *image.Gray
		want int
	}{
		"two at the left":               {punched(8, 6, [2]float64{12, 100}, [2]float64{12, 180}), 2},
		"three at the right":            {punched(8, 7, [2]float64{205, 40}, [2]float64{205, 140}, [2]float64{205, 240}), 3},
		"two of which one is cut off":   {punched(8, 6, [2]float64{12, 60}, [2]float64{12, 140}, [2]float64{1, 220}), 2},
		"two at the head, gray":         {punched(170, 5.5, [2]float64{70, 12}, [2]float64{150, 12}), 2},
		"two at the foot":               {punched(8, 5, [2]float64{70, 270}, [2]float64{150, 270}), 2},
		"four through text, in a slant": {punched(8, 6, [2]float64{28, 20}, [2]float64{32, 100}, [2]float64{36, 180}, [2]float64{40, 260}), 4},
		"none":                          {clean, 0},
		"one alone":                     {punched(8, 6, [2]float64{12, 100}), 0},
		"one and a much smaller one":    {smaller, 0},
		"in the middle of the page":     {punched(8, 6, [2]float64{100, 100}, [2]float64{100, 180}), 0},
		"not in a row":                  {punched(8, 6, [2]float64{12, 100}, [2]float64{40, 150}), 0},
		"seals":                         {punched(8, 20, [2]float64{20, 100}, [2]float64{20, 180}), 0},
		"bullets":                       {punched(8, 2.5, [2]float64{20, 100}, [2]float64{20, 106}, [2]float64{20, 112}), 0},
		"bars":                          {bars, 0},
		"rings":                         {rings, 0},
		"an ornament":                   {punched(8, 6, ornament()...), 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := Prepare(c.img)
			if p.Found.Holes != c.want || slices.Contains(p.Steps, Patched) != (c.want > 0) {
				t.Fatalf("%d holes, steps %v; want %d holes", p.Found.Holes, p.Steps, c.want)
			}
		})
	}
}

func ornament() (all [][2]float64) {
	for y := 20.; y < 260; y += 18 {
		all = append(all, [2]float64{12, y})
	}
	return all
}

// Wherever two holes are, through print or beside it, nothing of them is left, and a
// millimetre and a half from them all is as it was.
func TestHolesLeaveNothingAndTakeNothing(t *testing.T) {
	clean := sheet(1700, 2200)
	rapid.Check(t, func(t *rapid.T) {
		img := image.NewGray(clean.Rect)
		copy(img.Pix, clean.Pix)
		diameter := rapid.Float64Range(5, 8).Draw(t, "diameter")
		from := rapid.Float64Range(6, 38).Draw(t, "from the edge")
		gray := uint8(rapid.IntRange(0, 190).Draw(t, "gray"))
		first := rapid.Float64Range(10, 150).Draw(t, "first")
		apart := rapid.Float64Range(60, 120).Draw(t, "apart")
		for _, y := range []float64{first, first + apart} {
			disc(img, from, y, diameter, gray)
		}
		out := withoutHoles(img, findHoles(img))
		for at, v := range out.Pix {
			if v == clean.Pix[at] && v == 255 {
				continue
			}
			x, y := (float64(at%1700)+.5)/perMM, (float64(at/1700)+.5)/perMM
			away := min(math.Hypot(x-from, y-first), math.Hypot(x-from, y-first-apart)) - diameter/2
			if away < 0 && v != 255 || away > 1.5 && v != clean.Pix[at] {
				t.Fatalf("%.1f mm from the edge of a hole, at %.0f, %.0f: %d, on the clean page %d", away, x, y, v, clean.Pix[at])
			}
		}
	})
}
