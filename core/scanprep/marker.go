package scanprep

import "image"

// A text marker leaves an even tone behind a line, dark in gray if it was pink, green or blue. Engines that
// split a page's grays in two take such a line for ink as a whole and read nothing of it. Where a band is
// darker than the paper and has strokes darker still, its tone becomes that of the paper.

const (
	markedCell  = 4    // pixels of a side of the cells in which bands are sought
	leastMarked = 80   // gray: in what is darker, ink does not stand out
	mostMarked  = .8   // of the paper's gray: ink stands out from what is lighter as it is
	markedWide  = 16   // cells, of a band
	markedHigh  = 6    // cells
	strokeReach = 13   // pixels on each side of a point, beyond which no stroke goes on
	markedInk   = .005 // share of a band that is ink: an empty band has nothing to read
)

// findMarked returns where a picture has bands of an even tone with strokes in them.
func findMarked(img *image.Gray) (bands []image.Rectangle) {
	if img.Rect.Empty() {
		return nil
	}
	small := shrink(img, markedCell)
	w, h := small.Rect.Dx(), small.Rect.Dy()
	paper := int(paperGray(img))
	behind := backdrop(small, strokeReach/markedCell)
	grid := make([]bool, w*h)
	for i, v := range behind.Pix {
		grid[i] = isMarked(int(v), paper)
	}
	for i := range grid {
		if !grid[i] {
			continue
		}
		points, box := connected(grid, w, i)
		if points < markedWide*markedHigh || box.Dx() < markedWide || box.Dy() < markedHigh || !endsAtOnce(behind, box, paper) {
			continue
		}
		ink := 0
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				if k := y*w + x; isMarked(int(behind.Pix[k]), paper) && 4*int(small.Pix[k]) < 3*int(behind.Pix[k]) {
					ink++
				}
			}
		}
		if float64(ink) >= markedInk*float64(points) {
			const around = 2 * strokeReach
			whole := image.Rect(box.Min.X*markedCell, box.Min.Y*markedCell, box.Max.X*markedCell, box.Max.Y*markedCell)
			bands = append(bands, whole.Inset(-around).Intersect(img.Rect))
		}
	}
	return bands
}

// endsAtOnce reports whether the paper around a band is white, as it is around what a marker leaves; a shadow
// fades away.
func endsAtOnce(behind *image.Gray, band image.Rectangle, paper int) bool {
	const beside, white = 3, .9 // cells; of the paper's gray
	whites, all := 0, 0
	visit := func(x, y int) {
		if (image.Point{x, y}).In(behind.Rect) {
			all++
			if float64(behind.Pix[y*behind.Stride+x]) >= white*float64(paper) {
				whites++
			}
		}
	}
	for x := band.Min.X; x < band.Max.X; x++ {
		visit(x, band.Min.Y-beside)
		visit(x, band.Max.Y+beside-1)
	}
	for y := band.Min.Y; y < band.Max.Y; y++ {
		visit(band.Min.X-beside, y)
		visit(band.Max.X+beside-1, y)
	}
	return 2*whites > all
}

// isMarked reports whether a backdrop is too dark for paper, and not for letters to stand out.
func isMarked(behind, paper int) bool {
	return behind >= leastMarked && float64(behind) <= mostMarked*float64(paper)
}

// unmarked makes bands as light as the paper.
func unmarked(img *image.Gray, bands []image.Rectangle) *image.Gray {
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	paper := int(paperGray(img))
	for _, band := range bands {
		behind := backdrop(compact(img.SubImage(band).(*image.Gray)), strokeReach)
		for y := range band.Dy() {
			row := out.Pix[(band.Min.Y+y)*out.Stride+band.Min.X:][:band.Dx()]
			for x, v := range row {
				if b := int(behind.Pix[y*behind.Stride+x]); isMarked(b, paper) {
					row[x] = uint8(min(paper, (int(v)*paper+b/2)/b))
				}
			}
		}
	}
	return out
}

// backdrop returns what lies behind the strokes of a picture: its morphological closing by a square of so
// many pixels on each side of its middle (Serra, "Image Analysis and Mathematical Morphology", 1982).
func backdrop(img *image.Gray, reach int) *image.Gray {
	lightest := func(a, b uint8) uint8 { return max(a, b) }
	darkest := func(a, b uint8) uint8 { return min(a, b) }
	return extreme(extreme(img, reach, 0, lightest), reach, 255, darkest)
}

// extreme replaces each pixel by the extreme one of the square around it, across first and then down. Beyond
// the edges lies what is never extreme.
func extreme(img *image.Gray, reach int, beyond uint8, of func(a, b uint8) uint8) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	across, out := image.NewGray(image.Rect(0, 0, w, h)), image.NewGray(image.Rect(0, 0, w, h))
	line := make([]uint8, max(w, h)+2*reach)
	for y := range h {
		fillAround(line, w, reach, beyond, func(i int) uint8 { return img.Pix[y*img.Stride+i] })
		slide(line[:w+2*reach], reach, of, func(i int, v uint8) { across.Pix[y*w+i] = v })
	}
	for x := range w {
		fillAround(line, h, reach, beyond, func(i int) uint8 { return across.Pix[i*w+x] })
		slide(line[:h+2*reach], reach, of, func(i int, v uint8) { out.Pix[i*w+x] = v })
	}
	return out
}

func fillAround(line []uint8, n, reach int, beyond uint8, at func(int) uint8) {
	for i := range reach {
		line[i], line[reach+n+i] = beyond, beyond
	}
	for i := range n {
		line[reach+i] = at(i)
	}
}

// slide gives the extreme of each window of a line in three comparisons a pixel, however wide the window is
// (van Herk, "A fast algorithm for local minimum and maximum filters", 1992).
func slide(line []uint8, reach int, of func(a, b uint8) uint8, set func(i int, v uint8)) {
	wide := 2*reach + 1
	before, behind := make([]uint8, len(line)), make([]uint8, len(line)) // within blocks as wide as the window
	for i, v := range line {
		if before[i] = v; i%wide > 0 {
			before[i] = of(before[i-1], v)
		}
	}
	for i := len(line) - 1; i >= 0; i-- {
		if behind[i] = line[i]; i+1 < len(line) && (i+1)%wide > 0 {
			behind[i] = of(behind[i+1], line[i])
		}
	}
	for i := range len(line) - 2*reach {
		set(i, of(behind[i], before[i+2*reach]))
	}
}
