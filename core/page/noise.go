package page

import "image"

// Noise measures the grain of a picture: its standard deviation in gray levels
// and the share of specks, pixels far from all of their neighbours.
//
// The deviation is the median of |a − 2b + c| over three pixels in a row,
// divided by what it is for Gaussian noise of deviation 1: text covers well
// under half of a page, so the median sees the paper alone.
func Noise(img *image.Gray) (deviation, specks float64) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w < 3 || h < 3 {
		return 0, 0
	}
	const (
		perSigma = 0.6745 * 2.449 // median of |N(0,1)| × √6
		speck    = 60             // gray levels
		rowStep  = 3              // a third of the rows is enough
	)
	var histogram [1024]int
	total, lonely := 0, 0
	for y := 1; y < h-1; y += rowStep {
		above := img.Pix[(y-1)*img.Stride:][:w]
		row := img.Pix[y*img.Stride:][:w]
		below := img.Pix[(y+1)*img.Stride:][:w]
		for x := 1; x < w-1; x++ {
			b := int(row[x])
			if b == 255 && row[x-1] == 255 && row[x+1] == 255 {
				histogram[0]++
				total++
				continue
			}
			d := int(row[x-1]) - 2*b + int(row[x+1])
			histogram[abs(d)]++
			total++
			if abs(d) < 2*speck {
				continue
			}
			lo := min(row[x-1], row[x+1], above[x-1], above[x], above[x+1], below[x-1], below[x], below[x+1])
			hi := max(row[x-1], row[x+1], above[x-1], above[x], above[x+1], below[x-1], below[x], below[x+1])
			if b+speck < int(lo) || b > int(hi)+speck {
				lonely++
			}
		}
	}
	seen := 0
	for d, n := range histogram {
		if seen+n >= (total+1)/2 {
			// Interpolate within the bin, or small deviations come in steps.
			within := (float64(total)/2 - float64(seen)) / float64(n)
			deviation = max(0, float64(d)-0.5+within) / perSigma
			break
		}
		seen += n
	}
	return deviation, float64(lonely) / float64(total)
}

// Median replaces each pixel by the median of its 3 × 3 neighbourhood, which
// removes grain and specks and keeps strokes two pixels wide. The outermost
// pixels stay as they are.
func Median(img *image.Gray) *image.Gray {
	img = compact(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	if w < 3 || h < 3 {
		return out
	}
	// Each column of three is sorted once and used by three windows. The
	// median of nine is the median of the largest low, the middle middle and
	// the smallest high of the three columns.
	low, mid, high := make([]uint8, w), make([]uint8, w), make([]uint8, w)
	for y := 1; y < h-1; y++ {
		above := img.Pix[(y-1)*w:][:w]
		row := img.Pix[y*w:][:w]
		below := img.Pix[(y+1)*w:][:w]
		for x := range w {
			a, b, c := above[x], row[x], below[x]
			lo, hi := min(a, b), max(a, b)
			low[x] = min(lo, c)
			high[x] = max(hi, c)
			mid[x] = max(lo, min(hi, c))
		}
		to := out.Pix[y*w:][:w]
		for x := 1; x < w-1; x++ {
			l := max(low[x-1], low[x], low[x+1])
			u := min(high[x-1], high[x], high[x+1])
			m := median3(mid[x-1], mid[x], mid[x+1])
			to[x] = median3(l, m, u)
		}
	}
	return out
}

func median3(a, b, c uint8) uint8 {
	lo, hi := min(a, b), max(a, b)
	return max(lo, min(hi, c))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
