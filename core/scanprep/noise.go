package scanprep

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

// Smooth removes grain: specks first, then what is left by the weighted mean of
// each 3 × 3 neighbourhood (1 2 1 across and down). A median would be the
// textbook's choice and wipes out what is as thin as the grain: stops, dots of
// an i, accents and underscores at 150 dpi. The outermost
// pixels stay as they are.
func Smooth(img *image.Gray) *image.Gray {
	img = compact(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	if w < 3 || h < 3 {
		return out
	}
	clean := withoutSpecks(img)
	down := make([]uint16, w) // the sums of columns of three
	for y := 1; y < h-1; y++ {
		above, row, below := clean.Pix[(y-1)*w:][:w], clean.Pix[y*w:][:w], clean.Pix[(y+1)*w:][:w]
		for x := range down {
			down[x] = uint16(above[x]) + 2*uint16(row[x]) + uint16(below[x])
		}
		to := out.Pix[y*w:][:w]
		for x := 1; x < w-1; x++ {
			to[x] = uint8((down[x-1] + 2*down[x] + down[x+1] + 8) / 16)
		}
	}
	return out
}

// smoothEnough smooths, and once more where ink still hardly stands out of the
// grain: the strokes that this blurs cannot be reported from it otherwise.
func smoothEnough(img *image.Gray) *image.Gray {
	const standsOut = 8 // deviations
	img = Smooth(img)
	if t := measureTones(img); t.contrast() < standsOut*t.grain {
		img = Smooth(img)
	}
	return img
}

// leastNoise is the grain from which on a picture is smoothed: less where ink is
// hardly darker than the paper, for there it hides strokes.
func leastNoise(img *image.Gray) float64 {
	const (
		ofContrast = 1. / 30
		harmless   = .5 // gray levels: less is none
	)
	return max(harmless, min(minNoise, ofContrast*float64(measureTones(img).contrast())))
}

// withoutSpecks returns the image without specks of one or two pixels. A pixel much darker or lighter than
// all its neighbours but one gets the value of its second darkest or second lightest neighbour.
func withoutSpecks(img *image.Gray) *image.Gray {
	const far = 54 // gray levels
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	for y := 1; y < h-1; y++ {
		for i := y*w + 1; i < (y+1)*w-1; i++ {
			v := int(img.Pix[i])
			if abs(v-int(img.Pix[i-1])) <= far && abs(v-int(img.Pix[i+1])) <= far {
				continue // two are near: most pixels end here
			}
			// The two lowest and the two highest of the neighbours.
			low, lower, high, higher := 255, 255, 0, 0
			for _, at := range [8]int{i - w - 1, i - w, i - w + 1, i - 1, i + 1, i + w - 1, i + w, i + w + 1} {
				n := int(img.Pix[at])
				low, lower = min(low, max(lower, n)), min(lower, n)
				high, higher = max(high, min(higher, n)), max(higher, n)
			}
			if v < low-far {
				out.Pix[i] = uint8(low)
			} else if v > high+far {
				out.Pix[i] = uint8(high)
			}
		}
	}
	return out
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
