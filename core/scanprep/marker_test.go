package scanprep

import (
	"image"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// marked is a picture of which a marker went over a rectangle: paper gets its tone, ink darkens with it.
func marked(img *image.Gray, r image.Rectangle, tone int) *image.Gray {
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			v := &out.Pix[y*out.Stride+x]
			*v = uint8(int(*v) * tone / 255)
		}
	}
	return out
}

// Whatever the tone of a marker, and wherever it went, the page is then as it was.
func TestMarkerIsTakenOff(t *testing.T) {
	clean := toned(sheet(850, 850), 30, 250)
	rapid.Check(t, func(t *rapid.T) {
		tone := rapid.IntRange(100, 185).Draw(t, "tone")
		top := 60 + 36*rapid.IntRange(0, 18).Draw(t, "line")
		left, lines := rapid.IntRange(60, 300).Draw(t, "left"), rapid.IntRange(1, 4).Draw(t, "lines")
		band := image.Rect(left, top-12, left+rapid.IntRange(120, 480).Draw(t, "wide"), top+22+36*(lines-1)).Intersect(clean.Rect)
		p := Clean(marked(clean, band, tone))
		if !slices.Contains(p.Steps, Unmarked) {
			t.Fatalf("steps %q", p.Steps)
		}
		unlike := 0
		for i, v := range p.Image.Pix {
			if abs(int(v)-int(clean.Pix[i])) > 30 {
				unlike++
			}
		}
		if most := band.Dx() * band.Dy() / 100; unlike > most {
			t.Errorf("%d pixels of %v differ", unlike, band)
		}
	})
}

// What is no marker stays as it is.
func TestOnlyMarkersAreTakenOff(t *testing.T) {
	clean := toned(sheet(850, 850), 30, 250)
	empty := image.NewGray(clean.Rect)
	fill(empty, empty.Rect, 250)
	bold := image.NewGray(clean.Rect)
	copy(bold.Pix, clean.Pix)
	fill(bold, image.Rect(100, 300, 600, 340), 20)
	for rule, img := range map[string]*image.Gray{
		"a page without any": clean,
		"a light one":        marked(clean, image.Rect(60, 90, 500, 124), 230),
		"an empty panel":     marked(empty, image.Rect(100, 100, 500, 160), 150),
		"a black bar":        bold,
		"gray print":         toned(sheet(850, 850), 130, 250),
		"a thin rule":        marked(empty, image.Rect(100, 100, 500, 106), 120),
	} {
		if p := Clean(img); slices.Contains(p.Steps, Unmarked) {
			t.Errorf("%s was taken off", rule)
		}
	}
}

func TestBackdropHasNoStrokes(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 60, 40))
	fill(img, img.Rect, 200)
	fill(img, image.Rect(10, 5, 20, 35), 20) // ten wide
	for reach, want := range map[int]uint8{4: 20, 5: 200} {
		if got := backdrop(img, reach).GrayAt(15, 20).Y; got != want {
			t.Errorf("reach %d: %d instead of %d", reach, got, want)
		}
	}
}
