package pdftext

import (
	"image"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// bullet reports whether what was read as a sign is a round blot: as high as it
// is wide, and filled as a disc fills its square (π/4 of it). No model knows it.
func bullet(w document.Word, picture *image.Gray) bool {
	if len([]rune(w.Text)) != 1 || !strings.Contains("+*¢=«»·°eoO0", w.Text) {
		return false
	}
	box := image.Rect(int(w.Box.X0)-1, int(w.Box.Y0)-1, int(w.Box.X1)+2, int(w.Box.Y1)+2).Intersect(picture.Rect)
	dark, light := uint8(255), uint8(0)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			v := picture.GrayAt(x, y).Y
			dark, light = min(dark, v), max(light, v)
		}
	}
	if light < dark+60 {
		return false
	}
	middle := dark + (light-dark)/2
	ink, blot := 0, image.Rectangle{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if picture.GrayAt(x, y).Y < middle {
				ink++
				blot = blot.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	wide, high := blot.Dx(), blot.Dy()
	const filled = .66 // a letter o is hollow, an asterisk has rays
	return wide >= 5 && high >= 5 && 4*wide >= 3*high && 4*high >= 3*wide && float64(ink) >= filled*float64(wide*high)
}
