package scanprep

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sheet draws lines of invented lettering: bodies of one height and of several
// widths, with more strokes up than down, as Spanish has.
func sheet(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	fill(img, img.Rect, 255)
	rng := rand.New(rand.NewPCG(1, 2))
	for top := 60; top+40 < h; top += 36 {
		for x := 60; x+24 < w-60; x += 4 {
			body := image.Rect(x, top, x+5+rng.IntN(9), top+12)
			switch r := rng.IntN(12); {
			case r == 0: // a space
				x += 6
				continue
			case r < 5:
				fill(img, image.Rect(x, top-8, x+3, top), 0) // b, d, l, t
			case r < 6:
				fill(img, image.Rect(x, top+12, x+3, top+18), 0) // p, g
			}
			fill(img, body, 0)
			if body.Dx() > 6 {
				fill(img, body.Inset(3), 255)
			}
			x = body.Max.X
		}
	}
	return img
}

func fill(img *image.Gray, r image.Rectangle, v uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.Pix[y*img.Stride+x] = v
		}
	}
}

// toned is a picture in grays from ink to paper.
func toned(img *image.Gray, ink, paper int) *image.Gray {
	out := image.NewGray(img.Rect)
	for i, v := range img.Pix {
		out.Pix[i] = uint8(ink + int(v)*(paper-ink)/255)
	}
	return out
}

// grainy adds Gaussian grain and specks.
func grainy(img *image.Gray, deviation, specks float64) *image.Gray {
	rng := rand.New(rand.NewPCG(3, 4))
	out := image.NewGray(img.Rect)
	for i, v := range img.Pix {
		// Bring the paper down from white, which would swallow half of the grain.
		g := 30 + float64(v)*180/255 + rng.NormFloat64()*deviation
		if rng.Float64() < specks {
			g = float64(rng.IntN(2) * 255)
		}
		out.Pix[i] = uint8(max(0, min(g, 255)))
	}
	return out
}

func TestSkewIsFoundToATenthOfADegree(t *testing.T) {
	flat := sheet(850, 850)
	for i, want := range []float64{-9, -3, -1.2, -0.3, 0.2, 0.7, 2.4, 6.5, 12.3, -17, 23.5} {
		// Straightening by the opposite angle is what skews.
		skewed, _ := rotate(flat, -want)
		if i%3 == 0 {
			skewed = Smooth(grainy(skewed, 18, .004))
		}
		if got := Skew(skewed); math.Abs(got-want) > 0.1 {
			t.Errorf("skew of %.2f° was measured as %.2f°", want, got)
		}
	}
}

// A page that was laid on the glass in haste is straightened, and not turned over.
func TestPagesFarAskewAreStraightened(t *testing.T) {
	for _, skew := range []float64{12, -14.5, 18, 23} {
		askew, _ := rotate(sheet(850, 850), -skew)
		if p := Prepare(askew); p.Found.Turn%4 != 0 || math.Abs(p.Found.Skew-skew) > .1 || !slices.Contains(p.Steps, Straightened) {
			t.Errorf("%v°: %+v, %q", skew, p.Found.Orientation, p.Steps)
		}
	}
}

func TestNothingToStraightenMeansNoSkew(t *testing.T) {
	blank := image.NewGray(image.Rect(0, 0, 800, 800))
	fill(blank, blank.Rect, 255)
	noise := grainy(blank, 25, .01)
	disc := image.NewGray(blank.Rect)
	fill(disc, disc.Rect, 255)
	for y := range 800 {
		for x := range 800 {
			if r := math.Hypot(float64(x-400), float64(y-400)); r > 250 && r < 258 {
				disc.Pix[y*800+x] = 0
			}
		}
	}
	for name, img := range map[string]*image.Gray{"blank": blank, "noise": noise, "a circle": disc} {
		if got := Skew(img); math.Abs(got) >= 0.1 {
			t.Errorf("%s: skew %.2f°", name, got)
		}
	}
}

func TestOrientFindsHowAPageLies(t *testing.T) {
	upright := sheet(700, 900)
	for turn := range 4 {
		lying := Turn(upright, turn)
		want := (4 - turn) % 4
		if got := Orient(lying); got.Turn%4 != want {
			t.Errorf("turned %d times: Orient says %+v, want %d turns", turn, got, want)
		}
		if p := Prepare(lying); !slices.Equal(p.Image.Pix, upright.Pix) {
			t.Errorf("turned %d times: Prepare does not bring the page back", turn)
		}
	}
}

// A sheet's edge, rules and frames are straighter than lines of print.
func TestStraightEdgesAreNoLines(t *testing.T) {
	for name, draw := range map[string]func(*image.Gray){
		"a darker margin": func(img *image.Gray) {
			for y := range img.Rect.Dy() {
				for x := img.Rect.Dx() - 40; x < img.Rect.Dx(); x++ {
					img.Pix[y*img.Stride+x] = 170
				}
			}
		},
		"a shadow in pieces": func(img *image.Gray) {
			for y := 0; y+180 < img.Rect.Dy(); y += 200 {
				fill(img, image.Rect(0, y, 3, y+180), 150)
			}
		},
		"what is left of a border": func(img *image.Gray) {
			for y := 20; y+160 < img.Rect.Dy(); y += 170 {
				fill(img, image.Rect(img.Rect.Dx()-30, y, img.Rect.Dx()-27, y+160), 90)
			}
		},
		"a frame": func(img *image.Gray) {
			in := img.Rect.Inset(30)
			fill(img, image.Rect(in.Min.X, in.Min.Y, in.Min.X+3, in.Max.Y), 0)
			fill(img, image.Rect(in.Max.X-3, in.Min.Y, in.Max.X, in.Max.Y), 0)
		},
	} {
		straight := sheet(850, 1100)
		fill(straight, image.Rect(0, 300, 850, 1100), 255) // the last page has few lines
		tilted, _ := rotate(straight, -1.2)
		draw(tilted)
		if o := Orient(tilted); o.Turn != 0 || math.Abs(o.Skew-1.2) > .15 {
			t.Errorf("beside %s: %+v, want a skew of 1.2", name, o)
		}
	}
}

// What is left of the grain of a dim picture reaches its thin strokes.
func TestDimPrintIsNotWashedOut(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 400, 400))
	fill(img, img.Rect, 170)
	for x := 20; x < 380; x += 12 {
		fill(img, image.Rect(x, 20, x+3, 380), 130)
		fill(img, image.Rect(x+6, 20, x+7, 380), 158) // a thin one
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range img.Pix {
		img.Pix[i] = uint8(float64(img.Pix[i]) + rng.NormFloat64()*4)
	}
	white := 0
	out := Whiten(img)
	for y := 20; y < 380; y++ {
		for x := 26; x < 380; x += 12 {
			if out.GrayAt(x, y).Y == 255 {
				white++
			}
		}
	}
	if share := float64(white) / (30 * 360); share > .25 {
		t.Errorf("%.0f %% of the thin strokes became white", 100*share)
	}
}

func TestNoiseIsMeasured(t *testing.T) {
	for _, deviation := range []float64{0, 4, 9, 18} {
		got, _ := Noise(grainy(sheet(800, 800), deviation, 0))
		if math.Abs(got-deviation) > 0.15*deviation+0.5 {
			t.Errorf("grain of %.0f was measured as %.1f", deviation, got)
		}
	}
	if _, specks := Noise(grainy(sheet(800, 800), 3, .01)); specks < .003 || specks > .01 {
		t.Errorf("1 %% of specks was measured as %.2f %%", 100*specks)
	}
}

func TestStepsAreTakenOnlyWhenAskedFor(t *testing.T) {
	flat := sheet(800, 1000)
	skewed, _ := rotate(flat, -3)
	slightly, _ := rotate(flat, -1.5)
	shaded := image.NewGray(flat.Rect)
	for i, v := range flat.Pix {
		shaded.Pix[i] = uint8(float64(v) * (1 - .4*float64(i%800)/800))
	}
	tests := map[string]struct {
		img  *image.Gray
		want []Step
	}{
		"a page that is well stays as it is": {flat, nil},
		"skew is straightened":               {skewed, []Step{Straightened}},
		"what engines follow is left":        {slightly, nil},
		"shade is levelled":                  {shaded, []Step{Levelled}},
		"grain is smoothed":                  {grainy(flat, 12, 0), []Step{Smoothed, Whitened}},
		"slight grain is left":               {grainy(flat, 2, 0), nil},
		"slight grain hides dim print":       {grainy(toned(flat, 150, 180), 2, 0), []Step{Smoothed, Whitened}},
		"specks are smoothed":                {grainy(flat, 0, .01), []Step{Smoothed, Whitened}},
		"a page on its side is turned":       {Turn(flat, 1), []Step{TurnedAround}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := slices.Clone(tt.img.Pix)
			p := Prepare(tt.img)
			if !slices.Equal(p.Steps, tt.want) {
				t.Errorf("steps %v, want %v (%+v)", p.Steps, tt.want, p.Found)
			}
			if !slices.Equal(tt.img.Pix, before) {
				t.Error("the picture itself was changed")
			}
		})
	}
}

func TestLevelledPaperIsEven(t *testing.T) {
	img := sheet(1000, 1000)
	for i, v := range img.Pix {
		img.Pix[i] = uint8(float64(v) * (1 - .5*float64(i/1000)/1000))
	}
	if before, after := Unevenness(img), Unevenness(Level(img)); before < 60 || after > 6 {
		t.Errorf("unevenness %.0f became %.0f", before, after)
	}
}

func TestSmoothIsTheWeightedMeanWithoutSpecks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 9).Draw(t, "w"), rapid.IntRange(1, 9).Draw(t, "h")
		img := image.NewGray(image.Rect(0, 0, w, h))
		copy(img.Pix, rapid.SliceOfN(rapid.SampledFrom([]byte{0, 60, 120, 200, 255}), w*h, w*h).Draw(t, "pixels"))
		inside := func(x, y int) bool { return x > 0 && y > 0 && x < w-1 && y < h-1 }
		clean := func(x, y int) int {
			v := int(img.GrayAt(x, y).Y)
			if !inside(x, y) {
				return v
			}
			var others []int
			for i := range 9 {
				if i != 4 {
					others = append(others, int(img.GrayAt(x-1+i%3, y-1+i/3).Y))
				}
			}
			slices.Sort(others)
			if low, high := others[1], others[6]; v < low-54 {
				return low
			} else if v > high+54 {
				return high
			}
			return v
		}
		out := Smooth(img)
		for y := range h {
			for x := range w {
				want := int(img.GrayAt(x, y).Y)
				if inside(x, y) {
					want = 8
					for i, weight := range [9]int{1, 2, 1, 2, 4, 2, 1, 2, 1} {
						want += weight * clean(x-1+i%3, y-1+i/3)
					}
					want /= 16
				}
				if got := int(out.GrayAt(x, y).Y); got != want {
					t.Fatalf("at %d,%d: %d, want %d", x, y, got, want)
				}
			}
		}
	})
}

// Grain of 11 and ink that is 23 gray levels darker than the paper; or 180.
func TestWhatHardlyStandsOutOfTheGrainIsSmoothedTwice(t *testing.T) {
	for ink, want := range map[int]bool{147: true, 0: false} {
		img := grainy(toned(sheet(600, 600), ink, 180), 11, 0)
		got := smoothEnough(img)
		if twice := !bytes.Equal(got.Pix, Smooth(img).Pix); twice != want {
			t.Errorf("ink of %d: smoothed twice: %v", ink, twice)
		}
	}
}

func TestSmoothKeepsWhatIsThin(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 400, 400))
	fill(img, img.Rect, 215)
	fill(img, image.Rect(100, 350, 160, 351), 40) // an underscore of one pixel
	fill(img, image.Rect(200, 350, 202, 352), 40) // a stop
	out := Smooth(grainy(img, 6, 0))
	for _, at := range []image.Point{{130, 350}, {201, 351}} {
		if v, paper := out.GrayAt(at.X, at.Y).Y, out.GrayAt(at.X, at.Y+8).Y; int(paper)-int(v) < 60 {
			t.Errorf("at %v the ink is %d on paper of %d", at, v, paper)
		}
	}
}

func TestBackLeadsToWhereThePixelCameFrom(t *testing.T) {
	upright := sheet(700, 900)
	for turn := range 4 {
		for _, degrees := range []float64{0, []float64{2, -3}[turn%2]} {
			lying, _ := rotate(Turn(upright, turn), -degrees)
			// A mark that no step moves anywhere but where the page goes.
			mark := image.Pt(lying.Rect.Dx()/3, lying.Rect.Dy()/2)
			fill(lying, image.Rect(mark.X-12, mark.Y-12, mark.X+13, mark.Y+13), 128)
			p := Prepare(lying)
			x, y, n := 0.0, 0.0, 0.0
			for i, v := range p.Image.Pix {
				// Blurred edges pass through every gray, but never in pairs.
				if v == 128 && i > 0 && p.Image.Pix[i-1] == 128 && i > p.Image.Stride && p.Image.Pix[i-p.Image.Stride] == 128 {
					x += float64(i%p.Image.Stride) + .5
					y += float64(i/p.Image.Stride) + .5
					n++
				}
			}
			bx, by := p.Back(x/n, y/n)
			if math.Hypot(bx-float64(mark.X)-.5, by-float64(mark.Y)-.5) > 1 {
				t.Errorf("turn %d, %.0f°: the mark at %v was led back to %.1f, %.1f", turn, degrees, mark, bx, by)
			}
		}
	}
}

func TestEnlargeKeepsFlatsAndEdges(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 8, 6))
	fill(img, img.Rect, 200)
	fill(img, image.Rect(4, 0, 8, 6), 20)
	out := Enlarge(img)
	if out.Rect.Dx() != 16 || out.Rect.Dy() != 12 {
		t.Fatalf("size %v", out.Rect)
	}
	for y := range 12 {
		if l, r := out.GrayAt(1, y).Y, out.GrayAt(14, y).Y; l != 200 || r != 20 {
			t.Errorf("row %d: flats became %d and %d", y, l, r)
		}
		if l, r := out.GrayAt(7, y).Y, out.GrayAt(8, y).Y; l < 150 || r > 70 {
			t.Errorf("row %d: the edge became %d and %d", y, l, r)
		}
	}
}

func TestAnySizeIsPrepared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 70).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		img := image.NewGray(image.Rect(0, 0, w, h))
		seed := rapid.Byte().Draw(t, "seed")
		for i := range img.Pix {
			img.Pix[i] = uint8(i*i) * seed
		}
		if p := Prepare(img); p.Image.Rect.Dx() < min(1, w) || p.Image.Rect.Dy() < min(1, h) {
			t.Fatalf("%d × %d became %v", w, h, p.Image.Rect)
		}
		Enlarge(img)
		Reduce(img)
	})
}

func TestBlank(t *testing.T) {
	empty := image.NewGray(image.Rect(0, 0, 1275, 1650))
	fill(empty, empty.Rect, 245)
	word := image.NewGray(empty.Rect)
	copy(word.Pix, empty.Pix)
	fill(word, image.Rect(600, 800, 640, 806), 30)
	for img, want := range map[*image.Gray]bool{empty: true, word: false, grainy(empty, 18, .004): true, grainy(word, 18, .004): false} {
		if p := Prepare(img); p.Found.Blank != want {
			t.Errorf("a page that was taken for blank: %v, want %v (%+v)", !want, want, p.Found)
		}
	}
}

func BenchmarkPrepare(b *testing.B) {
	img, _ := rotate(grainy(sheet(1275, 1650), 18, .004), -2)
	b.SetBytes(int64(len(img.Pix)))
	for b.Loop() {
		Prepare(img)
	}
}

func ExamplePrepare() {
	scan := Turn(sheet(700, 900), 3) // a page that was laid on its side
	p := Prepare(scan)
	fmt.Println(p.Image.Rect.Max, p.Steps)
	// Output: (700,900) [turned]
}

func TestReduceKeepsFlatsAndTheMean(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 9, 6))
	sum := 0
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 37)
		sum += int(img.Pix[i])
	}
	out := Reduce(img)
	if out.Rect.Max != image.Pt(6, 4) {
		t.Fatalf("size %v", out.Rect)
	}
	reduced := 0
	for _, v := range out.Pix {
		reduced += int(v)
	}
	if before, after := float64(sum)/54, float64(reduced)/24; math.Abs(before-after) > 1 {
		t.Errorf("a mean of %.1f became %.1f", before, after)
	}
	fill(img, img.Rect, 77)
	for i, v := range Reduce(img).Pix {
		if v != 77 {
			t.Fatalf("pixel %d of a flat picture became %d", i, v)
		}
	}
}

// What lies outside of all words is a line that was passed over, however pale the
// page is; of what was read nothing is left.
func TestUnread(t *testing.T) {
	img := sheet(1700, 2200)
	lines := (2200 - 100) / 36
	box := func(line int) image.Rectangle { return image.Rect(50, 60+36*line-9, 1650, 60+36*line+20) }
	var all []image.Rectangle
	for line := range lines + 1 {
		all = append(all, box(line))
	}
	pale := image.NewGray(img.Rect)
	for i, v := range img.Pix {
		pale.Pix[i] = 190 + v/6
	}
	for name, picture := range map[string]*image.Gray{"black": img, "pale": pale} {
		if got := Unread(picture, all); got > .002 {
			t.Errorf("%s: of what was read %.4f is left", name, got)
		}
		four := slices.Concat(all[:20], all[24:])
		if got, want := Unread(picture, four), 4/float64(lines); math.Abs(got-want) > .3*want {
			t.Errorf("%s: without four of %d lines %.4f, want about %.4f", name, lines, got, want)
		}
	}
	if got := Unread(img, nil); got != 1 {
		t.Errorf("of a page that was not read at all %.4f", got)
	}
	folded := image.NewGray(img.Rect)
	copy(folded.Pix, img.Pix)
	for y := 0; y+18 < 2200; y += 26 { // pieces of the fold's shadow
		fill(folded, image.Rect(0, y, 13, y+18), 0)
	}
	if got := Unread(folded, all); got > .002 {
		t.Errorf("of what lies along the edge %.4f is left", got)
	}
	blank := image.NewGray(img.Rect)
	fill(blank, blank.Rect, 255)
	if got := Unread(blank, nil); got != 0 {
		t.Errorf("of a blank page %.4f", got)
	}
}

// What is not text on a page that was read: a frame, a rule to sign on, a dotted
// one, the rings of a stamp, a signature; and a third of a line is too little.
func TestUnreadIsOfTextAlone(t *testing.T) {
	img := sheet(1700, 2200)
	fill(img, image.Rect(0, 1400, 1700, 2200), 255)
	frame := func(r image.Rectangle, thick int) {
		for _, side := range []image.Rectangle{{r.Min, image.Pt(r.Max.X, r.Min.Y+thick)}, {image.Pt(r.Min.X, r.Max.Y-thick), r.Max},
			{r.Min, image.Pt(r.Min.X+thick, r.Max.Y)}, {image.Pt(r.Max.X-thick, r.Min.Y), r.Max}} {
			fill(img, side, 0)
		}
	}
	frame(image.Rect(10, 10, 1690, 2190), 12)
	fill(img, image.Rect(100, 1500, 900, 1504), 0)
	for x := 100; x < 900; x += 10 {
		fill(img, image.Rect(x, 1550, x+4, 1554), 0)
	}
	frame(image.Rect(1000, 1550, 1300, 1850), 6)
	frame(image.Rect(1020, 1570, 1280, 1830), 3)
	for x := range 500 {
		y := 1950 + int(60*math.Sin(float64(x)/15))
		fill(img, image.Rect(300+x, y, 305+x, y+9), 0)
	}
	if got := Unread(img, []image.Rectangle{image.Rect(50, 50, 1650, 440), image.Rect(600, 440, 1650, 480), image.Rect(50, 480, 1650, 1400)}); got != 0 {
		t.Errorf("of what is no text %.4f", got)
	}
	if got := Unread(img, []image.Rectangle{image.Rect(50, 80, 1650, 1400)}); got < .01 {
		t.Errorf("of a line that was passed over beside it %.4f", got)
	}
}

func TestDensestHoldsMostInk(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 60, 100))
	fill(img, img.Rect, 230)
	fill(img, image.Rect(0, 10, 20, 14), 0)
	fill(img, image.Rect(0, 70, 50, 74), 0)
	fill(img, image.Rect(0, 76, 50, 78), 0)
	for rows, want := range map[int]image.Rectangle{
		10:   image.Rect(0, 68, 60, 78),
		1000: img.Rect,
	} {
		if got := Densest(img, rows); got != want {
			t.Errorf("of %d rows: %v, want %v", rows, got, want)
		}
	}
	part := img.SubImage(image.Rect(10, 20, 60, 90)).(*image.Gray)
	if got, want := Densest(part, 10), image.Rect(10, 68, 60, 78); got != want {
		t.Errorf("of a part: %v, want %v", got, want)
	}
}

func TestShrinkAveragesSquares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h, by := rapid.IntRange(1, 70).Draw(t, "w"), rapid.IntRange(1, 9).Draw(t, "h"), rapid.IntRange(1, 4).Draw(t, "by")
		img := image.NewGray(image.Rect(0, 0, w, h))
		copy(img.Pix, rapid.SliceOfN(rapid.Uint8(), w*h, w*h).Draw(t, "pix"))
		small := shrink(img, by)
		if want := image.Rect(0, 0, max(1, w/by), max(1, h/by)); small.Rect != want {
			t.Fatalf("%v, want %v", small.Rect, want)
		}
		for y := range small.Rect.Dy() {
			for x := range small.Rect.Dx() {
				sum, n := 0, 0
				square := image.Rect(x*by, y*by, (x+1)*by, (y+1)*by).Intersect(img.Rect)
				for v := square.Min.Y; v < square.Max.Y; v++ {
					for u := square.Min.X; u < square.Max.X; u++ {
						sum, n = sum+int(img.GrayAt(u, v).Y), n+1
					}
				}
				if got := int(small.GrayAt(x, y).Y); got != sum/n {
					t.Fatalf("at %d, %d: %d, want %d", x, y, got, sum/n)
				}
			}
		}
	})
}
