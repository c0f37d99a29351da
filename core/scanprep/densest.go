package scanprep

import "image"

// Densest returns the band across a picture, so many rows high, that holds most ink.
func Densest(img *image.Gray, rows int) image.Rectangle {
	b := img.Rect
	rows = min(max(rows, 1), b.Dy())
	dark := func(y int) (sum int) {
		for _, v := range img.Pix[(y-b.Min.Y)*img.Stride:][:b.Dx()] {
			sum += 255 - int(v)
		}
		return sum
	}
	sums := make([]int, b.Dy())
	within, most, top := 0, -1, b.Min.Y
	for i := range sums {
		sums[i] = dark(b.Min.Y + i)
		within += sums[i]
		if i >= rows {
			within -= sums[i-rows]
		}
		if i >= rows-1 && within > most {
			most, top = within, b.Min.Y+i-rows+1
		}
	}
	return image.Rect(b.Min.X, top, b.Max.X, top+rows)
}
