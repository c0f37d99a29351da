package scanprep

import "image"

// Reduce makes a picture two thirds as wide and high: each two pixels are the
// mean of the three that they cover, by area. At 300 dpi letters are larger
// than recognition needs, and the time goes with the pixels.
func Reduce(img *image.Gray) *image.Gray {
	img = compact(img)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	outW, outH := w/3*2, h/3*2
	out := image.NewGray(image.Rect(0, 0, outW, outH))
	if outW == 0 || outH == 0 {
		return img
	}
	for y := 0; y < outH; y += 2 {
		from := img.Pix[y/2*3*w:]
		a, b, c := from[:w], from[w:][:w], from[2*w:][:w]
		upper, lower := out.Pix[y*outW:][:outW], out.Pix[(y+1)*outW:][:outW]
		for x := 0; x < outW; x += 2 {
			i := x / 2 * 3
			a0, a1, a2 := int(a[i]), int(a[i+1]), int(a[i+2])
			b0, b1, b2 := int(b[i]), int(b[i+1]), int(b[i+2])
			c0, c1, c2 := int(c[i]), int(c[i+1]), int(c[i+2])
			upper[x] = ninth(4*a0 + 2*a1 + 2*b0 + b1)
			upper[x+1] = ninth(2*a1 + 4*a2 + b1 + 2*b2)
			lower[x] = ninth(2*b0 + b1 + 4*c0 + 2*c1)
			lower[x+1] = ninth(b1 + 2*b2 + 2*c1 + 4*c2)
		}
	}
	return out
}

func ninth(v int) uint8 { return uint8((v + 4) / 9) }
