package scanprep

import (
	"image"
	"slices"
)

// tileSide is the side of the squares in which the paper is measured, in
// pixels: larger than letters, smaller than shadows.
const tileSide = 64

// paperMap is the gray of the paper in tiles of a picture.
type paperMap struct {
	across, down int
	gray         []float64 // by row
}

// measurePaper takes the 90th percentile of each tile: ink covers less than
// nine tenths of nearly all. Tiles that are mostly dark (pictures, black
// borders) count as paper like the page's median.
func measurePaper(img *image.Gray) paperMap {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	m := paperMap{across: max(1, w/tileSide), down: max(1, h/tileSide)}
	m.gray = make([]float64, m.across*m.down)
	for ty := range m.down {
		for tx := range m.across {
			var histogram [256]int
			total := 0
			for y := ty * h / m.down; y < (ty+1)*h/m.down; y += 4 {
				row := img.Pix[y*img.Stride:][:w]
				for _, v := range row[tx*w/m.across : (tx+1)*w/m.across] {
					histogram[v]++
				}
				total += (tx+1)*w/m.across - tx*w/m.across
			}
			seen, v := 0, 255
			for ; v > 0 && seen+histogram[v] < (total+9)/10; v-- {
				seen += histogram[v]
			}
			m.gray[ty*m.across+tx] = float64(v)
		}
	}
	sorted := slices.Sorted(slices.Values(m.gray))
	median := sorted[len(sorted)/2]
	for i, v := range m.gray {
		if v < median/2 {
			m.gray[i] = median
		}
	}
	return m
}

// Unevenness is by how many gray levels the lightest tenth of the paper is
// lighter than the darkest tenth.
func Unevenness(img *image.Gray) float64 {
	if img.Rect.Empty() {
		return 0
	}
	sorted := slices.Sorted(slices.Values(measurePaper(img).gray))
	n := len(sorted)
	return sorted[n-1-n/10] - sorted[n/10]
}

// Level makes the paper evenly white: each pixel is multiplied by what makes the
// paper around it white, interpolated between tiles.
func Level(img *image.Gray) *image.Gray {
	img = compact(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	m := measurePaper(img)
	gain := m.gray // by which the paper becomes white
	for i, paper := range m.gray {
		gain[i] = 255 / max(1, paper)
	}
	type place struct {
		tile, next int
		fraction   float64
	}
	places := make([]place, w)
	for x := range places {
		i, f := m.between(x, w, m.across)
		places[x] = place{i, min(i+1, m.across-1), f}
	}
	out := image.NewGray(img.Rect)
	columns := make([]float64, m.across) // the gain at this row, by tile
	for y := range h {
		i, f := m.between(y, h, m.down)
		j := min(i+1, m.down-1)
		for tx := range columns {
			a, b := gain[i*m.across+tx], gain[j*m.across+tx]
			columns[tx] = a + (b-a)*f
		}
		from, to := img.Pix[y*w:][:w], out.Pix[y*w:][:w]
		for x, p := range places {
			a, b := columns[p.tile], columns[p.next]
			to[x] = uint8(min(255, float64(from[x])*(a+(b-a)*p.fraction)+0.5))
		}
	}
	return out
}

// between returns the tile whose centre lies before position p of size, and how
// far p is on the way to the next centre.
func (m paperMap) between(p, size, tiles int) (tile int, fraction float64) {
	at := (float64(p)+0.5)*float64(tiles)/float64(size) - 0.5
	if at <= 0 {
		return 0, 0
	}
	tile = min(int(at), tiles-1)
	return tile, at - float64(tile)
}

// Whiten makes the paper of a picture white and keeps the proportions of darker grays. Paper is every gray
// down to three standard deviations of the grain below the paper's tone; fewer where ink is hardly darker.
// Engines that binarize a page by its histogram otherwise take the grain of a nearly empty page for ink.
func Whiten(img *image.Gray) *image.Gray {
	img = compact(img)
	white := paperLimit(img)
	var curve [256]uint8
	for v := range curve {
		curve[v] = uint8(min(255, (v*255+white/2)/white))
	}
	out := image.NewGray(img.Rect)
	for i, v := range img.Pix {
		out.Pix[i] = curve[v]
	}
	return out
}

// Where ink is hardly darker than the paper, thin strokes come near to the grain.
const (
	thinnestStroke = 6 // times lighter than ink, and they are to stay
	inkAboveGrain  = 5 // deviations: what is less is grain, which has no strokes
)

// paperLimit is the darkest gray that still is paper.
func paperLimit(img *image.Gray) int {
	t := measureTones(img)
	grain := 3 * t.grain
	if t.contrast() >= inkAboveGrain*t.grain {
		grain = min(grain, t.contrast()/thinnestStroke)
	}
	return max(min(128, t.paper), t.paper-grain)
}
