package tesseract

import "image"

// dark reports whether a picture has dark surfaces, on which light letters could
// stand: squares that are dark throughout, as strokes of letters are not.
func dark(img *image.Gray) bool {
	const (
		side   = 8 // pixels: wider than the strokes of print
		enough = 16
	)
	size := img.Rect.Size()
	sum, squares := 0, 0
	for y := side / 2; y < size.Y; y += side {
		for x := side / 2; x < size.X; x += side {
			sum += int(img.Pix[y*img.Stride+x])
			squares++
		}
	}
	if squares < 4*enough || sum/squares < 128 {
		return true
	}
	limit := uint8(sum / squares * 3 / 4) // most of what was looked at is paper
	found := 0
	for y := 0; y+side <= size.Y; y += side {
		for x := 0; x+side <= size.X; x += side {
			if solid(img.Pix[y*img.Stride+x:], img.Stride, side, limit) {
				found++
			}
		}
	}
	return found >= enough
}

// solid reports whether a square is darker than limit throughout; the middle,
// where most end, first.
func solid(pix []uint8, stride, side int, limit uint8) bool {
	if pix[side/2*stride+side/2] >= limit {
		return false
	}
	for y := range side {
		for _, v := range pix[y*stride:][:side] {
			if v >= limit {
				return false
			}
		}
	}
	return true
}
