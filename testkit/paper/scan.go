package paper

// Scanning: pages become pictures, and the pictures suffer.

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"

	"github.com/gen2brain/go-fitz"

	"github.com/cotejo/cotejo/testkit/filings"
)

// Quality is what a scanner does to a page.
type Quality struct {
	Name     string
	DPI      int
	Skew     float64 // degrees, to either side by the seed
	Quarters int     // clockwise quarter turns
	Sigma    float64 // of gaussian noise, in gray levels
	Salt     float64 // share of pixels turned black or white
	Blur     int     // radius of a box blur, in pixels
	Ink      uint8   // gray of the letters: 0 is black
	Paper    uint8   // gray of the sheet: 255 is white
	Border   float64 // of black around the sheet, in inches
	Shade    float64 // by how much of its light one side is darker than the other, 0 to 1
	Fold     float64 // the same where the sheet curves into the spine of a book, at the left
	Punch    Punch
	Glass    float64 // inches of dark glass seen beside the sheet, at the left and above; what skew uncovers is dark, too
	Marked   bool    // stamped and signed
	JPEG     int     // quality, 1 to 100
}

// Qualities of scans: three usual ones, and others with one defect each.
var (
	Clean = Quality{Name: "clean", DPI: 300, Ink: 0, Paper: 255, JPEG: 75}
	Fair  = Quality{Name: "fair", DPI: 200, Skew: 1.5, Sigma: 6, Ink: 20, Paper: 245, JPEG: 70}
	Poor  = Quality{Name: "poor", DPI: 150, Skew: 3, Sigma: 18, Salt: .004, Ink: 80, Paper: 215, JPEG: 60}

	Faint      = Quality{Name: "faint", DPI: 200, Skew: .5, Sigma: 5, Ink: 165, Paper: 250, JPEG: 70}
	Bordered   = Quality{Name: "bordered", DPI: 200, Skew: 1, Sigma: 6, Ink: 20, Paper: 245, Border: .3, JPEG: 70}
	Fax        = Quality{Name: "fax", DPI: 200, Sigma: 30, Salt: .01, Blur: 1, Ink: 10, Paper: 250, JPEG: 65}
	Turned     = Quality{Name: "turned", DPI: 200, Quarters: 1, Skew: .7, Sigma: 6, Ink: 20, Paper: 245, JPEG: 70}
	UpsideDown = Quality{Name: "upside-down", DPI: 200, Quarters: 2, Skew: .7, Sigma: 6, Ink: 20, Paper: 245, JPEG: 70}
	Punched    = Quality{Name: "punched", DPI: 200, Skew: 1, Sigma: 6, Ink: 20, Paper: 245, Border: .1, Shade: .3, Punch: Punch{Holes: 2, From: 12}, JPEG: 70}
	Blurred    = Quality{Name: "blurred", DPI: 150, Skew: 1, Sigma: 6, Blur: 2, Ink: 60, Paper: 230, JPEG: 60}
	Dim        = Quality{Name: "dim", DPI: 150, Skew: 1, Sigma: 10, Ink: 130, Paper: 180, JPEG: 60}
	Marked     = Quality{Name: "marked", DPI: 200, Skew: 1, Sigma: 6, Ink: 20, Paper: 245, Marked: true, JPEG: 70}
	Copied     = Quality{Name: "copied", DPI: 200, Skew: 1.5, Sigma: 6, Ink: 20, Paper: 245, Glass: .35, JPEG: 70}
	Framed     = Quality{Name: "framed", DPI: 200, Skew: 1, Sigma: 6, Ink: 20, Paper: 245, Border: .6, JPEG: 70}
	Filed      = Quality{Name: "filed", DPI: 200, Skew: 1, Sigma: 6, Ink: 20, Paper: 245, Punch: Punch{Holes: 2, From: 28}, JPEG: 70}
	Bound      = Quality{Name: "bound", DPI: 200, Skew: 1, Sigma: 6, Ink: 20, Paper: 245, Fold: .75, JPEG: 70}
	Headed     = Quality{Name: "headed", DPI: 200, Skew: 1, Sigma: 6, Ink: 20, Paper: 245, Punch: Punch{Holes: 4, From: 24, Head: true, Gray: 150}, JPEG: 70}
	TurnedBack = Quality{Name: "turned-back", DPI: 200, Quarters: 3, Skew: .7, Sigma: 6, Ink: 20, Paper: 245, JPEG: 70}
)

// Qualities lists all of them, the three usual ones first.
func Qualities() []Quality {
	return []Quality{Clean, Fair, Poor, Faint, Bordered, Punched, Fax, Turned, UpsideDown, TurnedBack, Blurred, Dim, Marked, Copied, Framed, Filed, Bound, Headed}
}

// Varied returns a quality of the same kind for tuning: better and worse
// scanners, drawn by seed.
func (q Quality) Varied(seed uint64) Quality {
	rng := rand.New(rand.NewPCG(seed, 4))
	q.Skew *= []float64{.5, .7, 1, 1.1, 1.2}[rng.IntN(5)]
	q.Sigma *= []float64{.7, 1, 1, 1.15}[rng.IntN(4)]
	q.Salt *= []float64{.4, 1, 1, 1.3}[rng.IntN(4)]
	q.Glass *= []float64{.3, .7, 1, 1.5}[seed%4]
	q.Border *= []float64{.5, 1, 1.3}[seed%3]
	q.JPEG += []int{-15, 0, 0, 8}[rng.IntN(4)]
	q.Fold *= []float64{.6, .8, 1, 1.1}[rng.IntN(4)]
	q.Punch.From *= []float64{.7, 1, 1.1}[rng.IntN(3)]
	q.Punch.Wider = []float64{-.5, 0, 0, 1}[rng.IntN(4)]
	q.Punch.Holes += []int{0, 0, 1}[rng.IntN(3)] * min(1, q.Punch.Holes)
	return q
}

// Unseen returns a quality of the same kind that nothing is tuned on: another
// angle, other noise and tones, another compression, drawn by seed.
func (q Quality) Unseen(seed uint64) Quality {
	rng := rand.New(rand.NewPCG(seed, 3))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }
	q.Skew *= between(.8, 1.05)
	q.Sigma *= between(.8, 1.1)
	q.Salt *= between(.5, 1.2)
	if q.Ink > 0 && q.Ink < 200 {
		q.Ink += uint8(rng.IntN(12))
	}
	if q.Paper < 255 {
		q.Paper -= uint8(rng.IntN(10))
	}
	q.Border *= between(.6, 1.3)
	q.JPEG += rng.IntN(16) - 10
	q.Glass *= between(.5, 1.4)
	q.Fold *= between(.7, 1.05)
	q.Punch.From *= between(.85, 1.15)
	q.Punch.Wider = between(-1, 1.5)
	return q
}

// Scan prints the filing and scans the sheets: one gray picture a page, no
// text layer. Pages reports what was printed. The same arguments give the same
// bytes on one kind of processor.
func Scan(f filings.Filing, o Options, q Quality, seed uint64) (Paper, error) {
	printed, err := BornDigital(f, o)
	if err != nil {
		return Paper{}, err
	}
	pdf, err := ScanPDF(printed.PDF, q, seed)
	return Paper{PDF: pdf, Pages: printed.Pages}, err
}

// ScanImages is Scan for scanners that make images, one a page.
func ScanImages(f filings.Filing, o Options, q Quality, seed uint64) ([]*image.Gray, error) {
	printed, err := BornDigital(f, o)
	if err != nil {
		return nil, err
	}
	return scanned(printed.PDF, q, seed)
}

// ScanPDF scans the pages of any PDF.
func ScanPDF(original []byte, q Quality, seed uint64) ([]byte, error) {
	images, err := scanned(original, q, seed)
	if err != nil {
		return nil, err
	}
	out := newAlbum()
	for i, img := range images {
		if err := out.add(img, q.DPI, q.JPEG); err != nil {
			return nil, fmt.Errorf("scanning page %d: %w", i+1, err)
		}
	}
	return out.finish(), nil
}

func scanned(original []byte, q Quality, seed uint64) (images []*image.Gray, err error) {
	doc, err := fitz.NewFromMemory(original)
	if err != nil {
		return nil, fmt.Errorf("opening the paper to scan: %w", err)
	}
	defer doc.Close()
	for i := range doc.NumPage() {
		sheet, err := doc.ImageDPI(i, float64(q.DPI))
		if err != nil {
			return nil, fmt.Errorf("rendering page %d: %w", i+1, err)
		}
		images = append(images, q.degrade(gray(sheet), rand.New(rand.NewPCG(seed, uint64(i)))))
	}
	return images, nil
}

// deep is how far from the spine, in inches, two thirds of its shadow are gone.
const deep = .7

// degrade applies q in the order in which a scanner does: the sheet lies
// askew, its tones are what they are, the optics blur, the sensor adds noise.
func (q Quality) degrade(img *image.Gray, rng *rand.Rand) *image.Gray {
	if q.Marked {
		mark(img, q.DPI, rng)
	}
	if q.Skew != 0 {
		angle := q.Skew
		if rng.IntN(2) == 0 {
			angle = -angle
		}
		img = skew(img, angle, q.Glass*float64(q.DPI))
	}
	for range q.Quarters {
		img = quarterTurn(img)
	}
	q.Punch.through(img, q.DPI)
	if q.Blur > 0 {
		img = boxBlur(img, q.Blur)
	}
	span := int(q.Paper) - int(q.Ink)
	for i, v := range img.Pix {
		level := float64(q.Ink) + float64(int(v)*span)/255
		level *= 1 - q.Shade*float64(i%img.Stride)/float64(img.Stride)
		if q.Fold > 0 {
			level *= 1 - q.Fold*math.Exp(-float64(i%img.Stride)/(deep*float64(q.DPI)))
		}
		if q.Sigma > 0 {
			level += rng.NormFloat64() * q.Sigma
		}
		img.Pix[i] = uint8(math.Round(min(255, max(0, level))))
	}
	for range int(q.Salt * float64(len(img.Pix))) {
		img.Pix[rng.IntN(len(img.Pix))] = uint8(255 * rng.IntN(2))
	}
	if q.Border > 0 {
		img = frame(img, int(q.Border*float64(q.DPI)))
	}
	return img
}

func gray(src *image.RGBA) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()))
	for i := range out.Pix {
		p := src.Pix[4*i:]
		out.Pix[i] = uint8((299*int(p[0]) + 587*int(p[1]) + 114*int(p[2])) / 1000)
	}
	return out
}

// skew turns the page about its centre by degrees, by bilinear interpolation.
// Beyond its edges is white; or, where the sheet lies so many pixels right and down
// on the glass, dark.
func skew(src *image.Gray, degrees, glass float64) *image.Gray {
	beyond := 255.0
	if glass > 0 {
		beyond = 10
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewGray(src.Rect)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(w)/2, float64(h)/2
	at := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= w || y >= h {
			return beyond
		}
		return float64(src.Pix[y*src.Stride+x])
	}
	for y := range h {
		for x := range w {
			dx, dy := float64(x)-glass-cx, float64(y)-glass-cy
			sx, sy := cx+cos*dx+sin*dy, cy-sin*dx+cos*dy
			x0, y0 := math.Floor(sx), math.Floor(sy)
			fx, fy, ix, iy := sx-x0, sy-y0, int(x0), int(y0)
			top := at(ix, iy)*(1-fx) + at(ix+1, iy)*fx
			bottom := at(ix, iy+1)*(1-fx) + at(ix+1, iy+1)*fx
			out.Pix[y*out.Stride+x] = uint8(top*(1-fy) + bottom*fy + .5)
		}
	}
	return out
}

// quarterTurn turns the page clockwise.
func quarterTurn(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			out.Pix[x*out.Stride+h-1-y] = src.Pix[y*src.Stride+x]
		}
	}
	return out
}

// boxBlur averages each pixel with its neighbours within radius.
func boxBlur(src *image.Gray, radius int) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewGray(src.Rect)
	for y := range h {
		for x := range w {
			sum, n := 0, 0
			for v := max(0, y-radius); v <= min(h-1, y+radius); v++ {
				for u := max(0, x-radius); u <= min(w-1, x+radius); u++ {
					sum += int(src.Pix[v*src.Stride+u])
					n++
				}
			}
			out.Pix[y*out.Stride+x] = uint8(sum / n)
		}
	}
	return out
}

// frame puts img into black of the given width.
func frame(img *image.Gray, width int) *image.Gray {
	size := img.Rect.Size()
	out := image.NewGray(image.Rect(0, 0, size.X+2*width, size.Y+2*width))
	for i := range out.Pix {
		out.Pix[i] = 8
	}
	for y := range size.Y {
		copy(out.Pix[(y+width)*out.Stride+width:][:size.X], img.Pix[y*img.Stride:][:size.X])
	}
	return out
}
